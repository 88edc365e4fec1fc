use azulejo_layout::Layout;
use azulejo_layout::ints::*;
use azulejo_tensor::atom::{CopyAtom, SM75_U32x4_LDSM_N, SM80_16x8x16_F32F16F16F32_TN as Atom};
use azulejo_tensor::{Certified, TiledMma, certify, f16, make_tiled_copy_A};

type Mma = TiledMma<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>, (_32, _32, _16)>;
certify!(Mma);

fn main() {
    assert_eq!(Mma::CERTIFICATE.c.owners, 1);
    let copy = make_tiled_copy_A(CopyAtom::<SM75_U32x4_LDSM_N, f16>::new(), Mma::new());
    assert_eq!(copy.threads(), 128);
}
