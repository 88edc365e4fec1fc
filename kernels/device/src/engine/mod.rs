//! Storage on a device: shared memory by its 32-bit address.

mod shared_ptr;
mod shared_storage;

pub use shared_ptr::SharedPtr;
pub use shared_storage::Aligned;
