use azulejo_layout::{layout, logical_divide};

fn main() {
    // The tile covers 0, 1, 3 and 4, and no copy of it holds 2.
    let _ = logical_divide(layout!(_24), layout!((_2, _2):(_1, _3)));
}
