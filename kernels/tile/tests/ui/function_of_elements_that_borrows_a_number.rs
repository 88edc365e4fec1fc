use azulejo_tile::{Array, Block};
use azulejo_layout::tile;

fn program(blk: &Block, x: Array<f32, (usize,)>, factor: f32) {
    let t = x.load(tile!(_16), blk.id());
    t.map(|x| x * factor);
}

fn main() {}
