use azulejo_tile::RegionOf;
use azulejo_layout::ints::_16;

#[derive(Clone, Copy)]
struct Nothing;

impl RegionOf<Nothing> for (usize,) {
    type Out = (_16,);
}

fn main() {}
