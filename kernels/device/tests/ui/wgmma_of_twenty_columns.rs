use azulejo_device::mma::ExecuteMma;
use azulejo_layout::ints::*;
use azulejo_tensor::atom::SM90_64xNx16_F32F16F16_SS;

fn executes<Atom: ExecuteMma>() {}

fn main() {
    executes::<SM90_64xNx16_F32F16F16_SS<_20>>();
}
