use azulejo_layout::ints::*;
use azulejo_layout::layout;
use azulejo_tensor::atom::{CopyAtom, UniversalCopy};
use azulejo_tensor::make_tiled_copy;

fn main() {
    let atom = CopyAtom::<UniversalCopy<_128>, f32>::new();
    let _ = make_tiled_copy(atom, layout!((_32, _8)), layout!((_2, _2)));
}
