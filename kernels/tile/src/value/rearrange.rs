//! Tiles with their elements elsewhere: permuted, joined, cut.

use super::{Formula, Tile};
use crate::{
    Axis, Doubled, Drop, Extent, Insert, IntoTileShape, MAX_RANK, TileShape, block, coordinate,
    each_permutation, order, steps, unrolled,
};

macro_rules! permutations {
    ($($name:ident $count:literal $($axis:ident)*;)*) => {$(
        #[doc = concat!($count, " axes in another order: axis `i` of the result is the `i`-th one named.")]
        ///
        /// ```
        /// use azulejo_tile::{Block, Tile};
        /// use azulejo_layout::tile;
        /// let blk = &Block::single();
        /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _2, _2)).permute::<2, 0, 1>();
        /// assert_eq!(t.to_string(), "[[[0, 2], [4, 6]], [[1, 3], [5, 7]]]");
        /// let t = Tile::<i32, _>::iota(blk, tile!(_1, _2, _1, _1, _2)).permute_5::<4, 0, 2, 3, 1>();
        /// assert_eq!(t.to_string(), "[[[[[0, 2]]]], [[[[1, 3]]]]]");
        /// ```
        /// ```compile_fail,E0080
        /// use azulejo_tile::{Block, Tile};
        /// use azulejo_layout::tile;
        /// let blk = &Block::single();
        /// let t = Tile::<i32, _>::iota(blk, tile!(_1, _2, _2, _2)).permute_4::<3, 1, 1, 0>(); // axis 1 twice
        /// ```
        #[inline(always)]
        #[allow(clippy::type_complexity)]
        pub fn $name<$(const $axis: usize),*>(self) -> Tile<T, ($(<S as Axis<$axis>>::Extent,)*)>
        where
            S: $(Axis<$axis> +)*,
            ($(<S as Axis<$axis>>::Extent,)*): TileShape<Index = S::Index>,
        {
            self.permuted(const { order(&[$($axis),*]) })
        }
    )*};
}

impl<T: Copy, S: TileShape> Tile<T, S> {
    /// The tile of shape `O` whose element `n` is element `source(n)` of this one.
    #[inline(always)]
    pub(crate) fn rearranged<O: TileShape>(self, source: impl Fn(usize) -> usize) -> Tile<T, O> {
        Tile::of(block::exchange::<T, S::Count, O::Count>(
            &self.held,
            S::SIZE,
            Some,
            source,
        ))
    }

    /// The tile with a new axis of extent 1 at `AXIS`. Nothing moves.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let column = Tile::<i32, _>::iota(blk, tile!(_2)).expand_dims::<1>();
    /// assert_eq!(column.to_string(), "[[0], [1]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2)).expand_dims::<2>(); // axis 2 is past the end
    /// ```
    #[inline(always)]
    pub fn expand_dims<const AXIS: usize>(self) -> Tile<T, <S as Insert<AXIS>>::Out>
    where
        S: Insert<AXIS>,
    {
        Tile::of(<<S as Insert<AXIS>>::Out as TileShape>::Count::generate(
            |v| self.held(v),
        ))
    }

    /// The tile without `AXIS`, which must have extent 1. Nothing moves.
    #[inline(always)]
    pub fn squeeze<const AXIS: usize>(self) -> Tile<T, <S as Drop<AXIS>>::Out>
    where
        S: Drop<AXIS>,
    {
        const {
            assert!(
                S::EXTENTS[AXIS] == 1,
                "only an axis of extent 1 can be left out"
            )
        };
        Tile::of(<<S as Drop<AXIS>>::Out as TileShape>::Count::generate(
            |v| self.held(v),
        ))
    }

    /// The two axes of a matrix exchanged.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _4)).transpose();
    /// assert_eq!(t.to_string(), "[[0, 4], [1, 5], [2, 6], [3, 7]]");
    /// ```
    #[inline(always)]
    pub fn transpose(self) -> Tile<T, (<S as Axis<1>>::Extent, <S as Axis<0>>::Extent)>
    where
        S: Axis<0> + Axis<1> + TileShape<Index = (usize, usize)>,
        (<S as Axis<1>>::Extent, <S as Axis<0>>::Extent): TileShape,
    {
        self.permuted(const { order(&[1, 0]) })
    }

    each_permutation! { permutations }

    #[inline(always)]
    fn permuted<O: TileShape>(self, axes: [usize; MAX_RANK]) -> Tile<T, O> {
        let step = const { steps(S::EXTENTS, S::RANK) };
        self.rearranged(|number| {
            let mut at = 0;
            unrolled!(EACH in O::RANK => {
                at += coordinate::<O>(number, EACH) * step[axes[EACH]];
            });
            at
        })
    }

    /// Two tiles of one shape, one after the other along an axis.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2, _2));
    /// assert_eq!(t.cat::<1>(t * 10).to_string(), "[[0, 1, 0, 10], [2, 3, 20, 30]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_2)).cat::<0>(Tile::<i32, _>::iota(blk, tile!(_4))); // unequal shapes
    /// ```
    #[inline(always)]
    pub fn cat<const AXIS: usize>(
        self,
        other: impl Formula<Element = T, Shape = S>,
    ) -> Tile<T, <S as Doubled<AXIS>>::Out>
    where
        S: Doubled<AXIS>,
    {
        let step = const { steps(S::EXTENTS, S::RANK) };
        let extent = const { S::EXTENTS[AXIS] };
        let source = |number: usize| {
            let mut at = 0;
            unrolled!(EACH in S::RANK => {
                let here = coordinate::<<S as Doubled<AXIS>>::Out>(number, EACH);
                at += if EACH == AXIS { here & (extent - 1) } else { here } * step[EACH];
            });
            at
        };
        let first = Tile::<bool, <S as Doubled<AXIS>>::Out>::numbered(|number| {
            coordinate::<<S as Doubled<AXIS>>::Out>(number, AXIS) < extent
        });
        let a: Tile<T, <S as Doubled<AXIS>>::Out> = self.rearranged(source);
        let b: Tile<T, <S as Doubled<AXIS>>::Out> = other.tile().rearranged(source);
        a.zipped(b, |a, b| (a, b))
            .zipped(first, |(a, b), first| if first { a } else { b })
    }

    /// The tile with another in place of its part with this index, when it is cut into tiles of that shape.
    ///
    /// An index outside the tile counts from its start again.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::zeros(blk, tile!(_2, _4)).insert(Tile::<i32, _>::iota(blk, tile!(_1, _2)), (1, 1));
    /// assert_eq!(t.to_string(), "[[0, 0, 0, 0], [0, 0, 0, 1]]");
    /// ```
    #[inline(always)]
    pub fn insert<N: TileShape<Index = S::Index>>(
        self,
        part: impl Formula<Element = T, Shape = N>,
        index: S::Index,
    ) -> Self {
        use crate::Index;
        let step = const { steps(N::EXTENTS, N::RANK) };
        let index = index.numbers();
        // Where an element of the whole lies in the part, and whether it does.
        let place = |number: usize| {
            let (mut at, mut inside) = (0, true);
            unrolled!(EACH in S::RANK => {
                let start = index[EACH].wrapping_mul(N::EXTENTS[EACH]) & (S::EXTENTS[EACH] - 1);
                let here = coordinate::<S>(number, EACH).wrapping_sub(start);
                inside &= here < N::EXTENTS[EACH];
                at += (here & (N::EXTENTS[EACH] - 1)) * step[EACH];
            });
            (at, inside)
        };
        let spread = part.tile().rearranged::<S>(|number| place(number).0);
        let inside = Tile::<bool, S>::numbered(|number| place(number).1);
        self.zipped(spread, |a, b| (a, b))
            .zipped(inside, |(a, b), inside| if inside { b } else { a })
    }

    /// The part with this index, when the tile is cut into tiles of a smaller shape.
    ///
    /// An index outside the tile counts from its start again.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Tile::<i32, _>::iota(blk, tile!(_4, _4));
    /// assert_eq!(t.extract(tile!(_2, _2), (1, 0)).to_string(), "[[8, 9], [12, 13]]");
    /// ```
    #[inline(always)]
    pub fn extract<N: IntoTileShape>(self, shape: N, index: S::Index) -> Tile<T, N::Shape>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        use crate::Index;
        let _ = shape;
        let step = const { steps(S::EXTENTS, S::RANK) };
        let index = index.numbers();
        self.rearranged(|number| {
            let mut at = 0;
            unrolled!(EACH in S::RANK => {
                let start = index[EACH].wrapping_mul(<N::Shape as TileShape>::EXTENTS[EACH]);
                let here = start.wrapping_add(coordinate::<N::Shape>(number, EACH));
                at += (here & (S::EXTENTS[EACH] - 1)) * step[EACH];
            });
            at
        })
    }
}
