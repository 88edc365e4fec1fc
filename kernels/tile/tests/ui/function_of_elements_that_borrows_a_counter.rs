use azulejo_tile::{Array, Block};
use azulejo_layout::tile;
use core::sync::atomic::{AtomicU32, Ordering};

fn program(blk: &Block, x: Array<f32, (usize,)>) {
    let t = x.load(tile!(_16), blk.id()).tile();
    let negative = AtomicU32::new(0);
    t.map(|x| negative.fetch_add((x < 0.0) as u32, Ordering::Relaxed));
    if negative.load(Ordering::Relaxed) > 0 {
        t.sum_all();
    }
}

fn main() {}
