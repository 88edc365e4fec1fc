use azulejo_layout::ints::_40;
use azulejo_tensor::atom::{MmaAtom, SM90_64xNx32_S32S8S8_SS_TN};

type Atom = SM90_64xNx32_S32S8S8_SS_TN<_40>;

fn main() {
    let _: Option<<Atom as MmaAtom>::C> = None;
}
