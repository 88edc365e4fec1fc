#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = make_ordered_layout(shape!(_4, _8), shape!(_0, _1, _2));
}
