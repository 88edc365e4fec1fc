use azulejo_layout::ints::_12;
use azulejo_tensor::atom::{MmaAtom, SM90_64xNx16_F32F16F16_SS};

fn atom<A: MmaAtom>() {}

fn main() {
    atom::<SM90_64xNx16_F32F16F16_SS<_12>>();
}
