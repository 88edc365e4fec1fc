#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = left_inverse(layout!((_4, _2):(_1, -_4)));
}
