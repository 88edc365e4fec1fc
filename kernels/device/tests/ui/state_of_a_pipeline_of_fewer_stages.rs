use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain pipeline: PipelineStorage<4>;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let params = PipelineTmaParams { transaction_bytes: 0, consumers: 1 };
        let pipeline = PipelineTmaAsync::<4>::new(SharedStorage::at(0).pipeline(), params);
        pipeline.consumer_wait(PipelineState::<2>::CONSUMER_START);
    }
}
