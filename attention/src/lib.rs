//! Attention: `softmax(scale Q Kᵀ + bias) V` and its gradient, without a matrix of all scores.
//!
//! ```
//! use azulejo_attention::{Mask, Options, forward};
//! use azulejo_cpu::{Array, View};
//!
//! // (batch, sequence, heads, head_dim): one sequence of two tokens, one head.
//! let q = Array::from_vec(vec![1.0f32, 0.0, 0.0, 1.0], &[1, 2, 1, 2])?;
//! let v = Array::from_vec(vec![10.0f32, 20.0], &[1, 2, 1, 1])?;
//! let mut out = Array::<f32>::zeros(&[1, 2, 1, 1])?;
//! let options = Options { mask: Mask::Causal, ..Options::default() };
//! forward(q.view(), q.view(), v.view(), out.view_mut(), None, &options)?;
//! assert_eq!(out.data()[0], 10.0); // the first token sees itself only
//! assert!(out.data()[1] > 15.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Definitions
//!
//! - Tensors are `(batch, sequence, heads, head_dim)` in any order of memory: permute the layout of a BHSD array, or take
//!   Q, K and V as three views of a packed one. Only the last mode must be contiguous. Packed sequences
//!   ([`forward_varlen`]) are `(total, heads, head_dim)`.
//! - Query head `h` reads key head `h / (heads / kv_heads)`: equal numbers are multi-head attention, fewer key heads
//!   grouped-query attention, one multi-query attention.
//! - A score is `scale q·k`, then `c tanh(score / c)` with a soft cap, then less `slope |distance|` with ALiBi.
//! - Masks are aligned to the last query and the last key: see [`Mask`].
//! - The log-sum-exp (LSE) of a row is in f32 and natural. A row without keys, or with no score but −∞, gives 0 and an
//!   LSE of −∞; it adds nothing to any gradient.
//! - On a GPU a score is within ±10⁹ or −∞: of others, the exponents have too few digits, and O may be 0 or NaN.
//! - What a mask hides is not read: NaN there does not show in any result.
//!
//! Element types are f32, bf16 and f16. Scores, probabilities and sums are f32; results are rounded once.
//!
//! The algorithm is FlashAttention's (Dao et al. 2022): blocks of queries and keys, and a softmax that is corrected as
//! larger scores appear. Products are [`azulejo_gemm`]'s.

mod backward;
mod cpu;
mod element;
mod error;
mod forward;
pub mod gpu;
mod kv_cache;
mod mask;
mod options;
mod problem;
mod varlen;

pub use backward::{Gradients, Saved, backward, backward_varlen};
pub use element::AttentionElement;
pub use error::AttentionError;
pub use forward::{forward, forward_varlen};
pub use kv_cache::{KvCache, with_kv_cache};
pub use mask::Mask;
pub use options::Options;
pub use problem::Problem;
pub use varlen::CuSeqlens;

/// The code of README, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
