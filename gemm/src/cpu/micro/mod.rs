//! Register-tile kernels, read as *capability, algorithm, instance*: [`vector`] is what an instruction set must offer,
//! [`register_tile`] how its registers tile the
//! operands, [`tile`] is the one kernel written on them, and each instruction set's file binds a type and a target feature.
//!
//! All `unsafe` of the CPU backend is in this folder; what it exports is safe.

mod args;
mod kernel;
mod panel;
mod register_tile;
mod tile;
mod tile_mut;
mod vector;
mod vectorize;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod transpose_x86;

#[cfg(target_arch = "x86_64")]
pub use avx2::{Avx2F32, Avx2F64, Avx2I16};
#[cfg(target_arch = "x86_64")]
pub use avx512::{Avx512F32, Avx512F64, Avx512I16};
pub use kernel::{Kernel, Left, Right, Source};
#[cfg(target_arch = "aarch64")]
pub use neon::{NeonF32, NeonF64};
pub use portable::{PortableF32, PortableF64, PortableI16};
pub use tile_mut::TileMut;
pub use vectorize::Vectorize;
