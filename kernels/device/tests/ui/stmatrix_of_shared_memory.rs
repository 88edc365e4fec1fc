#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let tiled = TiledCopy::<SM90_U32x4_STSM_N, f16, Layout<(_32, _8), (_8, _1)>, (_256,)>::new();
        let s = make_tensor(SharedPtr::<f16>::new(0), layout!(_8));
        let mut t = make_tensor(SharedPtr::<f16>::new(512), layout!(_8));
        copy(&tiled, &s, &mut t);
    }
}
