#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = zipped_product(layout!((_2, _2):(_1, _2)), tile!(_2, _2));
}
