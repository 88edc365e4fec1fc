#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = domain_distribute(shape!(_4, 6), _2);
}
