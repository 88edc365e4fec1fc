//! Storage on a device: shared memory by its 32-bit address.

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod shared_ptr;
mod shared_storage;

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use shared_ptr::SharedPtr;
pub use shared_storage::{Aligned, StorageAddress};
