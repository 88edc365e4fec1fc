//! [`Tiles`]: an array cut into tiles, with an order of its axes and steps of its own.

use azulejo_tensor::Element;

use super::{
    Array, Pad, Pattern,
    object::{extent, window},
    pad,
};
use crate::tile::{Index, Lazy, Loaded, MAX_RANK, TileShape};

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
    map: [usize; MAX_RANK],
    steps: [usize; MAX_RANK],
    shape: core::marker::PhantomData<N>,
}

impl<'a, T: Element, S: Pattern, N: TileShape<Index = S::Index>> Tiles<'a, T, S, N> {
    #[inline(always)]
    pub(super) fn new(array: Array<'a, T, S>) -> Self {
        Self {
            array,
            map: [0, 1, 2, 3],
            steps: N::EXTENTS,
            shape: core::marker::PhantomData,
        }
    }

    /// The axes of the array from the last to the first: cuTile's order `F`.
    #[inline(always)]
    pub fn reversed(mut self) -> Self {
        let rank = S::RANK;
        macro_rules! each {
            ($($axis:literal)*) => {$(
                if $axis < rank {
                    self.map[$axis] = rank - 1 - $axis;
                }
            )*};
        }
        each!(0 1 2 3);
        self
    }

    /// Steps between tiles, in elements, in place of the tile's extents; a step of 0 counts as 1.
    #[inline(always)]
    pub fn steps(mut self, steps: S::Index) -> Self {
        let [a, b, c, d] = steps.numbers();
        self.steps = [a.max(1), b.max(1), c.max(1), d.max(1)];
        self
    }

    /// Tiles along each axis.
    #[inline(always)]
    pub fn space(&self) -> S::Index {
        let mut space = [0; MAX_RANK];
        macro_rules! each {
            ($($axis:literal)*) => {$(
                if $axis < S::RANK {
                    space[$axis] = extent::<T, S>(&self.array.raw, self.map[$axis]).div_ceil(self.steps[$axis].max(1));
                }
            )*};
        }
        each!(0 1 2 3);
        S::Index::from_numbers(space)
    }

    #[inline(always)]
    fn start(&self, index: S::Index) -> [usize; MAX_RANK] {
        let mut start = index.numbers();
        macro_rules! each {
            ($($axis:literal)*) => {$( start[$axis] = start[$axis].saturating_mul(self.steps[$axis]); )*};
        }
        each!(0 1 2 3);
        start
    }

    /// The coordinates, in the array, of a tile's first element.
    #[inline(always)]
    pub fn origin(&self, index: S::Index) -> S::Index {
        let start = self.start(index);
        let mut at = [0; MAX_RANK];
        macro_rules! each {
            ($($axis:literal)*) => {$(
                if $axis < S::RANK {
                    at[self.map[$axis]] = start[$axis];
                }
            )*};
        }
        each!(0 1 2 3);
        S::Index::from_numbers(at)
    }

    /// The offset of a tile's first element, in elements; it wraps where that is more than an `i64` holds.
    #[inline(always)]
    pub fn offset(&self, index: S::Index) -> i64 {
        let at = self.origin(index).numbers();
        let strides = self.array.raw.strides;
        let mut offset = 0;
        macro_rules! each {
            ($($axis:literal)*) => {$( offset = i64::wrapping_add(offset, (at[$axis] as i64).wrapping_mul(strides[$axis])); )*};
        }
        each!(0 1 2 3);
        offset
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
        let window = window::<T, S, N>(&self.array.raw, self.start(index), self.map);
        // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps
        // an input, which the launch checked.
        Lazy::new(unsafe { Loaded::new(window, T::from_raw(P::BITS)) })
    }
}

impl<T: Element, S: Pattern<Index = (usize, usize)>, N: TileShape<Index = (usize, usize)>>
    Tiles<'_, T, S, N>
{
    /// Tile axis 0 along array axis `A`, tile axis 1 along `B`.
    ///
    /// ```compile_fail
    /// use azulejo_kernels::tile::Tiles;
    /// use azulejo_layout::ints::_2;
    /// type View = Tiles<'static, f32, (usize, usize), (_2, _2)>;
    /// let map: fn(View) -> View = View::dim_map::<1, 1>; // axis 1 is used twice
    /// ```
    /// ```compile_fail
    /// use azulejo_kernels::tile::Tiles;
    /// use azulejo_layout::ints::_2;
    /// type View = Tiles<'static, f32, (usize, usize), (_2, _2)>;
    /// let map: fn(View) -> View = View::dim_map::<2, 1>; // there is no axis 2
    /// ```
    #[inline(always)]
    pub fn dim_map<const A: usize, const B: usize>(mut self) -> Self {
        const {
            assert!(
                A < 2 && B < 2,
                "a tile axis is mapped to an axis that the array does not have"
            );
            assert!(A != B, "an axis of the array is used twice");
        };
        self.map = [A, B, 2, 3];
        self
    }
}

impl<
    T: Element,
    S: Pattern<Index = (usize, usize, usize)>,
    N: TileShape<Index = (usize, usize, usize)>,
> Tiles<'_, T, S, N>
{
    /// Tile axis 0 along array axis `A`, 1 along `B`, 2 along `D`.
    #[inline(always)]
    pub fn dim_map_3<const A: usize, const B: usize, const D: usize>(mut self) -> Self {
        const {
            assert!(
                A < 3 && B < 3 && D < 3,
                "a tile axis is mapped to an axis that the array does not have"
            );
            assert!(
                A != B && B != D && A != D,
                "an axis of the array is used twice"
            );
        };
        self.map = [A, B, D, 3];
        self
    }
}
