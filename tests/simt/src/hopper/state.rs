//! What Hopper's instructions remember between one another.

/// What a warp remembers.
#[derive(Default)]
pub struct WarpState {}

/// What a block remembers.
#[derive(Default)]
pub struct BlockState {}

/// What a cluster remembers.
#[derive(Default)]
pub struct ClusterState {}
