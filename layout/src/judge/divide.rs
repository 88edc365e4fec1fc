//! The precondition of a divide: does the tiler tile the domain, and does the layout compose with it?

use super::complement::{ComplementRefusal, Fill, complement};
use super::mode::{Mode, size};

/// How a tiler cuts a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// Every element of the layout is in exactly one tile.
    Exact,
    /// Every element is in exactly one tile, and the last tiles also hold `padded - size` positions beyond the layout.
    Overhang {
        /// The size of the layout rounded up to a multiple of the tiler's period.
        padded: i64,
    },
    /// Some elements are in no tile: the tiler leaves holes that no shifted copy fills.
    Holes {
        /// The mode of the tiler whose extent does not divide the next stride.
        lower: Mode,
        /// The next mode of the tiler in sorted order.
        upper: Mode,
    },
    /// The tiler visits elements more than once (it has a mode of stride 0), so tiles repeat elements.
    Repeats {
        /// The mode of stride 0.
        mode: Mode,
    },
}

/// Why a tiler cannot cut a layout at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DivideRefusal {
    /// The tiler has no complement in the layout's domain.
    Complement(ComplementRefusal),
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
pub const fn divide(layout: &[Mode], tiler: &[Mode]) -> Result<Division, DivideRefusal> {
    let Some(total) = size(layout) else {
        return Err(DivideRefusal::TooLarge);
    };
    let fill = match complement(tiler, total) {
        Ok(fill) => fill,
        Err(refusal) => return Err(DivideRefusal::Complement(refusal)),
    };
    let mut i = 0;
    while i < tiler.len() {
        if tiler[i].size > 1 && tiler[i].stride == 0 {
            return Ok(Division::Repeats { mode: tiler[i] });
        }
        i += 1;
    }
    Ok(match fill {
        Fill::Exact => Division::Exact,
        Fill::Overhang { padded } => Division::Overhang { padded },
        Fill::Holes { lower, upper } => Division::Holes { lower, upper },
    })
}
