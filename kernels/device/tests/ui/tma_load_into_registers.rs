#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        type Tile = Layout<(_64,), (_1,)>;
        let c = make_identity_tensor(shape!((64i32))).local_tile(tile!(_64), coord!(0i32));
        copy(&TmaLoad::<f32, Tile>::new(0).with(SharedPtr::new(0)), &c, &mut rmem::<f32, _>(layout!(_64)));
    }
}
