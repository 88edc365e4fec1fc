use azulejo_layout::layout;
use azulejo_tensor::{make_gmem_ptr, make_tensor};

fn main() {
    let mut data = [1.0f32; 4];
    // SAFETY: nothing is read.
    let mut t = make_tensor(unsafe { make_gmem_ptr(data.as_mut_ptr()) }, layout!(_4));
    t[0] = 2.0;
}
