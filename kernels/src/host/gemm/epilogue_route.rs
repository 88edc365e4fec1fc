//! How results leave the registers of a product's kernel.

use super::{Epilogue, Matrix};
use crate::device::gemm::hopper::{args::route, operand::Major};

/// One of [`route`] with its flags, for elements of D of `out` bytes.
pub(super) fn epilogue_route(
    d: &Matrix<'_>,
    c: Option<&Matrix<'_>>,
    epilogue: &Epilogue<'_>,
    splits: u32,
    out: u64,
) -> u32 {
    if splits > 1 {
        return route::SPLIT;
    }
    let flag = |is: bool, flag: u32| if is { flag } else { 0 };
    // Columns of bytes are half as long as TMA's lines of a panel.
    let has_panels = out > 1 || d.major == Major::K;
    let d_by_tma = d.is_stored_by_tma(out) && has_panels;
    let transposed = flag(d.major == Major::Mn, route::COLUMN_MAJOR);
    if epilogue.is_plain() && out > 1 && d_by_tma {
        return route::TILE | transposed;
    }
    let c_by_tma = d_by_tma && c.is_some_and(|c| c.major == d.major && c.is_aligned(out));
    route::STRIPS | transposed | flag(!d_by_tma, route::BY_WORDS) | flag(c_by_tma, route::C_BY_TMA)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D or C of 64 lines of 64 elements, `ld` apart.
    fn matrix(major: Major, ld: u64) -> Matrix<'static> {
        Matrix::test(major, [64, 64, ld])
    }

    #[test]
    fn every_output_has_a_way_and_tma_takes_what_it_can() {
        let plain = Epilogue::default();
        let relu = Epilogue {
            activation: 1,
            ..plain
        };
        let (rows, columns) = (matrix(Major::K, 64), matrix(Major::Mn, 64));
        let (odd, odd_columns) = (matrix(Major::K, 65), matrix(Major::Mn, 65));
        // Lines of 63 elements, 64 apart.
        let short = |major| Matrix {
            run: 63,
            ..matrix(major, 64)
        };
        let (short, short_columns) = (short(Major::K), short(Major::Mn));
        let (tile, strips, mn) = (route::TILE, route::STRIPS, route::COLUMN_MAJOR);
        let (words, c_tma) = (strips | route::BY_WORDS, strips | route::C_BY_TMA);
        for (d, c, epilogue, splits, out, expected) in [
            (&rows, None, &plain, 1, 2, tile),
            (&columns, None, &plain, 1, 2, tile | mn),
            // Slices of K go to a workspace, whatever follows.
            (&odd, None, &relu, 2, 2, route::SPLIT),
            (&rows, None, &relu, 1, 2, strips),
            (&columns, None, &relu, 1, 4, strips | mn),
            // TMA takes no lines at odd places, and of bytes no columns.
            (&odd, None, &plain, 1, 2, words),
            (&odd_columns, None, &plain, 1, 2, words | mn),
            // TMA stores whole chunks of 16 bytes.
            (&short, None, &plain, 1, 2, words),
            (&short_columns, None, &plain, 1, 4, words | mn),
            (&short, Some(&short), &relu, 1, 2, words),
            (&rows, None, &plain, 1, 1, strips),
            (&columns, None, &plain, 1, 1, words | mn),
            // C comes as D goes, where both have one order and TMA takes both.
            (&rows, Some(&rows), &relu, 1, 2, c_tma),
            (&rows, Some(&columns), &relu, 1, 2, strips),
            (&rows, Some(&odd), &relu, 1, 2, strips),
            (&odd, Some(&rows), &relu, 1, 2, words),
        ] {
            assert_eq!(
                epilogue_route(d, c, epilogue, splits, out),
                expected,
                "{d:?} {c:?}"
            );
        }
    }
}
