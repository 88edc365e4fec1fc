#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let tiled = make_tiled_copy(CopyAtom::<UniversalCopy<_128>, f32>::new(), layout!(_32), layout!(_4));
        let s = make_tensor(azulejo_tensor::make_smem_ptr(8 as *mut f32), layout!(_4));
        copy(&tiled, &s, &mut rmem::<f32, _>(layout!(_4)));
    }
}
