//! Storage on a device: shared memory by its 32-bit address.

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod shared_access;
mod shared_ptr;
mod shared_storage;

pub use shared_ptr::SharedPtr;
pub use shared_storage::{Aligned, StorageAddress, stages_of};
