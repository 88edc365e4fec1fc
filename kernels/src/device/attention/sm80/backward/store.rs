//! dK and dV to global memory.

use azulejo_device::ptx::vector::Vector;
use azulejo_layout::Int;
use azulejo_tensor::engine::{AsRegisters, EngineMut};
use azulejo_tensor::{AccumulatorLayout, Extent, OffsetAt, Repeat, Tensor};

/// Stores the elements of a thread that are inside `rows` and `columns`, two at a time, from `address` on.
///
/// # Safety
/// `rows` lines of as many columns, an even number, are at `address` and `sequence` elements after each other, aligned to two elements;
/// `sums` is compact.
#[inline(always)]
pub unsafe fn store_rows<E, L>(
    (address, sequence): (u64, u64),
    [rows, columns]: [i32; 2],
    coord: impl Fn(usize) -> (i32, i32),
    sums: &Tensor<E, L>,
) where
    E: EngineMut + AsRegisters<u32>,
    L: AccumulatorLayout<RowCol: Extent + OffsetAt<usize, Offset: Int> + Copy>,
{
    let extent = sums.layout().acc_rowcol().extent();
    extent.repeat(
        #[inline(always)]
        |i: usize| {
            // Entry 4 j + 2 e + r: element e of two neighbours in a register.
            if i / 2 % 2 == 0 {
                let (row, column) = coord(i);
                if row < rows && column < columns {
                    let at = address + 2 * (row as u64 * sequence + column as u64);
                    // SAFETY: the fragment is compact: two elements of a row, then those of the other.
                    let word = unsafe { sums.engine().registers((i / 4 * 4 + i % 2 * 2) as isize) };
                    // SAFETY: upheld by the caller; the row and the column are inside.
                    unsafe { <u32 as Vector>::store_global(at, word) };
                }
            }
        },
    );
}
