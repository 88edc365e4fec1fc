//! What the programs share that check and time kernels on a GPU.
//!
//! A program is a list of parts, each a list of cases: a kernel on operands, what it must compute, what it is timed against, what it can
//! reach at most. `run` has the arguments, the device and the count of what was right; `numbers` elements and their bits; `guarded` device memory whose gaps are watched; `product` and `elementwise` the two kinds of
//! case, a kernel on operands with its oracle; `rotating` operands for products that are timed; `library` what they are timed against;
//! `timing` interleaved rounds and medians; `cubin` the same work by machine code and by PTX; `meter` and `provenance` what a record says of the
//! machine.
//!
//! The command line declares it as a module. The examples of the kernels, of the products and of attention include it.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each program uses a part"
)]

mod elementwise;
mod gaps;
mod guarded;
pub mod hopper;
pub mod library;
mod meter;
mod numbers;
mod product;
pub mod provenance;
mod rotating;
mod run;
mod timing;

pub(crate) use elementwise::layouts;
pub use elementwise::{Elementwise, Kind, Laid, Same, Work, strided};
pub use gaps::Gaps;
pub use guarded::Guarded;
pub use meter::Meter;
pub use numbers::{Random, bits, decode, encode, raw, uniform, unit, value, values, zero};
pub use product::{By, Multiplied, Numbers, Operands, Product, named};
pub use rotating::{Pool, ROTATED, RotatingOperands, compact, packed, repeated, sizes};
pub use run::{Args, Case, Part, Run, Size, cross, run, status};
pub(crate) use run::{extents, rejects, with};
pub use timing::{
    Call, calls, graph, interleaved, least, median, medians, replay, report, rounded, spread, timed,
};

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
