use azulejo_layout::ints::*;
use azulejo_layout::layout;
use azulejo_tensor::atom::{CopyAtom, UniversalCopy};
use azulejo_tensor::{copy_with, make_rmem, make_tensor};

fn main() {
    let data = [0.0f32; 32];
    let every_second = make_tensor(&data[..], layout!(_16:_2)).unwrap();
    let mut mine = make_rmem::<f32, _>(layout!(_16));
    copy_with(CopyAtom::<UniversalCopy<_128>, f32>::new(), &every_second, &mut mine);
}
