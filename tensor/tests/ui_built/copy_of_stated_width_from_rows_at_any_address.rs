use azulejo_layout::ints::*;
use azulejo_layout::layout;
use azulejo_tensor::atom::{CopyAtom, UniversalCopy};
use azulejo_tensor::{copy_with, make_rmem, make_tensor};

fn main() {
    let (data, pitch) = ([0.0f32; 32], 5usize);
    let rows = make_tensor(&data[..], layout!((_4, _4):(_1, pitch))).unwrap();
    let mut mine = make_rmem::<f32, _>(layout!((_4, _4)));
    copy_with(CopyAtom::<UniversalCopy<_128>, f32>::new(), &rows, &mut mine);
}
