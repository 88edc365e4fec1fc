use azulejo_layout::ints::*;
use azulejo_layout::{Layout, layout};
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;
use azulejo_tensor::{TiledMma, make_tensor};

fn main() {
    let mma = TiledMma::<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>::new();
    let data = [0.0f32; 48 * 16];
    let c = make_tensor(&data[..], layout!((_48, _16))).unwrap();
    let _ = mma.get_slice(0u32).partition_C(&c);
}
