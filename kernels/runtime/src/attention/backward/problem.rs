//! [`BackwardProblem`]: what a launch of the backward computes, as device addresses, extents and strides.

use crate::attention::{ForwardProblem, Heads, problem::Named};

/// The gradients of Q, K and V from that of O.
///
/// Gradients of keys that several heads of Q read are their sums. Rows without keys give zeros in dQ, keys that no query sees zeros in
/// dK and dV.
#[derive(Clone, Copy, Debug)]
pub struct BackwardProblem {
    /// The forward, whose O and LSE are read.
    pub forward: ForwardProblem,
    /// The gradient of O, of its shape.
    pub d_o: Heads,
    /// The gradient of Q, of its shape.
    pub dq: Heads,
    /// The gradient of K, of its shape.
    pub dk: Heads,
    /// The gradient of V, of its shape.
    pub dv: Heads,
    /// `true` if the same inputs give the same bits: dQ is added up in the order of the keys.
    pub deterministic: bool,
}

impl BackwardProblem {
    /// Its tensors.
    pub(super) fn tensors(&self) -> [Named; 8] {
        let [q, k, v, o] = self.forward.tensors();
        let (heads, heads_kv) = (self.forward.heads, self.forward.heads_kv);
        [
            q,
            k,
            v,
            o,
            ("d_out", self.d_o, heads),
            ("dq", self.dq, heads),
            ("dk", self.dk, heads_kv),
            ("dv", self.dv, heads_kv),
        ]
    }
}
