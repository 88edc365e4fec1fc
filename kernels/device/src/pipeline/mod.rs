//! Pipelines between producers and consumers of tiles in shared memory.

mod tma_async;

pub use tma_async::{PipelineState, PipelineStorage, PipelineTmaAsync};
