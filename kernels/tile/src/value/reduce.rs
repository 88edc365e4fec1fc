//! Reductions of an axis, or of all.

use azulejo_tensor::Element;

use super::{Compute, Real, Tile, convert, fold::Bits};
use crate::{Axis, KeepOne, TileShape, coordinate};

/// An element that reductions take: what sums are made in comes from [`Element::Acc`].
trait Best: Compute {
    /// Returns `true` if `b` at a later or an earlier index goes before `a`.
    fn before(a: (Self, u32), b: (Self, u32), greater: bool) -> bool;
}

impl<T: Compute> Best for T {
    #[inline(always)]
    #[allow(clippy::eq_op)] // A NaN is unequal to itself.
    fn before((a, i): (T, u32), (b, j): (T, u32), greater: bool) -> bool {
        let (a_nan, b_nan) = (a != a, b != b);
        if a_nan || b_nan {
            return (a_nan && !b_nan) || (a_nan == b_nan && j < i);
        }
        let better = if greater { b > a } else { b < a };
        better || (b == a && j < i)
    }
}

#[inline(always)]
fn best<T: Compute>(greater: bool) -> impl Fn((T, u32), (T, u32)) -> (T, u32) {
    move |a, b| if T::before(a, b, greater) { b } else { a }
}

#[inline(always)]
#[allow(clippy::eq_op)] // A NaN is unequal to itself.
fn or_nan<T: Compute>(f: impl Fn(T, T) -> T) -> impl Fn(T, T) -> T {
    move |a, b| {
        if a != a {
            a
        } else if b != b {
            b
        } else {
            f(a, b)
        }
    }
}

macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident $whole:ident $spread:ident $function:expr;)*) => {$(
        $(#[$doc])*
        /// The axis stays, with extent 1.
        #[inline(always)]
        pub fn $name<const AXIS: usize>(self) -> Tile<T, <S as KeepOne<AXIS>>::Out>
        where
            S: KeepOne<AXIS>,
        {
            self.fold(const { Bits::of::<S>(AXIS) }, $function)
        }

        $(#[$doc])*
        /// Of all elements.
        #[inline(always)]
        pub fn $whole(self) -> Tile<T, ()> {
            self.fold(const { Bits::all::<S>() }, $function)
        }

        $(#[$doc])*
        /// Repeated along the axis, so that the tile keeps its shape; cheaper than the reduction and a broadcast.
        #[inline(always)]
        pub fn $spread<const AXIS: usize>(self) -> Self
        where
            S: Axis<AXIS>,
        {
            self.fold_broadcast(const { Bits::of::<S>(AXIS) }, $function)
        }
    )*};
}

impl<T: Compute, S: TileShape> Tile<T, S> {
    folds! {
        /// The largest element along an axis; a NaN is passed over.
        max max_all max_broadcast Compute::most;
        /// The smallest element along an axis; a NaN is passed over.
        min min_all min_broadcast Compute::least;
        /// The largest element along an axis; a NaN where there is one.
        max_or_nan max_or_nan_all max_or_nan_broadcast or_nan(Compute::most);
        /// The smallest element along an axis; a NaN where there is one.
        min_or_nan min_or_nan_all min_or_nan_broadcast or_nan(Compute::least);
        /// The product along an axis, in the tile's own type.
        prod prod_all prod_broadcast Compute::times;
    }

    /// The sum along an axis, in the accumulator of the type: `f32` for the 16-bit floats, `i32` for small integers.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _4));
    /// assert_eq!(t.sum::<1>().to_string(), "[[6], [22]]");
    /// assert_eq!(t.sum_all().item(), 28);
    /// assert_eq!(t.prod::<1>().to_string(), "[[0], [840]]");
    /// assert_eq!(t.argmax::<1>().to_string(), "[[3], [3]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _4)).sum::<2>(); // it has axes 0 and 1
    /// ```
    #[inline(always)]
    pub fn sum<const AXIS: usize>(self) -> Tile<T::Acc, <S as KeepOne<AXIS>>::Out>
    where
        S: KeepOne<AXIS>,
        T: Element<Acc: Compute>,
    {
        self.cast::<T::Acc>()
            .fold(const { Bits::of::<S>(AXIS) }, Compute::plus)
    }

    /// The sum of all elements, in the accumulator of the type.
    #[inline(always)]
    pub fn sum_all(self) -> Tile<T::Acc, ()>
    where
        T: Element<Acc: Compute>,
    {
        self.cast::<T::Acc>()
            .fold(const { Bits::all::<S>() }, Compute::plus)
    }

    /// The sum along an axis, repeated along it, so that the tile keeps its shape.
    #[inline(always)]
    pub fn sum_broadcast<const AXIS: usize>(self) -> Tile<T::Acc, S>
    where
        S: Axis<AXIS>,
        T: Element<Acc: Compute>,
    {
        self.cast::<T::Acc>()
            .fold_broadcast(const { Bits::of::<S>(AXIS) }, Compute::plus)
    }

    /// The mean of all elements, in the accumulator of the type.
    #[inline(always)]
    pub fn mean_all(self) -> Tile<T::Acc, ()>
    where
        T: Element<Acc: Real>,
    {
        let count = convert::<u32, T::Acc>(S::SIZE as u32);
        self.sum_all().mapped(|sum| sum.quotient(count))
    }

    /// A reduction by a function of one's own, which must be associative for the order not to matter.
    ///
    /// `f` runs in each thread by itself: it owns what it captures, and captures no tile, array or block.
    #[inline(always)]
    pub fn reduce<const AXIS: usize>(
        self,
        f: impl Fn(T, T) -> T + Copy + Send + 'static,
    ) -> Tile<T, <S as KeepOne<AXIS>>::Out>
    where
        S: KeepOne<AXIS>,
    {
        self.fold(const { Bits::of::<S>(AXIS) }, f)
    }

    /// The coordinate of the largest element along an axis: the smallest such; a NaN is passed over.
    #[inline(always)]
    pub fn argmax<const AXIS: usize>(self) -> Tile<i32, <S as KeepOne<AXIS>>::Out>
    where
        S: KeepOne<AXIS>,
    {
        self.arg::<AXIS>(true)
    }

    /// The coordinate of the smallest element along an axis: the smallest such; a NaN is passed over.
    #[inline(always)]
    pub fn argmin<const AXIS: usize>(self) -> Tile<i32, <S as KeepOne<AXIS>>::Out>
    where
        S: KeepOne<AXIS>,
    {
        self.arg::<AXIS>(false)
    }

    #[inline(always)]
    fn arg<const AXIS: usize>(self, greater: bool) -> Tile<i32, <S as KeepOne<AXIS>>::Out>
    where
        S: KeepOne<AXIS>,
    {
        let places = Tile::<u32, S>::numbered(|number| coordinate::<S>(number, AXIS) as u32);
        self.zipped(places, |x, at| (x, at))
            .fold::<<S as KeepOne<AXIS>>::Out>(const { Bits::of::<S>(AXIS) }, best(greater))
            .mapped(|(_, at)| at as i32)
    }
}
