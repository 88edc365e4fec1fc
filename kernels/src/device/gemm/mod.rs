//! Matrix products: the tutorial kernel, the ladder for every GPU, and the Hopper kernels.

#[cfg(any(not(feature = "entries"), feature = "hopper", feature = "ladder"))]
pub mod args;
#[cfg(any(not(feature = "entries"), feature = "hopper"))]
pub mod hopper;
#[cfg(any(
    feature = "ladder",
    not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile")))
))]
pub mod ladder;
#[cfg(any(
    feature = "ladder",
    not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile")))
))]
pub mod sgemm_1;
