//! [`StagedArray`]: what a program sees, and the product along K.

use core::marker::PhantomData;

use azulejo_layout::C;
use azulejo_tensor::Element;

use crate::{Array, Compute, Factor, Pattern, Tile, TileShape, Window, array_window};

/// A matrix in tiles of shape `R`: the operand of a long product.
pub struct StagedArray<'a, T, S, R> {
    pub(crate) array: Array<'a, T, S>,
    #[cfg_attr(not(all(target_arch = "nvptx64", feature = "sm90a")), allow(dead_code))]
    pub(crate) map: u64,
    pub(crate) shape: PhantomData<R>,
}

impl<T, S, R> Clone for StagedArray<'_, T, S, R> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S, R> Copy for StagedArray<'_, T, S, R> {}

impl<'a, T: Element, S: Pattern<Index = (usize, usize)>, R: TileShape<Index = (usize, usize)>>
    StagedArray<'a, T, S, R>
{
    /// The array.
    #[inline(always)]
    pub fn array(&self) -> Array<'a, T, S> {
        self.array
    }

    /// The tile with this index; 0 for places outside the array.
    #[inline(always)]
    pub fn load(&self, index: (usize, usize)) -> Tile<T, R> {
        // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps
        // an input, which the launch checked.
        unsafe { self.window(index).load(T::ZERO) }
    }

    #[inline(always)]
    fn window(&self, index: (usize, usize)) -> Window<T> {
        array_window::<T, S, R>(&self.array.raw, index)
    }
}

impl<T: Compute, M: Copy + Default + 'static, N: Copy + Default + 'static> Tile<T, (C<M>, C<N>)>
where
    (C<M>, C<N>): TileShape<Index = (usize, usize)>,
{
    /// `Σ_k A(i, k) B(k, j)` of the tiles of two matrices: row `i` of tiles of A times column `j` of tiles of B.
    ///
    /// Sums are made in this tile's type. Places outside the matrices count as 0; K is the extent of A's rows.
    ///
    /// ```
    /// use azulejo_cpu::{Strided, View, ViewMut};
    /// use azulejo_tile::{ArrayMut, Block, Out, Staged, StagedArray, Tile, tile_program};
    /// use azulejo_layout::{ints::{_4, _8}, tile};
    ///
    /// type M = (usize, usize);
    /// fn product(blk: &Block, a: StagedArray<f32, M, (_4, _8)>, b: StagedArray<f32, M, (_8, _4)>, mut c: ArrayMut<f32, M>) {
    ///     let (i, j) = blk.id();
    ///     c.store((0, 0), Tile::<f32, _>::matmul_along(a, i, b, j));
    /// }
    /// tile_program! {
    ///     /// `C = A B`.
    ///     pub Product = product "example_product" (a: Staged<f32, M, (_4, _8)>, b: Staged<f32, M, (_8, _4)>, c: Out<f32, M, (_4, _4)>);
    /// }
    ///
    /// let (a, b, mut c) = ([1.0f32; 5 * 19], [2.0f32; 19 * 3], [0.0f32; 15]);
    /// let rows = |m, n| Strided::row_major(&[m, n]);
    /// Product::run(View::new(&a, rows(5, 19)?)?, View::new(&b, rows(19, 3)?)?, ViewMut::new(&mut c, rows(5, 3)?)?)?;
    /// assert_eq!(c, [38.0; 15]);
    /// # Ok::<(), azulejo_tile::TileError>(())
    /// ```
    #[inline(always)]
    pub fn matmul_along<F, Q, P, R>(
        a: StagedArray<'_, F, P, (C<M>, C<Q>)>,
        i: usize,
        b: StagedArray<'_, F, R, (C<Q>, C<N>)>,
        j: usize,
    ) -> Self
    where
        F: Factor<T>,
        P: Pattern<Index = (usize, usize)>,
        R: Pattern<Index = (usize, usize)>,
        (C<M>, C<Q>): TileShape<Index = (usize, usize)>,
        (C<Q>, C<N>): TileShape<Index = (usize, usize)>,
    {
        let steps = a.array.extent::<1>().div_ceil(<(C<M>, C<Q>)>::EXTENTS[1]);
        #[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
        if super::pipeline::fits::<T, F, (C<M>, C<Q>), (C<M>, C<N>)>() {
            // SAFETY: the whole block is here; the maps are those of the launch, for these tiles.
            return unsafe {
                super::pipeline::product::<T, F, (C<M>, C<Q>), (C<M>, C<N>)>(
                    [a.map, b.map],
                    [i, j],
                    steps,
                )
            };
        }
        #[cfg(target_arch = "nvptx64")]
        if crate::tensor::fits::<T, F, F>(
            <(C<M>, C<N>)>::EXTENTS,
            <(C<M>, C<Q>)>::EXTENTS[1],
            super::STAGES as usize,
        ) {
            let mut sums = crate::tensor::Fragments::<T, (C<M>, C<N>)>::zeros();
            for k in 0..steps {
                let (left, right) = (a.window((i, k)), b.window((k, j)));
                // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps.
                let left = unsafe { left.elements::<(C<M>, C<Q>)>(F::ZERO) };
                // SAFETY: elements inside the extents are readable while the array lives, and no output of the launch overlaps.
                let right = unsafe { right.elements::<(C<Q>, C<N>)>(F::ZERO) };
                sums.add_product::<F, F, (C<M>, C<Q>), (C<Q>, C<N>)>(
                    left,
                    right,
                    super::STAGES as usize,
                    true,
                );
            }
            return sums.tile(2 * super::STAGES as usize);
        }
        let mut sums = Self::numbered(|_| T::ZERO);
        for k in 0..steps {
            sums = sums.mma(a.load((i, k)), b.load((k, j)));
        }
        sums
    }
}
