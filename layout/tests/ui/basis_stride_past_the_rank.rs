#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition(layout!((_4, _8)), layout!(_2:_1 @ 2));
}
