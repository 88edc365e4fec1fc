use azulejo_tile::{Array, Block, Tile};
use azulejo_layout::tile;

fn program(blk: &Block, x: Array<f32, (usize,)>) {
    let t = x.load(tile!(_16), blk.id()).tile();
    t.map(|x| Tile::<f32, _>::full(blk, tile!(_16), x).sum_all().item());
}

fn main() {}
