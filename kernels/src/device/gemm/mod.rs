//! Matrix products: kernels for compute capability 8.0 and kernels for Hopper.

#[cfg(any(not(feature = "entries"), feature = "hopper", feature = "sm80"))]
pub mod args;
#[cfg(any(not(feature = "entries"), feature = "hopper"))]
pub mod hopper;
#[cfg(any(not(feature = "entries"), feature = "hopper", feature = "sm80"))]
pub mod major;
#[cfg(any(
    feature = "sm80",
    not(any(feature = "entries", all(target_arch = "nvptx64", feature = "tile")))
))]
pub mod sm80;
