#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = right_inverse(composition(swizzle(_2, _4, _3), layout!(_64:_1)));
}
