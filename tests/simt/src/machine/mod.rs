//! Memory, warps, blocks, and who runs when.

mod accesses;
mod barrier;
mod block;
mod checks;
mod context;
mod copies;
mod fault;
mod grid;
mod memory;
mod poison;
mod races;
mod region;
mod scheduler;
mod shared;
mod space;
mod step;
mod warp;

pub use barrier::Barrier;
pub use block::{Block, Cluster};
pub use checks::Checks;
pub use context::{Context, LANES, Lanes};
pub use copies::{Copies, Copy};
pub use fault::{ExecError, Fault};
pub use grid::{Launch, MOST_BLOCKS, run};
pub use memory::Memory;
pub use poison::Poison;
pub use races::{Agent, Clock, Meeting, Races};
pub use region::Region;
pub use shared::Shared;
pub use space::{LOCAL_WINDOW, SHARED_WINDOW, Space};
pub use step::{Action, Step, Wait};
pub use warp::{Front, Local, Turn, Warp};
