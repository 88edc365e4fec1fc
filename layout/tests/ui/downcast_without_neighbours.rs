#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = downcast(layout!((_4, _8):(_2, _8)), _2);
}
