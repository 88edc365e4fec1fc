use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain pipeline: PipelineStorage<2>;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let params = PipelineTmaParams { transaction_bytes: 0, consumers: 1 };
        PipelineTmaAsync::<4>::new(SharedStorage::at(0).pipeline(), params);
    }
}
