#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = make_layout(shape!(_4, 2.5), LayoutLeft);
}
