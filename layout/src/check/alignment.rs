//! How many neighbours a layout keeps together.

use super::chain::sorted;
use super::coalesce::coalesce;
use super::digits::gcd;
use super::mode::{Flat, Mode};

/// The largest number of elements that a layout keeps together: the length of its run `0, 1, 2, …` of offsets, reduced to
/// the greatest common divisor with the strides outside of that run. An access of this many elements, and of every divisor
/// of it, finds them side by side and starts at a multiple of it, if the base is aligned to it.
///
/// `None` when a number does not fit 64 bits or there are too many modes.
///
/// ```
/// use azulejo_layout::check::{Mode, alignment};
/// assert_eq!(alignment(&[Mode::new(4, 24), Mode::new(8, 1)]), Some(8));
/// assert_eq!(alignment(&[Mode::new(4, 12), Mode::new(8, 1)]), Some(4));
/// ```
#[must_use]
pub const fn alignment(modes: &[Mode]) -> Option<i64> {
    let Some(modes) = coalesce(modes) else {
        return None;
    };
    // A mode that runs backwards has its elements below 0, in no run from 0 on.
    let (mut forward, mut rest) = (Flat::new(), 0);
    let mut i = 0;
    while i < modes.as_slice().len() {
        let Mode { size, stride } = modes.as_slice()[i];
        match stride.checked_abs() {
            Some(length) if stride < 0 => rest = gcd(rest, length),
            Some(_) => _ = forward.push(Mode::new(size, stride)),
            None => return None,
        }
        i += 1;
    }
    let Some(modes) = sorted(forward.as_slice()) else {
        return None;
    };
    let mut run = 1_i64;
    i = 0;
    while i < modes.as_slice().len() {
        let mode = modes.as_slice()[i];
        if mode.stride == run {
            match run.checked_mul(mode.size) {
                Some(longer) => run = longer,
                None => return None,
            }
        } else {
            rest = gcd(rest, mode.stride);
        }
        i += 1;
    }
    Some(gcd(run, rest))
}
