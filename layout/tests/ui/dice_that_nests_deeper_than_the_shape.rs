#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = dice(layout!((_4, _8)), coord!(_, (1, _)));
}
