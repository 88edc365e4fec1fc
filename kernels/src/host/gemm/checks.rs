//! What operands are held to before anything is launched.

use super::{Matrix, Region};
use crate::device::gemm::args::activation;
use crate::device::gemm::hopper::operand::Major;
use crate::host::Error;

/// `run` elements in a row.
pub(super) fn row(region: Region<'_>, run: u64) -> Matrix<'_> {
    Matrix {
        region,
        major: Major::K,
        run,
        lines: 1,
        ld: run,
        batches: 1,
        batch_stride: 0,
        step: 1,
    }
}

/// The address of `count` values of `f32`, or 0 where there are none.
pub(super) fn values(
    argument: &'static str,
    region: &Option<Region<'_>>,
    count: u32,
    written: (&Matrix<'_>, u64),
) -> Result<u64, Error> {
    let Some(region) = region else { return Ok(0) };
    let read = row(*region, count as u64);
    read.check(argument, 4)?;
    apart(written, argument, (&read, 4))?;
    Ok(region.address())
}

/// Rejects memory that was borrowed for reading.
pub(super) fn writable(argument: &'static str, region: &Region<'_>) -> Result<(), Error> {
    if region.is_writable() {
        return Ok(());
    }
    Err(Error::Argument {
        argument,
        why: format!(
            "the {} bytes at {:#x} were borrowed for reading: borrow them by Region::write",
            region.bytes(),
            region.address()
        ),
    })
}

/// Checks an operand of `mn` by `k` (or D and C, of rows by columns).
pub(super) fn fits(
    argument: &'static str,
    matrix: &Matrix<'_>,
    mn: u32,
    k: u32,
    batches: u32,
    element: u64,
) -> Result<(), Error> {
    let (lines, run) = match matrix.major {
        Major::K => (mn, k),
        Major::Mn => (k, mn),
    };
    let found = [matrix.batches, matrix.lines, matrix.run];
    let expected = [batches as u64, lines as u64, run as u64];
    if found != expected {
        let list = |sizes: [u64; 3]| sizes.iter().map(|s| *s as usize).collect();
        return Err(Error::Shape {
            argument,
            expected: list(expected),
            found: list(found),
        });
    }
    matrix.check(argument, element)
}

/// Rejects a D two of whose matrices share elements; its lines were held apart by [`fits`].
pub(super) fn injective(d: &Matrix<'_>) -> Result<(), Error> {
    if d.batches <= 1 || [d.lines, d.run].contains(&0) {
        return Ok(());
    }
    // One matrix behind the other, or lines of all of them in turns.
    let behind = d.batch_stride >= (d.lines - 1) * d.ld + d.run;
    let in_turns = d.batch_stride >= d.run
        && (d.lines == 1 || d.ld >= (d.batches - 1) * d.batch_stride + d.run);
    if behind || in_turns {
        return Ok(());
    }
    Err(Error::Overlap {
        argument: "d",
        with: "itself",
    })
}

/// Rejects a D that shares memory with a matrix that is read, but for a C that is D itself.
pub(super) fn apart(
    (d, out): (&Matrix<'_>, u64),
    with: &'static str,
    (read, element): (&Matrix<'_>, u64),
) -> Result<(), Error> {
    let place = |matrix: &Matrix<'_>| {
        let line = if matrix.lines > 1 { matrix.ld } else { 0 };
        let batch = if matrix.batches > 1 {
            matrix.batch_stride
        } else {
            0
        };
        let step = if matrix.run > 1 { matrix.step } else { 1 };
        (matrix.region.address(), matrix.major, step, line, batch)
    };
    let (written, read_at) = (d.touched(out), read.touched(element));
    let same = with == "c" && place(d) == place(read);
    if same || written.0.max(read_at.0) >= written.1.min(read_at.1) {
        return Ok(());
    }
    Err(Error::Overlap {
        argument: "d",
        with,
    })
}

/// Rejects a number that is no activation.
pub(super) fn known(kind: u32) -> Result<(), Error> {
    if kind <= activation::SILU {
        return Ok(());
    }
    Err(Error::Argument {
        argument: "activation",
        why: format!("{kind} is none: 0 is none at all, 1 ReLU, 2 GELU, 3 SiLU"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_places_of_their_own() {
        let at = |address, [lines, run, ld]: [u64; 3], [batches, batch_stride]: [u64; 2]| Matrix {
            region: Region::at(address, 1 << 20),
            major: Major::K,
            run,
            lines,
            ld,
            batches,
            batch_stride,
            step: 1,
        };
        let one = |address| at(address, [4, 8, 8], [1, 0]);
        let d = one(1024);
        let with = |name, other: &Matrix<'_>| apart((&d, 2), name, (other, 2));
        // 64 bytes: what ends where D begins or begins where it ends is apart.
        assert!(with("a", &one(960)).is_ok() && with("a", &one(1088)).is_ok());
        for address in [962, 1024, 1086] {
            let overlap = Error::Overlap {
                argument: "d",
                with: "a",
            };
            assert_eq!(with("a", &one(address)), Err(overlap));
        }
        assert!(with("c", &one(1024)).is_ok());
        assert!(with("c", &one(1024).transposed()).is_err());
        assert!(with("c", &at(1024, [4, 8, 16], [1, 0])).is_err());
        assert!(with("b", &at(1024, [0, 8, 8], [1, 0])).is_ok());
        // Batches behind each other, in turns, and over each other.
        assert!(injective(&at(0, [4, 8, 8], [3, 32])).is_ok());
        assert!(injective(&at(0, [4, 8, 24], [3, 8])).is_ok());
        assert!(injective(&at(0, [4, 8, 8], [3, 0])).is_err());
        assert!(injective(&at(0, [4, 8, 16], [3, 8])).is_err());
        assert!(injective(&at(0, [4, 8, 8], [1, 0])).is_ok());
    }

    #[test]
    fn activations_are_known() {
        assert!(known(activation::NONE).is_ok() && known(activation::SILU).is_ok());
        assert!(known(4).unwrap_err().to_string().contains("4 is none"));
    }

    /// Lines of `run` elements, `ld` apart, in memory of `bytes`.
    fn matrix(major: Major, [lines, run, ld]: [u64; 3], bytes: u64) -> Matrix<'static> {
        Matrix {
            region: Region::at(256, bytes),
            major,
            run,
            lines,
            ld,
            batches: 1,
            batch_stride: 0,
            step: 1,
        }
    }

    #[test]
    fn operands_are_held_to_their_sizes_and_their_memory() {
        assert!(fits("a", &matrix(Major::K, [3, 5, 8], 42), 3, 5, 1, 2).is_ok());
        assert!(fits("a", &matrix(Major::Mn, [5, 3, 8], 70), 3, 5, 1, 2).is_ok());
        let shape = fits("a", &matrix(Major::K, [3, 5, 8], 42), 5, 3, 1, 2).unwrap_err();
        let expected = Error::Shape {
            argument: "a",
            expected: vec![1, 5, 3],
            found: vec![1, 3, 5],
        };
        assert_eq!(shape, expected);
        let short = fits("b", &matrix(Major::K, [3, 5, 8], 41), 3, 5, 1, 2).unwrap_err();
        let expected = Error::OutOfBounds {
            argument: "b",
            needed: 21,
            len: 20,
        };
        assert_eq!(short, expected);
        // Operands may repeat lines, which are copied then; outputs may not.
        let close = matrix(Major::K, [3, 5, 4], 64);
        assert!(fits("b", &close, 3, 5, 1, 2).is_ok() && !close.is_aligned(2));
        let text = close.check_lines("d").unwrap_err().to_string();
        assert!(
            text.contains("5 elements") && text.contains("4 apart"),
            "{text}"
        );
        let spread = Matrix {
            step: 2,
            ..matrix(Major::K, [3, 5, 10], 60)
        };
        assert!(fits("a", &spread, 3, 5, 1, 2).is_ok() && spread.check_lines("d").is_err());
        let short = Matrix { step: 3, ..spread };
        assert!(matches!(
            fits("a", &short, 3, 5, 1, 2),
            Err(Error::OutOfBounds { needed: 33, .. })
        ));
        // Strides are numbers of bytes, also where nothing follows them.
        for lines in [0, 1, 3] {
            let far = matrix(Major::K, [lines, 5, 1 << 62], 64);
            let end = fits("b", &far, lines as u32, 5, 1, 2);
            assert!(
                matches!(end, Err(Error::Strides { argument: "b", .. })),
                "{end:?}"
            );
        }
        let far = matrix(Major::K, [3, 5, u64::MAX / 2], 64);
        assert!(matches!(
            fits("b", &far, 3, 5, 1, 2),
            Err(Error::Strides { .. })
        ));
    }

    #[test]
    fn values_are_as_many_as_the_side() {
        let d = row(Region::at(1 << 20, 64), 16);
        let values = |region| values("scales", &region, 9, (&d, 4));
        assert_eq!(values(None), Ok(0));
        assert_eq!(values(Some(Region::at(512, 36))), Ok(512));
        let shared = values(Some(Region::at((1 << 20) + 60, 36)));
        assert!(matches!(shared, Err(Error::Overlap { argument: "d", .. })));
        let short = values(Some(Region::at(512, 32)));
        assert_eq!(
            short,
            Err(Error::OutOfBounds {
                argument: "scales",
                needed: 9,
                len: 8
            })
        );
    }
}
