//! The register-tile kernel, once for every instruction set.
//!
//! For each k it loads `MV` registers of A, and for each of `N` columns broadcasts one element of B and does `MV` fused
//! multiply-adds: `MV * N` registers of sums that never leave the register file. Then it updates C, masking the last
//! register where the tile is short.
//!
//! Packing is part of it: the first tile that reads a strip of A or B reads it from the matrix and writes it as a panel
//! on the way, which costs stores in slots that the multiply-adds leave free, and no pass over memory of its own. Where
//! A stays in the first cache there is no packing: one call multiplies all tiles, reading both operands where they lie.

use std::marker::PhantomData;

use super::args::Args;
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
    pub(super) unsafe fn in_place<T: RegisterTile, const MV: usize, const NR: usize>(
        &self,
        height: usize,
    ) {
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
                // SAFETY: the caller's promise is passed on. Rows i .. i + tile.rows of A and columns j .. j + NR of B
                // lie in the matrices that `of_matrices` checked, the tile in `c`; it has 1 to MV registers of rows.
                unsafe {
                    match tile.rows.div_ceil(V::LANES) {
                        1 => tile.run::<T, 1, NR, MV, NR, MATRIX, MATRIX>(),
                        2 if MV >= 2 => tile.run::<T, 2, NR, MV, NR, MATRIX, MATRIX>(),
                        3 if MV >= 3 => tile.run::<T, 3, NR, MV, NR, MATRIX, MATRIX>(),
                        _ => tile.run::<T, MV, NR, MV, NR, MATRIX, MATRIX>(),
                    }
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
        // SAFETY: the caller's promise is passed on; 1 <= registers <= MV as `new` checked.
        unsafe {
            match self.rows.div_ceil(V::LANES) {
                0 => {}
                1 => self.columns::<T, 1, MV, NR>(),
                2 if MV >= 2 => self.columns::<T, 2, MV, NR>(),
                3 if MV >= 3 => self.columns::<T, 3, MV, NR>(),
                _ => self.columns::<T, MV, MV, NR>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn columns<T: RegisterTile, const MV: usize, const MR: usize, const NR: usize>(&self) {
        // SAFETY: the caller's promise is passed on; `new` checked that only whole tiles keep panels.
        unsafe {
            match self.cols {
                0 => {}
                1 if NR > 1 => self.run::<T, MV, 1, MR, NR, PANEL, PANEL>(),
                2 if NR > 2 => self.run::<T, MV, 2, MR, NR, PANEL, PANEL>(),
                3 if NR > 3 => self.run::<T, MV, 3, MR, NR, PANEL, PANEL>(),
                4 if NR > 4 => self.run::<T, MV, 4, MR, NR, PANEL, PANEL>(),
                5 if NR > 5 => self.run::<T, MV, 5, MR, NR, PANEL, PANEL>(),
                6 if NR > 6 => self.run::<T, MV, 6, MR, NR, PANEL, PANEL>(),
                7 if NR > 7 => self.run::<T, MV, 7, MR, NR, PANEL, PANEL>(),
                8 if NR > 8 => self.run::<T, MV, 8, MR, NR, PANEL, PANEL>(),
                9 if NR > 9 => self.run::<T, MV, 9, MR, NR, PANEL, PANEL>(),
                10 if NR > 10 => self.run::<T, MV, 10, MR, NR, PANEL, PANEL>(),
                11 if NR > 11 => self.run::<T, MV, 11, MR, NR, PANEL, PANEL>(),
                _ => match (self.a_keep.is_null(), self.b_panel, self.b_keep.is_null()) {
                    (true, true, _) => self.run::<T, MV, NR, MR, NR, PANEL, PANEL>(),
                    (true, false, true) => self.run::<T, MV, NR, MR, NR, PANEL, MATRIX>(),
                    (true, false, false) => self.run::<T, MV, NR, MR, NR, PANEL, KEEP>(),
                    (false, true, _) => self.run::<T, MV, NR, MR, NR, KEEP, PANEL>(),
                    (false, false, true) => self.run::<T, MV, NR, MR, NR, KEEP, MATRIX>(),
                    (false, false, false) => self.run::<T, MV, NR, MR, NR, KEEP, KEEP>(),
                },
            }
        }
    }

    /// The kernel for `MV` registers by `N` columns; panels are `MR` registers and `NR` columns wide, and written where
    /// `A` and `B` say.
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
        // SAFETY: the caller has the instruction set; `new` checked that step `steps - 1` reads within both operands
        // and writes within the panels kept, and earlier steps lie before it; `wrapping_add` makes the addresses past
        // the last step harmless.
        unsafe {
            if self.steps >= DEEP {
                for j in 0..N {
                    for i in 0..MV {
                        V::prefetch(self.register::<T>(i, j));
                    }
                }
            }
            let mut sums = [[V::zero(); MV]; N];
            for _ in 0..self.steps {
                let mut left = [V::load_first(a, 0); MV];
                for (i, left) in left.iter_mut().enumerate() {
                    let from = a.wrapping_add(T::left(i));
                    *left = if A != PANEL && i + 1 == MV {
                        V::load_first(from, short)
                    } else {
                        V::load(from)
                    };
                    if A == KEEP {
                        V::prefetch(from.wrapping_add(a_step.wrapping_mul(AHEAD)).cast());
                        V::keep(*left, a_keep.add(T::left(i)));
                    }
                }
                for (j, column) in sums.iter_mut().enumerate() {
                    let from = b.wrapping_add(if B == PANEL {
                        T::right(j)
                    } else {
                        j.wrapping_mul(self.b_next)
                    });
                    let right = V::splat(from);
                    if B == KEEP {
                        b_keep.add(T::right(j)).write(from.read());
                    }
                    for (sum, left) in column.iter_mut().zip(left) {
                        *sum = V::multiply_add(*sum, left, right);
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
            let unit = self.alpha == V::Sum::ONE;
            match (short == V::LANES, unit) {
                (true, true) => self.update::<T, MV, N, true, true>(&sums, short),
                (true, false) => self.update::<T, MV, N, true, false>(&sums, short),
                (false, _) => self.update::<T, MV, N, false, false>(&sums, short),
            }
        }
    }

    /// The address of register `i` of column `j`: one thread's values of C.
    #[inline(always)]
    fn register<T: RegisterTile>(&self, i: usize, j: usize) -> *mut V::Sum {
        self.c.wrapping_offset(T::sums(i, j, self.c_next) as isize)
    }

    #[inline(always)]
    unsafe fn update<
        T: RegisterTile,
        const MV: usize,
        const N: usize,
        const WHOLE: bool,
        const UNIT: bool,
    >(
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
                    let at = self.register::<T>(i, j);
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
