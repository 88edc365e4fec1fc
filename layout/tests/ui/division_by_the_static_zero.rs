#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = logical_divide(layout!(_8), _0);
}
