//! The driver's C interface, for a device that is the executor: built as `libcuda.so`, a program that loads the driver at
//! run time computes on the CPU and does not know.
//!
//! A stream is a queue that nothing works on until a call waits for it: work happens as late as the calls allow, so that
//! an order that was not asked for does not arise by luck. A kernel that does what it must not is printed in full on standard
//! error and fails the call that waits; as on a device, every later call then fails with the same code.

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
mod queue;
mod state;
mod stream;
mod tensor;
mod transfer;
mod work;

#[cfg(test)]
mod tests;
