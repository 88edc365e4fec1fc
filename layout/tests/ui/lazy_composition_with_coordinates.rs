#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = compose_lazy(layout!((_4, _6):(_1, _10)), layout!((_3, _2):(_1 @ 0, _1 @ 1)));
}
