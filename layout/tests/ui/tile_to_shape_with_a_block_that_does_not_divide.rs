#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = tile_to_shape(layout!((_3, _2)), shape!(_8, _8), LayoutLeft);
}
