#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = slice(layout!((_4, _8, _2)), coord!(_, 1));
}
