//! Vectors: what two layouts have in common, alignment, and domains dealt out.

use super::coalesce::{coalesce, merge_leaves};
use super::composition::composition;
use super::divide::logical_divide;
use super::inverse::right_inverse;
use super::shapes::compact_left;
use crate::judge::gcd;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The longest layout found on which both run `0, 1, 2, …`: `a(R(i)) = b(R(i)) = i`.
///
/// What a vectorised copy moves at once. Only static leaves are counted on.
///
/// # Errors
/// Overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, max_common_layout, max_common_vector};
/// let (a, b): (DynLayout, DynLayout) = ("(_4,_8):(_1,_4)".parse()?, "(_4,_8):(_1,_16)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "_4:_1");
/// assert_eq!(max_common_vector(&a, &b)?.to_string(), "_4");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn max_common_layout(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let inverse = right_inverse(b)?;
        match identity_front(a, &inverse)? {
            Some(front) => composition(&inverse, &Tiler::Layout(front)),
            None => Ok(DynLayout::unit()),
        }
    };
    compute().during("max_common_layout", &[a, b])
}

/// The number of elements that both layouts keep contiguous from 0 on: the size of [`max_common_layout`].
///
/// # Errors
/// Those of [`max_common_layout`].
pub fn max_common_vector(a: &DynLayout, b: &DynLayout) -> Result<Int, LayoutError> {
    let compute = || {
        let inverse = right_inverse(b)?;
        match identity_front(a, &inverse)? {
            Some(front) => front.shape().int(),
            None => Ok(Int::fixed(1)),
        }
    };
    compute().during("max_common_vector", &[a, b])
}

/// The first mode of `a o inverse` if it is a static `n:1`.
///
/// Where `a` does not compose with the whole inverse, the inverse's first mode alone is tried; a layout that does not
/// compose with that either has no common vector that is known.
fn identity_front(a: &DynLayout, inverse: &DynLayout) -> Result<Option<DynLayout>, LayoutError> {
    let first_mode = inverse.modes().into_iter().next();
    let composed =
        composition(a, &Tiler::Layout(inverse.clone())).or_else(|error| match first_mode {
            Some(first) => composition(a, &Tiler::Layout(first)),
            None => Err(error),
        });
    let Ok(composed) = composed else {
        return Ok(None);
    };
    let first = coalesce(&composed)?.leaves()?.into_iter().next();
    match first {
        Some(mode) if mode.size.is_static && mode.stride.is_plain() && mode.stride.int.is(1) => {
            Ok(Some(DynLayout::leaf(mode.size, mode.stride)?))
        }
        _ => Ok(None),
    }
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
        let [run, rest] = permuted
            .modes()
            .try_into()
            .map_err(|_| LayoutError::profile("a divided layout has two modes"))?;
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
/// *Law*: ascending, composes with the compact layout of the shape. May find fewer than `n` elements.
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
            ));
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
