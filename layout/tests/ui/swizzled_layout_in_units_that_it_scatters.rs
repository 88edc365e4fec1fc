#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = upcast(composition(swizzle(_1, _0, -_3), layout!((_4, _2):(_1, _4))), _2);
}
