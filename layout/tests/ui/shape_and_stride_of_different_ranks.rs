#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = make_layout(shape!(_4, _8), stride!(_1, _4, _32));
}
