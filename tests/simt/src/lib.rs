//! Executes PTX on a CPU, one warp at a time: an oracle and a sanitizer for machines without a GPU.
//!
//! ```text
//! text      PTX text → a module: entries, variables, instructions as closures
//! op        what each instruction of the sm_80 kernels does, one family a file
//! hopper    what sm_90a adds
//! machine   memory, warps, blocks, and who runs when
//! driver    the same as a library of the driver's functions
//! ```
//!
//! # What it models
//!
//! - A warp is 32 lanes that diverge at branches and run together wherever their places in the text are equal; the
//!   lanes furthest behind run first.
//! - Every access is checked: its range against the allocation or the block's shared memory, its alignment, and that
//!   each byte read has been written.
//! - An asynchronous copy happens as late as the text allows: when it is waited for. Its destination counts as
//!   unwritten from its issue on, so that a missing wait is a fault and not luck.
//! - Warps of a block take turns at barriers. When nobody can go on, the fault says who waits where.
//!
//! # What it does not model
//!
//! Time, caches, and weak memory: a store is seen by everybody at once. Approximate instructions (`ex2.approx`) are
//! rounded correctly here, and sums inside one matrix instruction are exact before one rounding, so results agree
//! with a device within the instructions' documented error and not bit by bit.

pub mod driver;
pub mod hopper;
pub mod machine;
pub mod op;
pub mod text;

pub use machine::{Fault, Launch, Memory, run};
pub use text::Module;
