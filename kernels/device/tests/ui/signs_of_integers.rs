use azulejo_device::mma::ExecuteMma;
use azulejo_layout::ints::*;
use azulejo_tensor::atom::{GmmaSs, K, K32Integer, Neg, One};

fn executes<Atom: ExecuteMma>() {}

fn main() {
    executes::<GmmaSs<_64, K32Integer, i32, i8, i8, K, K, Neg, One>>();
}
