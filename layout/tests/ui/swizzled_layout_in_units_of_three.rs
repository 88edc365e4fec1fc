#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = upcast(composition(swizzle(_1, _3, _1), layout!(_12:_1)), _3);
}
