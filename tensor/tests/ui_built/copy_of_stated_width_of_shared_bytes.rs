use azulejo_layout::ints::*;
use azulejo_layout::layout;
use azulejo_tensor::atom::{CopyAtom, S4, UniversalCopy};
use azulejo_tensor::engine::make_subbyte;
use azulejo_tensor::{copy_with, make_rmem_subbyte, make_tensor};

fn main() {
    let bytes = [0u8; 16];
    let nibbles = make_tensor(make_subbyte::<S4, _>(&bytes[..]), layout!(_32)).unwrap();
    let mut mine = make_rmem_subbyte::<S4, _>(layout!(_32));
    copy_with(CopyAtom::<UniversalCopy<_128>, S4>::new(), &nibbles, &mut mine);
}
