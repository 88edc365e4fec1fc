//! The blocked algorithm (Goto and van de Geijn 2008), once for every element type and instruction set.
//!
//! ```text
//! for each (K, nc) column block of B
//!   for each (kc, nc) block of it:       pack in panels of nr columns; one panel stays in the first cache
//!     for each (mc, kc) block of A:      pack in panels of mr rows; the block stays in the second cache
//!       for each panel of B, of A:       one register tile of C
//! ```

use super::micro::{Kernel, Left, Right, TileMut};
use super::pack::Pack;
use super::scratch::with_scratch;
use crate::{Accumulator, Blocks, MatRef, Output};

/// How sums become elements of C; the bias is along rows if the product was transposed to run.
pub struct Finish<'a, S> {
    pub alpha: S,
    pub beta: S,
    pub bias: Option<&'a [S]>,
    pub bias_on_rows: bool,
    pub activation: crate::Activation,
}

impl<S: Accumulator> Finish<'_, S> {
    /// Whether anything is left to do after alpha and beta.
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

/// `c = finish(a * b, c)` on this thread, where `at` is the place of `c` in the whole matrix.
pub fn run<T, O, K>(
    kernel: K,
    blocks: &Blocks,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    c: TileMut<'_, O>,
    at: (usize, usize),
    finish: &Finish<'_, K::Sum>,
) where
    T: Pack<K::Packed>,
    O: Output<K::Sum>,
    K: Kernel,
{
    let (m, n) = c.shape();
    let k = a.shape().1;
    let block =
        |most: usize, size: usize, tile: usize| most.min(size).max(1).next_multiple_of(tile);
    let (mc, nc) = (block(blocks.mc, m, K::MR), block(blocks.nc, n, K::NR));
    let kc = blocks.kc.min(k);
    let steps = kc.div_ceil(K::DEPTH);
    let mut c = c;
    let in_place = c.as_sums::<K::Sum>().is_some();
    let held = if in_place { 0 } else { m * nc };
    with_scratch(
        [steps * mc, steps * nc],
        held + K::MR * K::NR,
        |[a_panels, b_panels], sums| {
            let (held, tile) = sums.split_at_mut(held);
            for j in (0..n).step_by(nc) {
                let nc = nc.min(n - j);
                for p in (0..k).step_by(kc) {
                    let kc = kc.min(k - p);
                    let steps = kc.div_ceil(K::DEPTH);
                    let (first, last) = (p == 0, p + kc == k);
                    let beta = if first { finish.beta } else { K::Sum::ONE };
                    let right = b.block((p, j), (kc, nc)).t();
                    let fuse_right = T::unchanged(right.data).is_some()
                        && right.strides().0 >= 0
                        && right.strides().1 >= 0;
                    if !fuse_right {
                        kernel.pack_right(right, b_panels);
                    }
                    for i in (0..m).step_by(mc) {
                        let mc = mc.min(m - i);
                        let left = a.block((i, p), (mc, kc));
                        let fuse_left = T::unchanged(left.data).is_some()
                            && left.strides().0 == 1
                            && left.strides().1 >= 0;
                        if !fuse_left {
                            kernel.pack_left(left, a_panels);
                        }
                        for (jr, b_panel) in (0..nc)
                            .step_by(K::NR)
                            .zip(b_panels.chunks_exact_mut(steps * K::NR))
                        {
                            let nr = K::NR.min(nc - jr);
                            for (ir, a_panel) in (0..mc)
                                .step_by(K::MR)
                                .zip(a_panels.chunks_exact_mut(steps * K::MR))
                            {
                                let mr = K::MR.min(mc - ir);
                                let a = match T::unchanged(&left.data[left.offset(ir, 0)..])
                                    .filter(|_| fuse_left && jr == 0)
                                {
                                    Some(data) => Left {
                                        data,
                                        step: left.strides().1 as usize,
                                        keep: Some(a_panel),
                                    },
                                    None => Left::panel(a_panel, K::MR),
                                };
                                let b = match T::unchanged(&right.data[right.offset(jr, 0)..])
                                    .filter(|_| fuse_right && i + ir == 0)
                                {
                                    Some(data) => {
                                        let (next, step) = (
                                            right.strides().0 as usize,
                                            right.strides().1 as usize,
                                        );
                                        Right {
                                            data,
                                            step,
                                            next,
                                            keep: Some(b_panel),
                                        }
                                    }
                                    None => Right::panel(b_panel, K::NR),
                                };
                                let (row, col) = (i + ir, j + jr);
                                let mut out = c.tile((row, col), (mr, nr));
                                let whole = (at.0 + row, at.1 + col);
                                if let Some(mut sums) = out.as_sums::<K::Sum>() {
                                    if sums.strides().0 == 1 {
                                        kernel.multiply(
                                            steps,
                                            a,
                                            b,
                                            sums.tile((0, 0), (mr, nr)),
                                            finish.alpha,
                                            beta,
                                        );
                                    } else {
                                        let product = TileMut::columns(tile, mr, nr, K::MR);
                                        kernel.multiply(
                                            steps,
                                            a,
                                            b,
                                            product,
                                            finish.alpha,
                                            K::Sum::ZERO,
                                        );
                                        sums.update(|i, j, x| {
                                            let product = tile[j * K::MR + i];
                                            *x = if beta == K::Sum::ZERO {
                                                product
                                            } else {
                                                x.times_plus(beta, product)
                                            };
                                        });
                                    }
                                    if last && !finish.is_trivial() {
                                        sums.update(|i, j, x| {
                                            *x = finish.apply(whole.0 + i, whole.1 + j, *x)
                                        });
                                    }
                                } else {
                                    let mut held = TileMut::columns(held, m, nc, m);
                                    let beta = if first { K::Sum::ZERO } else { K::Sum::ONE };
                                    kernel.multiply(
                                        steps,
                                        a,
                                        b,
                                        held.tile((row, jr), (mr, nr)),
                                        finish.alpha,
                                        beta,
                                    );
                                    if last {
                                        let held = held.tile((row, jr), (mr, nr));
                                        out.update(|i, j, x| {
                                            *x = finish.blend(
                                                whole.0 + i,
                                                whole.1 + j,
                                                held.get(i, j),
                                                *x,
                                            )
                                        });
                                    }
                                }
                            }
                        }
                    }
                }
            }
        },
    );
}
