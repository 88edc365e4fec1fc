use azulejo_layout::Layout;
use azulejo_layout::ints::*;
use azulejo_tensor::TiledMma;
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;

fn main() {
    let _ = TiledMma::<Atom, Layout<(_2, _2), (_1, _2)>>::new();
}
