//! The worked jobs: small computations with known results, on any backend. The CPU runs them as tests (`tests/cpu`), a GPU
//! in the program `gpu check memory/jobs`; the expected values are in `tests/data/jobs.json`.

mod arrays;
pub mod backend;
pub mod list;
mod tiles;
