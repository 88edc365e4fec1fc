#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = tile_to_shape(layout!((_2, _2)), shape!(_8, _8), shape!(_0, _1, _2));
}
