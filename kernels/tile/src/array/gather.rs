//! Elements by index: [`Array::gather`], [`ArrayMut::scatter`].

use azulejo_tensor::{Element, ImplicitCast, Integer};

#[cfg(target_arch = "nvptx64")]
use super::access::put_any;
use super::{Array, ArrayExtent, ArrayMut};
use crate::{Broadcast, Extent, Formula, Tile, TileShape, convert};

impl<T: Element, E: ArrayExtent> Array<'_, T, (E,)> {
    /// The elements at the indices of a tile; 0 for an index outside the array, also for a negative one.
    #[inline(always)]
    pub fn gather<I: Integer, N: TileShape>(
        &self,
        indices: impl Formula<Element = I, Shape = N>,
    ) -> Tile<T, N> {
        let extent = self.extent::<0>();
        let stride = self.raw.strides[0];
        indices.tile().mapped(|index| {
            let index = convert::<I, i64>(index);
            if 0 <= index && (index as u64) < extent as u64 {
                // SAFETY: inside the extents, which are readable while the array lives; no output overlaps it.
                unsafe {
                    self.raw
                        .data
                        .wrapping_offset((index * stride) as isize)
                        .read()
                }
            } else {
                T::ZERO
            }
        })
    }
}

impl<T: Element, E: ArrayExtent, F: ArrayExtent> Array<'_, T, (E, F)> {
    /// The elements at the rows and columns of two tiles, which broadcast; 0 for places outside the array.
    #[inline(always)]
    pub fn gather<I: Integer, J: Integer, N: Broadcast<M>, M: TileShape>(
        &self,
        rows: impl Formula<Element = I, Shape = N>,
        columns: impl Formula<Element = J, Shape = M>,
    ) -> Tile<T, N::Out> {
        let (height, width) = (self.extent::<0>() as u64, self.extent::<1>() as u64);
        rows.tile().pair(columns.tile(), |row, column| {
            let (row, column) = (convert::<I, i64>(row), convert::<J, i64>(column));
            if row >= 0 && column >= 0 && (row as u64) < height && (column as u64) < width {
                let offset = row * self.raw.strides[0] + column * self.raw.strides[1];
                // SAFETY: inside the extents, which are readable while the array lives; no output overlaps it.
                unsafe { self.raw.data.wrapping_offset(offset as isize).read() }
            } else {
                T::ZERO
            }
        })
    }
}

impl<T: Element, E: ArrayExtent> ArrayMut<'_, T, (E,)> {
    /// Stores each element at its index in the region; indices outside are left out, and of several elements with one
    /// index one is stored, whole: on the CPU the last, on a device any.
    #[inline(always)]
    pub fn scatter<I: Integer, U: ImplicitCast<T>, N: TileShape>(
        &mut self,
        indices: impl Formula<Element = I, Shape = N>,
        values: impl Formula<Element = U, Shape = N>,
    ) {
        let (indices, values) = (indices.tile(), values.tile());
        self.in_turn();
        let extent = self.extent::<0>();
        let stride = self.raw.strides[0];
        N::Count::each(&mut |v| {
            let index = convert::<I, i64>(indices.held(v));
            if 0 <= index && (index as u64) < extent as u64 {
                let at = self.raw.data.wrapping_offset((index * stride) as isize);
                let value = convert::<U, T>(values.held(v));
                #[cfg(target_arch = "nvptx64")]
                // SAFETY: an aligned place of global memory inside the region, which is this block's alone. Other threads of the
                // block may store to it here; loads of it are behind a barrier (`in_turn`).
                unsafe {
                    put_any(at, value)
                }
                #[cfg(not(target_arch = "nvptx64"))]
                // SAFETY: an aligned place inside the region, which is this block's alone, and a block is one thread.
                unsafe {
                    at.write(value)
                }
            }
        });
    }
}
