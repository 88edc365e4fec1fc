#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition(swizzle(_1, _0, _3), swizzle(_1, _2, _3));
}
