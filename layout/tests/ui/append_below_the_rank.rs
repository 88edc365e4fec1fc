#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = append(layout!((_4, _8, _2)), _2);
}
