use azulejo_tile::Tile;
use azulejo_layout::tile;

fn program() {
    Tile::<f32, _>::ones(tile!(_16));
}

fn main() {}
