//! The register-tile kernel, once for every instruction set.
//!
//! For each k it loads `MV` registers of A, and for each of `N` columns broadcasts one element of B and does `MV` fused
//! FMAs: `MV * N` registers of sums that never leave the register file. Then it updates C, masking the last
//! register where the tile is short.
//!
//! Packing is part of it: the first tile that reads a strip of A or B reads it from the matrix and writes it as a panel
//! on the way, which costs stores in slots that the FMAs leave free, and no pass over memory of its own. Where
//! A stays in the first cache there is no packing: one call multiplies all tiles, reading both operands where they lie.

use std::marker::PhantomData;

use super::args::{Args, PACKED};
use super::register_tile::RegisterTile;
use super::vector::Vector;
use crate::Accumulator;

/// How many steps before its use a row of A is asked for, when it is read from the matrix itself.
const AHEAD: usize = 12;

/// From so many steps on, C is asked for before it is needed.
const DEEP: usize = 128;

/// An operand is a panel.
const PANEL: u8 = 0;
/// It is read from the matrix.
const MATRIX: u8 = 1;
/// It is read from the matrix, and a panel written.
const KEEP: u8 = 2;

impl<V: Vector> Args<'_, V> {
    /// Multiplies all tiles, `height` rows by `NR` columns each, of arguments that [`Args::of_matrices`] checked.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`; `1 <= height <= MV * LANES`.
    #[inline(always)]
    pub(super) unsafe fn unpacked<T: RegisterTile, const MV: usize, const NR: usize>(
        &self,
        height: usize,
    ) {
        if V::DEPTH > 1 {
            unreachable!("{PACKED}");
        }
        for j in (0..self.cols).step_by(NR) {
            for i in (0..self.rows).step_by(height) {
                let tile = Args {
                    a: self.a.wrapping_add(i),
                    b: self.b.wrapping_add(j.wrapping_mul(self.b_next)),
                    c: self
                        .c
                        .wrapping_offset(i as isize + j as isize * self.c_next as isize),
                    rows: height.min(self.rows - i),
                    cols: NR,
                    borrows: PhantomData::<&mut [V::Sum]>,
                    ..*self
                };
                macro_rules! run {
                    ($registers:tt) => {
                        // SAFETY: the caller says that the processor has the instruction set of `V`. Rows i .. i +
                        // tile.rows of A and columns j .. j + NR of B lie in the matrices that `of_matrices` checked,
                        // the tile in `c`; it has 1 to MV registers of rows, which are matched here.
                        unsafe { tile.run::<T, $registers, NR, MV, NR, MATRIX, MATRIX>() }
                    };
                }
                match tile.rows.div_ceil(V::LANES) {
                    1 => run!(1),
                    2 if MV >= 2 => run!(2),
                    3 if MV >= 3 => run!(3),
                    _ => run!(MV),
                }
            }
        }
    }

    /// Runs the smallest instance that holds the tile, `MV` registers by `NR` columns at most.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`.
    #[inline(always)]
    pub(super) unsafe fn dispatch<T: RegisterTile, const MV: usize, const NR: usize>(&self) {
        const { assert!(MV >= 1 && MV <= 4 && NR >= 2 && NR <= 12) };
        macro_rules! columns {
            ($registers:tt) => {
                // SAFETY: the caller says that the processor has the instruction set of `V`; the tile has the
                // registers of rows that are matched here, 1 to MV as `new` checked.
                unsafe { self.columns::<T, $registers, MV, NR>() }
            };
        }
        match self.rows.div_ceil(V::LANES) {
            0 => {}
            1 => columns!(1),
            2 if MV >= 2 => columns!(2),
            3 if MV >= 3 => columns!(3),
            _ => columns!(MV),
        }
    }

    /// Runs the instance for the tile's columns and the way in which its operands are read.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`; the tile has `MV` registers of rows.
    #[inline(always)]
    unsafe fn columns<T: RegisterTile, const MV: usize, const MR: usize, const NR: usize>(&self) {
        macro_rules! run {
            ($columns:tt, $a:ident, $b:ident) => {
                // SAFETY: the caller says that the processor has the instruction set of `V` and the tile `MV` registers
                // of rows. It has the columns, and its operands are read in the way, that are matched here; `new`
                // checked that operands are panels where the tile has not all columns.
                unsafe { self.run::<T, MV, $columns, MR, NR, $a, $b>() }
            };
        }
        match self.cols {
            0 => {}
            1 if NR > 1 => run!(1, PANEL, PANEL),
            2 if NR > 2 => run!(2, PANEL, PANEL),
            3 if NR > 3 => run!(3, PANEL, PANEL),
            4 if NR > 4 => run!(4, PANEL, PANEL),
            5 if NR > 5 => run!(5, PANEL, PANEL),
            6 if NR > 6 => run!(6, PANEL, PANEL),
            7 if NR > 7 => run!(7, PANEL, PANEL),
            8 if NR > 8 => run!(8, PANEL, PANEL),
            9 if NR > 9 => run!(9, PANEL, PANEL),
            10 if NR > 10 => run!(10, PANEL, PANEL),
            11 if NR > 11 => run!(11, PANEL, PANEL),
            // `new` checked that both are panels: the other instances are not compiled.
            _ if V::DEPTH > 1 => run!(NR, PANEL, PANEL),
            _ => match (self.a_keep.is_null(), self.b_panel, self.b_keep.is_null()) {
                (true, true, _) => run!(NR, PANEL, PANEL),
                (true, false, true) => run!(NR, PANEL, MATRIX),
                (true, false, false) => run!(NR, PANEL, KEEP),
                (false, true, _) => run!(NR, KEEP, PANEL),
                (false, false, true) => run!(NR, KEEP, MATRIX),
                (false, false, false) => run!(NR, KEEP, KEEP),
            },
        }
    }

    /// The kernel for `MV` registers by `N` columns; panels are `MR` registers and `NR` columns wide, and written where
    /// `A` and `B` say.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`; the tile has `MV` registers of rows, of which the last may be short,
    /// and `N` columns, and its operands are read as `A` and `B` say.
    #[inline(always)]
    unsafe fn run<
        T: RegisterTile,
        const MV: usize,
        const N: usize,
        const MR: usize,
        const NR: usize,
        const A: u8,
        const B: u8,
    >(
        &self,
    ) {
        let (a_step, b_step) = (
            if A == PANEL {
                MR * V::LANES
            } else {
                self.a_step
            },
            if B == PANEL { NR } else { self.b_step },
        );
        let short = self.rows - (MV - 1) * V::LANES;
        let (mut a, mut b) = (self.a, self.b);
        let (mut a_keep, mut b_keep) = (self.a_keep, self.b_keep);
        if self.steps >= DEEP {
            for j in 0..N {
                for i in 0..MV {
                    V::prefetch(self.register::<T>(i, j));
                }
            }
        }
        // The addresses of every step are those of the operands' last one or lie before it, which `new` or `of_matrices`
        // checked; `wrapping_add` makes those past the last step harmless.
        // SAFETY: the caller says that the processor has the instruction set; nothing is read.
        let mut sums = [[unsafe { V::zero() }; MV]; N];
        for _ in 0..self.steps {
            // SAFETY: the processor has the instruction set; no lane is read.
            let mut left = [unsafe { V::load_first(a, 0) }; MV];
            for (i, left) in left.iter_mut().enumerate() {
                let from = a.wrapping_add(T::left(i));
                *left = if A != PANEL && i + 1 == MV {
                    // SAFETY: the processor has the instruction set; the matrix has `short` rows from here on.
                    unsafe { V::load_first(from, short) }
                } else {
                    // SAFETY: the processor has the instruction set; a panel has whole registers, and a matrix has them
                    // before the last one.
                    unsafe { V::load(from) }
                };
                if A == KEEP {
                    V::prefetch(from.wrapping_add(a_step.wrapping_mul(AHEAD)).cast());
                    let to = a_keep.wrapping_add(T::left(i));
                    // SAFETY: the processor has the instruction set; the panel kept has MR registers for each step.
                    unsafe { V::keep(*left, to) };
                }
            }
            for (j, column) in sums.iter_mut().enumerate() {
                let from = b.wrapping_add(if B == PANEL {
                    T::right(j)
                } else {
                    j.wrapping_mul(self.b_next)
                });
                // SAFETY: the processor has the instruction set; B has an element at column j of this step.
                let right = unsafe { V::splat(from) };
                if B == KEEP {
                    // SAFETY: it is the element that was just read.
                    let value = unsafe { from.read() };
                    let to = b_keep.wrapping_add(T::right(j));
                    // SAFETY: the panel kept has NR elements for each step.
                    unsafe { to.write(value) };
                }
                for (sum, left) in column.iter_mut().zip(left) {
                    // SAFETY: the processor has the instruction set.
                    *sum = unsafe { V::multiply_add(*sum, left, right) };
                }
            }
            a = a.wrapping_add(a_step);
            b = b.wrapping_add(b_step);
            if A == KEEP {
                a_keep = a_keep.wrapping_add(MR * V::LANES);
            }
            if B == KEEP {
                b_keep = b_keep.wrapping_add(NR);
            }
        }
        macro_rules! update {
            ($plain:literal) => {
                // SAFETY: the processor has the instruction set; the tile has MV registers of rows by N columns, the
                // last register with `short` rows.
                unsafe { self.update::<T, MV, N, $plain>(&sums, short) }
            };
        }
        if short == V::LANES && self.alpha == V::Sum::ONE {
            update!(true)
        } else {
            update!(false)
        }
    }

    /// The address of register `i` of column `j`: one thread's values of C.
    #[inline(always)]
    fn register<T: RegisterTile>(&self, i: usize, j: usize) -> *mut V::Sum {
        self.c.wrapping_offset(T::sums(i, j, self.c_next) as isize)
    }

    /// Scales the sums and adds them to `beta` times C, or stores them.
    ///
    /// # Safety
    /// The processor has the instruction set of `V`; the tile has `MV` registers of rows by `N` columns, the last register
    /// with `short` rows; where `PLAIN`, it has all of them and alpha is one.
    #[inline(always)]
    unsafe fn update<T: RegisterTile, const MV: usize, const N: usize, const PLAIN: bool>(
        &self,
        sums: &[[V::Sums; MV]; N],
        short: usize,
    ) {
        // SAFETY: the caller says that the processor has the instruction set.
        let alpha = unsafe { V::sums(self.alpha) };
        // SAFETY: the caller says that the processor has the instruction set.
        let beta = unsafe { V::sums(self.beta) };
        let reads = self.beta != V::Sum::ZERO;
        for (j, column) in sums.iter().enumerate() {
            for (i, &sum) in column.iter().enumerate() {
                // In the tile, which `c` borrows exclusively.
                let at = self.register::<T>(i, j);
                let whole = PLAIN || i + 1 < MV;
                let mut value = if PLAIN {
                    sum
                } else {
                    // SAFETY: the processor has the instruction set.
                    unsafe { V::scale(sum, alpha) }
                };
                if reads {
                    let old = if whole {
                        // SAFETY: the processor has the instruction set; the tile has the whole register.
                        unsafe { V::load_sums(at) }
                    } else {
                        // SAFETY: the processor has the instruction set; the tile has `short` rows of the last register.
                        unsafe { V::load_first_sums(at, short) }
                    };
                    // SAFETY: the processor has the instruction set.
                    value = unsafe { V::scale_add(old, beta, value) };
                }
                if whole {
                    // SAFETY: the processor has the instruction set; the tile has the whole register.
                    unsafe { V::store(value, at) }
                } else {
                    // SAFETY: the processor has the instruction set; the tile has `short` rows of the last register.
                    unsafe { V::store_first(value, at, short) }
                }
            }
        }
    }
}
