#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = select(layout!((_4, _8)), (_0, _2));
}
