//! [`Array`]: memory to load tiles from.

use core::marker::PhantomData;

use azulejo_tensor::Element;

use super::{Pad, Pattern, Tiles, Window, pad};
use crate::{
    Index, IntoTileShape, IntoTrimShape, Lazy, Loaded, MAX_RANK, Raw, Region, Tile, TileShape,
    TrimShape, Trimmed, headed, order, unrolled,
};

/// Elements in memory to read, with extents that its type may know: a handle, copied without copying elements.
///
/// `S` states the extents: `(usize, _3)` is an array of any number of rows of three. Strides are any, also 0. All
/// indexing is 64 bits wide.
///
/// It has two spaces of coordinates: element space, its own, and for each shape of tile a tile space, `ceil(extent /
/// tile)` along each axis, in which [`Array::load`] takes its index.
pub struct Array<'a, T, S> {
    pub(crate) raw: Raw<T>,
    pub(crate) memory: PhantomData<(&'a [T], S)>,
}

impl<T, S> Clone for Array<'_, T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S> Copy for Array<'_, T, S> {}

/// The extent of an axis: from the type where it is there.
#[inline(always)]
pub(crate) fn extent<T, S: Pattern>(raw: &Raw<T>, axis: usize) -> usize {
    match S::FIXED[axis] {
        Some(extent) => extent,
        None => raw.extents[axis] as usize,
    }
}

/// The window of a tile of shape `N` at `start`, in elements; `order` says which axis of the array each axis of the
/// tile runs along.
///
/// Offsets wrap where a start lies beyond what an address holds: such a tile has no element inside.
#[inline(always)]
pub(crate) fn window<T, S: Pattern, N: TileShape>(
    raw: &Raw<T>,
    start: [usize; MAX_RANK],
    order: [usize; MAX_RANK],
) -> Window<T> {
    let (mut offset, mut whole) = (0i64, true);
    let (mut strides, mut inside) = ([0; MAX_RANK], [0; MAX_RANK]);
    unrolled!(AXIS in N::RANK => {
        let to = order[AXIS];
        let extent = extent::<T, S>(raw, to);
        strides[AXIS] = raw.strides[to];
        offset = offset.wrapping_add((start[AXIS] as i64).wrapping_mul(raw.strides[to]));
        inside[AXIS] = extent.saturating_sub(start[AXIS]);
        whole &= N::EXTENTS[AXIS] <= inside[AXIS];
    });
    let last = if N::RANK == 0 { 0 } else { N::RANK - 1 };
    // Runs along the array's last axis, if the tile begins at a multiple of a run.
    let vector = raw.vector != 0 && (N::RANK == 0 || order[last] == last);
    Window {
        first: raw.data.wrapping_offset(offset as isize),
        strides,
        inside,
        whole,
        vector: vector && start[last].is_multiple_of(crate::RUN),
    }
}

/// The window of the tile trimmed to `E` with this index in the tile space of `E`.
#[inline(always)]
pub(super) fn trimmed_window<T, S: Pattern, E: TrimShape>(
    raw: &Raw<T>,
    index: impl Index,
) -> Window<T> {
    let (mut at, extents) = (index.numbers(), <E as Region>::EXTENTS);
    unrolled!(AXIS in <E as Region>::RANK => {
        at[AXIS] = at[AXIS].saturating_mul(extents[AXIS]);
    });
    let mut window = window::<T, S, E::Whole>(raw, at, PLAIN);
    window.whole &= E::COUNT == <E::Whole as TileShape>::SIZE;
    unrolled!(AXIS in <E as Region>::RANK => {
        if window.inside[AXIS] > extents[AXIS] {
            window.inside[AXIS] = extents[AXIS];
        }
    });
    window
}

/// The first element of the tile with this index.
#[inline(always)]
pub(crate) fn start<N: TileShape>(index: [usize; MAX_RANK]) -> [usize; MAX_RANK] {
    let mut start = index;
    unrolled!(AXIS in N::RANK => {
        start[AXIS] = start[AXIS].saturating_mul(N::EXTENTS[AXIS]);
    });
    start
}

const PLAIN: [usize; MAX_RANK] = order(&[]);

/// The window of the tile of shape `N` with this index in tile space.
#[inline(always)]
pub(crate) fn tile_window<T, S: Pattern, N: TileShape>(
    raw: &Raw<T>,
    index: impl Index,
) -> Window<T> {
    window::<T, S, N>(raw, start::<N>(index.numbers()), PLAIN)
}

impl<'a, T: Element, S: Pattern> Array<'a, T, S> {
    /// The number of axes.
    pub const RANK: usize = S::RANK;

    /// The extent of an axis.
    ///
    /// ```compile_fail
    /// type Cube = azulejo_tile::Array<'static, f32, (usize, usize, usize)>;
    /// let extent: fn(&Cube) -> usize = Cube::extent::<3>; // it has axes 0 to 2
    /// ```
    #[inline(always)]
    pub fn extent<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < S::RANK, "the array has no such axis") };
        extent::<T, S>(&self.raw, AXIS)
    }

    /// Elements from one to the next along an axis.
    #[inline(always)]
    pub fn stride<const AXIS: usize>(&self) -> i64 {
        const { assert!(AXIS < S::RANK, "the array has no such axis") };
        self.raw.strides[AXIS]
    }

    /// How many tiles of a shape cover an axis.
    #[inline(always)]
    pub fn tiles_along<const AXIS: usize, N: IntoTileShape>(&self, shape: N) -> usize
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = shape;
        self.extent::<AXIS>()
            .div_ceil(const { <N::Shape as TileShape>::EXTENTS[AXIS] })
    }

    /// The tile with this index in tile space; 0 for places outside the array.
    ///
    /// A tile wholly outside is all 0. The tile is lazy: on the CPU, arithmetic with it is done where it is stored.
    ///
    /// ```compile_fail
    /// use azulejo_tile::Array;
    /// use azulejo_layout::tile;
    /// fn f(x: Array<f32, (usize,)>) {
    ///     x.load(tile!(_16, _16), (0, 0)); // a tile of two axes from an array of one
    /// }
    /// ```
    #[inline(always)]
    pub fn load<N: IntoTileShape>(&self, shape: N, index: S::Index) -> Lazy<Loaded<'a, T, N::Shape>>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        self.load_padded(shape, index, pad::Zero)
    }

    /// The tile with this index in tile space; the padding value for places outside the array.
    ///
    /// ```compile_fail
    /// use azulejo_tile::{Array, pad};
    /// use azulejo_layout::tile;
    /// fn f(x: Array<i32, (usize,)>) {
    ///     x.load_padded(tile!(_16), (0,), pad::NaN); // i32 has no NaN
    /// }
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Array, pad};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::F8E4M3;
    /// fn f(x: Array<F8E4M3, (usize,)>) {
    ///     x.load_padded(tile!(_16), (0,), pad::PosInf); // e4m3 has no infinity
    /// }
    /// ```
    #[inline(always)]
    pub fn load_padded<N: IntoTileShape, P: Pad<T>>(
        &self,
        shape: N,
        index: S::Index,
        padding: P,
    ) -> Lazy<Loaded<'a, T, N::Shape>>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = (shape, padding);
        let window = tile_window::<T, S, N::Shape>(&self.raw, index);
        // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps
        // an input, which the launch checked.
        Lazy::new(unsafe { Loaded::new(window, T::from_raw(P::BITS)) })
    }

    /// The tile of any extents with this index in the tile space that they give; 0 for places outside the array.
    ///
    /// ```
    /// use azulejo_cpu::{View, ViewMut};
    /// use azulejo_tile::{Array, ArrayMut, Block, In, Out, tile_program};
    /// use azulejo_layout::{ints::_3, tile};
    /// fn reversed(blk: &Block, x: Array<f32, (usize,)>, mut y: ArrayMut<f32, (usize,)>) {
    ///     y.store_trimmed((0,), -x.load_trimmed(tile!(_3), blk.id()));
    /// }
    /// tile_program! {
    ///     /// `y = -x`, three elements a block.
    ///     pub Reversed = reversed "example_reversed" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_3,)>);
    /// }
    /// let (x, mut y) = ([1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [0.0f32; 7]);
    /// Reversed::run(View::from_slice(&x), ViewMut::from_slice(&mut y))?;
    /// assert_eq!(y, [-1.0, -2.0, -3.0, -4.0, -5.0, -6.0, -7.0]);
    /// # Ok::<(), azulejo_tile::TileError>(())
    /// ```
    #[inline(always)]
    pub fn load_trimmed<N: IntoTrimShape>(&self, shape: N, index: S::Index) -> Trimmed<T, N::Shape>
    where
        N::Shape: TrimShape<Index = S::Index>,
    {
        self.load_trimmed_padded(shape, index, pad::Zero)
    }

    /// The same, with the padding value for places outside the array.
    #[inline(always)]
    pub fn load_trimmed_padded<N: IntoTrimShape, P: Pad<T>>(
        &self,
        shape: N,
        index: S::Index,
        padding: P,
    ) -> Trimmed<T, N::Shape>
    where
        N::Shape: TrimShape<Index = S::Index>,
    {
        let _ = (shape, padding);
        let window = trimmed_window::<T, S, N::Shape>(&self.raw, index);
        // SAFETY: elements inside the extents are readable while the array lives, and no block writes them: no output overlaps an
        // input, which the launch checked.
        let whole = unsafe { window.load(T::from_raw(P::BITS)) };
        Trimmed { whole }
    }

    /// The tile whose first element has these coordinates in element space; 0 for places outside the array.
    #[inline(always)]
    pub fn load_at<N: IntoTileShape>(
        &self,
        shape: N,
        first: S::Index,
    ) -> Lazy<Loaded<'a, T, N::Shape>>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = shape;
        let window = window::<T, S, N::Shape>(&self.raw, first.numbers(), PLAIN);
        // SAFETY: elements inside the extents are readable while the array lives, and no block writes them: no output overlaps an
        // input, which the launch checked.
        Lazy::new(unsafe { Loaded::new(window, T::ZERO) })
    }

    /// The element with these coordinates, as a tile without axes; 0 outside the array.
    #[inline(always)]
    pub fn get(&self, coordinates: S::Index) -> Tile<T, ()> {
        let coordinates = coordinates.numbers();
        let (mut offset, mut inside) = (0i64, true);
        unrolled!(AXIS in S::RANK => {
            offset = offset.wrapping_add((coordinates[AXIS] as i64).wrapping_mul(self.raw.strides[AXIS]));
            inside &= coordinates[AXIS] < extent::<T, S>(&self.raw, AXIS);
        });
        Tile::numbered(|_| {
            if inside {
                // SAFETY: the coordinates are inside the extents, whose elements are readable while the array lives, and no block
                // writes them: no output overlaps an input, which the launch checked.
                unsafe { self.raw.data.wrapping_offset(offset as isize).read() }
            } else {
                T::ZERO
            }
        })
    }

    /// A view in tiles of this shape, with an order of axes and steps of its own.
    #[inline(always)]
    pub fn tiles<N: IntoTileShape>(&self, shape: N) -> Tiles<'a, T, S, N::Shape>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = shape;
        Tiles::new(*self)
    }
}

impl<'a, T: Element, A: super::ArrayExtent, B: super::ArrayExtent, D: super::ArrayExtent>
    Array<'a, T, (A, B, D)>
{
    /// The matrix at one place of the last axis, as `image.plane(channel)`: an array of two axes.
    ///
    /// A place outside gives an array without elements.
    #[inline(always)]
    pub fn plane(&self, at: usize) -> Array<'a, T, (usize, usize)> {
        let inside = at < self.extent::<2>();
        let mut raw = self.raw;
        raw.data = raw
            .data
            .wrapping_offset((at as i64).wrapping_mul(raw.strides[2]) as isize);
        raw.extents = headed([self.extent::<0>() as u64, self.extent::<1>() as u64], 1);
        if !inside {
            raw.extents[0] = 0;
        }
        raw.vector = 0;
        Array {
            raw,
            memory: PhantomData,
        }
    }
}

impl<'a, T: Element, A: super::ArrayExtent> Array<'a, T, (A,)> {
    /// The vector as a matrix whose rows are all it: a stride of 0, nothing is copied.
    #[inline(always)]
    pub fn as_rows(&self) -> Array<'a, T, (usize, usize)> {
        self.matrix(
            [usize::MAX as u64, self.extent::<0>() as u64],
            [0, self.raw.strides[0]],
        )
    }

    /// The vector as a matrix whose columns are all it: a stride of 0, nothing is copied.
    #[inline(always)]
    pub fn as_columns(&self) -> Array<'a, T, (usize, usize)> {
        self.matrix(
            [self.extent::<0>() as u64, usize::MAX as u64],
            [self.raw.strides[0], 0],
        )
    }

    #[inline(always)]
    fn matrix(&self, [a, b]: [u64; 2], [s, t]: [i64; 2]) -> Array<'a, T, (usize, usize)> {
        let mut raw = self.raw;
        raw.extents = headed([a, b], 1);
        raw.strides = headed([s, t], 0);
        raw.vector = (raw.vector != 0 && t == 1) as u32;
        Array {
            raw,
            memory: PhantomData,
        }
    }
}

impl<'a, T: Element, A: super::ArrayExtent, B: super::ArrayExtent> Array<'a, T, (A, B)> {
    /// Every `step`-th row from row `first` on, nothing is copied; a step of 0 counts as 1.
    #[inline(always)]
    pub fn rows(&self, first: usize, step: usize) -> Array<'a, T, (usize, B)> {
        let raw = self.every(0, first, step);
        Array {
            raw,
            memory: PhantomData,
        }
    }

    /// Every `step`-th column from column `first` on, nothing is copied; a step of 0 counts as 1.
    #[inline(always)]
    pub fn columns(&self, first: usize, step: usize) -> Array<'a, T, (A, usize)> {
        let raw = self.every(1, first, step);
        Array {
            raw,
            memory: PhantomData,
        }
    }

    #[inline(always)]
    fn every(&self, axis: usize, first: usize, step: usize) -> Raw<T> {
        let mut raw = self.raw;
        let step = step.max(1);
        let extent = extent::<T, (A, B)>(&raw, axis);
        raw.extents[axis] = extent.saturating_sub(first).div_ceil(step) as u64;
        let first = if first < extent { first } else { 0 };
        raw.data = raw
            .data
            .wrapping_offset((first as i64).wrapping_mul(raw.strides[axis]) as isize);
        raw.strides[axis] = raw.strides[axis].wrapping_mul(step as i64);
        raw.vector = 0;
        raw
    }

    /// The elements row after row as one axis, where they lie so that nothing is copied; `None` where they do not.
    #[inline(always)]
    pub fn flat(&self) -> Option<Array<'a, T, (usize,)>> {
        let [rows, columns] = [self.extent::<0>(), self.extent::<1>()];
        let [by_row, by_column, ..] = self.raw.strides;
        if rows > 1 && columns > 1 && by_row != by_column.wrapping_mul(columns as i64) {
            return None;
        }
        let mut raw = self.raw;
        raw.extents = headed([rows.saturating_mul(columns) as u64], 1);
        let stride = if columns > 1 { by_column } else { by_row };
        raw.strides = headed([stride], 0);
        raw.vector = (raw.vector != 0 && stride == 1) as u32;
        Some(Array {
            raw,
            memory: PhantomData,
        })
    }

    /// The matrix with its axes exchanged: rows are columns, nothing is copied.
    #[inline(always)]
    pub fn transposed(&self) -> Array<'a, T, (B, A)> {
        let mut raw = self.raw;
        raw.extents.swap(0, 1);
        raw.strides.swap(0, 1);
        raw.vector = 0;
        Array {
            raw,
            memory: PhantomData,
        }
    }
}
