#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        type Tile = TileToShape<Layout_K_SW128_Atom<f16>, (_64, _64), LayoutLeft>;
        let c = make_identity_tensor(shape!(64i32, 64i32)).local_tile(tile!(_32, _64), coord!(0i32, 0i32));
        let mut s = make_tensor(SharedPtr::<f16>::new(0), TileToShape::<Layout_K_SW128_Atom<f16>, (_32, _64), LayoutLeft>::default());
        copy(&TmaLoad::<f16, Tile>::new(0).with(SharedPtr::new(0)), &c, &mut s);
    }
}
