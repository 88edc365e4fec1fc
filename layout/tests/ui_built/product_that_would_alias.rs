#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = logical_product(layout!(_3:_8), layout!((_3, _6)));
}
