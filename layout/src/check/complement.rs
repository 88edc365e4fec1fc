//! The precondition of the complement: can copies of a tile be laid side by side without overlap, and do they fill up?

use super::chain::{ChainError, Nesting, chain, sorted};
use super::mode::Mode;

/// What the complement of a layout in a target of `M` elements achieves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Tile and complement together reach each of `0..M` exactly once.
    Exact,
    /// As `Exact`, but for `padded` instead of `M` elements: the period of the tile does not divide the target, the
    /// last copy hangs over.
    Overhang {
        /// The target rounded up to a multiple of the tile's period.
        padded: i64,
    },
    /// Copies never overlap, but holes remain: `upper.stride` is not a multiple of the extent of `lower`.
    Holes {
        /// The mode whose extent does not divide the next stride.
        lower: Mode,
        /// The next mode in sorted order.
        upper: Mode,
    },
}

/// Why a layout has no complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComplementError {
    /// The sorted modes overlap or run backwards, or numbers are too large.
    Chain(ChainError),
    /// The target has no element (`target <= 0`), or the tile has none.
    EmptyTarget {
        /// The size of the target, or of the tile.
        target: i64,
    },
}

/// Decides whether the complement of a layout in `0..target` exists, and how well tile and complement fill it.
///
/// The complement exists for a loose chain. It fills exactly when the tile is a chain whose last extent divides the
/// target; only then is `(A, A*)` a bijection onto `0..target`.
///
/// # Errors
/// The overlapping modes, an empty target, or a tile of no elements.
///
/// ```
/// use azulejo_layout::check::{complement, Fill, Mode};
/// assert_eq!(complement(&[Mode::new(4, 2)], 24), Ok(Fill::Exact));
/// assert_eq!(complement(&[Mode::new(7, 1)], 24), Ok(Fill::Overhang { padded: 28 }));
/// ```
pub const fn complement(modes: &[Mode], target: i64) -> Result<Fill, ComplementError> {
    if target <= 0 {
        return Err(ComplementError::EmptyTarget { target });
    }
    let too_large = ComplementError::Chain(ChainError::TooLarge);
    let Some(order) = sorted(modes) else {
        return Err(too_large);
    };
    let order = order.as_slice();
    let mut i = 0;
    while i < order.len() {
        if order[i].size == 0 {
            return Err(ComplementError::EmptyTarget { target: 0 });
        }
        i += 1;
    }
    let nesting = match chain(modes) {
        Ok(nesting) => nesting,
        Err(error) => return Err(ComplementError::Chain(error)),
    };
    if let Nesting::Loose { lower, upper } = nesting {
        return Ok(Fill::Holes { lower, upper });
    }
    let period = if order.is_empty() {
        1
    } else {
        let last = order[order.len() - 1];
        match last.size.checked_mul(last.stride) {
            Some(period) => period,
            None => return Err(too_large),
        }
    };
    if period <= 0 {
        return Err(ComplementError::EmptyTarget { target: period });
    }
    if target % period == 0 {
        return Ok(Fill::Exact);
    }
    match (target / period + 1).checked_mul(period) {
        Some(padded) => Ok(Fill::Overhang { padded }),
        None => Err(too_large),
    }
}
