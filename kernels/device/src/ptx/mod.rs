//! Instruction wrappers, one topic a file: no logic beyond the instruction.

pub mod bulk;
pub mod bulk_tensor;
pub mod cluster;
pub mod counter;
pub mod cp_async;
pub mod divide;
pub mod fence;
pub mod ldmatrix;
pub mod math;
pub mod mbarrier;
pub mod memory;
pub mod named_barrier;
pub mod red;
pub mod rounded;
pub mod run;
pub mod shared;
pub mod shuffle;
pub mod smem;
pub mod stmatrix;
pub mod thread;
pub mod tma;
pub mod vector;
pub mod warpgroup;
