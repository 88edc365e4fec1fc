#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = left_inverse(layout!((_12, _2, _3):(_2, _2, _1)));
}
