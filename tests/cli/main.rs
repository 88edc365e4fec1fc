//! The `azulejo` program as a user runs it: results, exit codes, one line for each error, no partial files.

mod arrays;
mod attention;
mod bad_input;
mod bad_outputs;
mod conversions;
mod explain;
mod gemm;
#[cfg(unix)]
mod interrupt;
mod layout;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod progress;
#[cfg(target_os = "linux")]
mod streams;
mod support;
mod tools;
