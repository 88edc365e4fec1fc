//! Chains: sorted modes whose extents nest, the condition under which complements and inverses exist.

use super::mode::{Flat, Mode};

/// How the sorted modes of a layout nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nesting {
    /// Each stride is the extent of the modes before it, starting at 1: the image is `0, 1, …, size - 1`.
    Compact,
    /// Each stride is a multiple of the extent of the mode before it.
    Chain,
    /// Each stride is at least the extent of the mode before it: no overlap, but holes that no tile fills.
    Loose {
        /// The first mode (in sorted order) whose extent does not divide the next stride.
        lower: Mode,
        /// The mode whose stride is not a multiple of `lower.size * lower.stride`.
        upper: Mode,
    },
}

/// Why a layout is not even a loose chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainError {
    /// `upper.stride < lower.size * lower.stride`: the sorted modes overlap.
    Overlap {
        /// The mode with the smaller stride.
        lower: Mode,
        /// The mode whose stride falls inside `lower`.
        upper: Mode,
    },
    /// A mode runs backwards; chains are about non-negative strides.
    Negative {
        /// The mode with the negative stride.
        mode: Mode,
    },
    /// An extent does not fit 64 bits, or there are more modes than [`CAPACITY`](super::CAPACITY).
    TooLarge,
}

/// The modes without size 1 and stride 0, by ascending stride (equal strides keep their order).
///
/// `None` when there are more than [`CAPACITY`](super::CAPACITY) of them.
#[must_use]
pub const fn sorted(modes: &[Mode]) -> Option<Flat> {
    let mut out = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size != 1 && modes[i].stride != 0 {
            if !out.push(modes[i]) {
                return None;
            }
            let slots = out.as_mut_slice();
            let mut k = slots.len() - 1;
            while k > 0 && slots[k - 1].stride > slots[k].stride {
                (slots[k - 1], slots[k]) = (slots[k], slots[k - 1]);
                k -= 1;
            }
        }
        i += 1;
    }
    Some(out)
}

/// Decides whether the sorted modes of a layout are compact, a chain, a loose chain, or overlap.
///
/// A loose chain without its stride-0 modes is injective; the converse fails, `(2,2):(3,2)` is injective and overlaps.
///
/// # Errors
/// The two modes that overlap, a mode with a negative stride, or an overflow.
///
/// ```
/// use azulejo_layout::check::{chain, ChainError, Mode, Nesting};
/// assert_eq!(chain(&[Mode::new(8, 4), Mode::new(4, 1)]), Ok(Nesting::Compact));
/// assert_eq!(chain(&[Mode::new(2, 1), Mode::new(2, 6)]), Ok(Nesting::Chain));
/// let (lower, upper) = (Mode::new(2, 2), Mode::new(2, 3));
/// assert_eq!(chain(&[upper, lower]), Err(ChainError::Overlap { lower, upper }));
/// ```
pub const fn chain(modes: &[Mode]) -> Result<Nesting, ChainError> {
    let Some(sorted) = sorted(modes) else {
        return Err(ChainError::TooLarge);
    };
    let sorted = sorted.as_slice();
    let mut compact = true;
    let mut i = 0;
    while i < modes.len() {
        // A broadcast mode covers its offset more than once: a chain, but not compact.
        if modes[i].size != 1 && modes[i].stride == 0 {
            compact = false;
        }
        i += 1;
    }
    let mut loose = None;
    let mut extent: i64 = 1;
    let mut i = 0;
    while i < sorted.len() {
        let mode = sorted[i];
        if mode.stride < 0 {
            return Err(ChainError::Negative { mode });
        }
        if mode.stride != extent {
            compact = false;
        }
        if i > 0 {
            let lower = sorted[i - 1];
            if mode.stride < extent {
                return Err(ChainError::Overlap { lower, upper: mode });
            }
            // Behind a mode of no elements nothing is loose: there is no element that it could leave out.
            if extent != 0 && mode.stride % extent != 0 && loose.is_none() {
                loose = Some(Nesting::Loose { lower, upper: mode });
            }
        }
        extent = match mode.size.checked_mul(mode.stride) {
            Some(extent) => extent,
            None => return Err(ChainError::TooLarge),
        };
        i += 1;
    }
    match loose {
        Some(loose) => Ok(loose),
        None if compact => Ok(Nesting::Compact),
        None => Ok(Nesting::Chain),
    }
}
