#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = composition(layout!(((_2, _2), _6):((_1, _10), _100)), layout!((_2, _2):(_1 @ 0, _1 @ 0)));
}
