#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let _ = add_coords((1, 2), 3);
}
