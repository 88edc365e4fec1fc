use azulejo_tile::Pattern;

#[derive(Clone, Copy)]
struct Huge;

impl Pattern for Huge {
    type Index = (usize,);
    const RANK: usize = 1;
    const FIXED: [Option<usize>; 8] = [Some(1 << 40); 8];
    const DIVISORS: [usize; 8] = [1; 8];
    type Passed<T> = <() as Pattern>::Passed<T>;
}

fn main() {}
