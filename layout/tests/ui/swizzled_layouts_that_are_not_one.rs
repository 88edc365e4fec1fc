#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let rows = layout!((_8, _8):(_8, _1));
    let _ = composition(composition(swizzle(_3, _0, _3), rows), composition(swizzle(_2, _0, _3), rows));
}
