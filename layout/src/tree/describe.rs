//! What a tree tells the checks: its modes and tilers as data, and what its type determines.

use super::list::{Cons, Lf, Ly, M, Nil, Underscore};
use crate::check::rules::{ByMode, Desc, Describe, Settled, Tiles};
use crate::check::{Flat, Mode};
use crate::int::{Bool, Leaf, No, Yes, for_integers};

/// The smaller of two numbers.
pub(super) const fn least(a: i64, b: i64) -> i64 {
    if a < b { a } else { b }
}

/// Whether a layout has basis strides.
pub trait StrideKind {
    /// The answer.
    type IsBasis: Bool;
}
impl StrideKind for Nil {
    type IsBasis = No;
}
impl<H: StrideKind, T: StrideKind> StrideKind for Cons<H, T> {
    type IsBasis = <H::IsBasis as Bool>::Or<T::IsBasis>;
}
macro_rules! integer {
    ([$($g:tt)*] $t:ty) => {
        impl<$($g)*> StrideKind for M<S, $t> {
            type IsBasis = No;
        }
    };
}
macro_rules! integers {
    ({} $t:ty) => { integer!([S] $t); };
    ({$($g:tt)+} $t:ty) => { integer!([S, $($g)+] $t); };
}
for_integers!(integers);

impl<S: Leaf, D: Leaf> Describe for M<S, D> {
    const DESC: &'static Desc = &Desc::Mode(S::KNOWN, D::KNOWN, D::ALONG);
    const MOST: i64 = least(S::MOST, D::MOST);
    type IsStatic = <S::IsStatic as Bool>::And<D::IsStatic>;
    #[inline(always)]
    fn any() -> Self {
        M(S::any(), D::any())
    }
    fn measure(self, out: &mut Flat) {
        out.push(Mode::new(self.0.scalar(), self.1.scalar()));
    }
}
impl Describe for Nil {
    const DESC: &'static Desc = &Desc::Nil;
    const MOST: i64 = i64::MAX;
    type IsStatic = Yes;
    #[inline(always)]
    fn any() -> Self {
        Nil
    }
    fn measure(self, _: &mut Flat) {}
}
impl<H: Describe, T: Describe> Describe for Cons<H, T> {
    const DESC: &'static Desc = &Desc::Cons(H::DESC, T::DESC);
    const MOST: i64 = least(H::MOST, T::MOST);
    type IsStatic = <H::IsStatic as Bool>::And<T::IsStatic>;
    #[inline(always)]
    fn any() -> Self {
        Cons(H::any(), T::any())
    }
    fn measure(self, out: &mut Flat) {
        self.0.measure(out);
        self.1.measure(out);
    }
}

impl<X: Leaf> ByMode for Lf<X> {
    const BY_MODE: bool = false;
    const TILES: &'static Tiles = &Tiles::Int(X::KNOWN);
    fn measure_tiler(self, out: &mut Flat) {
        out.push(Mode::new(self.0.scalar(), 1));
    }
}
impl<L: Describe> ByMode for Ly<L> {
    const BY_MODE: bool = false;
    const TILES: &'static Tiles = &Tiles::Layout(L::DESC);
    fn measure_tiler(self, out: &mut Flat) {
        self.0.measure(out);
    }
}
impl ByMode for Underscore {
    const BY_MODE: bool = false;
    const TILES: &'static Tiles = &Tiles::Underscore;
    fn measure_tiler(self, _: &mut Flat) {}
}
impl ByMode for Nil {
    const BY_MODE: bool = false;
    const TILES: &'static Tiles = &Tiles::Nil;
    fn measure_tiler(self, _: &mut Flat) {}
}
impl<H: ByMode, T: ByMode> ByMode for Cons<H, T> {
    const BY_MODE: bool = true;
    const TILES: &'static Tiles = &Tiles::Cons(H::TILES, T::TILES);
    fn measure_tiler(self, out: &mut Flat) {
        self.0.measure_tiler(out);
        self.1.measure_tiler(out);
    }
}

impl<X: Leaf> Settled for Lf<X> {
    type IsStatic = X::IsStatic;
}
// Modes that basis strides walk are checked where they are made, one by one.
impl<B: Describe + StrideKind> Settled for Ly<B> {
    type IsStatic = <B::IsStatic as Bool>::And<<<B as StrideKind>::IsBasis as Bool>::Not>;
}
impl Settled for Underscore {
    type IsStatic = Yes;
}
impl Settled for Nil {
    type IsStatic = Yes;
}
impl<H: Settled, T: Settled> Settled for Cons<H, T> {
    type IsStatic = <H::IsStatic as Bool>::And<T::IsStatic>;
}
