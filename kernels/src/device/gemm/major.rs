//! [`Major`]: which index of an operand is contiguous, as CuTe's `GMMA::Major`.

/// Which index of an operand is contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Major {
    /// K: rows of A or columns of B are contiguous.
    K,
    /// M or N.
    Mn,
}

impl Major {
    /// The other index.
    pub const fn other(self) -> Self {
        match self {
            Major::K => Major::Mn,
            Major::Mn => Major::K,
        }
    }
}
