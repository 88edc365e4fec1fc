use azulejo_device::mma::{gemm};
use azulejo_layout::{Layout, ints::*, layout};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;
use azulejo_tensor::{TiledMma, f16, make_rmem};

type Mma = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    let (a, b) = (make_rmem::<f16, _>(layout!((_4, _2, _4))), make_rmem::<f16, _>(layout!((_4, _2, _4))));
    let mut c = make_rmem::<f32, _>(layout!((_4, _2, _2)));
    // SAFETY: the program does not run.
    unsafe { gemm(Mma::new(), &a, &b, &mut c) };
}
