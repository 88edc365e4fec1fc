#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = complement(layout!((_2, _2):(_2, _3)), _24);
}
