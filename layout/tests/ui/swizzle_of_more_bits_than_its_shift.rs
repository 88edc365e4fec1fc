#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = swizzle(_3, _4, _2);
}
