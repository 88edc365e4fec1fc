//! Pipelines between the threads that load tiles into shared memory and those that use them.
//!
//! ```text
//! stage        0      1      2      3      0      1   …
//! producer     load   load   load   load   wait   load        waits until the stage is empty (PipelineState, phase 1)
//! consumer            wait   use    use    release            waits until the stage is full  (PipelineState, phase 0)
//! ```
//!
//! Each stage has two barriers in shared memory: *full* counts what the producer loads, *empty* the consumers' releases.

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod cp_async;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod ordered;
mod state;
mod storage;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
mod tma_async;

#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use cp_async::{PipelineAsync, PipelineAsyncParams};
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use ordered::{OrderedSequenceBarrier, OrderedSequenceStorage};
pub use state::PipelineState;
pub use storage::PipelineStorage;
#[cfg(any(feature = "std", target_arch = "nvptx64"))]
pub use tma_async::{PipelineTmaAsync, PipelineTmaParams};
