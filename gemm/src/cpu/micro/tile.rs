//! The register-tile kernel, once for every instruction set.
//!
//! For each k it loads `MV` registers of A, and for each of `N` columns broadcasts one element of B and does `MV` fused
//! multiply-adds: `MV * N` registers of sums that never leave the register file. Then it updates C, masking the last
//! register where the tile is short.
//!
//! Packing is part of it: the first tile that reads a strip of A or B reads it from the matrix and writes it as a panel
//! on the way, which costs stores in slots that the multiply-adds leave free, and no pass over memory of its own.

use std::marker::PhantomData;
use std::ptr;

use azulejo_layout::Layout;

use super::vector::Vector;
use super::{Left, Right, Source, TileMut};
use crate::Accumulator;

/// How many steps before its use a row of A is asked for, when it is read from the matrix itself.
const AHEAD: usize = 12;

/// From so many steps on, C is asked for before it is needed.
const DEEP: usize = 128;

/// B is a panel.
const PANEL: u8 = 0;
/// B is read from the matrix.
const MATRIX: u8 = 1;
/// B is read from the matrix, and a panel written.
const KEEP: u8 = 2;

/// A checked call of the kernel: every address that it forms is in bounds.
pub(crate) struct Args<'a, V: Vector> {
    steps: usize,
    a: *const V::Packed,
    a_step: usize,
    /// Where a panel of A is written, or null if `a` is one.
    a_keep: *mut V::Packed,
    b: *const V::Packed,
    b_step: usize,
    b_next: usize,
    /// Whether `b` is a panel.
    b_panel: bool,
    /// Where a panel of B is written, or null.
    b_keep: *mut V::Packed,
    c: *mut V::Sum,
    c_next: i64,
    rows: usize,
    cols: usize,
    alpha: V::Sum,
    beta: V::Sum,
    borrows: PhantomData<&'a mut [V::Sum]>,
}

impl<'a, V: Vector> Args<'a, V> {
    /// Checks that the tile fits `mv` registers by `nr` columns and that the panels cover it.
    #[inline(always)]
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
        let mr = mv * V::LANES;
        assert!(
            rows <= mr && cols <= nr,
            "a tile of {rows}x{cols} is too large"
        );
        assert!(
            rows <= 1 || c.layout().stride().0 == 1,
            "a tile's rows must be contiguous"
        );
        let (b_panel, b_keep) = match b.source {
            Source::Panel => (true, None),
            Source::Matrix => (false, None),
            Source::Keep(panel) => (false, Some(panel)),
        };
        assert!(
            cols == nr || (a.keep.is_none() && b_panel),
            "a tile that reads a matrix has all columns"
        );
        if let Some(last) = steps.checked_sub(1).filter(|_| rows > 0 && cols > 0) {
            let read = if a.keep.is_some() {
                rows
            } else {
                rows.next_multiple_of(V::LANES)
            };
            assert!(last * a.step + read <= a.data.len(), "A is too short");
            assert!(
                last * b.step + (cols - 1) * b.next < b.data.len(),
                "B is too short"
            );
            assert!(
                !b_panel || (b.next == 1 && b.step == nr),
                "a panel of B has its columns side by side"
            );
            assert!(
                a.keep.is_some() || a.step == mr,
                "a panel of A has its rows side by side"
            );
        }
        let panel = |keep: Option<&'a mut [V::Packed]>, width: usize| {
            keep.map_or(ptr::null_mut(), |keep| {
                assert!(steps * width <= keep.len(), "a panel is too short");
                keep.as_mut_ptr()
            })
        };
        Args {
            steps,
            a: a.data.as_ptr(),
            a_step: a.step,
            a_keep: panel(a.keep, mr),
            b: b.data.as_ptr(),
            b_step: b.step,
            b_next: b.next,
            b_panel,
            b_keep: panel(b_keep, nr),
            c_next: c.layout().stride().1,
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
                1 => self.columns::<1, MV, NR>(),
                2 if MV >= 2 => self.columns::<2, MV, NR>(),
                3 if MV >= 3 => self.columns::<3, MV, NR>(),
                _ => self.columns::<MV, MV, NR>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn columns<const MV: usize, const MR: usize, const NR: usize>(&self) {
        // SAFETY: the caller's promise is passed on; `new` checked that only whole tiles keep panels.
        unsafe {
            match self.cols {
                0 => {}
                1 if NR > 1 => self.run::<MV, 1, MR, NR, false, PANEL>(),
                2 if NR > 2 => self.run::<MV, 2, MR, NR, false, PANEL>(),
                3 if NR > 3 => self.run::<MV, 3, MR, NR, false, PANEL>(),
                4 if NR > 4 => self.run::<MV, 4, MR, NR, false, PANEL>(),
                5 if NR > 5 => self.run::<MV, 5, MR, NR, false, PANEL>(),
                6 if NR > 6 => self.run::<MV, 6, MR, NR, false, PANEL>(),
                7 if NR > 7 => self.run::<MV, 7, MR, NR, false, PANEL>(),
                8 if NR > 8 => self.run::<MV, 8, MR, NR, false, PANEL>(),
                9 if NR > 9 => self.run::<MV, 9, MR, NR, false, PANEL>(),
                10 if NR > 10 => self.run::<MV, 10, MR, NR, false, PANEL>(),
                11 if NR > 11 => self.run::<MV, 11, MR, NR, false, PANEL>(),
                _ => match (self.a_keep.is_null(), self.b_panel, self.b_keep.is_null()) {
                    (true, true, _) => self.run::<MV, NR, MR, NR, false, PANEL>(),
                    (true, false, true) => self.run::<MV, NR, MR, NR, false, MATRIX>(),
                    (true, false, false) => self.run::<MV, NR, MR, NR, false, KEEP>(),
                    (false, true, _) => self.run::<MV, NR, MR, NR, true, PANEL>(),
                    (false, false, true) => self.run::<MV, NR, MR, NR, true, MATRIX>(),
                    (false, false, false) => self.run::<MV, NR, MR, NR, true, KEEP>(),
                },
            }
        }
    }

    /// The kernel for `MV` registers by `N` columns; panels are `MR` registers and `NR` columns wide, and written where
    /// `KEEP_A` and `B` say.
    #[inline(always)]
    unsafe fn run<
        const MV: usize,
        const N: usize,
        const MR: usize,
        const NR: usize,
        const KEEP_A: bool,
        const B: u8,
    >(
        &self,
    ) {
        let next = if B == PANEL { 1 } else { self.b_next };
        let (a_step, b_step) = (
            if KEEP_A { self.a_step } else { MR * V::LANES },
            if B == PANEL { NR } else { self.b_step },
        );
        let short = self.rows - (MV - 1) * V::LANES;
        let (mut a, mut b) = (self.a, self.b);
        let (mut a_keep, mut b_keep) = (self.a_keep, self.b_keep);
        // SAFETY: the caller has the instruction set; `new` checked that step `steps - 1` reads within both operands
        // and writes within the panels kept, and earlier steps lie before it; `wrapping_add` makes the addresses past
        // the last step harmless.
        unsafe {
            if self.steps >= DEEP {
                for j in 0..N {
                    for i in 0..MV {
                        V::prefetch(self.register::<MV, N>(i, j));
                    }
                }
            }
            let mut sums = [[V::zero(); MV]; N];
            for _ in 0..self.steps {
                let mut left = [V::load_first(a, 0); MV];
                for (i, left) in left.iter_mut().enumerate() {
                    let from = a.wrapping_add(i * V::LANES);
                    *left = if KEEP_A && i + 1 == MV {
                        V::load_first(from, short)
                    } else {
                        V::load(from)
                    };
                    if KEEP_A {
                        V::prefetch(from.wrapping_add(AHEAD * a_step).cast());
                        V::keep(*left, a_keep.add(i * V::LANES));
                    }
                }
                for (j, column) in sums.iter_mut().enumerate() {
                    let from = b.wrapping_add(j * next);
                    let right = V::splat(from);
                    if B == KEEP {
                        b_keep.add(j).write(from.read());
                    }
                    for (sum, left) in column.iter_mut().zip(left) {
                        *sum = V::multiply_add(*sum, left, right);
                    }
                }
                a = a.wrapping_add(a_step);
                b = b.wrapping_add(b_step);
                if KEEP_A {
                    a_keep = a_keep.wrapping_add(MR * V::LANES);
                }
                if B == KEEP {
                    b_keep = b_keep.wrapping_add(NR);
                }
            }
            let unit = self.alpha == V::Sum::ONE;
            match (short == V::LANES, unit) {
                (true, true) => self.update::<MV, N, true, true>(&sums, short),
                (true, false) => self.update::<MV, N, true, false>(&sums, short),
                (false, _) => self.update::<MV, N, false, false>(&sums, short),
            }
        }
    }

    /// The address of register `i` of column `j`: one thread's values of C, `(MV,N):(LANES,ldc)`.
    #[inline(always)]
    fn register<const MV: usize, const N: usize>(&self, i: usize, j: usize) -> *mut V::Sum {
        let values = Layout::new((MV as i64, N as i64), (V::LANES as i64, self.c_next));
        self.c
            .wrapping_offset(values.at((i as i64, j as i64)) as isize)
    }

    #[inline(always)]
    unsafe fn update<const MV: usize, const N: usize, const WHOLE: bool, const UNIT: bool>(
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
                    let at = self.register::<MV, N>(i, j);
                    let whole = WHOLE || i + 1 < MV;
                    let mut value = if UNIT { sum } else { V::scale(sum, alpha) };
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
