#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition(layout!((_4, _2, _8):(_3, _15, _97)), layout!(_3:_3));
}
