//! [`Combine`]: what an instruction does with two values before it sums.

/// How an instruction combines a value of `A` with one of `B` before it sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// It multiplies.
    Multiply,
    /// It counts the bits in which the two differ.
    XorPopc,
    /// It counts the bits that both have.
    AndPopc,
}
