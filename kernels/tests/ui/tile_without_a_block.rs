use azulejo_kernels::tile::Tile;
use azulejo_layout::tile;

fn program() {
    Tile::<f32, _>::full(tile!(_16), 0.5);
}

fn main() {}
