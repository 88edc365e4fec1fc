//! `upcast`: the same bytes in units of `n` elements.

use crate::check::rules::build;
use crate::int::{
    Bool, C, CeilDiv, Dyn, Dynamic, IDiv, IMod, Int, N, Nat, No, SignLike, Yes, for_dynamic,
};
use crate::layout::{AnyLayout, Layout, LayoutOf, layout_of};
use crate::tree::{M, Native, entrywise};
use typenum::{UInt, UTerm};

/// One of a stride and a unit divides the other: `Yes`.
#[diagnostic::on_unimplemented(
    message = "a stride of this layout and the unit do not divide one another",
    note = "`upcast` needs each static stride to be a multiple of the unit or a divisor of it: 8 and 2 for the unit 4, not 6"
)]
pub trait UnitsFit {}
impl UnitsFit for Yes {}

/// A stride in units of `U` elements, with the size `S` that it carries.
#[diagnostic::on_unimplemented(
    message = "the stride `{Self}` cannot be measured in units of `{U}`",
    note = "the unit is a positive static integer; each static stride is a multiple of it or a divisor of it"
)]
pub trait UpcastUnit<S, U> {
    /// The mode in larger units.
    type Out: Copy;
    /// Computes it.
    fn upcast_unit(self, s: S, unit: U) -> Self::Out;
}
impl<S: Copy, U> UpcastUnit<S, U> for C<UTerm> {
    type Out = M<S, C<UTerm>>;
    #[inline(always)]
    fn upcast_unit(self, s: S, _: U) -> Self::Out {
        M(s, self)
    }
}
/// Whether one of two positive static integers divides the other.
type Fit<D, U> =
    <<<D as IMod<U>>::Out as Int>::IsZero as Bool>::Or<<<U as IMod<D>>::Out as Int>::IsZero>;
/// How many steps of `D` make one unit `U`.
type Steps<D, U> = <U as CeilDiv<D>>::Out;
impl<S, V, B, U> UpcastUnit<S, U> for C<UInt<V, B>>
where
    Self: IMod<U> + CeilDiv<U>,
    U: IMod<Self> + CeilDiv<Self> + Copy,
    <Self as IMod<U>>::Out: Int,
    <U as IMod<Self>>::Out: Int,
    Fit<Self, U>: UnitsFit,
    S: CeilDiv<Steps<Self, U>>,
{
    type Out = M<<S as CeilDiv<Steps<Self, U>>>::Out, <Self as CeilDiv<U>>::Out>;
    #[inline(always)]
    fn upcast_unit(self, s: S, unit: U) -> Self::Out {
        M(s.ceil_div(unit.ceil_div(self)), self.ceil_div(unit))
    }
}
impl<S, V, U> UpcastUnit<S, U> for N<V>
where
    V: Nat,
    C<V>: IMod<U> + CeilDiv<U>,
    U: IMod<C<V>> + CeilDiv<C<V>> + Copy,
    <C<V> as IMod<U>>::Out: Int,
    <U as IMod<C<V>>>::Out: Int,
    Fit<C<V>, U>: UnitsFit,
    S: CeilDiv<Steps<C<V>, U>>,
    Self: SignLike<<C<V> as CeilDiv<U>>::Out>,
{
    type Out =
        M<<S as CeilDiv<Steps<C<V>, U>>>::Out, <Self as SignLike<<C<V> as CeilDiv<U>>::Out>>::Out>;
    #[inline(always)]
    fn upcast_unit(self, s: S, unit: U) -> Self::Out {
        let magnitude = C::<V>::NEW;
        M(
            s.ceil_div(unit.ceil_div(magnitude)),
            self.sign_like(magnitude.ceil_div(unit)),
        )
    }
}
macro_rules! dynamic {
    ($t:ident) => {
        impl<S: Copy, U: Int> UpcastUnit<S, U> for $t
        where
            $t: IDiv<U>,
        {
            type Out = M<S, <$t as IDiv<U>>::Out>;
            #[inline(always)]
            fn upcast_unit(self, s: S, unit: U) -> Self::Out {
                let n = <$t as Dynamic>::from_i64(unit.value());
                assert!(
                    matches!(self.checked_rem(n), Some(0)),
                    "upcast: the stride {self} is not a multiple of the unit {n}"
                );
                M(s, self.div(unit))
            }
        }
    };
}
for_dynamic!(dynamic);

// A multiple of the unit needs no check.
impl<S, K, T, U> UpcastUnit<S, C<U>> for Dyn<K, T>
where
    C<K>: IMod<C<U>>,
    <C<K> as IMod<C<U>>>::Out: Int,
    <<C<K> as IMod<C<U>>>::Out as Int>::IsZero: UpcastFact<S, Self, T, C<U>>,
    T: Copy,
{
    type Out = <<<C<K> as IMod<C<U>>>::Out as Int>::IsZero as UpcastFact<S, Self, T, C<U>>>::Out;
    #[inline(always)]
    fn upcast_unit(self, s: S, unit: C<U>) -> Self::Out {
        <<<C<K> as IMod<C<U>>>::Out as Int>::IsZero as UpcastFact<S, Self, T, C<U>>>::upcast_fact(
            s,
            self,
            self.get(),
            unit,
        )
    }
}
/// A dynamic stride in units: exact when the fact `D` says so (`Self = Yes`), else checked by its value `T`.
pub trait UpcastFact<S, D, T, U> {
    /// The mode in larger units.
    type Out: Copy;
    /// Computes it.
    fn upcast_fact(s: S, d: D, value: T, unit: U) -> Self::Out;
}
impl<S: Copy, D: IDiv<U>, T, U> UpcastFact<S, D, T, U> for Yes {
    type Out = M<S, D::Out>;
    #[inline(always)]
    fn upcast_fact(s: S, d: D, _: T, unit: U) -> Self::Out {
        M(s, d.div(unit))
    }
}
impl<S, D, T: UpcastUnit<S, U>, U> UpcastFact<S, D, T, U> for No {
    type Out = T::Out;
    #[inline(always)]
    fn upcast_fact(s: S, _: D, value: T, unit: U) -> Self::Out {
        value.upcast_unit(s, unit)
    }
}

/// A tree of modes in units of `U` elements.
#[diagnostic::on_unimplemented(
    message = "this layout cannot be seen in units of `{U}` elements",
    note = "each static stride must be a multiple of the unit or a divisor of it; strides are integers"
)]
pub trait UpcastTree<U> {
    /// The modes of the result.
    type Out: Copy;
    /// Computes it.
    fn upcast_tree(self, unit: U) -> Self::Out;
}
entrywise!(UpcastTree::upcast_tree with one argument);
impl<S, D, U> UpcastTree<U> for M<S, D>
where
    D: UpcastUnit<S, U>,
{
    type Out = <D as UpcastUnit<S, U>>::Out;
    #[inline(always)]
    fn upcast_tree(self, unit: U) -> Self::Out {
        self.1.upcast_unit(self.0, unit)
    }
}

/// A unit in which the layout `L` can be seen: a positive static integer.
#[diagnostic::on_unimplemented(
    message = "`{L}` cannot be seen in units of `{Self}` elements",
    note = "each static stride must be a multiple of the unit or a divisor of it",
    note = "a swizzle `B,M,-S` moves low bits up: take a unit of at most 2^M elements, or a swizzle with a positive shift"
)]
pub trait Upcasts<L>: Copy {
    /// The layout in units.
    type Out;
    /// Computes it.
    fn upcast_of(self, layout: L) -> Self::Out;
}
#[diagnostic::do_not_recommend]
impl<S, D, U> Upcasts<Layout<S, D>> for U
where
    U: Copy,
    Layout<S, D>: AnyLayout,
    <Layout<S, D> as AnyLayout>::L: UpcastTree<U>,
    <<Layout<S, D> as AnyLayout>::L as UpcastTree<U>>::Out: Native,
{
    type Out = LayoutOf<<<Layout<S, D> as AnyLayout>::L as UpcastTree<U>>::Out>;
    #[inline(always)]
    fn upcast_of(self, layout: Layout<S, D>) -> Self::Out {
        layout_of(build(|| layout.modes().upcast_tree(self)))
    }
}

/// The layout `L` in units of `U` elements.
pub type Upcast<L, U> = <U as Upcasts<L>>::Out;

/// The layout in units of `n` elements: which unit holds each coordinate.
///
/// | | |
/// |---|---|
/// | precondition | `n` is a positive static integer; each static stride is a multiple of `n` or a divisor of it (else a compile error); a dynamic stride is a multiple of `n` |
/// | rule | the set of offsets is `{ floor(x / n) : x an offset of the layout }` when its sorted modes do not overlap |
/// | panics | when a dynamic stride is not a multiple of `n`; a [`Dyn`] stride that states it is not looked at |
/// | difference from CuTe | CuTe divides dynamic strides without looking |
///
/// A static stride below `n` takes `n / d` elements into each unit; sizes round up.
///
/// ```text
/// (_8,_2):(_1,_8)  0 1 2 3 4 5 6 7     in units of 4:  (_2,_2):(_1,_2)   0 1
///                  8 9 … 15                                              2 3
/// ```
/// ```
/// use azulejo_layout::{layout, upcast};
/// use azulejo_layout::ints::_4;
/// assert_eq!(upcast(layout!((_8, _2):(_1, _8)), _4).to_string(), "(_2,_2):(_1,_2)");
/// let ld = 64;
/// assert_eq!(upcast(layout!((_6, _8):(ld, _1)), _4).to_string(), "(_6,_2):(16,_1)");
/// ```
#[inline(always)]
pub fn upcast<L, U: Upcasts<L, Out = R>, R>(layout: L, n: U) -> R {
    n.upcast_of(layout)
}

impl<S, D> Layout<S, D> {
    /// See [`upcast`].
    #[inline(always)]
    pub fn upcast<U: Upcasts<Self, Out = R>, R>(self, n: U) -> R {
        n.upcast_of(self)
    }
}
