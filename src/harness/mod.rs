//! What the programs share that check and time kernels on a GPU.
//!
//! A program is a list of cases: a kernel on operands, what it must compute, what it is timed against, what it can reach at
//! most. `args` has the arguments and the device; `numbers` elements and their bits; `guarded` device memory whose gaps are
//! watched; `product` and `elementwise` the two kinds of case with their oracles; `timing` interleaved rounds and medians;
//! `rotating` operands for products that are timed; `cubin` the same work by machine code and by PTX; `meter` and `provenance` what a record says of the machine.
//!
//! The command line declares it as a module. The examples of the kernels, of the products and of attention include it.
#![allow(dead_code, unused_imports, reason = "each program uses a part")]

mod args;
mod cubin;
mod elementwise;
mod gaps;
mod guarded;
mod meter;
mod numbers;
mod product;
pub mod provenance;
mod rotating;
mod timing;

pub use args::{Args, Checks, on_gpu, status};
pub use cubin::Ways;
pub use elementwise::Work;
pub use gaps::Gaps;
pub use guarded::{Guarded, exact, run};
pub use meter::{Meter, Reading};
pub use numbers::{Random, bits, decode, encode, raw, uniform, value, zero};
pub use product::{Numbers, Operands, Product, Views};
pub use rotating::{Pool, ROTATED, RotatingOperands, compact, packed, sizes};
pub use timing::{
    Call, calls, graph, interleaved, least, median, medians, replay, report, spread, timed,
};

/// What went wrong, for a person.
pub type Failure = Box<dyn std::error::Error>;
