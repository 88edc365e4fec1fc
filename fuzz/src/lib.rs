//! What the fuzzer runs. Each function takes any bytes and panics where azulejo breaks a promise; `cargo test` runs them
//! on random bytes, `cargo +nightly fuzz run NAME --features libfuzzer` for as long as one likes.

mod asked;
mod bytes;
mod divided;
mod more;
mod notation;
mod npy;
mod operations;
mod tensors;
mod tiles;

pub use notation::notation;
pub use npy::npy;
pub use operations::{names, operation, operations};
pub use tensors::tensors;
pub use tiles::tiles;
