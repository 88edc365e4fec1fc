#[allow(unused_imports)]
use azulejo_layout::{ints::*, *};

fn main() {
    let ld: Result<Dyn<typenum::U8, usize>, NotAMultiple> = multiple_of(_4, 64);
    let _ = ld;
}
