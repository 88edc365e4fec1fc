#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = logical_divide(layout!((_4, _8)), "4");
}
