#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = get(layout!((_4, _8)), 1);
}
