//! Matrix products: kernels for compute capability 8.0 and kernels for Hopper.

#[cfg(any(
    feature = "std",
    feature = "hopper",
    feature = "sm80",
    feature = "tile"
))]
pub mod args;
#[cfg(any(feature = "std", feature = "hopper", feature = "tile"))]
pub mod hopper;
#[cfg(any(
    feature = "std",
    feature = "hopper",
    feature = "sm80",
    feature = "tile"
))]
pub mod major;
#[cfg(any(feature = "std", feature = "sm80"))]
pub mod sm80;
