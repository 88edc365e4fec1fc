#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = crd2crd(shape!(_6, _4), shape!(_6, _2, _2), (3, 1));
}
