use azulejo_tile::Extent;
use azulejo_layout::ints::{_1, _2};

#[derive(Clone, Copy, Default)]
struct Huge;

impl Extent for Huge {
    const N: usize = 1 << 20;
    const LOG2: u32 = 20;
    const HELD: usize = 1 << 20;
    type Held<T: Copy> = [T; 1];
    type Half = _1;
    type Twice = _2;
    fn filled<T: Copy>(value: T) -> [T; 1] {
        [value]
    }
}

fn main() {}
