use azulejo_device::engine::SharedPtr;
use azulejo_layout::{Layout, LayoutLeft, TileToShape, ints::*};
use azulejo_tensor::atom::{K, Layout_K_SW128_Atom, SM90_64xNx16_F32F16F16_SS};
use azulejo_tensor::{TiledMma, bf16, make_tensor};

type Tile = TileToShape<Layout_K_SW128_Atom<bf16>, (_64, _64), LayoutLeft>;
type Mma = TiledMma<SM90_64xNx16_F32F16F16_SS<_64, K, K>, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    // SAFETY: the program does not run.
    let tile = make_tensor(unsafe { SharedPtr::<bf16>::new(0) }, Tile::default());
    let mine = Mma::new().get_slice(0u32);
    mine.make_fragment_A(&mine.partition_A(&tile));
}
