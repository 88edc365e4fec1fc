use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain bar: u64;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        TmaLoad::<f32, Layout<(_64,), (_1,)>, 2>::new(0).with(SharedStorage::at(0).bar());
    }
}
