#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = logical_product(layout!(_2:_3), layout!((_2, _2):(-_2, _1)));
}
