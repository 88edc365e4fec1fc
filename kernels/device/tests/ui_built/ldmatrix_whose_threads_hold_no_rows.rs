#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let tiled = TiledCopy::<SM75_U16x8_LDSM_T, u16, Layout<(_32, _8), (_8, _1)>, (_256,)>::new();
        let s = make_tensor(SharedPtr::<u16>::new(0), layout!(_8:_2));
        copy(&tiled, &s, &mut rmem::<u16, _>(layout!(_8)));
    }
}
