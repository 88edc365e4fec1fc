use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        tensor smem_a: [f32; Layout<(_8, usize), (_1, _8)>];
    }
}

fn main() {}
