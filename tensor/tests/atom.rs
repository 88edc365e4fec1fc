//! Atoms: their layouts equal the corpus, cover their tiles, mean what the PTX ISA says, and run on the host.
#[path = "common/mod.rs"]
mod common;
#[path = "atom/copy.rs"]
mod copy;
#[path = "atom/mma.rs"]
mod mma;
