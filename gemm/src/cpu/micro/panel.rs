//! Packing: strips of a matrix laid out in the order in which the tile kernel reads them.
//!
//! A panel of `W` rows is `(W, steps):(1, W)`; a block of panels is `((W, panels), steps):((1, W * steps), W)`. Rows past
//! the last are zero. Three ways lead there, by the strides of the matrix: rows contiguous (copy a column at a time), k
//! contiguous (transpose squares in registers), neither (element by element).

use bytemuck::Zeroable;

use super::vector::Vector;
use crate::MatRef;
use crate::cpu::pack::Pack;
use crate::cpu::tiles::{Tiles, packed};

/// Packed elements of k that are converted before they are transposed.
const RUN: usize = 64;

/// Packed elements of k between asking for a column and packing it.
const AHEAD: usize = 8;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Packs all rows of `block`, `rows` to a panel, which has room for `W`.
///
/// # Safety
/// The processor has the instruction set of `V`.
#[inline(always)]
pub(super) unsafe fn pack<V: Vector, T: Pack<V::Packed>, const W: usize>(
    block: MatRef<'_, T>,
    rows: usize,
    panels: &mut [V::Packed],
) {
    let ks = block.shape().1;
    let steps = ks.div_ceil(V::DEPTH);
    let strips = Tiles::new(block.layout(), (rows, ks.max(1)));
    let packed = packed(W, strips.count().0, steps);
    for i in 0..strips.count().0 {
        let strip = block.tile(&strips, (i, 0));
        let panel = &mut panels[packed.at(((0, i as i64), 0)) as usize..][..W * steps];
        let (panel, _) = panel.as_chunks_mut::<W>();
        if strip.strides().0 == 1 {
            columns::<V, T, W>(strip, panel);
        } else if strip.strides().1 == 1 {
            // SAFETY: the caller says that the processor has the instruction set of `V`.
            unsafe { transpose::<V, T, W>(strip, panel) }
        } else {
            elements(strip, V::DEPTH, panel);
        }
    }
}

/// Rows contiguous: each step copies a column, or joins `DEPTH` of them.
#[inline(always)]
fn columns<V: Vector, T: Pack<V::Packed>, const W: usize>(
    strip: MatRef<'_, T>,
    panel: &mut [[V::Packed; W]],
) {
    let (rows, ks) = strip.shape();
    let zeros = [T::zeroed(); W];
    let column = |k: usize| {
        if k < ks {
            &strip.data[strip.offset(0, k)..][..rows]
        } else {
            &zeros[..rows]
        }
    };
    for (step, to) in panel.iter_mut().enumerate() {
        let k = step * V::DEPTH;
        // Columns lie apart, so the processor does not see the next ones coming.
        if k + (AHEAD + 1) * V::DEPTH <= ks {
            for ahead in (k + AHEAD * V::DEPTH)..(k + (AHEAD + 1) * V::DEPTH) {
                column(ahead)
                    .chunks(LINE / size_of::<T>())
                    .for_each(|line| V::prefetch(line.as_ptr().cast()));
            }
        }
        let (first, second) = (column(k), column(k + V::DEPTH - 1));
        match (<&[T; W]>::try_from(first), <&[T; W]>::try_from(second)) {
            // Of a length that the compiler knows.
            (Ok(first), Ok(second)) => *to = joined(first, second),
            _ => {
                let (to, padding) = to.split_at_mut(rows);
                for ((to, &x), &y) in to.iter_mut().zip(first).zip(second) {
                    *to = T::one(|d| if d == 0 { x } else { y });
                }
                padding.fill(V::Packed::zeroed());
            }
        }
    }
}

/// Two columns, which are one where a packed element holds one value of k.
#[inline(always)]
fn joined<T: Pack<P>, P, const W: usize>(first: &[T; W], second: &[T; W]) -> [P; W] {
    std::array::from_fn(|i| T::one(|d| if d == 0 { first[i] } else { second[i] }))
}

/// k contiguous: whole squares are transposed in registers, what is left over goes element by element.
///
/// # Safety
/// The processor has the instruction set of `V`.
#[inline(always)]
unsafe fn transpose<V: Vector, T: Pack<V::Packed>, const W: usize>(
    strip: MatRef<'_, T>,
    panel: &mut [[V::Packed; W]],
) {
    let (rows, ks) = strip.shape();
    let squares = if W.is_multiple_of(V::SQUARE) {
        rows / V::SQUARE * V::SQUARE
    } else {
        0
    };
    let steps = if squares > 0 {
        ks / V::DEPTH / V::SQUARE * V::SQUARE
    } else {
        0
    };
    let mut converted = [[V::Packed::zeroed(); RUN]; 8];
    for first in (0..steps).step_by(RUN) {
        let count = RUN.min(steps - first);
        for row in (0..squares).step_by(V::SQUARE) {
            let source = |i: usize| {
                &strip.data[strip.offset(row + i, first * V::DEPTH)..][..count * V::DEPTH]
            };
            for (i, to) in converted.iter_mut().enumerate().take(V::SQUARE) {
                if T::unchanged(source(i)).is_none() {
                    T::along_k(source(i), V::DEPTH, &mut to[..count]);
                }
            }
            let from: [&[V::Packed]; 8] = std::array::from_fn(|i| {
                let i = i % V::SQUARE;
                T::unchanged(source(i)).unwrap_or(&converted[i][..count])
            });
            for step in (0..count).step_by(V::SQUARE) {
                let to = &mut panel[first + step..][..V::SQUARE];
                // SAFETY: the caller says that the processor has the instruction set of `V`; `step + SQUARE <= count`, the length of each
                // source; the square's columns are SQUARE consecutive steps of the panel, in each of which rows `row .. row + SQUARE` exist.
                unsafe {
                    V::transpose(
                        from.map(|row| row.as_ptr().wrapping_add(step)),
                        to.as_mut_ptr().cast::<V::Packed>().wrapping_add(row),
                        W,
                    )
                }
            }
        }
    }
    rest(strip, V::DEPTH, 0, steps, panel);
    if squares < W {
        rest(strip, V::DEPTH, squares, 0, &mut panel[..steps]);
    }
}

/// Any strides: element by element.
#[inline(always)]
fn elements<T: Pack<P>, P: Copy, const W: usize>(
    strip: MatRef<'_, T>,
    depth: usize,
    panel: &mut [[P; W]],
) {
    rest(strip, depth, 0, 0, panel);
}

/// The rows from `row` and the steps from `step` on, element by element, and zeros after the last row.
#[inline(always)]
fn rest<T: Pack<P>, P: Copy, const W: usize>(
    strip: MatRef<'_, T>,
    depth: usize,
    row: usize,
    step: usize,
    panel: &mut [[P; W]],
) {
    let (rows, ks) = strip.shape();
    for (step, to) in panel.iter_mut().enumerate().skip(step) {
        for (i, to) in to.iter_mut().enumerate().skip(row) {
            *to = T::one(|d| {
                let k = step * depth + d;
                if i < rows && k < ks {
                    strip.at(i, k)
                } else {
                    T::zeroed()
                }
            });
        }
    }
}
