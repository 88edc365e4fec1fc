//! From a device crate to checked PTX, with stock rustc.
//!
//! [`DeviceCrate`] compiles a crate for `nvptx64-nvidia-cuda` into one PTX text, [`Ptx`] reads that text, puts in the
//! launch bounds that rustc has no attribute for and brings it into a form that is the same byte for byte each time,
//! [`Ptxas`] assembles it and reports registers, stack, spills and warnings, [`collectives`] counts the instructions
//! that a compiler must neither duplicate nor lose. [`explain`] writes layouts in messages in the notation.
//!
//! [`Embed`] is all of it for a device crate of one's own, from its program's build script: `examples/custom_kernel` is
//! the guide.
//!
//! Meant for build scripts and developer commands: nothing here needs CUDA but `ptxas`.
#![forbid(unsafe_code)]

mod collectives;
mod compile;
mod embed;
mod explain;
mod hash;
mod local;
mod ptxas;
mod text;

pub use collectives::{COLLECTIVES, collectives};
pub use compile::{BuildError, DeviceCrate};
pub use embed::{Embed, SOURCE};
pub use explain::explain;
#[doc(hidden)]
pub use hash::{source_hash, text_hash};
pub use ptxas::{Assembly, Ptxas, Report};
pub use text::{Bounds, Ptx};

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
