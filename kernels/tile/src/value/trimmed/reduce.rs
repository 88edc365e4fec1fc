//! Reductions, scans and products of trimmed tiles: what lies past the extents takes no part.

use azulejo_layout::C;
use azulejo_tensor::{Category, Element};

use super::{
    TrimKeepOne, TrimShape, Trimmed,
    shape::{number, place},
};
use crate::value::{Compute, Factor, fold::Bits};
use crate::{Axis, KeepOne, Tile, TileShape, convert};

/// A value that neither a maximum nor a minimum takes: a NaN, or of integers the least or the greatest.
fn passed_over<T: Element>(greatest: bool) -> T {
    match T::DTYPE.category() {
        Category::Float => convert::<f32, T>(f32::NAN),
        _ => {
            let bits = 8 * size_of::<T>() as u32;
            let signed = matches!(T::DTYPE.name().as_bytes()[0], b'i');
            let all = u64::MAX >> (64 - bits);
            T::from_raw(match (signed, greatest) {
                (true, true) => all >> 1,
                (true, false) => 1 << (bits - 1),
                (false, true) => all,
                (false, false) => 0,
            })
        }
    }
}

macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident $whole:ident $outside:expr, $function:expr;)*) => {$(
        $(#[$doc])*
        /// The axis stays, with extent 1.
        #[inline(always)]
        pub fn $name<const AXIS: usize>(self) -> Trimmed<T, <E as TrimKeepOne<AXIS>>::Out>
        where
            E: TrimKeepOne<AXIS>,
        {
            let whole = self.whole($outside);
            Trimmed { whole: whole.fold(const { Bits::of::<E::Whole>(AXIS) }, $function) }
        }

        $(#[$doc])*
        /// Of all elements.
        #[inline(always)]
        pub fn $whole(self) -> Tile<T, ()> {
            self.whole($outside).fold(const { Bits::all::<E::Whole>() }, $function)
        }
    )*};
}

impl<T: Compute, E: TrimShape> Trimmed<T, E> {
    folds! {
        /// The largest element along an axis; a NaN is passed over.
        max max_all passed_over(false), Compute::most;
        /// The smallest element along an axis; a NaN is passed over.
        min min_all passed_over(true), Compute::least;
        /// The product along an axis, in the tile's own type.
        prod prod_all T::ONE, Compute::times;
    }

    /// The sum along an axis, in the accumulator of the type. The axis stays, with extent 1.
    #[inline(always)]
    pub fn sum<const AXIS: usize>(self) -> Trimmed<T::Acc, <E as TrimKeepOne<AXIS>>::Out>
    where
        E: TrimKeepOne<AXIS>,
        T: Element<Acc: Compute>,
    {
        let whole = self.whole(T::ZERO).cast::<T::Acc>();
        Trimmed {
            whole: whole.fold(const { Bits::of::<E::Whole>(AXIS) }, Compute::plus),
        }
    }

    /// The sum of all elements, in the accumulator of the type.
    #[inline(always)]
    pub fn sum_all(self) -> Tile<T::Acc, ()>
    where
        T: Element<Acc: Compute>,
    {
        self.whole(T::ZERO).sum_all()
    }

    /// The coordinate of the largest element along an axis: the smallest such; a NaN is passed over.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i8, _>::full(blk, tile!(_2, _3), -128);
    /// assert_eq!(t.argmax::<1>().to_string(), "[[0], [0]]");
    /// ```
    #[inline(always)]
    pub fn argmax<const AXIS: usize>(self) -> Trimmed<i32, <E as TrimKeepOne<AXIS>>::Out>
    where
        E: TrimKeepOne<AXIS>,
        E::Whole: KeepOne<AXIS, Out = <<E as TrimKeepOne<AXIS>>::Out as TrimShape>::Whole>,
    {
        Trimmed {
            whole: self.whole(passed_over(false)).argmax::<AXIS>(),
        }
    }

    /// The coordinate of the smallest element along an axis: the smallest such; a NaN is passed over.
    #[inline(always)]
    pub fn argmin<const AXIS: usize>(self) -> Trimmed<i32, <E as TrimKeepOne<AXIS>>::Out>
    where
        E: TrimKeepOne<AXIS>,
        E::Whole: KeepOne<AXIS, Out = <<E as TrimKeepOne<AXIS>>::Out as TrimShape>::Whole>,
    {
        Trimmed {
            whole: self.whole(passed_over(true)).argmin::<AXIS>(),
        }
    }

    /// Running sums along an axis, from its start or, with `reverse`, from its end.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i32, _>::iota(blk, tile!(_3));
    /// assert_eq!((t.cumsum::<0>(false).to_string(), t.cumsum::<0>(true).to_string()), ("[0, 1, 3]".into(), "[3, 3, 2]".into()));
    /// ```
    #[inline(always)]
    pub fn cumsum<const AXIS: usize>(self, reverse: bool) -> Self
    where
        E::Whole: Axis<AXIS>,
    {
        Self {
            whole: self.whole(T::ZERO).cumsum::<AXIS>(reverse),
        }
    }
}

impl<T: Compute, M: Copy, N: Copy> Trimmed<T, (C<M>, C<N>)>
where
    (C<M>, C<N>): TrimShape,
{
    /// `self + a b`, summed in this tile's type: as [`Tile::mma`].
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Trimmed::<f32, _>::ones(blk, tile!(_2, _5)), Trimmed::<f32, _>::ones(blk, tile!(_5, _3)));
    /// let acc = Trimmed::<f32, _>::full(blk, tile!(_2, _3), 10.0);
    /// assert_eq!(acc.mma(a, b).to_string(), "[[15.0, 15.0, 15.0], [15.0, 15.0, 15.0]]");
    /// ```
    #[inline(always)]
    pub fn mma<A, B, K, P, Q, R>(
        self,
        a: Trimmed<A, (C<M>, C<K>)>,
        b: Trimmed<B, (C<K>, C<N>)>,
    ) -> Self
    where
        A: Factor<T>,
        B: Factor<T>,
        P: Copy + Default + 'static,
        Q: Copy + Default + 'static,
        (C<M>, C<N>): TrimShape<Whole = (C<P>, C<Q>)>,
        (C<M>, C<K>): TrimShape<Whole = (C<P>, C<R>)>,
        (C<K>, C<N>): TrimShape<Whole = (C<R>, C<Q>)>,
        (C<P>, C<Q>): TileShape,
        (C<P>, C<R>): TileShape,
        (C<R>, C<Q>): TileShape,
    {
        Self {
            whole: self.whole.mma(a.whole(A::ZERO), b.whole(B::ZERO)),
        }
    }
}

impl<T: Copy, E: TrimShape> Trimmed<T, E> {
    /// The tile of shape `O` whose element at `at` is this one's at `source(at)`, both inside.
    #[inline(always)]
    pub(super) fn moved<O: TrimShape>(
        self,
        source: impl Fn([usize; crate::MAX_RANK]) -> [usize; crate::MAX_RANK],
    ) -> Trimmed<T, O> {
        Trimmed {
            whole: self.whole.rearranged(|to| match place::<O>(to) {
                (at, true) => number::<E>(source(at)),
                _ => 0,
            }),
        }
    }
}
