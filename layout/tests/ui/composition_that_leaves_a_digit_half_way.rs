#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition!(layout!((_8, _8):(_8, _1)), layout!(_6:_3));
}
