#![allow(non_snake_case, unused)]
use azulejo_device::cute::*;
use azulejo_tensor::make_rmem as rmem;

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let g = make_tensor(make_gmem_ptr(8 as *mut f32), layout!(_3));
        copy(&BulkLoad.with(SharedPtr::new(0)), &g, &mut make_tensor(SharedPtr::<f32>::new(0), layout!(_3)));
    }
}
