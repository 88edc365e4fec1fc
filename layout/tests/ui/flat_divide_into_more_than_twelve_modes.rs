#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = flat_divide(layout!((_2, _2, _2, _2, _2, _2, _2)), tile!(_1, _1, _1, _1, _1, _1, _1));
}
