#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = take(layout!((_4, _8)), _1, _3);
}
