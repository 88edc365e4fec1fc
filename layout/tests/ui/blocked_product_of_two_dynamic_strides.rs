#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = blocked_product(layout!((_2, _2):(1, 8)), layout!((_2, _2)));
}
