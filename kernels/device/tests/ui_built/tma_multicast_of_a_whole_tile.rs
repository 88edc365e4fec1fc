#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_128, _64), LayoutLeft>;
        let tma = TmaLoad::<f16, Tile, 2>::new(0);
        let g = make_identity_tensor(shape!(256i32, 64i32)).local_tile(tile!(_128, _64), coord!(0i32, 0i32));
        copy(&tma.with_multicast(SharedPtr::new(0), 3), &g, &mut make_tensor(SharedPtr::<f16>::new(0), Tile::default()));
    }
}
