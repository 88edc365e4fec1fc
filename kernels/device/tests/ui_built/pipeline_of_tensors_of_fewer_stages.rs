use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        tensor smem_a: [f16; Layout<(_64, _64, _2), (_64, _1, _4096)>];
        tensor smem_b: [f16; Layout<(_64, _64, _4), (_64, _1, _4096)>];
        plain pipeline: PipelineStorage<4>, of smem_b, smem_a;
    }
}

fn main() {}
