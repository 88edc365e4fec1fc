use azulejo_tile::{Array, Block};
use azulejo_layout::tile;

fn program(blk: &Block, x: Array<f32, (usize,)>) {
    let t = x.load(tile!(_16), blk.id());
    t.map(move |at| x.load(tile!(_16), (at as usize,)).sum_all().item());
}

fn main() {}
