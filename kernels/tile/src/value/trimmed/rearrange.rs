//! Trimmed tiles with their elements elsewhere: in another shape, turned, joined, cut.

use azulejo_layout::C;

use super::{
    IntoTrimShape, Joined, TrimShape, Trimmed,
    shape::{coordinates, count, extents, place},
};
use crate::{Index, Region, Tile, unrolled};

impl<T: Copy, E: TrimShape> Trimmed<T, E> {
    /// The same elements, in row-major order, in another shape.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i32, _>::iota(blk, tile!(_2, _3)).reshape(tile!(_3, _2));
    /// assert_eq!(t.to_string(), "[[0, 1], [2, 3], [4, 5]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i32, _>::iota(blk, tile!(_2, _3)).reshape(tile!(_5)); // 6 elements are not 5
    /// ```
    #[inline(always)]
    pub fn reshape<N: IntoTrimShape>(self, shape: N) -> Trimmed<T, N::Shape> {
        let _ = shape;
        const {
            assert!(
                E::COUNT == <N::Shape as TrimShape>::COUNT,
                "a reshape keeps the number of elements"
            )
        };
        self.moved(|at| coordinates::<E>(count::<N::Shape>(at)))
    }

    /// Two tiles one after the other along an axis; their other extents are equal.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Trimmed::<i32, _>::iota(blk, tile!(_2, _3)), Trimmed::<i32, _>::full(blk, tile!(_2, _2), 9));
    /// assert_eq!(a.cat::<1, _>(b).to_string(), "[[0, 1, 2, 9, 9], [3, 4, 5, 9, 9]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Trimmed::<i32, _>::iota(blk, tile!(_2, _3)), Trimmed::<i32, _>::iota(blk, tile!(_3, _2)));
    /// a.cat::<1, _>(b); // 2 rows next to 3
    /// ```
    #[inline(always)]
    pub fn cat<const AXIS: usize, F: TrimShape>(
        self,
        other: Trimmed<T, F>,
    ) -> Trimmed<T, <E as Joined<F, AXIS>>::Out>
    where
        E: Joined<F, AXIS>,
    {
        let extent = const { extents::<E>()[AXIS] };
        let a = self.moved::<<E as Joined<F, AXIS>>::Out>(|mut at| {
            at[AXIS] = if at[AXIS] < extent { at[AXIS] } else { 0 };
            at
        });
        let b = other.moved::<<E as Joined<F, AXIS>>::Out>(|mut at| {
            at[AXIS] = at[AXIS].saturating_sub(extent);
            at
        });
        let first =
            Tile::numbered(|number| place::<<E as Joined<F, AXIS>>::Out>(number).0[AXIS] < extent);
        a.zipped(b, |a, b| (a, b)).zipped(
            Trimmed { whole: first },
            |(a, b), first| if first { a } else { b },
        )
    }

    /// The part of another shape that begins at these coordinates; where it would reach past the end,
    /// it begins earlier.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i32, _>::iota(blk, tile!(_3, _5));
    /// assert_eq!(t.part(tile!(_2, _3), (1, 2)).to_string(), "[[7, 8, 9], [12, 13, 14]]");
    /// ```
    #[inline(always)]
    pub fn part<N: IntoTrimShape>(self, shape: N, first: E::Index) -> Trimmed<T, N::Shape>
    where
        N::Shape: TrimShape<Index = E::Index>,
    {
        let _ = shape;
        const {
            let (mut axis, part) = (0, extents::<N::Shape>());
            while axis < <E as Region>::RANK {
                assert!(
                    part[axis] <= extents::<E>()[axis],
                    "a part is not larger than the whole"
                );
                axis += 1;
            }
        };
        let mut begin = first.numbers();
        // An index into three arrays, two of which are made anew.
        #[allow(clippy::needless_range_loop)]
        for axis in 0..<E as Region>::RANK {
            begin[axis] = begin[axis].min(extents::<E>()[axis] - extents::<N::Shape>()[axis]);
        }
        self.moved(|mut at| {
            unrolled!(AXIS in <E as Region>::RANK => {
                at[AXIS] += begin[AXIS];
            });
            at
        })
    }
}

impl<T: Copy, M: Copy, N: Copy> Trimmed<T, (C<M>, C<N>)>
where
    (C<M>, C<N>): TrimShape,
    (C<N>, C<M>): TrimShape,
{
    /// The two axes of a matrix exchanged.
    ///
    /// ```
    /// use azulejo_tile::{Block, Trimmed};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let t = Trimmed::<i32, _>::iota(blk, tile!(_2, _3)).transpose();
    /// assert_eq!(t.to_string(), "[[0, 3], [1, 4], [2, 5]]");
    /// ```
    #[inline(always)]
    pub fn transpose(self) -> Trimmed<T, (C<N>, C<M>)> {
        self.moved(|mut at| {
            [at[0], at[1]] = [at[1], at[0]];
            at
        })
    }
}
