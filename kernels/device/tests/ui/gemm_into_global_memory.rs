use azulejo_device::mma::{gemm};
use azulejo_layout::{Layout, ints::*, layout};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;
use azulejo_tensor::{TiledMma, f16, make_gmem_ptr, make_rmem, make_tensor};

type Mma = TiledMma<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    let mut data = [0.0f32; 16 * 16];
    // SAFETY: the pointer is that of the array.
    let pointer = unsafe { make_gmem_ptr(data.as_mut_ptr()) };
    let mut memory = make_tensor(pointer, layout!((_16, _8):(_8, _1)));
    let mine = Mma::new().get_slice(0u32);
    let (a, b) = (make_rmem::<f16, _>(layout!((_8, _1, _4))), make_rmem::<f16, _>(layout!((_4, _1, _4))));
    // SAFETY: the program does not run.
    unsafe { gemm(Mma::new(), &a, &b, &mut mine.partition_C_mut(&mut memory)) };
}
