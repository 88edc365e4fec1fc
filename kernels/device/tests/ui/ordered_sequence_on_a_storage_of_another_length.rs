use azulejo_device::cute::*;

shared_storage! {
    struct SharedStorage {
        plain order: OrderedSequenceStorage<2, 2>;
    }
}

fn main() {
    // SAFETY: the program is not run.
    unsafe {
        OrderedSequenceBarrier::<2, 3>::new(SharedStorage::at(0).order(), 0, 128);
    }
}
