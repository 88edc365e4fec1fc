//! The driver's C interface, for a device that is the executor: built as `libcuda.so`, a program that loads the driver at
//! run time computes on the CPU and does not know.
//!
//! Every call does its work before it returns. A kernel that does what it must not is printed in full on standard error
//! and fails the launch; as on a device, every later call then fails with the same code.

// The names are the driver's.
#![allow(non_snake_case)]

mod absent;
mod answer;
mod attributes;
mod context;
mod device;
mod error;
mod event;
mod graph;
mod handles;
mod launch;
mod memory;
mod module;
mod pointer;
mod state;
mod stream;
mod tensor;
mod transfer;
mod work;

#[cfg(test)]
mod tests;
