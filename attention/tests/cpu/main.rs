//! Attention on the CPU against a plain oracle in f64.

mod backward;
mod cache;
mod edges;
mod hidden;
mod oracle;
mod precision;
mod rejected;
mod rejected_each;
mod strides;
mod varlen;
