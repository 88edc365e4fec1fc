//! [`Lazy`]: tiles that are not made before they are stored.

mod formula;
mod object;
mod operators;

#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use formula::row_length;
pub use formula::{Constant, Each, Formula, Loaded, Mapped, Paired, Pairwise};
pub use object::{By, Lazy, To};
pub use operators::{Minus, Modulo, Negative, Operand, Over, Plus, Times};
