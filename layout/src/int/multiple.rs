//! Dynamic integers with a fact: multiples of a static number.

use super::arith::{IAdd, IDiv, IMod, IMul};
use super::boolean::{No, Yes};
use super::compare::{IMin, KnownLess, StaticEq};
use super::dynamic::Dynamic;
use super::key::{Late, OrderKey};
use super::kinds::for_dynamic;
use super::leaf::{C, Int, Known, Leaf, N};
use super::nat::{Nat, NatCmp, NatDiv, NatMod, NatMul, Order};
use super::reduce::{IAbs, IDec, INeg, SignLike};
use super::round::CeilDiv;
use core::fmt;
use core::marker::PhantomData;
use typenum::{UInt, UTerm};

/// A dynamic integer `T` that is known to be a positive multiple of `K`.
///
/// The fact is checked once, where the value enters; the types carry it on. Products with positive static numbers and with each other keep it, quotients by a divisor
/// of `K` are exact and keep the rest of it, remainders by such a divisor are the static 0, and the minimum with a
/// static number up to `K` is that number. So a tile that divides `K` divides the extent, and a vector whose width
/// divides `K` is aligned at each multiple of the stride.
///
/// ```
/// use azulejo_layout::{ints::{_4, _8}, layout, logical_divide, multiple_of, upcast};
/// let ld = multiple_of(_8, 264usize)?;
/// let row_major = layout!((_128, _64):(ld, _1));
/// assert_eq!(row_major.to_string(), "(_128,_64):(264,_1)");
/// // no check at run time: 4 divides 8
/// assert_eq!(upcast(row_major, _4).to_string(), "(_128,_16):(66,_1)");
/// let n = multiple_of(_8, 24usize)?;
/// assert_eq!(logical_divide(layout!(n), _4).to_string(), "(_4,6):(_1,_4)");
/// assert!(multiple_of(_8, 12usize).is_err());
/// # Ok::<(), azulejo_layout::NotAMultiple>(())
/// ```
pub struct Dyn<K, T> {
    value: T,
    fact: PhantomData<K>,
}

/// A value that is not a positive multiple of what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAMultiple {
    /// The value.
    pub value: i64,
    /// What it should be a positive multiple of.
    pub of: u64,
}
impl fmt::Display for NotAMultiple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not a positive multiple of {}: pad it, or state a smaller divisor",
            self.value, self.of
        )
    }
}
impl core::error::Error for NotAMultiple {}

impl<K: Nat, T: Dynamic> Dyn<K, T> {
    /// The value with the fact.
    ///
    /// # Errors
    /// [`NotAMultiple`] when `value` is not positive or `K` does not divide it.
    #[inline]
    pub fn new(value: T) -> Result<Self, NotAMultiple> {
        let x = value.value();
        if x > 0 && x.checked_rem(K::I64) == Some(0) {
            Ok(Self::of_fact(value))
        } else {
            Err(NotAMultiple {
                value: x,
                of: K::U64,
            })
        }
    }
}

/// `value` as a positive multiple of `k`: see [`Dyn`].
///
/// # Errors
/// [`NotAMultiple`] when `value` is not positive or `k` does not divide it.
#[inline]
pub fn multiple_of<K: Nat, T: Dynamic>(_k: C<K>, value: T) -> Result<Dyn<K, T>, NotAMultiple> {
    Dyn::new(value)
}

impl<K, T> Dyn<K, T> {
    /// The value of a computation that keeps the fact.
    #[inline(always)]
    const fn of_fact(value: T) -> Self {
        Dyn {
            value,
            fact: PhantomData,
        }
    }

    /// The value alone.
    #[inline(always)]
    pub const fn get(self) -> T
    where
        T: Copy,
    {
        self.value
    }
}
impl<K, T: Clone> Clone for Dyn<K, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self::of_fact(self.value.clone())
    }
}
impl<K, T: Copy> Copy for Dyn<K, T> {}
impl<K, J, T: PartialEq<S>, S> PartialEq<Dyn<J, S>> for Dyn<K, T> {
    #[inline(always)]
    fn eq(&self, other: &Dyn<J, S>) -> bool {
        self.value == other.value
    }
}
impl<K: Nat, T: Dynamic> Leaf for Dyn<K, T> {
    type IsStatic = No;
    const KNOWN: Known = Known::Multiple(K::I64);
    const MOST: i64 = T::MOST;
    #[inline(always)]
    fn scalar(self) -> i64 {
        self.value.value()
    }
    #[inline(always)]
    fn any() -> Self {
        Self::of_fact(T::of::<K>())
    }
    fn show(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(self.value, f)
    }
}
impl<K: Nat, T: Dynamic> Int for Dyn<K, T> {
    const STATIC: Option<i64> = None;
    type IsOne = No;
    type IsZero = No;
    type IsPower = Yes;
    type IsStaticPower = No;
    #[inline(always)]
    fn value(self) -> i64 {
        self.value.value()
    }
}
impl<K: Nat, T: Dynamic> fmt::Display for Dyn<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(*self, f)
    }
}
impl<K: Nat, T: Dynamic> fmt::Debug for Dyn<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Leaf::show(*self, f)
    }
}

// Products keep the fact.
impl<K, T> IMul<Dyn<K, T>> for C<UTerm> {
    type Out = C<UTerm>;
    #[inline(always)]
    fn mul(self, _: Dyn<K, T>) -> C<UTerm> {
        self
    }
}
impl<K, T> IMul<C<UTerm>> for Dyn<K, T> {
    type Out = C<UTerm>;
    #[inline(always)]
    fn mul(self, r: C<UTerm>) -> C<UTerm> {
        r
    }
}
macro_rules! product {
    ($([$($g:tt)*] $l:ty, $r:ty, $k:ty, $lt:ty, $rt:ty; $a:ident $b:ident => $x:expr, $y:expr $(; $f:ty, $fr:ty)?;)*) => {$(
        impl<$($g)*> IMul<$r> for $l
        where
            $lt: IMul<$rt>,
            $($f: NatMul<$fr>,)?
        {
            type Out = Dyn<$k, <$lt as IMul<$rt>>::Out>;
            #[inline(always)]
            fn mul(self, $b: $r) -> Self::Out {
                let $a = self;
                Dyn::of_fact(IMul::mul($x, $y))
            }
        }
    )*};
}
type P<U, V> = <U as NatMul<V>>::Out;
product! {
    [U, B, K, T: Copy] C<UInt<U, B>>, Dyn<K, T>, P<UInt<U, B>, K>, C<UInt<U, B>>, T; a b => a, b.value; UInt<U, B>, K;
    [U, B, K, T: Copy] Dyn<K, T>, C<UInt<U, B>>, P<UInt<U, B>, K>, T, C<UInt<U, B>>; a b => a.value, b; UInt<U, B>, K;
    [J, K, S: Copy, T: Copy] Dyn<J, S>, Dyn<K, T>, P<J, K>, S, T; a b => a.value, b.value; J, K;
}

// Quotients and remainders by a divisor of `K` are exact.
/// A quotient or remainder of a multiple of `K` by `D`: `Self` says whether `D` divides `K`.
pub trait Exactly<K, D, T> {
    /// The quotient.
    type Quot: Copy;
    /// The quotient, rounded up.
    type Ceil: Copy;
    /// The remainder.
    type Rem: Copy;
    /// The quotient.
    fn quot(x: T) -> Self::Quot;
    /// The quotient, rounded up.
    fn ceil(x: T) -> Self::Ceil;
    /// The remainder.
    fn rem(x: T) -> Self::Rem;
}
impl<K, D, T> Exactly<K, D, T> for Yes
where
    K: NatDiv<D>,
    T: IDiv<C<D>>,
{
    type Quot = Dyn<<K as NatDiv<D>>::Out, <T as IDiv<C<D>>>::Out>;
    type Ceil = Self::Quot;
    type Rem = C<UTerm>;
    #[inline(always)]
    fn quot(x: T) -> Self::Quot {
        Dyn::of_fact(x.div(C::NEW))
    }
    #[inline(always)]
    fn ceil(x: T) -> Self::Quot {
        Dyn::of_fact(x.div(C::NEW))
    }
    #[inline(always)]
    fn rem(_: T) -> C<UTerm> {
        C::NEW
    }
}
impl<K, D, T> Exactly<K, D, T> for No
where
    T: IDiv<C<D>> + CeilDiv<C<D>> + IMod<C<D>>,
{
    type Quot = <T as IDiv<C<D>>>::Out;
    type Ceil = <T as CeilDiv<C<D>>>::Out;
    type Rem = <T as IMod<C<D>>>::Out;
    #[inline(always)]
    fn quot(x: T) -> Self::Quot {
        x.div(C::NEW)
    }
    #[inline(always)]
    fn ceil(x: T) -> Self::Ceil {
        x.ceil_div(C::NEW)
    }
    #[inline(always)]
    fn rem(x: T) -> Self::Rem {
        x.rem(C::NEW)
    }
}
/// Whether `D` divides `K`.
type Fits<K, D> = <<K as NatMod<D>>::Out as Nat>::IsZero;
macro_rules! quotient {
    ($($tr:ident $f:ident $out:ident $by:ident;)*) => {$(
        impl<K, T, U, B> $tr<C<UInt<U, B>>> for Dyn<K, T>
        where
            K: NatMod<UInt<U, B>>,
            Fits<K, UInt<U, B>>: Exactly<K, UInt<U, B>, T>,
        {
            type Out = <Fits<K, UInt<U, B>> as Exactly<K, UInt<U, B>, T>>::$out;
            #[inline(always)]
            fn $f(self, _: C<UInt<U, B>>) -> Self::Out {
                <Fits<K, UInt<U, B>> as Exactly<K, UInt<U, B>, T>>::$by(self.value)
            }
        }
    )*};
}
quotient! {
    IDiv div Quot quot;
    CeilDiv ceil_div Ceil ceil;
    IMod rem Rem rem;
}

// Anything else forgets the fact.
macro_rules! forget {
    ($($tr:ident $f:ident [$($g:tt)*] $l:ty, $r:ty, $lt:ty, $rt:ty; $a:ident $b:ident => $x:expr, $y:expr;)*) => {$(
        impl<$($g)*> $tr<$r> for $l
        where
            $lt: $tr<$rt>,
        {
            type Out = <$lt as $tr<$rt>>::Out;
            #[inline(always)]
            fn $f(self, $b: $r) -> Self::Out {
                let $a = self;
                $tr::$f($x, $y)
            }
        }
    )*};
}
macro_rules! forget_all {
    ($($tr:ident $f:ident;)*) => {$(
        forget! {
            $tr $f [J, K, S: Copy, T: Copy] Dyn<J, S>, Dyn<K, T>, S, T; a b => a.value, b.value;
            $tr $f [U, K, T: Copy] C<U>, Dyn<K, T>, C<U>, T; a b => a, b.value;
        }
    )*};
}
forget_all! {
    IAdd add;
    IDiv div;
    CeilDiv ceil_div;
    IMod rem;
}
forget! {
    IMul mul [U, K, T: Copy] Dyn<K, T>, N<U>, T, N<U>; a b => a.value, b;
    IMul mul [U, K, T: Copy] N<U>, Dyn<K, T>, N<U>, T; a b => a, b.value;
    IAdd add [U, K, T: Copy] Dyn<K, T>, C<U>, T, C<U>; a b => a.value, b;
    IAdd add [U, K, T: Copy] Dyn<K, T>, N<U>, T, N<U>; a b => a.value, b;
    IAdd add [U, K, T: Copy] N<U>, Dyn<K, T>, N<U>, T; a b => a, b.value;
    IMin min [J, K, S: Copy, T: Copy] Dyn<J, S>, Dyn<K, T>, S, T; a b => a.value, b.value;
}
macro_rules! dynamic {
    ($t:ident) => {
        forget! {
            IMul mul [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            IMul mul [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
            IAdd add [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            IAdd add [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
            IDiv div [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            IDiv div [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
            CeilDiv ceil_div [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            CeilDiv ceil_div [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
            IMod rem [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            IMod rem [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
            IMin min [K, T: Copy] Dyn<K, T>, $t, T, $t; a b => a.value, b;
            IMin min [K, T: Copy] $t, Dyn<K, T>, $t, T; a b => a, b.value;
        }
    };
}
for_dynamic!(dynamic);

// A positive multiple of `K` is at least `K`.
/// The smaller of `C<V>` and a multiple of `K`; `Self` says whether `K` is the smaller.
pub trait AtMost<V, T> {
    /// The minimum.
    type Out: Copy;
    /// Computes it.
    fn at_most(x: T) -> Self::Out;
}
impl<V, T> AtMost<V, T> for No {
    type Out = C<V>;
    #[inline(always)]
    fn at_most(_: T) -> C<V> {
        C::NEW
    }
}
impl<V, T: IMin<C<V>>> AtMost<V, T> for Yes {
    type Out = T::Out;
    #[inline(always)]
    fn at_most(x: T) -> T::Out {
        x.min(C::NEW)
    }
}
type Below<K, V> = <<K as NatCmp<V>>::Out as Order>::IsLess;
macro_rules! minimum {
    ($l:ty, $r:ty; $a:ident $b:ident => $x:expr) => {
        impl<K, T: Copy, V> IMin<$r> for $l
        where
            K: NatCmp<V>,
            Below<K, V>: AtMost<V, T>,
        {
            type Out = <Below<K, V> as AtMost<V, T>>::Out;
            #[inline(always)]
            fn min(self, $b: $r) -> Self::Out {
                let $a = self;
                let _ = ($a, $b);
                <Below<K, V> as AtMost<V, T>>::at_most($x)
            }
        }
    };
}
minimum!(Dyn<K, T>, C<V>; a b => a.value);
minimum!(C<V>, Dyn<K, T>; a b => b.value);

impl<K, T, X> StaticEq<X> for Dyn<K, T> {
    type Out = No;
}
impl<U, K, T> StaticEq<Dyn<K, T>> for C<U> {
    type Out = No;
}
impl<U, K, T> StaticEq<Dyn<K, T>> for N<U> {
    type Out = No;
}
impl<K, T, X> KnownLess<X> for Dyn<K, T> {
    type Out = No;
}
impl<U, K, T> KnownLess<Dyn<K, T>> for C<U> {
    type Out = No;
}
impl<K, T: IAbs> IAbs for Dyn<K, T> {
    type Out = Dyn<K, T::Out>;
    #[inline(always)]
    fn abs(self) -> Self::Out {
        Dyn::of_fact(self.value.abs())
    }
}
impl<K, T: INeg> INeg for Dyn<K, T> {
    type Out = T::Out;
    #[inline(always)]
    fn neg(self) -> T::Out {
        self.value.neg()
    }
}
impl<K, T: IDec> IDec for Dyn<K, T> {
    type Out = T::Out;
    #[inline(always)]
    fn dec(self) -> T::Out {
        self.value.dec()
    }
}
impl<K, T: Copy, M: Copy> SignLike<M> for Dyn<K, T> {
    type Out = M;
    #[inline(always)]
    fn sign_like(self, magnitude: M) -> M {
        magnitude
    }
}
impl<K, T, Pos> OrderKey<Pos> for Dyn<K, T> {
    type Key = Late<Pos>;
}
