//! [`Tiles`] and [`TilesMut`]: an array, or a region of an output, cut into tiles with an order of its axes and steps.

use core::marker::PhantomData;

use azulejo_tensor::{Element, ImplicitCast};

use super::{
    Array, ArrayMut, Pad, Pattern,
    object::{extent, window},
    pad,
    writable::alike,
};
use crate::{
    Index, Lazy, Loaded, MAX_RANK, Raw, Rows, Tile, TileShape, convert, headed, order, unrolled,
};

/// A view of an array in tiles of shape `N` (Tile IR's partition view and strided view).
///
/// Axis `m` of a tile runs along axis `map[m]` of the array, and tile `(I_0, I_1, …)` begins at element `I_m step_m` of
/// it, where the step is the tile's extent unless another is given: smaller steps make tiles overlap, larger ones leave
/// gaps. Element `i` of the tile is at
///
/// `base + Σ_m (I_m step_m + i_m) stride_map[m]`.
///
/// The index space has `ceil(extent_map[m] / step_m)` tiles along axis `m`. Places outside the array are padded.
#[derive(Clone, Copy)]
pub struct Tiles<'a, T, S, N> {
    array: Array<'a, T, S>,
    cut: Cut<N>,
}

/// A region of an output in tiles of shape `N`, to load and store: what [`Tiles`] is of an array.
///
/// Places outside the region are padded when they are loaded, and left out when they are stored.
///
/// ```
/// use azulejo_cpu::{Strided, View, ViewMut};
/// use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
/// use azulejo_layout::{ints::{_2, _4}, tile};
/// type M = (usize, usize);
/// fn turned(_: &Block, x: Array<f32, M>, mut y: ArrayMut<f32, M>) {
///     y.tiles(tile!(_2, _4)).reversed().store((0, 0), x.load(tile!(_2, _4), (0, 0)));
/// }
/// tile_program! {
///     /// `y` is `x` transposed.
///     pub Turned = turned "example_turned" (x: In<f32, M>, y: Out<f32, M, (_4, _2)>);
/// }
/// let (x, mut y) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [0.0; 6]);
/// let (rows, turned) = (Strided::row_major(&[2, 3])?, Strided::row_major(&[3, 2])?);
/// Turned::run(View::new(&x, rows)?, ViewMut::new(&mut y, turned)?)?;
/// assert_eq!(y, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// # Ok::<(), azulejo_tile::TileError>(())
/// ```
pub struct TilesMut<'r, 'a, T, S, N> {
    array: &'r mut ArrayMut<'a, T, S>,
    cut: Cut<N>,
}

/// How tiles of shape `N` lie along the axes of an array.
#[derive(Clone, Copy)]
struct Cut<N> {
    map: [usize; MAX_RANK],
    steps: [usize; MAX_RANK],
    shape: PhantomData<N>,
}

impl<N: TileShape> Cut<N> {
    #[inline(always)]
    fn new() -> Self {
        Self {
            map: [0, 1, 2, 3, 4, 5, 6, 7],
            steps: N::EXTENTS,
            shape: PhantomData,
        }
    }

    #[inline(always)]
    fn reversed(mut self) -> Self {
        unrolled!(AXIS in N::RANK => {
            self.map[AXIS] = N::RANK - 1 - AXIS;
        });
        self
    }

    #[inline(always)]
    fn steps(mut self, steps: N::Index) -> Self {
        let steps = steps.numbers();
        unrolled!(AXIS in N::RANK => {
            self.steps[AXIS] = steps[AXIS].max(1);
        });
        self
    }

    #[inline(always)]
    fn space<T, S: Pattern>(&self, raw: &Raw<T>) -> N::Index {
        let mut space = [0; MAX_RANK];
        unrolled!(AXIS in N::RANK => {
            space[AXIS] = extent::<T, S>(raw, self.map[AXIS]).div_ceil(self.steps[AXIS].max(1));
        });
        N::Index::from_numbers(space)
    }

    #[inline(always)]
    fn start(&self, index: N::Index) -> [usize; MAX_RANK] {
        let mut start = index.numbers();
        unrolled!(AXIS in N::RANK => {
            start[AXIS] = start[AXIS].saturating_mul(self.steps[AXIS]);
        });
        start
    }

    #[inline(always)]
    fn origin(&self, index: N::Index) -> N::Index {
        let start = self.start(index);
        let mut at = [0; MAX_RANK];
        unrolled!(AXIS in N::RANK => {
            at[self.map[AXIS]] = start[AXIS];
        });
        N::Index::from_numbers(at)
    }

    #[inline(always)]
    fn offset<T>(&self, raw: &Raw<T>, index: N::Index) -> i64 {
        let at = self.origin(index).numbers();
        let mut offset = 0;
        unrolled!(AXIS in N::RANK => {
            offset = i64::wrapping_add(offset, (at[AXIS] as i64).wrapping_mul(raw.strides[AXIS]));
        });
        offset
    }
}

macro_rules! maps {
    ($($name:ident $index:ty: $($axis:ident)*;)*) => {$(
        /// Each axis of a tile along the axis of the array that is named in its place.
        #[inline(always)]
        pub fn $name<$(const $axis: usize),*>(mut self) -> Self
        where
            S: Pattern<Index = $index>,
        {
            const { order(&[$($axis),*]) };
            // Not the constant: eight numbers would be in memory on a device.
            self.cut.map = headed([$($axis),*], 0);
            self
        }
    )*};
}

macro_rules! cut {
    ($name:ident [$($lifetime:lifetime)*]) => {
        impl<$($lifetime,)* T: Element, S: Pattern, N: TileShape<Index = S::Index>> $name<$($lifetime,)* T, S, N> {
            /// The axes of the array from the last to the first: cuTile's order `F`.
            #[inline(always)]
            pub fn reversed(mut self) -> Self {
                self.cut = self.cut.reversed();
                self
            }

            /// Steps between tiles, in elements, in place of the tile's extents; a step of 0 counts as 1.
            #[inline(always)]
            pub fn steps(mut self, steps: S::Index) -> Self {
                self.cut = self.cut.steps(steps);
                self
            }

            /// Tiles along each axis.
            #[inline(always)]
            pub fn space(&self) -> S::Index {
                self.cut.space::<T, S>(&self.array.raw)
            }

            /// The coordinates, in the array, of a tile's first element.
            #[inline(always)]
            pub fn origin(&self, index: S::Index) -> S::Index {
                self.cut.origin(index)
            }

            /// The offset of a tile's first element, in elements; it wraps where that is more than an `i64` holds.
            #[inline(always)]
            pub fn offset(&self, index: S::Index) -> i64 {
                self.cut.offset(&self.array.raw, index)
            }

            /// Tile axis 0 along array axis `A`, tile axis 1 along `B`.
            ///
            /// ```compile_fail,E0080
            /// use azulejo_tile::Tiles;
            /// use azulejo_layout::ints::_2;
            /// type View = Tiles<'static, f32, (usize, usize), (_2, _2)>;
            /// let map: fn(View) -> View = View::dim_map::<1, 1>; // axis 1 is used twice
            /// ```
            /// ```compile_fail,E0080
            /// use azulejo_tile::Tiles;
            /// use azulejo_layout::ints::_2;
            /// type View = Tiles<'static, f32, (usize, usize), (_2, _2)>;
            /// let map: fn(View) -> View = View::dim_map::<2, 1>; // there is no axis 2
            /// ```
            #[inline(always)]
            pub fn dim_map<const A: usize, const B: usize>(mut self) -> Self
            where
                S: Pattern<Index = (usize, usize)>,
            {
                const { order(&[A, B]) };
                self.cut.map = headed([A, B], 0);
                self
            }

            maps! {
                dim_map_3 (usize, usize, usize): A B D;
                dim_map_4 (usize, usize, usize, usize): A B D E;
                dim_map_5 (usize, usize, usize, usize, usize): A B D E F;
                dim_map_6 (usize, usize, usize, usize, usize, usize): A B D E F G;
                dim_map_7 (usize, usize, usize, usize, usize, usize, usize): A B D E F G H;
                dim_map_8 (usize, usize, usize, usize, usize, usize, usize, usize): A B D E F G H I;
            }
        }
    };
}

cut!(Tiles ['a]);
cut!(TilesMut ['r 'a]);

impl<'a, T: Element, S: Pattern, N: TileShape<Index = S::Index>> Tiles<'a, T, S, N> {
    #[inline(always)]
    pub(super) fn new(array: Array<'a, T, S>) -> Self {
        let cut = Cut::new();
        Self { array, cut }
    }

    /// The tile with this index; 0 for places outside the array.
    #[inline(always)]
    pub fn load(&self, index: S::Index) -> Lazy<Loaded<'a, T, N>> {
        self.load_padded(index, pad::Zero)
    }

    /// The tile with this index; the padding value for places outside the array.
    #[inline(always)]
    pub fn load_padded<P: Pad<T>>(&self, index: S::Index, padding: P) -> Lazy<Loaded<'a, T, N>> {
        let _ = padding;
        let window = window::<T, S, N>(&self.array.raw, self.cut.start(index), self.cut.map);
        // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps
        // an input, which the launch checked.
        Lazy::new(unsafe { Loaded::new(window, T::from_raw(P::BITS)) })
    }
}

impl<'r, 'a, T: Element, S: Pattern, N: TileShape<Index = S::Index>> TilesMut<'r, 'a, T, S, N> {
    #[inline(always)]
    pub(super) fn new(array: &'r mut ArrayMut<'a, T, S>) -> Self {
        let cut = Cut::new();
        Self { array, cut }
    }

    /// The tile with this index, as it is now; 0 for places outside the region.
    #[inline(always)]
    pub fn load(&mut self, index: S::Index) -> Tile<T, N> {
        self.array.in_turn();
        let window = window::<T, S, N>(&self.array.raw, self.cut.start(index), self.cut.map);
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, and the output is
        // injective and overlaps no other argument, which the launch checked.
        unsafe { window.load(T::ZERO) }
    }

    /// Stores a tile at this index; elements outside the region are left out.
    ///
    /// The tile's type becomes the array's as in [`ArrayMut::store`]. Where steps make tiles overlap, what is stored last
    /// stays.
    #[inline(always)]
    pub fn store<V>(&mut self, index: S::Index, tile: V)
    where
        V: Rows<Element: ImplicitCast<T>, Shape = N>,
    {
        self.array.in_turn();
        let window = window::<T, S, N>(&self.array.raw, self.cut.start(index), self.cut.map);
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, the output is
        // injective and borrowed for writing, and overlaps no other argument; the launch checked both. Each axis of the
        // region is that of one axis of the tile, so elements of a tile lie apart.
        unsafe { window.store(tile, alike::<V::Element, T>(), convert::<V::Element, T>) }
    }
}
