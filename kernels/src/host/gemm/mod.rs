//! The launcher of the Hopper matrix kernels: operands and tensor maps, checks, grid, launch.

mod arrange;
mod launch;
mod region;
mod tensor_map;

pub use launch::{Epilogue, HopperGemm, Schedule, Sizes};
pub use region::{Matrix, Region};
