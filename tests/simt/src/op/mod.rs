//! What the instructions do, one family a file.

mod control;
mod table;

pub use control::exit;
pub use table::{decode, library};
