//! Matrix products: the tutorial kernel, the ladder for every GPU, and the Hopper kernels.

#[cfg(any(not(feature = "entries"), feature = "hopper", feature = "ladder"))]
pub mod args;
#[cfg(any(not(feature = "entries"), feature = "hopper"))]
// On a device a kernel's body is one block: its barriers and copies share one list of requirements, above the block.
#[cfg_attr(target_arch = "nvptx64", allow(clippy::multiple_unsafe_ops_per_block))]
pub mod hopper;
#[cfg(any(
    feature = "ladder",
    not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile")))
))]
// As for `hopper`.
#[cfg_attr(target_arch = "nvptx64", allow(clippy::multiple_unsafe_ops_per_block))]
pub mod ladder;
#[cfg(any(
    feature = "ladder",
    not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile")))
))]
pub mod sgemm_1;
