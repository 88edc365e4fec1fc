//! What the programs share that check and time kernels on a GPU.
//!
//! A program is a list of parts, each a list of cases: a kernel on operands, what it must compute, what it is timed against, what it can
//! reach at most. `run` has the arguments, the device and the count of what was right; `numbers` elements and their bits; `guarded` device
//! memory whose gaps are watched; `product` and `elementwise` the two kinds of case, a kernel on operands with its oracle; `asked` words
//! for a product, `gemm` how it is timed, by our kernels and by cuBLASLt, `rotating` its operands; `timing` interleaved rounds and medians;
//! `meter` and `provenance` what a record says of the machine.
//!
//! The programs `azulejo` and `gpu` declare it as a module.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each program uses a part"
)]

pub mod asked;
mod elementwise;
mod gaps;
mod gemm;
mod guarded;
pub mod hopper;
mod meter;
mod numbers;
mod product;
pub mod provenance;
mod rotating;
mod run;
mod timing;

pub use asked::{Asked, TYPES, usual_output};
pub(crate) use elementwise::layouts;
pub use elementwise::{Elementwise, Kind, Laid, Same, Work, strided};
pub use gaps::Gaps;
pub use gemm::{Library, Set, Timed, algorithm, compact, library, once, pooled, theirs};
pub use guarded::Guarded;
pub use meter::Meter;
pub use numbers::{Random, bits, decode, encode, raw, uniform, unit, value, values, zero};
pub use product::{By, Multiplied, Numbers, Operands, Product, named, sizes};
pub use rotating::{Pool, ROTATED, RotatingOperands, repeated};
pub use run::{Args, Case, Part, Run, Size, cross, each, run, status};
pub(crate) use run::{extents, rejects, with};
pub use timing::{
    Call, Times, calls, compare, graph, host_micros, interleaved, least, median, medians, replay,
    report, rounded, spread, timed,
};

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
