//! The memory kernels on the CPU: worked examples with known answers, bit for bit, and brute-force comparisons.

mod cast;
mod elementwise;
mod exact;
mod fill;
mod jobs;
mod map;
mod reduce;
mod reshape;
mod rows;
mod strided;
mod tile;
