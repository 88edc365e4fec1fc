#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = upcast(layout!((_6, _4):(_4, _6)), _4);
}
