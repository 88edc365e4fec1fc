//! Vectors: what two layouts have in common, alignment, and domains dealt out.

use super::coalesce::{coalesce, merge_leaves};
use super::divide::logical_divide;
use super::inverse::right_inverse;
use super::shapes::compact_left;
use crate::check::gcd;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The longest layout on which both run `0, 1, 2, …`: `a(R(i)) = b(R(i)) = i`, within both.
///
/// What a vectorised copy moves at once. Only static leaves are counted on: the run is that which the right inverses of
/// both layouts share, mode by mode from the first. Where the last extent of `a` is dynamic it counts as that of `b`.
///
/// # Errors
/// Overflow; an extent of `a` that counts as one of `b` and is smaller.
///
/// ```
/// use azulejo_layout::value::{DynLayout, max_common_layout, max_common_vector};
/// let (a, b): (DynLayout, DynLayout) = ("(_4,_8):(_1,_4)".parse()?, "(_4,_8):(_1,_16)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "_4:_1");
/// assert_eq!(max_common_vector(&a, &b)?.to_string(), "_4");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn max_common_layout(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    shared_run(a, b).during("max_common_layout", &[a, b])
}

/// The number of offsets from 0 on that both layouts have at the same coordinates: the size of [`max_common_layout`]. The
/// coordinates need not follow one another: `(_8,_2):(_2,_1)` has 0 and 1 at 0 and 8.
///
/// # Errors
/// Those of [`max_common_layout`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, max_common_vector};
/// let (a, b): (DynLayout, DynLayout) = ("(_8,_2):(_2,_1)".parse()?, "(_8,_2):(1,_1)".parse()?);
/// assert_eq!(max_common_vector(&a, &b)?.to_string(), "_2");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn max_common_vector(a: &DynLayout, b: &DynLayout) -> Result<Int, LayoutError> {
    shared_run(a, b)
        .and_then(|run| run.shape().size())
        .during("max_common_vector", &[a, b])
}

/// The beginning that the right inverses share.
fn shared_run(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let (mut ours, mut theirs) = (moving(&right_inverse(a)?)?, moving(&right_inverse(b)?)?);
    let last = last_place(a)?;
    let mut shared = Vec::new();
    while let (Some((n, place)), Some((m, other))) = (ours.pop(), theirs.pop()) {
        let same = place.is_static && other.is_static && place.value == other.value;
        if !same || !m.is_static {
            break;
        }
        if !n.is_static {
            if last.is_static && last.value == place.value {
                if n.value < m.value {
                    return Err(LayoutError::new(
                        ErrorKind::OutOfRange,
                        format!("the extent {n} of the first layout meets {m} of the second"),
                    )
                    .fix("give both layouts one size"));
                }
                shared.push((m, place));
            }
            break;
        }
        let (small, large) = if n.value <= m.value { (n, m) } else { (m, n) };
        shared.push((small, place));
        if small.value < 1 || large.value % small.value != 0 {
            break;
        }
        if small.value < large.value {
            let rest = (large.checked_div(small)?, place.checked_mul(small)?);
            if n.value < m.value {
                theirs.push(rest);
            } else {
                ours.push(rest);
            }
        }
    }
    let modes = shared
        .into_iter()
        .map(|(size, place)| Ok(FlatMode::new(size, Tree::from(place).leaf()?.clone())))
        .collect::<Result<Vec<_>, LayoutError>>()?;
    if modes.is_empty() {
        return Ok(DynLayout::unit());
    }
    coalesce(&DynLayout::from_leaves(modes, true)?)
}

/// The modes `(size, place)` of an inverse, the first one at the end; none for `_1:_0`.
fn moving(inverse: &DynLayout) -> Result<Vec<(Int, Int)>, LayoutError> {
    let modes = inverse.leaves()?.into_iter().rev();
    modes
        .filter(|mode| !mode.stride.int.is(0))
        .map(|mode| Ok((mode.size, mode.stride.plain()?)))
        .collect()
}

/// Where the last mode of a layout begins in its 1-D coordinate.
fn last_place(a: &DynLayout) -> Result<Int, LayoutError> {
    let modes = coalesce(a)?.leaves()?;
    let mut place = Int::fixed(1);
    for mode in modes.iter().rev().skip(1).rev() {
        place = place.checked_mul(mode.size)?;
    }
    Ok(place)
}

/// The largest `n` by which the static part of a layout can be [upcast](super::upcast): how many elements one access may
/// take if the base is aligned to them.
///
/// Dynamic shapes and strides are taken as multiples of anything, as in CuTe.
///
/// # Errors
/// Overflow.
pub fn max_alignment(a: &DynLayout) -> Result<Int, LayoutError> {
    let compute = || {
        let modes: Vec<FlatMode> = coalesce(a)?
            .leaves()?
            .into_iter()
            .map(|mode| {
                let size = if mode.size.is_static {
                    mode.size
                } else {
                    Int::fixed(1)
                };
                let mut stride = mode.stride;
                if !stride.int.is_static {
                    stride.int = Int::fixed(0);
                }
                FlatMode::new(size, stride)
            })
            .collect();
        let known = DynLayout::from_leaves(modes, true)?;
        let permuted = logical_divide(&known, &Tiler::Layout(right_inverse(&known)?))?;
        let [run, rest] = permuted.modes().try_into().map_err(|_| {
            LayoutError::profile("a divided layout has two modes")
                .fix("give the tiler one entry a mode")
        })?;
        let mut common = run.shape().size()?.value;
        for leaf in rest.stride().leaves()? {
            common = gcd(common, leaf.int.value);
        }
        Ok(Int::fixed(common))
    };
    compute().during("max_alignment", &[a])
}

/// A layout that picks (up to) `n` elements of a shape, as many from each mode as `n` shares with it.
///
/// *Rule*: ascending, composes with the compact layout of the shape. May find fewer than `n` elements.
///
/// # Errors
/// `n < 1`, overflow.
///
/// ```
/// use azulejo_layout::value::domain_distribute;
/// assert_eq!(domain_distribute(&"(_15,_14)".parse()?, 6)?.to_string(), "(_3,_2):(_1,_15)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn domain_distribute(shape: &Tree, n: i64) -> Result<DynLayout, LayoutError> {
    let compute = || {
        if n < 1 {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("{n} elements, at least 1 are needed"),
            )
            .fix("ask for at least 1 element"));
        }
        let flat = shape.flatten();
        let places = compact_left(&flat, Int::fixed(1))?;
        let mut left = n;
        let mut modes = Vec::new();
        for (size, place) in flat.leaves()?.into_iter().zip(places.leaves()?) {
            let size = size.plain()?;
            let share = gcd(size.value, left).max(1);
            left /= share;
            let share = Int {
                value: share,
                ..size
            };
            modes.push(FlatMode::new(share, place.clone()));
        }
        DynLayout::from_leaves(merge_leaves(modes)?, true)
    };
    compute().during("domain_distribute", &[shape, &n])
}
