#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = logical_divide(layout!((_4, _6):(_1, _10)), layout!(_2:_3));
}
