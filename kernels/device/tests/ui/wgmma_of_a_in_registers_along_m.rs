use azulejo_device::mma::ExecuteMma;
use azulejo_layout::ints::*;
use azulejo_tensor::atom::{K, MN, SM90_64xNx16_F32F16F16_RS};

fn executes<Atom: ExecuteMma>() {}

fn main() {
    executes::<SM90_64xNx16_F32F16F16_RS<_64, MN, K>>();
}
