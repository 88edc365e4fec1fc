//! [`Lazy`]: tiles that are not made before they are stored.

mod formula;
mod made;
mod object;
mod operators;
#[cfg(target_arch = "nvptx64")]
mod registers;
#[cfg(not(target_arch = "nvptx64"))]
mod rows;

#[cfg(target_arch = "nvptx64")]
use registers as kept;
#[cfg(not(target_arch = "nvptx64"))]
use rows as kept;

pub use formula::{Constant, Each, Formula, Loaded, Mapped, Paired, Pairwise};
pub use kept::Rows;
pub use object::{By, Lazy, To};
pub use operators::{Minus, Modulo, Negative, Operand, Over, Plus, Times};
#[cfg(not(target_arch = "nvptx64"))]
pub(crate) use rows::row_length;
