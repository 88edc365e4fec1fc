//! Type-level booleans.

/// A decision known to the compiler: [`Yes`] or [`No`].
pub trait Bool: Copy + Default + 'static {
    /// The decision as a value.
    const VALUE: bool;
    /// The opposite decision.
    type Not: Bool;
    /// `Yes` when both are.
    type And<R: Bool>: Bool;
    /// `Yes` when either is.
    type Or<R: Bool>: Bool;
    /// `A` when `Yes`, `B` when `No`.
    type Pick<A: Copy, B: Copy>: Copy;
    /// `a` when `Yes`, `b` when `No`.
    fn pick<A: Copy, B: Copy>(a: A, b: B) -> Self::Pick<A, B>;
    /// Calls `yes` when `Yes`, `no` when `No`; the other one is never compiled.
    fn branch<R>(yes: impl FnOnce() -> R, no: impl FnOnce() -> R) -> R;
}

/// The compiler knows that it holds.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Yes;

/// It does not hold, or the compiler cannot know.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct No;

impl Bool for Yes {
    const VALUE: bool = true;
    type Not = No;
    type And<R: Bool> = R;
    type Or<R: Bool> = Yes;
    type Pick<A: Copy, B: Copy> = A;
    #[inline(always)]
    fn pick<A: Copy, B: Copy>(a: A, _: B) -> A {
        a
    }
    #[inline(always)]
    fn branch<R>(yes: impl FnOnce() -> R, _: impl FnOnce() -> R) -> R {
        yes()
    }
}

impl Bool for No {
    const VALUE: bool = false;
    type Not = Yes;
    type And<R: Bool> = No;
    type Or<R: Bool> = R;
    type Pick<A: Copy, B: Copy> = B;
    #[inline(always)]
    fn pick<A: Copy, B: Copy>(_: A, b: B) -> B {
        b
    }
    #[inline(always)]
    fn branch<R>(_: impl FnOnce() -> R, no: impl FnOnce() -> R) -> R {
        no()
    }
}
