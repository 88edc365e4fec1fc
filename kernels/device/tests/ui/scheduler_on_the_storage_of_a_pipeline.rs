use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain pipeline: PipelineStorage<2>;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        let params = TileSchedulerParams::default();
        DynamicPersistentTileScheduler::<1>::new(params, SharedStorage::at(0).pipeline(), 32);
    }
}
