use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain words: [u32; 1 << 18];
    }
}

fn main() {}
