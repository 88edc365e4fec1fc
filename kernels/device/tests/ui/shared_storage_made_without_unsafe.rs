use azulejo_device::shared_storage;
use azulejo_layout::{Layout, ints::*};

shared_storage! {
    struct SharedStorage {
        tensor smem_a: [f32; Layout<_8, _1>];
    }
}

fn main() {
    let _ = SharedStorage(12345); // any address
}
