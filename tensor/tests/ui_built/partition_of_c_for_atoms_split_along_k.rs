use azulejo_layout::ints::*;
use azulejo_layout::{Layout, layout};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;
use azulejo_tensor::{TiledMma, make_tensor};

fn main() {
    let mma = TiledMma::<Atom, Layout<(_1, _1, _2), (_0, _0, _1)>>::new();
    let mut data = [0.0f32; 16 * 8];
    let mut c = make_tensor(&mut data[..], layout!((_16, _8))).unwrap();
    let _ = mma.get_slice(0u32).partition_C_mut(&mut c);
}
