//! TMA copies from layouts: which box an instruction moves, and what `cuTensorMapEncodeTiled` is told.

mod axes;
mod map;
mod plan;

pub use axes::TmaCoordTree;
pub use map::{ModeValues, TensorMapParams, make_tma_copy};
pub use plan::{TmaMode, TmaPlan, tma_plan, tma_plan_of_partition};
