#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let tiled = TiledCopy::<SM75_U32x4_LDSM_N, f16, Layout<(_32, _8), (_8, _1)>, (_256,)>::new();
        let g = make_tensor(make_gmem_ptr(8 as *mut f16), layout!(_8));
        copy(&tiled, &g, &mut rmem::<f16, _>(layout!(_8)));
    }
}
