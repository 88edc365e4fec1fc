use azulejo_tile::Region;

#[derive(Clone, Copy)]
struct Nothing;

impl Region for Nothing {
    const RANK: usize = 1;
    const EXTENTS: [usize; 8] = [0; 8];
}

fn main() {}
