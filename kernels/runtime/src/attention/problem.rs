//! [`ForwardProblem`]: what a launch of the forward computes, as device addresses, extents and strides.

use azulejo_tensor::DType;

use super::plan::MOST;
use azulejo_kernels::device::attention::args::{Operand, ProblemShape};

/// A tensor (batch, sequence, head, dimension) in device memory, whose last mode is contiguous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heads {
    /// Device address of the first element.
    pub address: u64,
    /// Elements from one batch to the next; not read where sequences are packed.
    pub batch: i64,
    /// Elements from one position of the sequence to the next.
    pub sequence: i64,
    /// Elements from one head to the next.
    pub head: i64,
}

/// Sequences of different lengths, packed one after another: batch `b` has positions `cu_seqlens[b]..cu_seqlens[b + 1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Varlen {
    /// Device address of `batch + 1` `i32`, not decreasing, from 0 to `total_q`.
    pub cu_seqlens_q: u64,
    /// Device address of `batch + 1` `i32`, not decreasing, from 0 to `total_k`.
    pub cu_seqlens_k: u64,
    /// Positions of Q and O in all.
    pub total_q: u32,
    /// Positions of K and V in all.
    pub total_k: u32,
}

/// `O = softmax(mask(softcap(scale Q K')) + bias) V` for each batch and head; query head `h` reads head `h heads_kv / heads` of K and V.
///
/// Query `i` of `seq_q` sees the keys `j` with `i + seq_k - seq_q - left <= j <= i + seq_k - seq_q + right`: causal is a right window
/// of 0. A row without keys gives zeros in O and -inf in LSE.
#[derive(Clone, Copy, Debug)]
pub struct ForwardProblem {
    /// Type of Q, K, V and O: [`DType::F16`] or [`DType::BF16`].
    pub dtype: DType,
    /// Batches.
    pub batch: u32,
    /// Heads of Q and O.
    pub heads: u32,
    /// Heads of K and V, which divide `heads`.
    pub heads_kv: u32,
    /// Queries of a batch; the longest where sequences are packed.
    pub seq_q: u32,
    /// Keys of a batch; the longest where sequences are packed.
    pub seq_k: u32,
    /// Elements of a row of Q and K.
    pub head_dim: u32,
    /// Elements of a row of V and O.
    pub head_dim_v: u32,
    /// Q.
    pub q: Heads,
    /// K.
    pub k: Heads,
    /// V.
    pub v: Heads,
    /// O.
    pub o: Heads,
    /// Device address of `f32` for the natural logarithm of each row's sum, compact (batch, heads, `seq_q`), (heads, `total_q`) where
    /// sequences are packed; 0 for none.
    pub lse: u64,
    /// Factor of the scores.
    pub scale: f32,
    /// `softcap tanh(s / softcap)` takes the place of each scaled score `s`; 0 for none.
    pub softcap: f32,
    /// Keys to the left of a query's own that it sees; `None` for all.
    pub window_left: Option<u32>,
    /// Keys to the right of a query's own that it sees; `None` for all.
    pub window_right: Option<u32>,
    /// Device address of a slope `f32` for each head, which times the distance of query and key is subtracted (ALiBi); 0 for none.
    pub alibi_slopes: u64,
    /// Slopes from one batch to the next; 0 where all batches share them.
    pub alibi_batch: u32,
    /// Packed sequences.
    pub varlen: Option<Varlen>,
}

/// A tensor of a problem: its name, where it is, and its heads.
pub(super) type Named = (&'static str, Heads, u32);

impl ForwardProblem {
    /// Its tensors.
    pub(super) fn tensors(&self) -> [Named; 4] {
        [
            ("q", self.q, self.heads),
            ("k", self.k, self.heads_kv),
            ("v", self.v, self.heads_kv),
            ("out", self.o, self.heads),
        ]
    }

    /// One of its tensors, as a kernel reads or writes it by threads.
    pub(super) fn operand(&self, tensor: Heads) -> Operand {
        Operand {
            address: tensor.address,
            batch: self.varlen.map_or(tensor.batch as u64, |_| 0),
            sequence: tensor.sequence as u64,
            head: tensor.head as u64,
        }
    }

    /// The problem, checked, as a kernel knows it.
    pub(super) fn shape(&self) -> ProblemShape {
        let seq_q = u64::from(self.seq_q);
        ProblemShape {
            cu_seqlens: self
                .varlen
                .map_or([0; 2], |varlen| [varlen.cu_seqlens_q, varlen.cu_seqlens_k]),
            lse: self.lse,
            lse_strides: match self.varlen {
                None => [u64::from(self.heads) * seq_q, seq_q],
                Some(varlen) => [0, varlen.total_q.into()],
            },
            slopes: self.alibi_slopes,
            seq: [self.seq_q as i32, self.seq_k as i32],
            window: self.window(),
            slopes_batch: self.alibi_batch,
            heads: self.heads,
            group: self.group(),
            head_dim: self.head_dim,
            head_dim_v: self.head_dim_v,
            scale: self.scale,
            softcap: self.softcap,
        }
    }

    /// Heads of Q that read one head of K; 0 without heads.
    pub(super) fn group(&self) -> u32 {
        self.heads.checked_div(self.heads_kv).unwrap_or(0)
    }

    /// Returns `true` if a window hides keys.
    pub(super) fn is_windowed(&self) -> bool {
        self.window_left.is_some() || self.window_right.is_some()
    }

    /// Returns `true` if scores are not only scaled.
    pub(super) fn is_changed(&self) -> bool {
        self.softcap != 0.0 || self.alibi_slopes != 0
    }

    /// Keys to the left and to the right of a query's own, as a kernel counts them.
    pub(super) fn window(&self) -> [i32; 2] {
        [self.window_left, self.window_right]
            .map(|keys| keys.map_or(MOST, |keys| keys.min(MOST)) as i32)
    }
}

#[cfg(test)]
impl ForwardProblem {
    /// One batch of four heads without a mask, all tensors at `heads`.
    pub(crate) fn test(dtype: DType, seq: [u32; 2], dims: [u32; 2], heads: Heads) -> Self {
        Self {
            dtype,
            batch: 1,
            heads: 4,
            heads_kv: 4,
            seq_q: seq[0],
            seq_k: seq[1],
            head_dim: dims[0],
            head_dim_v: dims[1],
            q: heads,
            k: heads,
            v: heads,
            o: heads,
            lse: 0,
            scale: 1.0,
            softcap: 0.0,
            window_left: None,
            window_right: None,
            alibi_slopes: 0,
            alibi_batch: 0,
            varlen: None,
        }
    }
}
