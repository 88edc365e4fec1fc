//! How much of the codomain a layout reaches without a hole.

use super::chain::sorted;
use super::mode::{Flat, Mode, is_void};

/// The first hole of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// `offset` is the smallest offset between the least and the greatest that no coordinate reaches.
    At {
        /// The offset that is missed.
        offset: i64,
    },
    /// A sum does not fit 64 bits, or there are more modes than [`CAPACITY`](super::CAPACITY).
    TooLarge,
}

/// The length of the run `least, least + 1, …` in the image of a layout: how many offsets from its least offset on are
/// reached without a hole. For non-negative strides that is the run `0, 1, 2, …`.
///
/// With the strides sorted by magnitude, the sums of the first `k` modes reach `0..=r` without a hole exactly when each
/// stride is at most one more than what the smaller ones reach: a larger stride leaves `r + 1` out for good.
///
/// `None` when a sum does not fit 64 bits, there are too many modes or a size is negative; 0 for a layout without elements.
///
/// ```
/// use azulejo_layout::check::{run, Mode};
/// assert_eq!(run(&[Mode::new(2, 3), Mode::new(3, 1)]), Some(6));
/// assert_eq!(run(&[Mode::new(2, 1), Mode::new(2, 4)]), Some(2));
/// assert_eq!(run(&[Mode::new(2, 1), Mode::new(3, 1)]), Some(4));
/// ```
#[must_use]
pub const fn run(modes: &[Mode]) -> Option<i64> {
    if is_void(modes) {
        return Some(0);
    }
    let mut upright = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        let stride = match modes[i].stride.checked_abs() {
            Some(stride) if modes[i].size > 0 => stride,
            _ => return None,
        };
        if !upright.push(Mode::new(modes[i].size, stride)) {
            return None;
        }
        i += 1;
    }
    let Some(order) = sorted(upright.as_slice()) else {
        return None;
    };
    let order = order.as_slice();
    let mut covered: i64 = 1;
    let mut i = 0;
    while i < order.len() {
        if order[i].stride > covered {
            return Some(covered);
        }
        covered = match (order[i].size - 1).checked_mul(order[i].stride) {
            Some(reach) => match covered.checked_add(reach) {
                Some(covered) => covered,
                None => return None,
            },
            None => return None,
        };
        i += 1;
    }
    Some(covered)
}

/// Decides whether every offset between the least and the greatest is reached; without elements there is none to miss.
///
/// # Errors
/// The first offset that is missed, or an overflow.
pub const fn surjective(modes: &[Mode]) -> Result<(), Gap> {
    if is_void(modes) {
        return Ok(());
    }
    let (covered, span) = match (run(modes), super::mode::span(modes)) {
        (Some(covered), Some(span)) => (covered, span),
        _ => return Err(Gap::TooLarge),
    };
    match span.cells() {
        Some(cells) if cells == covered => Ok(()),
        Some(_) => Err(Gap::At {
            offset: span.least + covered,
        }),
        None => Err(Gap::TooLarge),
    }
}
