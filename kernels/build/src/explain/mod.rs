//! [`explain`]: the compiler's messages with layout types in the notation.

mod notation;
mod text;
mod types;

pub use text::explain;
