use azulejo_device::mma::{gemm};
use azulejo_layout::{Layout, ints::*, layout};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;
use azulejo_tensor::{TiledMma, f16, make_rmem, make_tensor};

type Mma = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    let (data, k) = ([f16::ONE; 256], 16);
    let memory = make_tensor(&data[..], layout!((_16, k):(k, _1))).unwrap();
    let mine = Mma::new().get_slice(0u32);
    let a = mine.make_fragment_A(&mine.partition_A(&memory));
    let (b, mut c) = (make_rmem::<f16, _>(layout!((_4, _1, _1))), make_rmem::<f32, _>(layout!((_4, _1, _1))));
    // SAFETY: the program does not run.
    unsafe { gemm(Mma::new(), &a, &b, &mut c) };
}
