//! What an instruction set offers to the tile kernel.

use bytemuck::Pod;

use crate::Accumulator;

/// One vector register's worth of operations on packed elements `Packed` and sums `Sum`.
///
/// # Safety
/// Every function may be called only where the instruction set is present; those that take pointers read or write
/// [`Vector::LANES`] elements there, or the first `count` of them, which the caller must own. No alignment is needed.
pub unsafe trait Vector: Copy + 'static {
    /// An element of a packed panel.
    type Packed: Pod + Send + Sync;
    /// An element of the result.
    type Sum: Accumulator;
    /// A register of packed elements.
    type Factor: Copy;
    /// A register of sums.
    type Sums: Copy;
    /// Elements in a register.
    const LANES: usize;
    /// Values of k in one packed element.
    const DEPTH: usize;

    /// Sums of zero.
    unsafe fn zero() -> Self::Sums;
    /// `sum` in every lane.
    unsafe fn sums(sum: Self::Sum) -> Self::Sums;
    /// A register from memory.
    unsafe fn load(from: *const Self::Packed) -> Self::Factor;
    /// The first `count` lanes from memory, zero in the others.
    unsafe fn load_first(from: *const Self::Packed, count: usize) -> Self::Factor;
    /// One packed element in every lane.
    unsafe fn splat(from: *const Self::Packed) -> Self::Factor;
    /// `sums + a * b`, lane by lane, and over the [`Vector::DEPTH`] values in each.
    unsafe fn multiply_add(sums: Self::Sums, a: Self::Factor, b: Self::Factor) -> Self::Sums;
    /// `a * b + c`, rounded after each step or once.
    unsafe fn scale_add(a: Self::Sums, b: Self::Sums, c: Self::Sums) -> Self::Sums;
    /// `a * b`.
    unsafe fn scale(a: Self::Sums, b: Self::Sums) -> Self::Sums;
    /// Sums from memory.
    unsafe fn load_sums(from: *const Self::Sum) -> Self::Sums;
    /// The first `count` sums from memory.
    unsafe fn load_first_sums(from: *const Self::Sum, count: usize) -> Self::Sums;
    /// Sums to memory.
    unsafe fn store(sums: Self::Sums, to: *mut Self::Sum);
    /// The first `count` sums to memory.
    unsafe fn store_first(sums: Self::Sums, to: *mut Self::Sum, count: usize);
}
