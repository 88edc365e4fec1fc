use azulejo_layout::{Layout, LayoutLeft, TileToShape, ints::*};
use azulejo_tensor::atom::{Layout_K_SW128_Atom, SM90_64xNx16_F32F16F16_SS};
use azulejo_tensor::{TiledMma, f16, make_smem_ptr, make_tensor};

type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;
type Mma = TiledMma<SM90_64xNx16_F32F16F16_SS<_64>, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    let mut data = [f16::ONE; 64 * 64];
    // SAFETY: the pointer is that of the array.
    let tile = make_tensor(unsafe { make_smem_ptr(data.as_mut_ptr()) }, Tile::default());
    let mine = Mma::new().get_slice(0u32);
    mine.make_fragment_A(&mine.partition_A(&tile));
}
