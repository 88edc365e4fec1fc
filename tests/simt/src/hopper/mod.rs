//! What sm_90a adds to sm_80: bulk and tensor copies, barriers in memory, clusters, and the warpgroup's products.

mod decode;
mod state;

pub use decode::decode;
pub use state::{BlockState, ClusterState, WarpState};
