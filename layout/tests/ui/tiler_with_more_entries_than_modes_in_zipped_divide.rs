#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = zipped_divide(layout!((_4, _8)), tile!(_2, _2, _2));
}
