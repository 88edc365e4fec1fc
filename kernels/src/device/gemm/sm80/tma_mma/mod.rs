//! 16-bit operands by TMA: eight warps do nothing but `ldmatrix` and `mma.sync`, another loads.
//!
//! ```text
//! grid      a block per SM, which takes tile after tile                          384 threads
//! block     128 × 256 of C, K in steps of 64, four stages of 48 KiB
//! producer  one thread: wait until a stage is empty, expect its bytes, load six panels of 64 × 64
//! warp      64 × 64 of C from two panels a stage: 4 × 8 accumulators of 16 × 8, fragments a step ahead
//!
//!                n  64   64   64   64          stage   A0 A1 B0 B1 B2 B3     one full, three in flight
//!            m     B0   B1   B2   B3
//!           64 A0  w0   w1   w2   w3           time    producer| stages of this tile | of the next one |
//!           64 A1  w4   w5   w6   w7                   w0..w7  | ldmatrix, mma.sync       | sums | mma
//! ```
//!
//! No thread computes an address of global memory, a predicate or a copy; a warp stores its sums through 4 KiB of its own, so that no
//! barrier but those of the stages ties the warps together, and the producer is in the next tile while they store.
//!
//! Roofline: `mma.sync` reaches 62 % of what the tensor cores do with `wgmma`; a byte from L2 is for 85 operations. Measured:
//! `benches/results/gpu-gemm-sm80/experiments.md`.
//!
//! The kernel is made of `azulejo_device`'s parts: `PipelineTmaAsync`, TMA loads, `ldmatrix` and MMA atoms through `copy` and `gemm`, and
//! the static persistent scheduler.
//!
//! | file | of |
//! |---|---|
//! | [`layouts`] | tiles and shared memory |
//! | `kernel` | the kernel |

pub mod layouts;

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
pub(super) mod kernel;
