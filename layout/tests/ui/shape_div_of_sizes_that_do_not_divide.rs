#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = shape_div(shape!(_6), shape!(_4));
}
