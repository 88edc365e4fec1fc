use azulejo_tile::ArrayExtent;

#[derive(Clone, Copy)]
struct Huge;

impl ArrayExtent for Huge {
    const FIXED: Option<usize> = Some(1 << 40);
    const DIVISOR: usize = 1;
}

fn main() {}
