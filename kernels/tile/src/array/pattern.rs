//! [`Pattern`]: what the type of an array says of its extents.

use azulejo_layout::{C, Dyn};
use typenum::Unsigned;

use crate::{FEW, Index, MAX_RANK, Pass, Passed, sealed::Sealed, width};

/// An extent in the type of an array: `usize` for any, `_256` for this one, `Dyn<U256, usize>` for a multiple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extent of an array",
    note = "an extent is `usize`, a static integer as `_256`, or a known multiple as `Dyn<U256, usize>`"
)]
///
/// Sealed: what it says of extents decides which elements are inside an array.
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy)]
/// struct Any;
/// impl azulejo_tile::ArrayExtent for Any {
///     const FIXED: Option<usize> = Some(1 << 40);
///     const DIVISOR: usize = 1;
/// }
/// ```
pub trait ArrayExtent: Sealed + Copy + 'static {
    /// The extent, where the type gives it.
    const FIXED: Option<usize>;
    /// A number that is known to divide the extent.
    const DIVISOR: usize;
}

impl ArrayExtent for usize {
    const FIXED: Option<usize> = None;
    const DIVISOR: usize = 1;
}

impl<U: Unsigned + 'static> ArrayExtent for C<U> {
    const FIXED: Option<usize> = Some(U::USIZE);
    const DIVISOR: usize = U::USIZE;
}

impl<K: Unsigned + Copy + 'static> ArrayExtent for Dyn<K, usize>
where
    Self: Copy,
{
    const FIXED: Option<usize> = None;
    const DIVISOR: usize = K::USIZE;
}

/// The extent of a region of `R` of an axis with this extent: `R` itself where it is known to divide the axis.
pub trait RegionExtent<R>: ArrayExtent {
    /// The extent.
    type Out: ArrayExtent;
}

impl<R: Unsigned> RegionExtent<C<R>> for usize {
    type Out = usize;
}

impl<U: Unsigned + 'static, R: Unsigned + 'static> RegionExtent<C<R>> for C<U> {
    type Out = C<R>;
}

impl<K: Unsigned + Copy + 'static, R: Unsigned + 'static> RegionExtent<C<R>> for Dyn<K, usize>
where
    Self: Copy,
{
    type Out = C<R>;
}

/// The extents of an array as its type states them: a tuple of up to eight [`ArrayExtent`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no extents of an array",
    note = "the extents of an array are a tuple of up to eight of `usize`, `_256` and `Dyn<U256, usize>`, as `(usize, _3)`"
)]
///
/// Sealed: what it says of extents decides which elements are inside an array.
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy)]
/// struct Any;
/// impl azulejo_tile::Pattern for Any {
///     type Index = (usize,);
///     const RANK: usize = 1;
///     const FIXED: [Option<usize>; 8] = [Some(1 << 40); 8];
///     const DIVISORS: [usize; 8] = [1; 8];
///     type Passed<T> = <() as azulejo_tile::Pattern>::Passed<T>;
/// }
/// ```
pub trait Pattern: Sealed + Copy + 'static {
    /// The index of a tile of such an array.
    type Index: Index;
    /// The number of axes.
    const RANK: usize;
    /// The extents that the type gives.
    const FIXED: [Option<usize>; MAX_RANK];
    /// What is known to divide each extent.
    const DIVISORS: [usize; MAX_RANK];
    /// What a kernel takes of such an array.
    #[doc(hidden)]
    type Passed<T>: Pass<T>;
}

/// The shape of the regions that an array is cut into: a tuple of up to eight static extents, powers of two or not.
///
/// ```
/// use azulejo_tile::Region;
/// use azulejo_layout::ints::{_3, _16};
/// assert_eq!(<(_16, _3)>::EXTENTS, [16, 3, 1, 1, 1, 1, 1, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a region",
    note = "the shape of a region is a tuple of up to eight static extents, as `(_16, _3)`"
)]
///
/// Sealed: its extents keep the regions of two blocks apart.
///
/// ```compile_fail,E0277
/// #[derive(Clone, Copy)]
/// struct Any;
/// impl azulejo_tile::Region for Any {
///     const RANK: usize = 1;
///     const EXTENTS: [usize; 8] = [0, 1, 1, 1, 1, 1, 1, 1];
/// }
/// ```
pub trait Region: Sealed + Copy + 'static {
    /// The number of axes.
    const RANK: usize;
    /// The extents, followed by ones.
    const EXTENTS: [usize; MAX_RANK];
}

impl Region for () {
    const RANK: usize = 0;
    const EXTENTS: [usize; MAX_RANK] = [1; MAX_RANK];
}

/// The extents of a region of shape `R` of an array with these extents.
#[diagnostic::on_unimplemented(
    message = "an array with extents `{Self}` cannot be cut into regions of shape `{R}`",
    note = "the region needs a static extent for each axis of the array"
)]
///
/// Sealed, as [`Pattern`] and [`Region`] are.
///
/// ```compile_fail,E0277
/// struct Any;
/// impl azulejo_tile::RegionOf<Any> for (usize,) {
///     type Out = (azulejo_layout::ints::_16,);
/// }
/// ```
pub trait RegionOf<R: Region>: Pattern {
    /// The extents.
    type Out: Pattern<Index = Self::Index>;
}

impl Pattern for () {
    type Index = ();
    const RANK: usize = 0;
    const FIXED: [Option<usize>; MAX_RANK] = [None; MAX_RANK];
    const DIVISORS: [usize; MAX_RANK] = [1; MAX_RANK];
    type Passed<T> = Passed<T, FEW>;
}

impl RegionOf<()> for () {
    type Out = ();
}

macro_rules! patterns {
    ($($rank:literal ($($e:ident $r:ident $k:tt $index:ty),*);)*) => {$(
        impl<$($e: ArrayExtent),*> Pattern for ($($e,)*) {
            type Index = ($($index,)*);
            const RANK: usize = $rank;
            const FIXED: [Option<usize>; MAX_RANK] = {
                let mut fixed = [None; MAX_RANK];
                $(fixed[$k] = <$e as ArrayExtent>::FIXED;)*
                fixed
            };
            const DIVISORS: [usize; MAX_RANK] = {
                let mut divisors = [1; MAX_RANK];
                $(divisors[$k] = <$e as ArrayExtent>::DIVISOR;)*
                divisors
            };
            type Passed<T> = Passed<T, { width(&[$rank]) }>;
        }

        impl<$($r: Unsigned + Copy + Default + 'static),*> Region for ($(C<$r>,)*) {
            const RANK: usize = $rank;
            const EXTENTS: [usize; MAX_RANK] = {
                let mut extents = [1; MAX_RANK];
                $(extents[$k] = <$r as Unsigned>::USIZE;)*
                $(assert!(extents[$k] > 0, "a region has elements");)*
                extents
            };
        }

        impl<$($e: RegionExtent<$r>,)* $($r),*> RegionOf<($($r,)*)> for ($($e,)*)
        where
            ($($r,)*): Region,
        {
            type Out = ($(<$e as RegionExtent<$r>>::Out,)*);
        }
    )*};
}

patterns! {
    1 (A P 0 usize);
    2 (A P 0 usize, B Q 1 usize);
    3 (A P 0 usize, B Q 1 usize, D R 2 usize);
    4 (A P 0 usize, B Q 1 usize, D R 2 usize, E S 3 usize);
    5 (A P 0 usize, B Q 1 usize, D R 2 usize, E S 3 usize, F T 4 usize);
    6 (A P 0 usize, B Q 1 usize, D R 2 usize, E S 3 usize, F T 4 usize, G U 5 usize);
    7 (A P 0 usize, B Q 1 usize, D R 2 usize, E S 3 usize, F T 4 usize, G U 5 usize, H V 6 usize);
    8 (A P 0 usize, B Q 1 usize, D R 2 usize, E S 3 usize, F T 4 usize, G U 5 usize, H V 6 usize, I W 7 usize);
}
