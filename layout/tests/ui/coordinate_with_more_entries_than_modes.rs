#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = layout!((_4, _8)).at((1, 2, 3));
}
