//! Tiles and what is computed on them.

mod compare;
mod convert;
mod factory;
mod fold;
mod functions;
mod lazy;
mod literal;
mod object;
mod operators;
mod print;
mod product;
mod rearrange;
mod reduce;
mod rounding;
mod scan;
mod select;
mod shift;
mod spelled;
pub(crate) mod spread;
#[cfg(target_arch = "nvptx64")]
pub(crate) mod tensor;
mod trimmed;

pub use azulejo_scalar::{Compute, Real};
pub(crate) use convert::convert;
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use lazy::row_length;
pub use lazy::{
    By, Constant, Each, Formula, Lazy, Loaded, Mapped, Minus, Modulo, Negative, Operand, Over,
    Paired, Pairwise, Plus, Rows, Times, To,
};
pub use literal::{FloatLiteral, IntLiteral, K, k};
pub use object::Tile;
pub(crate) use object::thread;
pub use operators::Quotient;
pub use print::Assertion;
pub use product::Factor;
pub use rounding::{DivisionMode, FunctionMode, RootMode, SumMode};
pub use spelled::{Piece, Spelled};
pub use trimmed::{Ceil, IntoTrimShape, Joined, TrimBroadcast, TrimKeepOne, TrimShape, Trimmed};
