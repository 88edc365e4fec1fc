#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition!(layout!((_4, _2):(_1, _8)), layout!((_3, _2):(_1, _3)));
}
