#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition!(layout!((_6, _2):(_1, _10)), layout!((_3, _2):(_2, _3)));
}
