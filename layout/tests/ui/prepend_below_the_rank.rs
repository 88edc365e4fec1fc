#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = prepend(layout!((_4, _8, _2)), _2);
}
