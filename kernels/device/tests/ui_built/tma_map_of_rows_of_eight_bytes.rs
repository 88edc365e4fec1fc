#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;
        let _ = azulejo_tensor::make_tma_copy::<f16, Tile, 1, _, _>(layout!((64usize, 64usize):(_4, _1)));
    }
}
