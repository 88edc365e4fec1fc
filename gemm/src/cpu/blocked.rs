//! The blocked algorithm (Goto and van de Geijn 2008), once for every element type and instruction set.
//!
//! ```text
//! for each (K, nc) column block of B
//!   for each (kc, nc) block of it:       pack in panels of nr columns; one panel stays in the first cache
//!     for each (mc, kc) block of A:      pack in panels of mr rows; the block stays in the second cache
//!       for each panel of B, of A:       one register tile of C
//! ```

use std::any::TypeId;

use super::micro::{Kernel, Left, Right, Source, TileMut};
use super::pack::Pack;
use super::scratch::{reserve, with_scratch};
use super::tiles::{Packed, Tiles, packed};
use super::unpacked;
use crate::{Accumulator, Blocks, GemmError, MatRef, Output};

/// How sums become elements of C; the bias is along rows if the product was transposed to run.
pub struct OutputOp<'a, S> {
    pub alpha: S,
    pub beta: S,
    pub bias: Option<&'a [S]>,
    pub bias_on_rows: bool,
    pub activation: crate::Activation,
}

impl<S: Accumulator> OutputOp<'_, S> {
    /// Returns `true` if anything is left to do after alpha and beta.
    pub fn is_trivial(&self) -> bool {
        self.bias.is_none() && self.activation == crate::Activation::None
    }

    /// Bias and activation of the element at (i, j).
    #[inline(always)]
    pub fn apply(&self, i: usize, j: usize, sum: S) -> S {
        let sum = match self.bias {
            Some(bias) => S::ONE.times_plus(sum, bias[if self.bias_on_rows { i } else { j }]),
            None => sum,
        };
        sum.activate(self.activation)
    }

    /// The element at (i, j) from the product's sum, already scaled, and the old element.
    #[inline(always)]
    pub fn blend<O: Output<S>>(&self, i: usize, j: usize, sum: S, old: O) -> O {
        let sum = if self.beta == S::ZERO {
            sum
        } else {
            old.to_sum().times_plus(self.beta, sum)
        };
        O::from_sum(self.apply(i, j, sum))
    }
}

/// Up to so many tiles along the rows of C, columns of B are not worth a panel.
pub const FEW: usize = 3;

/// Rows whose sums a thread holds at most: with the 2048 columns of `select`, 32 MiB of them.
const HELD_ROWS: usize = 4096;

/// Returns `true` if sums are held until the last block of k, since C is of another type.
fn holds<O: 'static, K: Kernel>() -> bool {
    TypeId::of::<O>() != TypeId::of::<K::Sum>()
}

/// The rows of a part of C, of `rows` that are an integral number of tiles: fewer where their sums are held.
pub fn part_rows<O: 'static, K: Kernel>(rows: usize) -> usize {
    match holds::<O, K>() {
        true => rows.min(HELD_ROWS / K::MR * K::MR),
        false => rows,
    }
}

/// What a thread packs at a time, and the memory for it.
#[derive(Clone, Copy)]
pub struct Sizes {
    mc: usize,
    kc: usize,
    nc: usize,
    packed: [usize; 2],
    /// Sums of all rows and `nc` columns, where C is of another type.
    held: usize,
}

impl Sizes {
    /// The sizes for parts of C of at most `m` by `n`, each an integral number of tiles; every product of them fits.
    ///
    /// # Errors
    /// [`GemmError::BlocksTooLarge`] if there is not so much memory.
    pub fn new<O: 'static, K: Kernel>(
        blocks: &Blocks,
        (m, n): (usize, usize),
        k: usize,
    ) -> Result<Self, GemmError> {
        let reject = |needed| GemmError::BlocksTooLarge {
            blocks: *blocks,
            needed,
        };
        let block = |most: usize, size: usize, tile: usize| {
            let block = most.min(size).max(1).checked_next_multiple_of(tile);
            block.ok_or(reject(usize::MAX))
        };
        let (mc, nc) = (block(blocks.mc, m, K::MR)?, block(blocks.nc, n, K::NR)?);
        let kc = block(blocks.kc, k, K::DEPTH)?;
        let deep = kc / K::DEPTH;
        let rows = if holds::<O, K>() { m } else { 0 };
        let product = |x: usize, y: usize| x.checked_mul(y).ok_or(reject(usize::MAX));
        let sizes = Sizes {
            mc,
            kc,
            nc,
            packed: [product(deep, mc)?, product(deep, nc)?],
            held: product(rows, nc)?,
        };
        reserve::<K::Packed, K::Sum>(sizes.packed, sizes.sums::<K>()).map_err(reject)?;
        Ok(sizes)
    }

    /// Sums held, and those of one tile.
    fn sums<K: Kernel>(&self) -> usize {
        self.held.saturating_add(K::MR * K::NR)
    }
}

/// `c = output_op(a * b, c)` on this thread, where `at` is the place of `c` in the whole matrix.
pub fn run<T, O, K>(
    kernel: K,
    sizes: &Sizes,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    mut c: TileMut<'_, O>,
    at: (usize, usize),
    output_op: &OutputOp<'_, K::Sum>,
) where
    T: Pack<K::Packed>,
    O: Output<K::Sum>,
    K: Kernel,
{
    if unpacked::run(kernel, a, b, &mut c, output_op) {
        return;
    }
    let m = c.shape().0;
    let Sizes {
        mc, kc, nc, held, ..
    } = *sizes;
    with_scratch(
        sizes.packed,
        sizes.sums::<K>(),
        |[a_panels, b_panels], sums| {
            let (held, tile) = sums.split_at_mut(held);
            let b = b.t(); // (N, K), as A is (M, K)
            let (a_blocks, b_blocks) = (
                Tiles::new(a.layout(), (mc, kc)),
                Tiles::new(b.layout(), (nc, kc)),
            );
            let c_blocks = Tiles::new(c.layout(), (mc, nc));
            let few = m <= FEW * K::MR;
            for j in 0..c_blocks.count().1 {
                for p in 0..a_blocks.count().1 {
                    let right = Side::new(b.tile(&b_blocks, (j, p)), K::NR, K::NR, K::DEPTH);
                    let fuse_right = right.can_fuse(false);
                    if let Some((block, panels)) = right.to_pack(b_panels, fuse_right) {
                        kernel.pack_right(block, K::NR, panels);
                    }
                    let pass = Pass {
                        first: p == 0,
                        last: p + 1 == a_blocks.count().1,
                    };
                    for i in 0..c_blocks.count().0 {
                        let block = a.tile(&a_blocks, (i, p));
                        let height = K::even_height(block.shape().0);
                        let left = Side::new(block, height, K::MR, K::DEPTH);
                        let fuse_left = left.can_fuse(true) && right.whole() > 0;
                        if !fuse_left {
                            kernel.pack_left(left.block, height, a_panels);
                        }
                        let place = c_blocks.place((i, j));
                        let mut c = c.tile(&c_blocks, (i, j));
                        let c_tiles = Tiles::new(c.layout(), (height, K::NR));
                        let mut out = Out {
                            output_op,
                            pass,
                            m,
                            held: &mut *held,
                            tile: &mut *tile,
                        };
                        let (tall, wide) = c_tiles.count();
                        let read = match (fuse_right, few, i) {
                            (false, _, _) => [Read::Panel; 2],
                            (true, true, _) => [Read::Matrix; 2],
                            (true, false, 0) => [Read::Keep, Read::Panel],
                            (true, false, _) => [Read::Panel; 2],
                        };
                        for jr in 0..wide {
                            for ir in 0..tall {
                                let a = left.left(a_panels, ir, fuse_left && jr == 0);
                                let b = right.right(b_panels, jr, read[usize::from(ir > 0)]);
                                let (row, col) = c_tiles.place((ir, jr));
                                let place = Place {
                                    whole: (at.0 + place.0 + row, at.1 + place.1 + col),
                                    held: (place.0 + row, col),
                                };
                                out.tile(
                                    kernel,
                                    left.steps,
                                    a,
                                    b,
                                    c.tile(&c_tiles, (ir, jr)),
                                    place,
                                );
                            }
                        }
                    }
                }
            }
        },
    );
}

/// Which of the blocks along k this is.
#[derive(Clone, Copy)]
struct Pass {
    first: bool,
    last: bool,
}

/// Where a tile of C lies: in the whole matrix, and in the sums held for the current columns.
struct Place {
    whole: (usize, usize),
    held: (usize, usize),
}

/// A block of A, or of B as (N, K), with the layout of its panels.
struct Side<'a, T> {
    block: MatRef<'a, T>,
    /// Rows that a panel holds, and rows that it has room for.
    rows: usize,
    width: usize,
    steps: usize,
    panels: Packed,
}

impl<'a, T> Side<'a, T> {
    fn new(block: MatRef<'a, T>, rows: usize, width: usize, depth: usize) -> Self {
        let (all, k) = block.shape();
        let steps = k.div_ceil(depth);
        Side {
            block,
            rows,
            width,
            steps,
            panels: packed(width, all.div_ceil(rows), steps),
        }
    }

    /// Returns `true` if the kernel can read the block where it is: elements as they are packed, no stride backwards, and for A
    /// rows side by side.
    fn can_fuse<P>(&self, side_by_side: bool) -> bool
    where
        T: Pack<P>,
    {
        let (row, k) = self.block.strides();
        T::unchanged(self.block.data).is_some()
            && k >= 0
            && if side_by_side { row == 1 } else { row >= 0 }
    }

    /// How many panels have all their rows.
    #[inline(always)]
    fn whole(&self) -> usize {
        self.block.shape().0 / self.rows
    }

    /// The part of the block to be packed before any tile, with its panels: all of it, or if the kernel packs whole
    /// panels itself, the last one where it is short.
    fn to_pack<'p, P>(
        &self,
        panels: &'p mut [P],
        fused: bool,
    ) -> Option<(MatRef<'a, T>, &'p mut [P])> {
        if !fused {
            return Some((self.block, panels));
        }
        let (rows, k) = self.block.shape();
        let whole = self.whole();
        (rows % self.rows > 0).then(|| {
            let strips = Tiles::new(self.block.layout(), (self.rows, k));
            (
                self.block.tile(&strips, (whole, 0)),
                self.panel(panels, whole),
            )
        })
    }

    /// Panel `i` of the packed block.
    #[inline(always)]
    fn panel<'p, P>(&self, panels: &'p mut [P], i: usize) -> &'p mut [P] {
        &mut panels[self.panels.at(((0, i as i64), 0)) as usize..][..self.width * self.steps]
    }

    /// What the matrix itself holds from row `i` of the panels on.
    #[inline(always)]
    fn source<P>(&self, i: usize) -> Option<&'a [P]>
    where
        T: Pack<P>,
    {
        T::unchanged(&self.block.data[self.block.offset(i * self.rows, 0)..])
    }

    /// Rows of A for the kernel: panel `i`, or the matrix itself with the panel to write.
    #[inline(always)]
    fn left<'p, P>(&self, panels: &'p mut [P], i: usize, fuse: bool) -> Left<'p, P>
    where
        T: Pack<P>,
        'a: 'p,
    {
        let panel = self.panel(panels, i);
        match fuse.then(|| self.source(i)).flatten() {
            Some(data) => Left {
                data,
                step: self.block.strides().1 as usize,
                keep: Some(panel),
            },
            None => Left::panel(panel, self.width),
        }
    }

    /// Columns of B for the kernel: panel `i`, or the matrix itself, as `read` says.
    #[inline(always)]
    fn right<'p, P>(&self, panels: &'p mut [P], i: usize, read: Read) -> Right<'p, P>
    where
        T: Pack<P>,
        'a: 'p,
    {
        let panel = self.panel(panels, i);
        let (next, step) = self.block.strides();
        let fuse = read != Read::Panel && i < self.whole();
        match fuse.then(|| self.source(i)).flatten() {
            Some(data) => {
                let source = if read == Read::Keep {
                    Source::Keep(panel)
                } else {
                    Source::Matrix
                };
                Right {
                    data,
                    step: step as usize,
                    next: next as usize,
                    source,
                }
            }
            None => Right::panel(panel, self.width),
        }
    }
}

/// How the columns of B are read.
#[derive(Clone, Copy, PartialEq)]
enum Read {
    /// As panels packed before.
    Panel,
    /// From the matrix: too few tiles read them to be worth a panel.
    Matrix,
    /// From the matrix, writing panels for the tiles after this one.
    Keep,
}

/// Where sums go: to C itself, or where C is of another type or its rows lie apart, by way of memory of their own.
struct Out<'a, 'f, S> {
    output_op: &'a OutputOp<'f, S>,
    pass: Pass,
    m: usize,
    /// Sums of all rows and the current columns, where C has another type.
    held: &'a mut [S],
    /// One tile, where C's rows lie apart.
    tile: &'a mut [S],
}

impl<S: Accumulator> Out<'_, '_, S> {
    /// Multiplies one register tile.
    #[inline(always)]
    fn tile<O, K>(
        &mut self,
        kernel: K,
        steps: usize,
        a: Left<'_, K::Packed>,
        b: Right<'_, K::Packed>,
        mut c: TileMut<'_, O>,
        place: Place,
    ) where
        O: Output<S>,
        K: Kernel<Sum = S>,
    {
        let Out {
            output_op, pass, ..
        } = *self;
        let whole = place.whole;
        let (mr, nr) = c.shape();
        let beta = if pass.first { output_op.beta } else { S::ONE };
        if let Some(mut sums) = c.as_sums::<S>() {
            if sums.layout().stride().0 == 1 || mr == 1 {
                kernel.multiply(steps, a, b, sums.reborrow(), output_op.alpha, beta);
            } else {
                kernel.multiply(
                    steps,
                    a,
                    b,
                    TileMut::columns(self.tile, mr, nr, K::MR),
                    output_op.alpha,
                    S::ZERO,
                );
                let product = TileMut::columns(self.tile, mr, nr, K::MR);
                sums.update(|i, j, x| {
                    *x = if beta == S::ZERO {
                        product.get(i, j)
                    } else {
                        x.times_plus(beta, product.get(i, j))
                    }
                });
            }
            if pass.last && !output_op.is_trivial() {
                sums.update(|i, j, x| *x = output_op.apply(whole.0 + i, whole.1 + j, *x));
            }
        } else {
            let beta = if pass.first { S::ZERO } else { S::ONE };
            let from = place.held.0 + place.held.1 * self.m;
            let held = &mut self.held[from..];
            let held = &mut held[..(nr - 1) * self.m + mr];
            kernel.multiply(
                steps,
                a,
                b,
                TileMut::columns(held, mr, nr, self.m),
                output_op.alpha,
                beta,
            );
            let plain = output_op.is_trivial() && output_op.beta == S::ZERO;
            if pass.last && plain && c.has_columns() {
                for (j, sums) in held.chunks(self.m).enumerate() {
                    kernel.narrow(&sums[..mr], c.column_mut(j));
                }
            } else if pass.last {
                let held = TileMut::columns(held, mr, nr, self.m);
                c.update(|i, j, x| {
                    *x = output_op.blend(whole.0 + i, whole.1 + j, held.get(i, j), *x)
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HELD_ROWS, part_rows};
    use crate::cpu::micro::{Kernel, PortableF32};

    #[test]
    fn sums_are_held_of_so_many_rows_at_most() {
        let tile = PortableF32::MR;
        for rows in [
            tile,
            10 * tile,
            HELD_ROWS.next_multiple_of(tile),
            tile << 40,
        ] {
            let held = part_rows::<half::f16, PortableF32>(rows);
            assert!(held <= HELD_ROWS && held.is_multiple_of(tile), "{held}");
            assert!(held == rows || held + tile > HELD_ROWS, "{held}");
            assert_eq!(part_rows::<f32, PortableF32>(rows), rows);
        }
    }
}
