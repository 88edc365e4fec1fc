use azulejo_tile::TileShape;
use azulejo_layout::ints::_1;

#[derive(Clone, Copy, Default)]
struct Huge;

impl TileShape for Huge {
    type Count = _1;
    type Index = (usize,);
    const RANK: usize = 1;
    const EXTENTS: [usize; 8] = [1 << 20; 8];
}

fn main() {}
