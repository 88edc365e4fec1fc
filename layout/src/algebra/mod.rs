//! The operations, one a file: meaning, precondition, law, table, error, example, difference from CuTe.

mod coalesce;
mod complement;
mod composition;
mod filter;
mod flat_divide;
mod logical_divide;
mod slice;
mod tiled_divide;
mod zipped_divide;

pub use coalesce::{Coalesce, coalesce};
pub use complement::{Cotarget, complement, complement_default};
pub use composition::{Composes, composition};
pub use flat_divide::{FlatDivides, flat_divide};
pub use logical_divide::{Divides, logical_divide};
pub use slice::{Slices, dice, slice, slice_and_offset};
pub use tiled_divide::{TiledDivides, tiled_divide};
pub use zipped_divide::{ZippedDivides, zipped_divide};
