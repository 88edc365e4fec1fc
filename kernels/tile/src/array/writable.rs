//! [`ArrayMut`]: the region of an output that is a block's own.

use core::marker::PhantomData;

use azulejo_tensor::{Element, ImplicitCast};

use super::{
    Array, Pattern, TilesMut,
    object::{extent, tile_window, trimmed_window},
};
use crate::{
    Formula, Index, IntoTileShape, Lazy, Loaded, Raw, Rows, Tile, TileShape, TrimShape, Trimmed,
    convert, unrolled,
};

/// The region of an output that belongs to one block: no other block can reach it.
///
/// Indices count from the region's own start; what lies outside the region, or outside the array, is not written. The
/// extents are those of the region: smaller than the region's shape at the array's edges.
pub struct ArrayMut<'a, T, S> {
    pub(crate) raw: Raw<T>,
    /// `true` if the block has loaded or stored through it: then the next access waits for all threads.
    pub(crate) used: bool,
    pub(crate) memory: PhantomData<(&'a mut [T], S)>,
}

/// Returns `true` if two names are of one type: a dtype is one type.
pub(super) const fn alike<U: Element, T: Element>() -> bool {
    U::DTYPE as u8 == T::DTYPE as u8
}

/// Puts an access to an output behind those before it, if it was `used`.
#[inline(always)]
pub(super) fn in_turn(used: &mut bool) {
    #[cfg(target_arch = "nvptx64")]
    if *used {
        // SAFETY: every thread of a block runs the same operations on whole tiles, so all of them are here.
        unsafe { azulejo_kernels::device::ptx::thread::sync() };
    }
    *used = true;
}

impl<'a, T: Element, S: Pattern> ArrayMut<'a, T, S> {
    /// Puts this access behind those before it: a thread may touch what another stored.
    #[inline(always)]
    pub(super) fn in_turn(&mut self) {
        in_turn(&mut self.used);
    }

    /// The extent of the region along an axis.
    #[inline(always)]
    pub fn extent<const AXIS: usize>(&self) -> usize {
        const { assert!(AXIS < S::RANK, "the array has no such axis") };
        extent::<T, S>(&self.raw, AXIS)
    }

    /// Stores a tile at this index of the region's tile space, which the tile's shape gives. Elements outside are left
    /// out.
    ///
    /// The tile's type becomes the array's where promotion says so, without a `cast`; narrowing needs one. A
    /// [`Lazy`](crate::Lazy) tile is loaded, computed and stored here, in one pass.
    ///
    /// ```compile_fail
    /// use azulejo_tile::{ArrayMut, Block, Tile};
    /// use azulejo_layout::tile;
    /// fn f(blk: &Block, mut y: ArrayMut<i32, (usize,)>) {
    ///     y.store((0,), Tile::<f32, _>::ones(blk, tile!(_16))); // an i32 does not hold an f32: cast
    /// }
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{ArrayMut, Block, Tile};
    /// use azulejo_layout::tile;
    /// use azulejo_tensor::{bf16, f16};
    /// fn f(blk: &Block, mut y: ArrayMut<f16, (usize,)>) {
    ///     y.store((0,), Tile::<bf16, _>::ones(blk, tile!(_16))); // f16 and bf16 never promote
    /// }
    /// ```
    #[inline(always)]
    pub fn store<V>(&mut self, index: S::Index, tile: V)
    where
        V: Rows<Element: ImplicitCast<T>, Shape: TileShape<Index = S::Index>>,
    {
        self.in_turn();
        let window = tile_window::<T, S, V::Shape>(&self.raw, index);
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, the output
        // is injective and borrowed for writing, and overlaps no other argument; the launch checked both.
        unsafe { window.store(tile, alike::<V::Element, T>(), convert::<V::Element, T>) }
    }

    /// Loads a tile of the region, as it is now: for programs that work in place. 0 for places outside.
    #[inline(always)]
    pub fn load<N: IntoTileShape>(&mut self, shape: N, index: S::Index) -> Tile<T, N::Shape>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = shape;
        self.in_turn();
        let window = tile_window::<T, S, N::Shape>(&self.raw, index);
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, and the output is
        // injective and overlaps no other argument, which the launch checked.
        unsafe { window.load(T::ZERO) }
    }

    /// Stores what `f` makes of a tile of the region, in the place that it comes from: for arithmetic in place, in one pass
    /// over memory. The formula has the tile's shape.
    ///
    /// ```
    /// use azulejo_cpu::ViewMut;
    /// use azulejo_tile::{ArrayMut, Block, Out, tile_program};
    /// use azulejo_layout::{ints::_16, tile};
    /// fn rectified(_: &Block, mut x: ArrayMut<f32, (usize,)>) {
    ///     x.update(tile!(_16), (0,), |t| t.relu() * 2.0);
    /// }
    /// tile_program! {
    ///     /// `x = 2 max(x, 0)`.
    ///     pub Rectified = rectified "example_update" (x: Out<f32, (usize,), (_16,)>);
    /// }
    /// let mut x: Vec<f32> = (-10..10).map(|x| x as f32).collect();
    /// Rectified::run(ViewMut::from_slice(&mut x))?;
    /// assert!(x[..10].iter().all(|x| *x == 0.0) && x[19] == 18.0);
    /// # Ok::<(), azulejo_tile::TileError>(())
    /// ```
    #[inline(always)]
    pub fn update<'s, N: IntoTileShape, V>(
        &'s mut self,
        shape: N,
        index: S::Index,
        f: impl FnOnce(Lazy<Loaded<'s, T, N::Shape>>) -> V,
    ) where
        N::Shape: TileShape<Index = S::Index>,
        V: Rows<Element: ImplicitCast<T>, Shape = N::Shape>,
    {
        let _ = shape;
        self.in_turn();
        let window = tile_window::<T, S, N::Shape>(&self.raw, index);
        // SAFETY: elements inside the extents are this block's alone, and the region is borrowed for as long as the lazy
        // tile may be read.
        let tile = f(Lazy::new(unsafe { Loaded::new(window, T::ZERO) }));
        self.in_turn();
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, and the output is
        // injective and overlaps no other argument, which the launch checked. Of a formula of the tile's own shape, an element is
        // made of those in its place, and is written when they have been read; on a device all threads have read theirs.
        unsafe { window.store(tile, alike::<V::Element, T>(), convert::<V::Element, T>) }
    }

    /// Stores a tile of any extents at this index of the region's tile space, which its extents give. Elements outside are
    /// left out.
    #[inline(always)]
    pub fn store_trimmed<U: ImplicitCast<T>, E: TrimShape<Index = S::Index>>(
        &mut self,
        index: S::Index,
        tile: Trimmed<U, E>,
    ) {
        self.in_turn();
        let window = trimmed_window::<T, S, E>(&self.raw, index);
        // SAFETY: elements inside the extents are this block's alone: regions of different blocks are apart, and the output is
        // injective and overlaps no other argument, which the launch checked. The window ends with the tile's own extents.
        unsafe { window.store(tile.whole, alike::<U, T>(), convert::<U, T>) }
    }

    /// Stores one element, from a tile without axes.
    #[inline(always)]
    pub fn set<U: ImplicitCast<T>>(
        &mut self,
        coordinates: S::Index,
        value: impl Formula<Element = U, Shape = ()>,
    ) {
        // By all threads, before one of them stores: a formula of a program's own may reduce.
        let value = value.tile();
        self.in_turn();
        let coordinates = coordinates.numbers();
        let (mut offset, mut inside) = (0i64, crate::value::thread() == 0);
        unrolled!(AXIS in S::RANK => {
            offset = offset.wrapping_add((coordinates[AXIS] as i64).wrapping_mul(self.raw.strides[AXIS]));
            inside &= coordinates[AXIS] < extent::<T, S>(&self.raw, AXIS);
        });
        if inside {
            // SAFETY: the coordinates are inside the extents, whose elements are this block's alone: regions of different blocks are
            // apart, and the output is injective and overlaps no other argument, which the launch checked. One thread of the block is
            // here.
            unsafe {
                self.raw
                    .data
                    .wrapping_offset(offset as isize)
                    .write(convert::<U, T>(value.item()))
            };
        }
    }

    /// A view of the region in tiles of this shape, with an order of axes and steps of its own, to load and store.
    #[inline(always)]
    pub fn tiles<N: IntoTileShape>(&mut self, shape: N) -> TilesMut<'_, 'a, T, S, N::Shape>
    where
        N::Shape: TileShape<Index = S::Index>,
    {
        let _ = shape;
        TilesMut::new(self)
    }

    /// The region to read.
    #[inline(always)]
    pub fn as_array(&mut self) -> Array<'_, T, S> {
        self.in_turn();
        Array {
            raw: self.raw,
            memory: PhantomData,
        }
    }
}
