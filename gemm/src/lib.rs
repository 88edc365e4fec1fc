//! Matrix products through azulejo layouts, on CPU and GPU.
//!
//! `C = activation(alpha * A * B + beta * C + bias)` for matrices of any size from 0 up, any strides and any of the
//! element types f32, f64, f16, bf16, tf32 and i8:
//!
//! ```
//! use azulejo_gemm::{gemm, Epilogue, MatMut, MatRef};
//!
//! let a = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]; // (2,3):(3,1)
//! let b = [1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0]; // (3,2):(2,1)
//! let mut c = [0.0f32; 4];
//! gemm(
//!     MatRef::row_major(&a, 2, 3)?,
//!     MatRef::row_major(&b, 3, 2)?,
//!     MatMut::row_major(&mut c, 2, 2)?,
//!     &Epilogue::default(),
//! )?;
//! assert_eq!(c, [4.0, 5.0, 10.0, 11.0]);
//! # Ok::<(), azulejo_gemm::GemmError>(())
//! ```
//!
//! # Rounding
//!
//! An element of `A B` is the sum of K products in the accumulator's type: fused into a running sum one after the other
//! within a block of K, whose length is the configuration's ([`Blocks::kc`]), then the blocks' sums one after the other. So no
//! product is rounded more than K times, and against the exact sum the element is off by at most `2 K eps` times the sum of
//! the products' magnitudes, `eps` the accumulator's, plus one rounding to the type of C. `alpha` and `beta` add three
//! roundings. Integers are exact.
//!
//! Reading order: [`GemmProblem`] says what is to be computed, [`select`] chooses how (a pure function whose result
//! prints), `cpu` does it.

mod batch;
mod config;
mod cpu;
mod element;
mod epilogue;
mod error;
#[cfg(feature = "std")]
pub mod gpu;
mod matrix;
mod multiply;
#[cfg(feature = "ndarray")]
pub mod ndarray;
mod problem;
mod select;

pub use batch::gemm_batched;
pub use config::{Blocks, Config, Isa};
pub use cpu::Vectorize;
pub use element::{Accumulator, AsTf32, Operand, Output};
pub use epilogue::{Activation, Epilogue};
pub use error::GemmError;
pub use matrix::{MatMut, MatRef};
pub use multiply::{gemm, gemm_with};
pub use problem::GemmProblem;
pub use select::select;

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
