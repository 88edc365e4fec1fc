//! Fewer modes for the same function: `flatten`, `coalesce`, by profile, and on shapes.

use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tree::{Leaf, Tree};
use alloc::format;
use alloc::vec::Vec;

/// The same leaves in one flat tuple; a layout of one leaf `n:d` stays as it is.
///
/// Rule: the same function of 1-D coordinates, depth at most 1.
///
/// ```
/// use azulejo_layout::value::{DynLayout, flatten};
/// let a: DynLayout = "(((_2,_3))):(((_1,_2)))".parse()?;
/// assert_eq!(flatten(&a).to_string(), "(_2,_3):(_1,_2)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[must_use]
pub fn flatten(a: &DynLayout) -> DynLayout {
    let (shape, stride) = (a.shape().flatten(), a.stride().flatten());
    // Flattening changes no leaf, so what held for the layout holds for the result.
    DynLayout::new(shape, stride).unwrap_or_else(|_| a.clone())
}

/// The same function with as few modes as can be known statically: drops modes `_1`, merges neighbours where the second
/// continues the first. A layout of one element is `_1:_0`.
///
/// *Rule*: equal size, equal offset at each 1-D coordinate, depth at most 1, idempotent. For a static layout the result is
/// canonical: two static layouts are the same function exactly when their coalesced forms are equal.
///
/// *Static-ness*: a merge has to be provable from static leaves, and a dynamic mode of size 1 is never dropped: the shape of
/// the result does not depend on run-time values. (`check::coalesce` merges by value.)
///
/// ```text
/// (_2,(_1,_6)):(_1,(_6,_2))   0 1 2 3 4 5 6 7 8 9 10 11   =   _12:_1
/// ```
///
/// # Errors
/// None for a constructed layout.
///
/// ```
/// use azulejo_layout::value::{DynLayout, coalesce};
/// let a: DynLayout = "(_2,(_1,_6)):(_1,(_6,_2))".parse()?;
/// assert_eq!(coalesce(&a)?.to_string(), "_12:_1");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn coalesce(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    merge_leaves(a.leaves()?)
        .and_then(|modes| DynLayout::from_leaves(modes, true))
        .during("coalesce", &[a])
}

/// [`coalesce`] mode by mode: at each leaf of the profile the mode there is coalesced; the rank is kept.
///
/// Modes beyond the profile are left alone.
///
/// # Errors
/// A profile with more modes than the layout has at that place.
///
/// ```
/// use azulejo_layout::value::{DynLayout, coalesce_by};
/// let a: DynLayout = "((_2,_2),(_3,_4)):((_1,_2),(_8,_24))".parse()?;
/// assert_eq!(coalesce_by(&a, &"(_1,_1)".parse()?)?.to_string(), "(_4,_12):(_1,_8)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn coalesce_by(a: &DynLayout, profile: &Tree) -> Result<DynLayout, LayoutError> {
    by_profile(a, profile, &coalesce).during("coalesce_by", &[a, profile])
}

/// Applies `f` to the modes of `a` at the leaves of `profile`.
pub(crate) fn by_profile(
    a: &DynLayout,
    profile: &Tree,
    f: &impl Fn(&DynLayout) -> Result<DynLayout, LayoutError>,
) -> Result<DynLayout, LayoutError> {
    let Tree::Tuple(items) = profile else {
        return f(a);
    };
    if items.len() > a.rank() {
        return Err(LayoutError::profile(format!(
            "the profile {profile} has {} modes, {a} has {}",
            items.len(),
            a.rank()
        ))
        .fix("a profile has at most one entry per mode; an integer says: coalesce here"));
    }
    let modes: Result<Vec<_>, _> = a
        .modes()
        .iter()
        .enumerate()
        .map(|(i, mode)| match items.get(i) {
            Some(item) => by_profile(mode, item, f),
            None => Ok(mode.clone()),
        })
        .collect();
    DynLayout::concat(modes?)
}

/// Merges from the right; the result has at least one mode.
pub(crate) fn merge_leaves(modes: Vec<FlatMode>) -> Result<Vec<FlatMode>, LayoutError> {
    merge(modes, false)
}

/// As [`merge_leaves`], keeping the function beyond the size: the last mode stays though its size is `_1`.
pub(crate) fn merge_unbounded(modes: Vec<FlatMode>) -> Result<Vec<FlatMode>, LayoutError> {
    merge(modes, true)
}

fn merge(mut modes: Vec<FlatMode>, unbounded: bool) -> Result<Vec<FlatMode>, LayoutError> {
    let unit = || FlatMode::new(Int::fixed(1), Int::fixed(0));
    let mut last = modes.pop().unwrap_or_else(unit);
    if unbounded && last.size.is(1) {
        // Any size but 1 will do: the last mode is never left.
        last.size = Int::fixed(2);
    }
    // Built from the right; `out` is reversed.
    let mut out: Vec<FlatMode> = Vec::new();
    let mut front = last;
    for mode in modes.into_iter().rev() {
        if mode.size.is(1) {
            continue;
        }
        if front.size.is(1) {
            front = mode;
            continue;
        }
        if front.size.is_static && continues(&mode, &front.stride)? {
            front = FlatMode {
                size: mode.size.checked_mul(front.size)?,
                stride: mode.stride,
            };
        } else {
            out.push(core::mem::replace(&mut front, mode));
        }
    }
    if front.size.is(1) {
        front = unit();
    }
    out.push(front);
    out.reverse();
    Ok(out)
}

/// Returns `true` if `next` is statically the stride that continues `mode`.
fn continues(mode: &FlatMode, next: &Leaf) -> Result<bool, LayoutError> {
    let after = mode.stride.scaled(mode.size)?;
    Ok(after.basis == next.basis
        && after.int.is_static
        && next.int.is_static
        && after.int.value == next.int.value)
}

/// A shape with runs of static sizes multiplied together, and runs of dynamic ones.
///
/// # Errors
/// A leaf that is no plain integer, or overflow.
pub fn coalesce_shape(shape: &Tree) -> Result<Tree, LayoutError> {
    let mut out: Vec<Int> = Vec::new();
    for leaf in shape.leaves()? {
        let size = leaf.plain()?;
        match out.last_mut() {
            Some(last) if last.is_static == size.is_static => *last = last.checked_mul(size)?,
            _ => out.push(size),
        }
    }
    match out.as_slice() {
        [] => Ok(Tree::fixed(1)),
        [one] => Ok((*one).into()),
        _ => Ok(Tree::Tuple(out.into_iter().map(Tree::from).collect())),
    }
}
