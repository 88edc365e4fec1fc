//! What a warp does together beside copies and products.

use super::thread::lane;
use crate::host::{Group, collective};

/// `true` in one lane of the warp.
///
/// # Safety
/// All 32 lanes of the warp reach the call. Here a lane that does not ends the block with a message.
pub unsafe fn elect_one_sync() -> bool {
    collective(Group::Warp, "elect.sync", &mut (), |_| {});
    lane() == 0
}
