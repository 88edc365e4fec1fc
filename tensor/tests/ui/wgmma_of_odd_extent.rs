use azulejo_layout::ints::{_12, _40};
use azulejo_tensor::atom::{MmaAtom, SM90_64xNx16_F32F16F16_SS, SM90_64xNx32_S32S8S8_SS_TN};

fn atom<A: MmaAtom>() {}

fn main() {
    atom::<SM90_64xNx16_F32F16F16_SS<_12>>();
    atom::<SM90_64xNx32_S32S8S8_SS_TN<_40>>();
}
