use azulejo_layout::ints::*;
use azulejo_layout::{Layout, Underscore};
use azulejo_tensor::TiledMma;
use azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN as Atom;

type Rows = Layout<_32, _2>;

fn main() {
    let _ = TiledMma::<Atom, Layout<(_2, _1, _1), (_1, _0, _0)>, (Rows, Underscore, Underscore)>::new();
}
