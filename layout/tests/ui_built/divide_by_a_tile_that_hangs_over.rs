use azulejo_layout::{layout, tile, zipped_divide};

fn main() {
    // 24 columns are no tiles of 7.
    let _ = zipped_divide(layout!((_8, _24):(_1, _8)), tile!(_4, _7));
}
