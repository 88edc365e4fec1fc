//! Divides: a layout cut into tiles, and the tiles' places.

use super::coalesce::coalesce;
use super::complement::complement;
use super::composition::{composition_by_steps, too_many_tilers};
use crate::judge::{self, Nesting};
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::shapes::compact_left;
use crate::value::tiler::Tiler;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// `a` cut by a tiler into `(tile, rest)`: `a o (b, b*)` with `b* = complement(b, shape(coalesce(a)))`.
///
/// By one tiler a mode: mode by mode, `_` and modes beyond the last tiler stay as they are. An integer `n` means `n:1`.
///
/// *Law*: mode 0 is `a o b`, mode 1 is `a o b*`; when `b` is an injective chain whose period divides `size(a)`, the result
/// holds each element of `a` exactly once ([`judge::divide`](crate::judge::divide) tells).
///
/// A tile that does not divide hangs over the end of the mode in which it ends, as in CuTe: that mode is padded, the result
/// has coordinates beyond `a`, and the caller has to predicate. [`logical_divide_ceil`](super::logical_divide_ceil) asks for
/// that by name and returns the predicate as well. Only a tile without holes hangs over inside a mode: `(2,2):(1,3)` covers
/// 0, 1, 3 and 4 of every 6, so that no padding of a mode of 8 gives each element to one tile, and is refused there.
///
/// ```text
/// (_4,_2,_3):(_2,_1,_8) by _4:_2   =   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
/// ```
///
/// # Errors
/// A tiler without complement (its modes overlap), or that does not compose with `a`; more tilers than modes.
///
/// ```
/// use azulejo_layout::value::{DynLayout, logical_divide};
/// let a: DynLayout = "(_4,_2,_3):(_2,_1,_8)".parse()?;
/// let d = logical_divide(&a, &"_4:_2".parse()?)?;
/// assert_eq!(d.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn logical_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    let divide = || match tiler {
        Tiler::Under => Ok(a.clone()),
        Tiler::Int(n) => by_layout(a, &compact(*n)?),
        Tiler::Layout(b) => by_layout(a, b),
        Tiler::Modes(items) => by_mode(a, items, &logical_divide),
    };
    divide().during("logical_divide", &[a, tiler])
}

/// `n:1`, and `_1:_0` for the static 1.
pub(crate) fn compact(n: Int) -> Result<DynLayout, LayoutError> {
    DynLayout::new(n.into(), compact_left(&n.into(), Int::fixed(1))?)
}

fn by_layout(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let domain = coalesce(a)?;
    let first = complement(b, Some(domain.shape()))?;
    let mut rest = first.clone();
    let total = a.shape().size()?;
    let reached = |rest: &DynLayout| -> Result<i64, LayoutError> {
        let tile = super::filter(b)?.shape().size()?;
        Ok(tile.checked_mul(rest.shape().size()?)?.value)
    };
    if reached(&rest)? < total.value {
        // Folding the tile through the modes one by one lost elements: count them all together.
        rest = complement(b, Some(&total.into()))?;
    }
    let whole = |rest| DynLayout::concat([b.clone(), rest]);
    composition_by_steps(a, &whole(rest)?).or_else(|error| match padded(&domain, b)? {
        Some(padded) => {
            let rest = complement(b, Some(padded.shape()))?;
            composition_by_steps(&padded, &whole(rest)?).map_err(|_| error)
        }
        None => Err(composition_by_steps(a, &whole(first)?)
            .err()
            .unwrap_or(error)),
    })
}

/// The layout with the mode in which the tile's period ends padded to a multiple of it; `None` when the period divides, does
/// not end at a place in one mode, or the tile has holes: then no padding makes a partition.
fn padded(domain: &DynLayout, b: &DynLayout) -> Result<Option<DynLayout>, LayoutError> {
    let tile = b.flat()?;
    if !matches!(
        judge::chain(tile.as_slice()),
        Ok(Nesting::Chain | Nesting::Compact)
    ) {
        return Ok(None);
    }
    let sorted = judge::sorted(tile.as_slice());
    let Some(period) = sorted
        .as_ref()
        .and_then(|modes| modes.as_slice().last())
        .and_then(|mode| mode.size.checked_mul(mode.stride))
    else {
        return Ok(None);
    };
    let mut modes = domain.leaves()?;
    let mut place: i64 = 1;
    for mode in &mut modes {
        if period % place != 0 {
            return Ok(None);
        }
        let step = period / place;
        if step < mode.size.value {
            if mode.size.value % step == 0 {
                return Ok(None);
            }
            let step = Int {
                value: step,
                ..mode.size
            };
            mode.size = mode.size.ceil_div(step)?.checked_mul(step)?;
            return DynLayout::from_leaves(modes, true).map(Some);
        }
        place = place.saturating_mul(mode.size.value);
    }
    Ok(None)
}

/// One operation a mode; modes beyond the last item are untouched.
pub(crate) fn by_mode(
    a: &DynLayout,
    items: &[Tiler],
    f: &impl Fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>,
) -> Result<DynLayout, LayoutError> {
    if items.len() > a.rank() {
        return Err(too_many_tilers(items.len(), a));
    }
    let modes: Result<Vec<_>, _> = a
        .modes()
        .iter()
        .enumerate()
        .map(|(i, mode)| match items.get(i) {
            Some(item) => f(mode, item).map_err(|error| error.at_mode(vec![i])),
            None => Ok(mode.clone()),
        })
        .collect();
    DynLayout::concat(modes?)
}

/// `((tile, tile, …), (rest, rest, …, untouched modes))`: [`logical_divide`] with tiles and rests gathered.
///
/// *Law*: `zipped((t0,t1),(r0,r1)) = logical((t0,r0),(t1,r1))`.
///
/// A `_` in the tiler takes a mode that is a pair as `(tile, rest)`, as CuTe does; any other mode is one tile as a whole,
/// with the rest `_1:_0`, so that the tile stays `composition(a, tiler)` (CuTe fails to compile there).
///
/// # Errors
/// Those of [`logical_divide`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, zipped_divide};
/// let a: DynLayout = "(_8,_24):(_1,_8)".parse()?;
/// let d = zipped_divide(&a, &"<_4,_8>".parse()?)?;
/// assert_eq!(d.to_string(), "((_4,_8),(_2,_3)):((_1,_8),(_4,_64))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn zipped_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    logical_divide(a, tiler)
        .and_then(|divided| unzip(&divided, tiler))
        .during("zipped_divide", &[a, tiler])
}

/// `((tile, …), rest, rest, …)`: [`zipped_divide`] with the rests unpacked.
///
/// # Errors
/// Those of [`logical_divide`].
pub fn tiled_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped_divide(a, tiler)
        .and_then(|zipped| unpack(&zipped, false))
        .during("tiled_divide", &[a, tiler])
}

/// `(tile, …, rest, …)`: [`zipped_divide`] with tiles and rests unpacked.
///
/// # Errors
/// Those of [`logical_divide`].
pub fn flat_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped_divide(a, tiler)
        .and_then(|zipped| unpack(&zipped, true))
        .during("flat_divide", &[a, tiler])
}

/// Gathers the pairs at the leaves of the tiler: `((first, …), (second, …, untouched))`.
pub(crate) fn unzip(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    let Tiler::Modes(items) = tiler else {
        return match layout.modes().as_slice() {
            [_, _] => Ok(layout.clone()),
            _ if *tiler == Tiler::Under => DynLayout::concat([layout.clone(), DynLayout::unit()]),
            _ => Err(
                LayoutError::profile(format!("{layout} is no pair of tile and rest"))
                    .fix("give the tiler one entry a mode"),
            ),
        };
    };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (i, mode) in layout.modes().iter().enumerate() {
        match items.get(i) {
            Some(item) => {
                let mut pair = unzip(mode, item)?.modes().into_iter();
                first.extend(pair.next());
                second.extend(pair.next());
            }
            None => second.push(mode.clone()),
        }
    }
    DynLayout::concat([DynLayout::concat(first)?, DynLayout::concat(second)?])
}

/// Lifts the modes of the second mode (and of the first) to the top; a mode of rank 1 stays as it is.
pub(crate) fn unpack(zipped: &DynLayout, tiles_too: bool) -> Result<DynLayout, LayoutError> {
    let mut out = Vec::new();
    for (i, mode) in zipped.modes().into_iter().enumerate() {
        let lift = mode.rank() > 1 && (i > 0 || tiles_too);
        if lift {
            out.extend(mode.modes());
        } else {
            out.push(mode);
        }
    }
    DynLayout::concat(out)
}
