#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition!(layout!((_5, _4):(_1, _10)), layout!(_6:_2));
}
