//! Instruction wrappers, one topic a file: no logic beyond the instruction.

pub mod memory;
pub mod shared;
pub mod thread;
