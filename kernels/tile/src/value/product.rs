//! [`Tile::mma`]: the matrix product of two tiles, added to a third.

use azulejo_layout::C;
use azulejo_tensor::{Element, F8E4M3, F8E5M2, Tf32, bf16, f16};

use super::{Compute, Formula, Tile, convert};
use crate::TileShape;
#[cfg(target_arch = "nvptx64")]
use crate::{Extent, SHARED, THREADS, held_part, run_length, thread_part};

/// An element type of a matrix product that is summed in `Acc`.
///
/// | factors | sums | on tensor cores |
/// |---|---|---|
/// | `f16` | `f32` | `m16n8k16` |
/// | `f16` | `f16` | - |
/// | `bf16` | `f32` | `m16n8k16` |
/// | `Tf32` | `f32` | `m16n8k8` |
/// | `F8E4M3`, `F8E5M2` | `f32` | as `f16`, which holds them exactly |
/// | `i8` | `i32` | `m16n8k32` |
/// | `u8` | `i32` | - |
/// | `f32`, `f64` | the same | - |
///
/// Tensor cores take factors of one type in tiles of at least 16 rows and 8 columns of C, four blocks of 16 × 8 in all,
/// and 32 bytes of K.
///
/// ```compile_fail
/// use azulejo_tile::{Block, Tile};
/// use azulejo_layout::tile;
/// let blk = &Block::single();
/// let (a, b) = (Tile::<f32, _>::ones(blk, tile!(_2, _4)), Tile::<f32, _>::ones(blk, tile!(_4, _2)));
/// Tile::<f64, _>::zeros(blk, tile!(_2, _2)).mma(a, b); // f32 is not summed in f64
/// ```
#[diagnostic::on_unimplemented(
    message = "products of `{Self}` are not summed in `{Acc}`",
    note = "f16, bf16, tf32 and the 8-bit floats are summed in f32, i8 and u8 in i32, f32 and f64 in themselves: cast first"
)]
pub trait Factor<Acc: Compute>: Element {}

macro_rules! factors {
    ($($t:ident $acc:ident),*) => {$( impl Factor<$acc> for $t {} )*};
}

factors!(f16 f32, f16 f16, bf16 f32, Tf32 f32, F8E4M3 f32, F8E5M2 f32, f32 f32, f64 f64, i8 i32, u8 i32);

/// Returns `true` if this thread is the first that holds its elements of a tile: of their copies one is written.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
fn is_first<S: TileShape>() -> bool {
    S::SIZE >= THREADS || super::object::thread() < S::SIZE
}

/// Four elements of a row of the scratch.
#[cfg(target_arch = "nvptx64")]
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Four<T>([T; 4]);

impl<T: Compute, M: Copy + Default + 'static, N: Copy + Default + 'static> Tile<T, (C<M>, C<N>)>
where
    (C<M>, C<N>): TileShape,
{
    /// `self + a b`, summed in this tile's type from the first term to the last.
    ///
    /// On a device a product and its sum are one rounding, on the CPU two; where both are exact the results are equal.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Tile::<f32, _>::ones(blk, tile!(_2, _4)), Tile::<f32, _>::ones(blk, tile!(_4, _2)));
    /// let acc = Tile::<f32, _>::full(blk, tile!(_2, _2), 10.0);
    /// assert_eq!(acc.mma(a, b).to_string(), "[[14.0, 14.0], [14.0, 14.0]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Tile::<f32, _>::ones(blk, tile!(_2, _4)), Tile::<f32, _>::ones(blk, tile!(_8, _2)));
    /// Tile::<f32, _>::zeros(blk, tile!(_2, _2)).mma(a, b); // 4 columns against 8 rows
    /// ```
    #[inline(always)]
    pub fn mma<A, B, Q>(
        self,
        a: impl Formula<Element = A, Shape = (C<M>, C<Q>)>,
        b: impl Formula<Element = B, Shape = (C<Q>, C<N>)>,
    ) -> Self
    where
        A: Factor<T>,
        B: Factor<T>,
        (C<M>, C<Q>): TileShape,
        (C<Q>, C<N>): TileShape,
    {
        let (a, b) = (a.tile(), b.tile());
        #[cfg(not(target_arch = "nvptx64"))]
        {
            let depth = <(C<M>, C<Q>)>::EXTENTS[1];
            let columns = <(C<M>, C<N>)>::EXTENTS[1];
            let mut sums = self;
            let rows = sums.held.as_mut().chunks_exact_mut(columns);
            for (sums, a) in rows.zip(a.held.as_ref().chunks_exact(depth)) {
                for (a, b) in a.iter().zip(b.held.as_ref().chunks_exact(columns)) {
                    let a = convert::<A, T>(*a);
                    for (sum, b) in sums.iter_mut().zip(b) {
                        *sum = sum.plus(a.times(convert::<B, T>(*b)));
                    }
                }
            }
            sums
        }
        #[cfg(target_arch = "nvptx64")]
        {
            use azulejo_kernels::device::element::{read, write};
            use azulejo_kernels::device::ptx::{run, shared, thread::sync};
            let room = SHARED as usize;
            if super::tensor::fits::<T, A, B>(
                <(C<M>, C<N>)>::EXTENTS,
                <(C<M>, C<Q>)>::EXTENTS[1],
                room,
            ) {
                let mut product = super::tensor::Fragments::<T, (C<M>, C<N>)>::zeros();
                product.add_product::<A, B, (C<M>, C<Q>), (C<Q>, C<N>)>(
                    |v| a.held(v),
                    |v| b.held(v),
                    room,
                    false,
                );
                return self.zipped(product.tile(room), Compute::plus);
            }
            let [rows, columns, ..] = <(C<M>, C<N>)>::EXTENTS;
            let depth = <(C<M>, C<Q>)>::EXTENTS[1];
            // As many terms at a time as the scratch holds.
            let fit = SHARED as usize / ((rows + columns) * size_of::<T>());
            let slice = if fit >= depth {
                depth
            } else {
                1 << fit.ilog2()
            };
            let a_at = shared::generic(shared::base()).cast::<T>();
            let b_at = a_at.wrapping_add(rows * slice);
            let thread = super::object::thread();
            let a_thread = thread_part(rows * depth, thread);
            let b_thread = thread_part(depth * columns, thread);
            let own = thread_part(rows * columns, thread);
            let mut sums = self;
            let mut first = 0;
            while first < depth {
                // SAFETY: the whole block is here: the loop is the same for all threads.
                unsafe { sync() };
                <<(C<M>, C<Q>) as TileShape>::Count as Extent>::each(&mut |v| {
                    let number = a_thread + held_part(rows * depth, v);
                    let (row, term) = (number / depth, (number % depth).wrapping_sub(first));
                    if is_first::<(C<M>, C<Q>)>() && term < slice {
                        let x = convert::<A, T>(a.held(v));
                        // SAFETY: one of `rows * slice` places of the scratch, aligned; between the barriers it gets one value, from
                        // one thread.
                        unsafe { write(a_at, row * slice + term, x) };
                    }
                });
                <<(C<Q>, C<N>) as TileShape>::Count as Extent>::each(&mut |v| {
                    let number = b_thread + held_part(depth * columns, v);
                    let (term, column) = ((number / columns).wrapping_sub(first), number % columns);
                    if is_first::<(C<Q>, C<N>)>() && term < slice {
                        let x = convert::<B, T>(b.held(v));
                        // SAFETY: one of `slice * columns` places of the scratch, aligned; between the barriers it gets one value, from
                        // one thread.
                        unsafe { write(b_at, term * columns + column, x) };
                    }
                });
                // SAFETY: the whole block is here: the loop is the same for all threads.
                unsafe { sync() };
                // A loop, not unrolled: that would take every register for operands.
                let end = run::black_box(slice);
                let mut term = 0;
                while term < end {
                    // SAFETY: a place of the scratch, aligned, written before the barrier.
                    let factor = |row: usize| unsafe { read(a_at, row * slice + term) };
                    let others = |column: usize| {
                        // SAFETY: a place of the scratch.
                        let at = unsafe { b_at.add(term * columns + column) };
                        if size_of::<T>() >= 4 {
                            // SAFETY: written before the barrier. The place of four columns is a multiple of 16 bytes from
                            // the scratch's start, which is one itself, where an element has at least 4 bytes.
                            unsafe { at.cast::<Four<T>>().read().0 }
                        } else {
                            // SAFETY: four places of the scratch, aligned, written before the barrier.
                            unsafe { at.cast::<[T; 4]>().read() }
                        }
                    };
                    let together =
                        run_length(rows * columns) == 4 && columns >= 4 && rows * slice >= 4;
                    <<(C<M>, C<N>) as TileShape>::Count as Extent>::each(&mut |v| {
                        let number = own + held_part(rows * columns, v);
                        let (row, column) = (number / columns, number % columns);
                        if !together {
                            // SAFETY: a place of the scratch, aligned, written before the barrier.
                            let b = unsafe { read(b_at, term * columns + column) };
                            sums.held.as_mut()[v] = factor(row).fused(b, sums.held.as_ref()[v]);
                        } else if v % 4 == 0 {
                            let (a, [b, c, d, e]) = (factor(row), others(column));
                            let sums = sums.held.as_mut();
                            sums[v] = a.fused(b, sums[v]);
                            sums[v + 1] = a.fused(c, sums[v + 1]);
                            sums[v + 2] = a.fused(d, sums[v + 2]);
                            sums[v + 3] = a.fused(e, sums[v + 3]);
                        }
                    });
                    term += 1;
                }
                first += slice;
            }
            sums
        }
    }

    /// `a b`, summed in this tile's type: [`Tile::mma`] onto zeros.
    #[inline(always)]
    pub fn matmul<A, B, Q>(
        a: impl Formula<Element = A, Shape = (C<M>, C<Q>)>,
        b: impl Formula<Element = B, Shape = (C<Q>, C<N>)>,
    ) -> Self
    where
        A: Factor<T>,
        B: Factor<T>,
        (C<M>, C<Q>): TileShape,
        (C<Q>, C<N>): TileShape,
    {
        Self::numbered(|_| T::ZERO).mma(a, b)
    }
}

impl<
    T: Compute,
    Z: Copy + Default + 'static,
    M: Copy + Default + 'static,
    N: Copy + Default + 'static,
> Tile<T, (C<Z>, C<M>, C<N>)>
where
    (C<Z>, C<M>, C<N>): TileShape,
    (C<M>, C<N>): TileShape,
{
    /// `self + a b` of each matrix of three batches.
    ///
    /// ```
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let a = Tile::<f32, _>::iota(blk, tile!(_2, _1, _2));
    /// let b = Tile::<f32, _>::ones(blk, tile!(_2, _1)).broadcast_to(tile!(_2, _2, _1));
    /// assert_eq!(Tile::<f32, _>::zeros(blk, tile!(_2, _1, _1)).mma_batched(a, b).to_string(), "[[[1.0]], [[5.0]]]");
    /// ```
    /// ```compile_fail
    /// use azulejo_tile::{Block, Tile};
    /// use azulejo_layout::tile;
    /// let blk = &Block::single();
    /// let (a, b) = (Tile::<f32, _>::ones(blk, tile!(_2, _1, _2)), Tile::<f32, _>::ones(blk, tile!(_4, _2, _1)));
    /// Tile::<f32, _>::zeros(blk, tile!(_2, _1, _1)).mma_batched(a, b); // 2 matrices against 4
    /// ```
    #[inline(always)]
    #[allow(clippy::type_complexity)]
    pub fn mma_batched<A, B, Q>(
        self,
        a: impl Formula<Element = A, Shape = (C<Z>, C<M>, C<Q>)>,
        b: impl Formula<Element = B, Shape = (C<Z>, C<Q>, C<N>)>,
    ) -> Self
    where
        A: Factor<T>,
        B: Factor<T>,
        (C<Z>, C<M>, C<Q>): TileShape,
        (C<Z>, C<Q>, C<N>): TileShape,
        (C<M>, C<Q>): TileShape,
        (C<Q>, C<N>): TileShape,
    {
        let (a, b) = (a.tile(), b.tile());
        let mut sums = self;
        for z in 0..<(C<Z>, C<M>, C<N>)>::EXTENTS[0] {
            let size = <(C<M>, C<N>)>::SIZE;
            let of = |size: usize| move |number: usize| number + z * size;
            let left = a.rearranged::<(C<M>, C<Q>)>(of(<(C<M>, C<Q>)>::SIZE));
            let right = b.rearranged::<(C<Q>, C<N>)>(of(<(C<Q>, C<N>)>::SIZE));
            let before = sums.rearranged::<(C<M>, C<N>)>(of(size));
            let after = before
                .mma(left, right)
                .rearranged::<(C<Z>, C<M>, C<N>)>(|number| number & (size - 1));
            let here = Tile::<bool, (C<Z>, C<M>, C<N>)>::numbered(|number| number / size == z);
            sums = sums
                .zipped(after, |a, b| (a, b))
                .zipped(here, |(a, b), here| if here { b } else { a });
        }
        sums
    }
}
