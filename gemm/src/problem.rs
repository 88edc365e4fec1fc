//! What is to be computed, as plain numbers.

/// The sizes of a product: C is (m, n), A is (m, k), B is (k, n).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GemmProblem {
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
}
