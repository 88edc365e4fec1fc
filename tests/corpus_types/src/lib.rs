//! What the rows of tests/corpus print as types, compared with the text of the data.
//!
//! The build script writes the tests: each row becomes an expression in the notation and the text that it must print.

mod partition;
mod print;

pub use partition::{FromOffset, tile_proj};
pub use print::{All, Coords, Flags, FromOrigin, Offset, Rule, Table, Value, Values, same};
