//! What an instruction set offers to the tile kernel.

use azulejo_layout::Int;
use azulejo_tensor::atom::MmaAtom;
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
    /// Values of k in one packed element, as a type.
    type Depth: Int + Default;
    /// The multiply-add as an atom of the register tile.
    type Atom: MmaAtom;
    /// Elements in a register.
    const LANES: usize;
    /// Values of k in one packed element.
    const DEPTH: usize;
    /// Rows and columns of the square that [`Vector::transpose`] handles, 8 at most.
    const SQUARE: usize;

    /// `to[k * step + i] = from[i][k]` for i and k below [`Vector::SQUARE`].
    unsafe fn transpose(from: [*const Self::Packed; 8], to: *mut Self::Packed, step: usize);
    /// Asks for the cache line at an address, which need not be valid.
    fn prefetch(at: *const Self::Sum);
    /// Sums of zero.
    unsafe fn zero() -> Self::Sums;
    /// `sum` in every lane.
    unsafe fn sums(sum: Self::Sum) -> Self::Sums;
    /// A register from memory.
    unsafe fn load(from: *const Self::Packed) -> Self::Factor;
    /// A register to memory.
    unsafe fn keep(factor: Self::Factor, to: *mut Self::Packed);
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

/// Binds a vector type to one expression a function.
///
/// # Safety
/// The expressions must do what [`Vector`] says of the functions.
macro_rules! vector {
    (
        $(#[$doc:meta])* $name:ident: $lanes:ident lanes of $packed:ty, depth $depth:ident of $value:ty, in $factor:ty; sums of $sum:ty as $sums:ty;
        load $load:expr, $load_first:expr, $splat:expr, keep $keep:expr;
        sums $zero:expr, $set:expr, $load_sums:expr, $load_first_sums:expr;
        store $store:expr, $store_first:expr;
        compute $multiply_add:expr, $scale_add:expr, $scale:expr;
        transpose $square:literal by $transpose:expr; prefetch $prefetch:expr;
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name;

        // SAFETY: each expression touches a register's worth of elements, or the first `count` of them.
        #[allow(unused_unsafe, reason = "some expressions are safe")]
        unsafe impl Vector for $name {
            type Packed = $packed;
            type Sum = $sum;
            type Factor = $factor;
            type Sums = $sums;
            type Depth = azulejo_layout::ints::$depth;
            type Atom = $crate::cpu::micro::register_tile::VectorFma<
                $sum,
                $value,
                azulejo_layout::ints::$lanes,
                azulejo_layout::ints::$depth,
            >;
            const LANES: usize =
                $crate::cpu::micro::register_tile::count::<azulejo_layout::ints::$lanes>();
            const DEPTH: usize = $crate::cpu::micro::register_tile::count::<Self::Depth>();
            const SQUARE: usize = $square;

            #[inline(always)]
            unsafe fn transpose(from: [*const $packed; 8], to: *mut $packed, step: usize) {
                // SAFETY: the caller has the instruction set and owns the square in both places.
                unsafe { $transpose(from, to, step) }
            }
            #[inline(always)]
            fn prefetch(at: *const $sum) {
                $prefetch(at)
            }
            #[inline(always)]
            unsafe fn zero() -> $sums {
                // SAFETY: the caller has the instruction set.
                unsafe { $zero() }
            }
            #[inline(always)]
            unsafe fn sums(sum: $sum) -> $sums {
                // SAFETY: the caller has the instruction set.
                unsafe { $set(sum) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $packed) -> $factor {
                // SAFETY: the caller has the instruction set and owns LANES elements.
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn keep(factor: $factor, to: *mut $packed) {
                // SAFETY: the caller has the instruction set and owns LANES elements.
                unsafe { $keep(to, factor) }
            }
            #[inline(always)]
            unsafe fn load_first(from: *const $packed, count: usize) -> $factor {
                // SAFETY: the caller has the instruction set and owns `count` elements; the others are not read.
                unsafe { $load_first(from, count) }
            }
            #[inline(always)]
            unsafe fn splat(from: *const $packed) -> $factor {
                // SAFETY: the caller has the instruction set and owns the element.
                unsafe { $splat(from.read()) }
            }
            #[inline(always)]
            unsafe fn multiply_add(sums: $sums, a: $factor, b: $factor) -> $sums {
                // SAFETY: the caller has the instruction set.
                unsafe { $multiply_add(sums, a, b) }
            }
            #[inline(always)]
            unsafe fn scale_add(a: $sums, b: $sums, c: $sums) -> $sums {
                // SAFETY: the caller has the instruction set.
                unsafe { $scale_add(a, b, c) }
            }
            #[inline(always)]
            unsafe fn scale(a: $sums, b: $sums) -> $sums {
                // SAFETY: the caller has the instruction set.
                unsafe { $scale(a, b) }
            }
            #[inline(always)]
            unsafe fn load_sums(from: *const $sum) -> $sums {
                // SAFETY: the caller has the instruction set and owns LANES sums.
                unsafe { $load_sums(from) }
            }
            #[inline(always)]
            unsafe fn load_first_sums(from: *const $sum, count: usize) -> $sums {
                // SAFETY: the caller has the instruction set and owns `count` sums; the others are not read.
                unsafe { $load_first_sums(from, count) }
            }
            #[inline(always)]
            unsafe fn store(sums: $sums, to: *mut $sum) {
                // SAFETY: the caller has the instruction set and owns LANES sums.
                unsafe { $store(to, sums) }
            }
            #[inline(always)]
            unsafe fn store_first(sums: $sums, to: *mut $sum, count: usize) {
                // SAFETY: the caller has the instruction set and owns `count` sums; the others are not written.
                unsafe { $store_first(to, count, sums) }
            }
        }
    };
}
pub(super) use vector;
