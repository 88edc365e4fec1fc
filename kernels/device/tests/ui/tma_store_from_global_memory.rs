#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        type Tile = Layout<(_64,), (_1,)>;
        let mut c = make_identity_tensor(shape!((64i32))).local_tile(tile!(_64), coord!(0i32));
        let g = make_tensor(make_gmem_ptr(8 as *mut f32), layout!(_64));
        copy(&TmaStore::<f32, Tile>::new(0), &g, &mut c);
    }
}
