use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage<T> {
        tensor smem_a: [T; Layout<(_64, _64, _2), (_64, _1, _4096)>];
        plain pipeline: PipelineStorage<4>, of smem_a;
    }
}

fn main() {
    let _ = unsafe { SharedStorage::<f16>::at(0) };
}
