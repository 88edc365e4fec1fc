//! The `azulejo` program as a user runs it: results, exit codes, one line for each error, no partial files.

mod arrays;
mod bad_input;
mod gemm;
mod layout;
mod support;
mod tools;
