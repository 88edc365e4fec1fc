//! The `azulejo` command line.

fn main() {}
