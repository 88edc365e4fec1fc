#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let tiled = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!(_32), layout!(_4));
        let g = make_tensor(make_gmem_ptr(8 as *mut f32), layout!((_4, _8)));
        copy(&tiled, &g, &mut rmem::<f32, _>(layout!((_4, _4))));
    }
}
