//! From static leaves to dynamic ones and back.

use super::object::{AnyLayout, Layout};
use crate::basis::E;
use crate::int::{C, Dyn, Dynamic, Int, Known, Leaf, N, Nat, for_dynamic};
use crate::tree::{Congruent, Underscore, for_tuples};
use core::fmt;

/// A shape, stride or layout whose static leaves become `i64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape, stride or layout",
    note = "leaves are static integers (`_8`), `i32`, `u32`, `i64`, `usize` and basis elements; tuples of leaves nest"
)]
pub trait IntoDynamic: Copy {
    /// The same tree of dynamic leaves.
    type Out: Copy;
    /// Converts: static leaves become `i64`, dynamic ones keep their type, a fact about one is dropped.
    ///
    /// ```
    /// use azulejo_layout::{IntoDynamic, Notation, shape};
    /// assert_eq!(Notation(shape!((_4, 8i32), _2).into_dynamic()).to_string(), "((4,8),2)");
    /// ```
    fn into_dynamic(self) -> Self::Out;
}

/// A shape, stride or layout made from another of the same profile, if their values agree.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made from `{X}`: their profiles differ",
    note = "a target has the profile of what it is made from, leaf for leaf"
)]
pub trait TryFromDynamic<X>: Sized {
    /// Converts. Static leaves must be equal; a dynamic leaf takes the value, if its type holds it.
    ///
    /// # Errors
    /// [`ShapeMismatch`] with the first leaf that differs.
    fn try_from_dynamic(x: X) -> Result<Self, ShapeMismatch>;
}

/// A leaf with another value than the type that it should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeMismatch {
    /// Whether the leaf is one of the stride.
    pub in_stride: bool,
    /// Which leaf of the shape or stride, from the left, counted from 0.
    pub leaf: usize,
    /// Its value.
    pub found: i64,
    /// What the type holds.
    pub expected: Known,
}
impl ShapeMismatch {
    /// The same error `leaves` further to the right.
    fn after(self, leaves: usize) -> Self {
        let leaf = self.leaf + leaves;
        Self { leaf, ..self }
    }

    /// The same error of a stride.
    fn of_stride(self) -> Self {
        let in_stride = true;
        Self { in_stride, ..self }
    }
}
impl fmt::Display for ShapeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = if self.in_stride { "stride" } else { "shape" };
        write!(f, "leaf {} of the {part} is {}, ", self.leaf, self.found)?;
        match self.expected {
            Known::Static(value) => write!(f, "not {value}"),
            Known::Multiple(of) => write!(f, "not a positive multiple of {of}"),
            Known::Dynamic => f.write_str("which the leaf's type does not hold"),
        }?;
        f.write_str(": take a type with this value, or with a dynamic leaf there")
    }
}
impl core::error::Error for ShapeMismatch {}

/// How many leaves a tree has.
pub trait Leaves {
    /// Their number.
    const COUNT: usize;
}

/// The value as a leaf of type `R`, if it is one.
fn leaf<R: Leaf>(found: i64, made: Option<R>) -> Result<R, ShapeMismatch> {
    made.ok_or(ShapeMismatch {
        in_stride: false,
        leaf: 0,
        found,
        expected: R::KNOWN,
    })
}

macro_rules! fixed {
    ($c:ident) => {
        impl<U: Nat> IntoDynamic for $c<U> {
            type Out = i64;
            #[inline(always)]
            fn into_dynamic(self) -> i64 {
                self.value()
            }
        }
        impl<U: Nat, X: Int> TryFromDynamic<X> for $c<U> {
            #[inline]
            fn try_from_dynamic(x: X) -> Result<Self, ShapeMismatch> {
                leaf(
                    x.value(),
                    (x.value() == Self::NEW.value()).then_some(Self::NEW),
                )
            }
        }
        impl<U> Leaves for $c<U> {
            const COUNT: usize = 1;
        }
    };
}
fixed!(C);
fixed!(N);
macro_rules! dynamic {
    ($t:ident) => {
        impl IntoDynamic for $t {
            type Out = Self;
            #[inline(always)]
            fn into_dynamic(self) -> Self {
                self
            }
        }
        impl<X: Int> TryFromDynamic<X> for $t {
            #[inline]
            fn try_from_dynamic(x: X) -> Result<Self, ShapeMismatch> {
                leaf(x.value(), Self::try_from(x.value()).ok())
            }
        }
        impl Leaves for $t {
            const COUNT: usize = 1;
        }
    };
}
for_dynamic!(dynamic);
impl<K: Nat, T: Dynamic> IntoDynamic for Dyn<K, T> {
    type Out = T;
    #[inline(always)]
    fn into_dynamic(self) -> T {
        self.get()
    }
}
impl<K: Nat, T: Dynamic + TryFromDynamic<X>, X: Int> TryFromDynamic<X> for Dyn<K, T> {
    #[inline]
    fn try_from_dynamic(x: X) -> Result<Self, ShapeMismatch> {
        leaf(x.value(), Dyn::new(T::try_from_dynamic(x)?).ok())
    }
}
impl<K, T> Leaves for Dyn<K, T> {
    const COUNT: usize = 1;
}
impl<X: IntoDynamic, P> IntoDynamic for E<X, P> {
    type Out = E<X::Out, P>;
    #[inline(always)]
    fn into_dynamic(self) -> Self::Out {
        E::new(self.value().into_dynamic())
    }
}
impl<Y: TryFromDynamic<X>, X: Copy, P> TryFromDynamic<E<X, P>> for E<Y, P> {
    #[inline]
    fn try_from_dynamic(x: E<X, P>) -> Result<Self, ShapeMismatch> {
        Y::try_from_dynamic(x.value()).map(E::new)
    }
}
impl<X, P> Leaves for E<X, P> {
    const COUNT: usize = 1;
}

macro_rules! alone {
    ($t:ty, $value:expr) => {
        impl IntoDynamic for $t {
            type Out = Self;
            #[inline(always)]
            fn into_dynamic(self) -> Self {
                self
            }
        }
        impl TryFromDynamic<$t> for $t {
            #[inline]
            fn try_from_dynamic(_: $t) -> Result<Self, ShapeMismatch> {
                Ok($value)
            }
        }
        impl Leaves for $t {
            const COUNT: usize = 0;
        }
    };
}
alone!((), ());
alone!(Underscore, Underscore);
macro_rules! tuple {
    ($($a:ident $b:ident $i:tt),*) => {
        impl<$($a: IntoDynamic),*> IntoDynamic for ($($a,)*) {
            type Out = ($($a::Out,)*);
            #[inline(always)]
            fn into_dynamic(self) -> Self::Out {
                ($(self.$i.into_dynamic(),)*)
            }
        }
        impl<$($a: TryFromDynamic<$b> + Leaves, $b),*> TryFromDynamic<($($b,)*)> for ($($a,)*) {
            #[inline]
            fn try_from_dynamic(x: ($($b,)*)) -> Result<Self, ShapeMismatch> {
                let mut left = 0;
                let all = ($({
                    let entry = $a::try_from_dynamic(x.$i).map_err(|error| error.after(left))?;
                    left += $a::COUNT;
                    entry
                },)*);
                debug_assert_eq!(left, Self::COUNT);
                Ok(all)
            }
        }
        impl<$($a: Leaves),*> Leaves for ($($a,)*) {
            const COUNT: usize = 0 $(+ $a::COUNT)*;
        }
    };
}
for_tuples!(tuple);

impl<S: IntoDynamic, D: IntoDynamic> IntoDynamic for Layout<S, D> {
    type Out = Layout<S::Out, D::Out>;
    #[inline(always)]
    fn into_dynamic(self) -> Self::Out {
        Layout::from_parts(self.shape().into_dynamic(), self.stride().into_dynamic())
    }
}
impl<S, D, X: Copy, Y: Copy> TryFromDynamic<Layout<X, Y>> for Layout<S, D>
where
    S: TryFromDynamic<X> + Congruent<D>,
    D: TryFromDynamic<Y>,
{
    #[inline]
    fn try_from_dynamic(x: Layout<X, Y>) -> Result<Self, ShapeMismatch> {
        let shape = S::try_from_dynamic(x.shape())?;
        let stride = D::try_from_dynamic(x.stride()).map_err(ShapeMismatch::of_stride)?;
        Ok(Layout::new(shape, stride))
    }
}
/// The tree as one of the type `R`, which nests as it does, if its values are those of the static leaves of `R`.
///
/// # Errors
/// [`ShapeMismatch`] with the first leaf that differs.
///
/// ```
/// use azulejo_layout::{IntoDynamic, Notation, shape, try_into_static};
/// use azulejo_layout::ints::{_8, _16};
/// type Tile = (_8, _16);
/// let dynamic = shape!(_8, _16).into_dynamic();
/// assert_eq!(Notation(try_into_static::<Tile, _>(dynamic)?).to_string(), "(_8,_16)");
/// let error = try_into_static::<Tile, _>((8, 17)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "leaf 1 of the shape is 17, not 16: take a type with this value, or with a dynamic leaf there"
/// );
/// # Ok::<(), azulejo_layout::ShapeMismatch>(())
/// ```
#[inline]
pub fn try_into_static<R: TryFromDynamic<X>, X>(x: X) -> Result<R, ShapeMismatch> {
    R::try_from_dynamic(x)
}

impl<S: IntoDynamic, D: IntoDynamic> Layout<S, D>
where
    Self: AnyLayout,
{
    /// The same layout with `i64` for each static leaf: the same function, of a type that does not tell its values.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// let l = layout!((_8, _16):(_16, _1));
    /// assert_eq!(l.into_dynamic().to_string(), "(8,16):(16,1)");
    /// ```
    #[inline(always)]
    pub fn into_dynamic(self) -> Layout<S::Out, D::Out> {
        IntoDynamic::into_dynamic(self)
    }
}
impl<S: Copy, D: Copy> Layout<S, D> {
    /// The same layout as the type `R` of the same profile, if the values are those of its static leaves.
    ///
    /// A profile that differs is a compile error.
    ///
    /// # Errors
    /// [`ShapeMismatch`] with the first leaf that differs, or that the type of a dynamic leaf of `R` does not hold.
    ///
    /// ```
    /// use azulejo_layout::{Layout, layout};
    /// use azulejo_layout::ints::{_1, _8, _16};
    /// type Rows = Layout<(_8, usize), (_16, _1)>;
    /// let (m, n) = (8, 12);
    /// assert_eq!(layout!((m, n):(16, 1)).try_into_static::<Rows>()?.to_string(), "(_8,12):(_16,_1)");
    /// let error = layout!((m, n):(n, 1)).try_into_static::<Rows>().unwrap_err();
    /// assert!(error.in_stride && error.found == 12);
    /// # Ok::<(), azulejo_layout::ShapeMismatch>(())
    /// ```
    ///
    /// ```compile_fail
    /// use azulejo_layout::{Layout, layout};
    /// use azulejo_layout::ints::{_1, _8};
    /// // one mode, not two
    /// layout!((8, 2):(1, 8)).try_into_static::<Layout<_8, _1>>();
    /// ```
    #[inline]
    pub fn try_into_static<R: TryFromDynamic<Self>>(self) -> Result<R, ShapeMismatch> {
        R::try_from_dynamic(self)
    }
}
