//! Tests of the CPU backend through the public calls.

mod edges;
mod exact;
mod huge;
mod random;
#[path = "../../../layout/tests/random/seeded.rs"]
mod seeded;
