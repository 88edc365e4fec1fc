//! Certificates of partitions: who owns which element, and is every element owned equally often?

use super::injective::{Collision, Difference, between, difference};
use super::mode::{CAPACITY, Mode, offset, size, span};
use super::run::run;

/// Why a partition does not own each element of its tile equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoverageError {
    /// The index `at` maps to `element`, outside `0..elements`.
    OutOfRange {
        /// The 1-D index (thread fastest when thread is the first mode).
        at: i64,
        /// Where it points.
        element: i64,
        /// The size of the tile.
        elements: i64,
    },
    /// No index maps to `element`.
    Missing {
        /// The smallest element that nobody owns.
        element: i64,
    },
    /// Two indices own the same element, more often than another one is owned.
    Twice {
        /// One 1-D index.
        first: i64,
        /// The other, larger one.
        second: i64,
        /// The element of both.
        element: i64,
    },
    /// The overlap could not be decided within the search budget.
    Undecided,
    /// A number does not fit 64 bits, or there are more modes than [`CAPACITY`].
    TooLarge,
}

/// Decides whether a layout (thread, value) -> element owns each of `0..elements` equally often, and how often.
///
/// Modes of stride 0 replicate: each owner counts their product of sizes. The other modes have to be a bijection: with
/// positive strides the element 0 is reached once, so any constant multiplicity is 1. Hence the test: the offsets lie in
/// range, the strided modes do not collide, and they leave no hole.
///
/// # Errors
/// The first index out of range, the smallest missing element, or two owners of one element.
///
/// ```
/// use azulejo_layout::check::{coverage, CoverageError, Mode};
/// // The accumulator of a 16x8 tensor-core instruction: 32 threads times 4 values own 128 elements once.
/// const TV: [Mode; 4] = [Mode::new(4, 32), Mode::new(8, 1), Mode::new(2, 16), Mode::new(2, 8)];
/// const { assert!(matches!(coverage(&TV, 128), Ok(1))) };
/// assert_eq!(coverage(&TV[..3], 128), Err(CoverageError::Missing { element: 8 }));
/// ```
pub const fn coverage(modes: &[Mode], elements: i64) -> Result<i64, CoverageError> {
    if modes.len() > CAPACITY {
        return Err(CoverageError::TooLarge);
    }
    let (total, span) = match (size(modes), span(modes)) {
        (Some(total), Some(span)) => (total, span),
        _ => return Err(CoverageError::TooLarge),
    };
    if total == 0 {
        return if elements == 0 {
            Ok(0)
        } else {
            Err(CoverageError::Missing { element: 0 })
        };
    }
    let below = span.least < 0;
    match (below, span.greatest >= elements) {
        (true, true) => {
            let (below, above) = (
                first_outside(modes, elements, true),
                first_outside(modes, elements, false),
            );
            return Err(match (&below, &above) {
                (
                    CoverageError::OutOfRange { at, .. },
                    CoverageError::OutOfRange { at: other, .. },
                ) if *other < *at => above,
                _ => below,
            });
        }
        (true, false) | (false, true) => return Err(first_outside(modes, elements, below)),
        (false, false) => {}
    }
    let mut strided = [Mode::new(1, 0); CAPACITY];
    let mut multiplicity: i64 = 1;
    let mut i = 0;
    while i < modes.len() {
        // Positions stay, so that the digits of a collision belong to the modes asked about.
        if modes[i].stride == 0 {
            multiplicity *= modes[i].size;
        } else {
            strided[i] = modes[i];
        }
        i += 1;
    }
    match difference(&strided) {
        Difference::None => {}
        Difference::Undecided => return Err(CoverageError::Undecided),
        Difference::TooLarge => return Err(CoverageError::TooLarge),
        Difference::Found(x) => match between(modes, &x) {
            Collision::Between {
                first,
                second,
                offset,
            } => {
                return Err(CoverageError::Twice {
                    first,
                    second,
                    element: offset,
                });
            }
            _ => return Err(CoverageError::Undecided),
        },
    }
    match run(&strided) {
        Some(covered) if covered == elements => Ok(multiplicity),
        Some(covered) => Err(CoverageError::Missing { element: covered }),
        None => Err(CoverageError::TooLarge),
    }
}

/// The smallest index found by walking each digit: the least index whose offset leaves `0..elements`.
const fn first_outside(modes: &[Mode], elements: i64, negative: bool) -> CoverageError {
    // The index with every digit that pushes outwards at its end is outside; then lower the digits, the slowest first,
    // as far as it stays outside: that is the smallest index outside on this side.
    let mut digits = [0_i64; CAPACITY];
    let mut k = 0;
    while k < modes.len() {
        if (modes[k].stride < 0) == negative && modes[k].stride != 0 {
            digits[k] = modes[k].size - 1;
        }
        k += 1;
    }
    let mut k = modes.len();
    while k > 0 {
        k -= 1;
        if digits[k] == 0 {
            continue;
        }
        let without = sum(modes, &digits) - digits[k] as i128 * modes[k].stride as i128;
        let stride = modes[k].stride.unsigned_abs() as i128;
        // How far the other digits are from the border on this side.
        let missing = if negative {
            without + 1
        } else {
            elements as i128 - without
        };
        digits[k] = if missing <= 0 {
            0
        } else {
            ((missing + stride - 1) / stride) as i64
        };
    }
    let mut at: i64 = 0;
    let mut k = modes.len();
    while k > 0 {
        k -= 1;
        at = at * modes[k].size + digits[k];
    }
    let element = match offset(modes, at) {
        Some(element) => element,
        None => return CoverageError::TooLarge,
    };
    CoverageError::OutOfRange {
        at,
        element,
        elements,
    }
}

const fn sum(modes: &[Mode], digits: &[i64; CAPACITY]) -> i128 {
    let mut sum = 0;
    let mut k = 0;
    while k < modes.len() {
        sum += digits[k] as i128 * modes[k].stride as i128;
        k += 1;
    }
    sum
}
