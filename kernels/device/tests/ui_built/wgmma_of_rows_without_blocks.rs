use azulejo_device::engine::SharedPtr;
use azulejo_layout::{Layout, ints::*};
use azulejo_tensor::atom::{SM90_64xNx16_F32F16F16_SS};
use azulejo_tensor::{TiledMma, f16, make_tensor};

type Tile = Layout<(_64, _64), (_64, _1)>;
type Mma = TiledMma<SM90_64xNx16_F32F16F16_SS<_64>, Layout<(_1, _1, _1), (_0, _0, _0)>>;

fn main() {
    // SAFETY: the program does not run.
    let tile = make_tensor(unsafe { SharedPtr::<f16>::new(0) }, Tile::default());
    let mine = Mma::new().get_slice(0u32);
    mine.make_fragment_A(&mine.partition_A(&tile));
}
