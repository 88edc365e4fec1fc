//! The host face: what launches the kernels.

pub mod ptx;
