//! The precondition of a divide: does the tiler tile the domain, and does the layout compose with it?

use super::coalesce::coalesce;
use super::complement::{ComplementError, Fill, complement};
use super::mode::{Mode, size};

/// How a tiler cuts a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// Every element of the layout is in exactly one tile.
    Exact,
    /// Every element is in a tile, and the last tiles also hold `padded - size` positions beyond the layout.
    Overhang {
        /// The positions in all tiles: the size of the layout, each mode rounded up to what the tiler's period takes of it.
        padded: i64,
    },
    /// Some elements are in no tile: the tiler leaves holes that no shifted copy fills.
    Holes {
        /// The mode of the tiler whose extent does not divide the next stride.
        lower: Mode,
        /// The next mode of the tiler in sorted order.
        upper: Mode,
    },
    /// The tiler visits each element equally often, more than once: it has a mode of stride 0, so tiles repeat elements.
    Repeats {
        /// The mode of stride 0.
        mode: Mode,
    },
}

/// Why a tiler cannot cut a layout at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivideError {
    /// The tiler has no complement in the layout's domain.
    Complement(ComplementError),
    /// The size of the layout does not fit 64 bits.
    TooLarge,
}

/// Decides how the tiler `tiler` cuts the layout `layout`.
///
/// Only [`Division::Exact`] makes the divided layout a rearrangement of the layout; [`Division::Overhang`] needs a
/// predicate. Whether the layout composes with tile and rest is a further question, [`compose`](super::compose).
///
/// # Errors
/// No complement of the tiler exists.
pub const fn divide(layout: &[Mode], tiler: &[Mode]) -> Result<Division, DivideError> {
    let (Some(total), Some(layout)) = (size(layout), coalesce(layout)) else {
        return Err(DivideError::TooLarge);
    };
    cut_into(layout.as_slice(), total, tiler)
}

/// [`divide`] of a layout whose modes are merged where they may be.
pub(crate) const fn cut(layout: &[Mode], tiler: &[Mode]) -> Result<Division, DivideError> {
    match size(layout) {
        Some(total) => cut_into(layout, total, tiler),
        None => Err(DivideError::TooLarge),
    }
}

const fn cut_into(layout: &[Mode], total: i64, tiler: &[Mode]) -> Result<Division, DivideError> {
    let fill = match complement(tiler, total) {
        Ok(fill) => fill,
        Err(error) => return Err(DivideError::Complement(error)),
    };
    if let Fill::Holes { lower, upper } = fill {
        return Ok(Division::Holes { lower, upper });
    }
    match (padded(layout, tiler), fill) {
        (None, _) => return Err(DivideError::TooLarge),
        (Some(padded), Fill::Exact) if padded <= total => {}
        (Some(padded), _) if padded > total => return Ok(Division::Overhang { padded }),
        // Folded through the modes one by one the tile loses elements; all together they hang over.
        (_, Fill::Overhang { padded }) => return Ok(Division::Overhang { padded }),
        _ => {}
    }
    let mut i = 0;
    while i < tiler.len() {
        if tiler[i].size > 1 && tiler[i].stride == 0 {
            return Ok(Division::Repeats { mode: tiler[i] });
        }
        i += 1;
    }
    Ok(Division::Exact)
}

/// The positions in all tiles: the period of the tiler is folded through the modes of the coalesced layout, each of which
/// takes as many tiles as it needs.
const fn padded(layout: &[Mode], tiler: &[Mode]) -> Option<i64> {
    let mut period = 1_i64;
    let mut i = 0;
    while i < tiler.len() {
        if tiler[i].size > 1 && tiler[i].stride > 0 {
            match tiler[i].size.checked_mul(tiler[i].stride) {
                Some(reach) if reach > period => period = reach,
                Some(_) => {}
                None => return None,
            }
        }
        i += 1;
    }
    let (mut all, mut left) = (period, period);
    i = 0;
    while i < layout.len() {
        let size = layout[i].size;
        if size < 1 {
            return None;
        }
        all = match all.checked_mul((size - 1) / left + 1) {
            Some(all) => all,
            None => return None,
        };
        left = (left - 1) / size + 1;
        i += 1;
    }
    Some(all)
}
