#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = coalesce_by(layout!((_4, _8)), shape!(_1, _1, _1));
}
