#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = ceil_div(shape!(_6, _4), shape!(_2, _2, _2));
}
