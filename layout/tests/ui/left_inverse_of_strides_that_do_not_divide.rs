#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = left_inverse(layout!((_4, _2):(_5, _2)));
}
