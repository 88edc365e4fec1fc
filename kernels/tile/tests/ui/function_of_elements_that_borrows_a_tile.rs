use azulejo_tile::{Array, Block};
use azulejo_layout::tile;

fn program(blk: &Block, x: Array<f32, (usize,)>) {
    let t = x.load(tile!(_16), blk.id()).tile();
    t.map(|x| x / t.sum_all().item());
}

fn main() {}
