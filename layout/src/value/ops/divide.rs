//! Divides: a layout cut into tiles, and the tiles' places.

use super::coalesce::coalesce;
use super::complement::complement;
use super::composition::{composition_by_steps, too_many_tilers};
use crate::check::rules::{self, Text};
use crate::check::{self, Mode, Nesting};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::shapes::compact_left;
use crate::value::tiler::Tiler;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// `a` cut by a tiler into `(tile, rest)`: `a o (b, b*)` with `b* = complement(b, shape(coalesce(a)))`.
///
/// By one tiler a mode: mode by mode, `_` and modes beyond the last tiler stay as they are. An integer `n` means `n:1`.
///
/// *Rule*: mode 0 is `a o b`, mode 1 is `a o b*`; when `b` is an injective chain whose period divides `size(a)`, the result
/// holds each element of `a` exactly once ([`check::divide`](crate::check::divide) tells).
///
/// *Precondition*: the tile is whole. It has no holes (a chain: each stride is a multiple of the extent below it; strides of 0
/// repeat elements) and its period divides `a`, so that no tile hangs over the end of a mode and no element is left out.
/// [`logical_divide_ceil`](super::logical_divide_ceil) is for tiles that do hang over: asked for by that name, it returns the
/// predicate as well. (CuTe hangs over in silence, and its caller has to know.)
///
/// ```text
/// (_4,_2,_3):(_2,_1,_8) by _4:_2   =   ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))
/// ```
///
/// # Errors
/// A tiler without complement (its modes overlap), that does not compose with `a`, or whose tiles are not whole; more tilers
/// than modes.
///
/// ```
/// use azulejo_layout::value::{DynLayout, logical_divide};
/// let a: DynLayout = "(_4,_2,_3):(_2,_1,_8)".parse()?;
/// let d = logical_divide(&a, &"_4:_2".parse()?)?;
/// assert_eq!(d.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn logical_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    divide(a, tiler, Tiles::Whole)
}

/// `true` if tiles may hang over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tiles {
    /// No place of a tile is past the layout, no element in none.
    Whole,
    /// The last tiles may hang over.
    Ceil,
}

fn divide(a: &DynLayout, tiler: &Tiler, tiles: Tiles) -> Result<DynLayout, LayoutError> {
    let divide = || match tiler {
        Tiler::Underscore => Ok(a.clone()),
        Tiler::Int(n) => by_layout(a, &compact(*n)?, tiles),
        Tiler::Layout(b) => by_layout(a, b, tiles),
        Tiler::Modes(items) => by_mode(a, items, &|a, tiler| divide(a, tiler, tiles)),
    };
    divide().during("logical_divide", &[a, tiler])
}

/// A divide whose result is rearranged: an outer call names what is done by mode.
fn cut(a: &DynLayout, tiler: &Tiler, tiles: Tiles) -> Result<DynLayout, LayoutError> {
    match tiler {
        Tiler::Modes(items) => by_mode(a, items, &|a, tiler| divide(a, tiler, tiles)),
        _ => divide(a, tiler, tiles),
    }
}

/// [`logical_divide`] whose last tiles may hang over.
pub(crate) fn logical(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    divide(a, tiler, Tiles::Ceil)
}

/// [`zipped_divide`] whose last tiles may hang over.
pub(crate) fn zipped(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    cut(a, tiler, Tiles::Ceil).and_then(|divided| unzip(&divided, tiler))
}

/// [`tiled_divide`] whose last tiles may hang over.
pub(crate) fn tiled(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped(a, tiler).and_then(|zipped| unpack(&zipped, false))
}

/// [`flat_divide`] whose last tiles may hang over.
pub(crate) fn flat(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    zipped(a, tiler).and_then(|zipped| unpack(&zipped, true))
}

/// `n:1`, and `_1:_0` for the static 1.
pub(crate) fn compact(n: Int) -> Result<DynLayout, LayoutError> {
    DynLayout::new(n.into(), compact_left(&n.into(), Int::fixed(1))?)
}

fn by_layout(a: &DynLayout, b: &DynLayout, tiles: Tiles) -> Result<DynLayout, LayoutError> {
    let domain = coalesce(a)?;
    let first = complement(b, Some(domain.shape()))?;
    let total = a.shape().size()?;
    let reached = |rest: &DynLayout| -> Result<i64, LayoutError> {
        let tile = super::filter(b)?.shape().size()?;
        Ok(tile.checked_mul(rest.shape().size()?)?.value)
    };
    let whole = |rest| DynLayout::concat([b.clone(), rest]);
    let places = reached(&first)?;
    // Folding the tile through the modes one by one lost elements, or hung over: count them all together.
    let rest = match places < total.value || (tiles == Tiles::Whole && places > total.value) {
        true => complement(b, Some(&total.into()))?,
        false => first.clone(),
    };
    if tiles == Tiles::Whole {
        if let Err(error) = hold(a, b, reached(&rest)?, total.value) {
            // What hangs over in no layout either is rejected for that.
            return by_layout(a, b, Tiles::Ceil).and(Err(error));
        }
        return composition_by_steps(a, &whole(rest)?)
            .map_err(|error| by_layout(a, b, Tiles::Ceil).err().unwrap_or(error));
    }
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

/// Rejects tiles that are not whole: `places` in all of them for `total` elements.
fn hold(a: &DynLayout, b: &DynLayout, places: i64, total: i64) -> Result<(), LayoutError> {
    let domain = coalesce(&a.settled())?.leaves()?;
    let modes = domain.iter();
    let modes: Vec<Mode> = modes
        .map(|mode| Mode::new(mode.size.value, mode.stride.int.value))
        .collect();
    let tile = b.flat()?;
    let (domain, tile) = (modes.as_slice(), tile.as_slice());
    let line = |text: Text| String::from(text.as_str());
    if !rules::whole(domain, tile) {
        let reason = line(rules::not_whole(Text::new(), domain, tile));
        return Err(
            LayoutError::new(ErrorKind::Divisibility, reason).fix(rules::whole_help(domain, tile))
        );
    }
    if places != total {
        let reason = line(rules::counted(Text::new(), total, places));
        return Err(LayoutError::new(ErrorKind::Divisibility, reason).fix(rules::COUNTED_HELP));
    }
    Ok(())
}

/// The layout with the mode in which the tile's period ends padded to a multiple of it; `None` when the period divides, does
/// not end at a place in one mode, or the tile has holes: then no padding makes a partition.
fn padded(domain: &DynLayout, b: &DynLayout) -> Result<Option<DynLayout>, LayoutError> {
    let tile = b.flat()?;
    if !matches!(
        check::chain(tile.as_slice()),
        Ok(Nesting::Chain | Nesting::Compact)
    ) {
        return Ok(None);
    }
    let sorted = check::sorted(tile.as_slice());
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
/// *Rule*: `zipped((t0,t1),(r0,r1)) = logical((t0,r0),(t1,r1))`.
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
    cut(a, tiler, Tiles::Whole)
        .and_then(|divided| unzip(&divided, tiler))
        .during("zipped_divide", &[a, tiler])
}

/// `((tile, …), rest, rest, …)`: [`zipped_divide`] with the rests unpacked.
///
/// # Errors
/// Those of [`logical_divide`].
pub fn tiled_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    cut(a, tiler, Tiles::Whole)
        .and_then(|divided| unpack(&unzip(&divided, tiler)?, false))
        .during("tiled_divide", &[a, tiler])
}

/// `(tile, …, rest, …)`: [`zipped_divide`] with tiles and rests unpacked.
///
/// # Errors
/// Those of [`logical_divide`].
pub fn flat_divide(a: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    cut(a, tiler, Tiles::Whole)
        .and_then(|divided| unpack(&unzip(&divided, tiler)?, true))
        .during("flat_divide", &[a, tiler])
}

/// Gathers the pairs at the leaves of the tiler: `((first, …), (second, …, untouched))`.
pub(crate) fn unzip(layout: &DynLayout, tiler: &Tiler) -> Result<DynLayout, LayoutError> {
    let Tiler::Modes(items) = tiler else {
        return match layout.modes().as_slice() {
            [_, _] => Ok(layout.clone()),
            _ if *tiler == Tiler::Underscore => {
                DynLayout::concat([layout.clone(), DynLayout::unit()])
            }
            _ => Err(
                LayoutError::profile(format!("{layout} is not a pair of tile and rest"))
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
