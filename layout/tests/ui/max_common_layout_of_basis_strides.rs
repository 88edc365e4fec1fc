#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = max_common_layout(make_identity_layout(shape!(_4, _8)), layout!((_4, _8)));
}
