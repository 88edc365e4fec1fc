//! The register-tile kernel, once for every instruction set.
//!
//! For each k it loads `MV` registers of A, and for each of `N` columns broadcasts one element of B and does `MV` fused
//! multiply-adds: `MV * N` registers of sums that never leave the register file. Then it updates C, masking the last
//! register where the tile is short.

use std::marker::PhantomData;

use super::vector::Vector;
use super::{Left, Right, TileMut};
use crate::Accumulator;

/// A checked call of the kernel: every address that it forms is in bounds.
pub struct Args<'a, V: Vector> {
    steps: usize,
    a: *const V::Packed,
    a_step: usize,
    /// Whether whole registers of A may be read at every step.
    a_whole: bool,
    b: *const V::Packed,
    b_step: usize,
    b_next: usize,
    c: *mut V::Sum,
    c_next: isize,
    rows: usize,
    cols: usize,
    alpha: V::Sum,
    beta: V::Sum,
    borrows: PhantomData<&'a mut [V::Sum]>,
}

impl<'a, V: Vector> Args<'a, V> {
    /// Checks that the tile fits `mv` registers by `nr` columns and that the panels cover it.
    #[inline]
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of a matrix product"
    )]
    pub(super) fn new(
        steps: usize,
        a: Left<'a, V::Packed>,
        b: Right<'a, V::Packed>,
        mut c: TileMut<'a, V::Sum>,
        alpha: V::Sum,
        beta: V::Sum,
        mv: usize,
        nr: usize,
    ) -> Self {
        let (rows, cols) = c.shape();
        assert!(
            rows <= mv * V::LANES && cols <= nr,
            "a tile of {rows}x{cols} is too large"
        );
        assert!(
            rows == 0 || c.strides().0 == 1,
            "a tile's rows must be contiguous"
        );
        let mut a_whole = true;
        if let Some(last) = steps.checked_sub(1).filter(|_| rows > 0 && cols > 0) {
            assert!(
                last * a.step + rows <= a.data.len(),
                "A's panel is too short"
            );
            assert!(
                last * b.step + (cols - 1) * b.next < b.data.len(),
                "B's panel is too short"
            );
            a_whole = last * a.step + rows.next_multiple_of(V::LANES) <= a.data.len();
        }
        Args {
            steps,
            a: a.data.as_ptr(),
            a_step: a.step,
            a_whole,
            b: b.data.as_ptr(),
            b_step: b.step,
            b_next: b.next,
            c_next: c.strides().1,
            c: c.as_mut_ptr(),
            rows,
            cols,
            alpha,
            beta,
            borrows: PhantomData,
        }
    }

    /// Runs the smallest instance that holds the tile, `MV` registers by `NR` columns at most.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`.
    #[inline(always)]
    pub(super) unsafe fn dispatch<const MV: usize, const NR: usize>(&self) {
        const { assert!(MV >= 1 && MV <= 4 && NR >= 2 && NR <= 12) };
        // SAFETY: the caller's promise is passed on; 1 <= registers <= MV as `new` checked.
        unsafe {
            match self.rows.div_ceil(V::LANES) {
                0 => {}
                1 => self.columns::<1, NR>(),
                2 if MV >= 2 => self.columns::<2, NR>(),
                3 if MV >= 3 => self.columns::<3, NR>(),
                _ => self.columns::<MV, NR>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn columns<const MV: usize, const NR: usize>(&self) {
        // SAFETY: the caller's promise is passed on.
        unsafe {
            match self.cols {
                0 => {}
                1 => self.access::<MV, 1>(),
                2 if NR > 2 => self.access::<MV, 2>(),
                3 if NR > 3 => self.access::<MV, 3>(),
                4 if NR > 4 => self.access::<MV, 4>(),
                5 if NR > 5 => self.access::<MV, 5>(),
                6 if NR > 6 => self.access::<MV, 6>(),
                7 if NR > 7 => self.access::<MV, 7>(),
                8 if NR > 8 => self.access::<MV, 8>(),
                9 if NR > 9 => self.access::<MV, 9>(),
                10 if NR > 10 => self.access::<MV, 10>(),
                11 if NR > 11 => self.access::<MV, 11>(),
                _ => self.access::<MV, NR>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn access<const MV: usize, const N: usize>(&self) {
        // SAFETY: the caller's promise is passed on.
        unsafe {
            match (self.a_whole, self.b_next) {
                (true, 1) => self.run::<MV, N, true, true>(),
                (true, _) => self.run::<MV, N, true, false>(),
                (false, _) => self.run::<MV, N, false, false>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn run<const MV: usize, const N: usize, const WHOLE: bool, const NEXT: bool>(&self) {
        let next = if NEXT { 1 } else { self.b_next };
        let short = self.rows - (MV - 1) * V::LANES;
        let (mut a, mut b) = (self.a, self.b);
        // SAFETY: the caller has the instruction set; `new` checked that step `steps - 1` reads within both panels,
        // and earlier steps lie before it; `wrapping_add` makes the addresses past the last step harmless.
        unsafe {
            let mut sums = [[V::zero(); MV]; N];
            for _ in 0..self.steps {
                let mut left = [V::load_first(a, 0); MV];
                for (i, left) in left.iter_mut().enumerate() {
                    let from = a.wrapping_add(i * V::LANES);
                    *left = if WHOLE || i + 1 < MV {
                        V::load(from)
                    } else {
                        V::load_first(from, short)
                    };
                }
                for (j, column) in sums.iter_mut().enumerate() {
                    let right = V::splat(b.wrapping_add(j * next));
                    for (sum, left) in column.iter_mut().zip(left) {
                        *sum = V::multiply_add(*sum, left, right);
                    }
                }
                a = a.wrapping_add(self.a_step);
                b = b.wrapping_add(self.b_step);
            }
            if short == V::LANES {
                self.update::<MV, N, true>(&sums, short);
            } else {
                self.update::<MV, N, false>(&sums, short);
            }
        }
    }

    #[inline(always)]
    unsafe fn update<const MV: usize, const N: usize, const WHOLE: bool>(
        &self,
        sums: &[[V::Sums; MV]; N],
        short: usize,
    ) {
        // SAFETY: the caller has the instruction set; every address is in the tile, of which the last register holds
        // `short` rows, and the tile is exclusively borrowed.
        unsafe {
            let (alpha, beta) = (V::sums(self.alpha), V::sums(self.beta));
            let reads = self.beta != V::Sum::ZERO;
            for (j, column) in sums.iter().enumerate() {
                for (i, &sum) in column.iter().enumerate() {
                    let at = self
                        .c
                        .wrapping_offset(j as isize * self.c_next)
                        .wrapping_add(i * V::LANES);
                    let whole = WHOLE || i + 1 < MV;
                    let mut value = V::scale(sum, alpha);
                    if reads {
                        let old = if whole {
                            V::load_sums(at)
                        } else {
                            V::load_first_sums(at, short)
                        };
                        value = V::scale_add(old, beta, value);
                    }
                    if whole {
                        V::store(value, at)
                    } else {
                        V::store_first(value, at, short)
                    }
                }
            }
        }
    }
}
