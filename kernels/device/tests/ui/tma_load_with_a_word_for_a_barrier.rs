use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain word: u32;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        TmaLoad::<f32, Layout<(_64,), (_1,)>>::new(0).with(SharedStorage::at(0).word());
    }
}
