//! Inverses: `right_inverse` (always, as far as the offsets run) and `left_inverse` (where its rule holds).

use super::coalesce::{coalesce, merge_leaves};
use super::complement::explain_chain;
use super::shapes::compact_left;
use crate::check;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode, TABLE_LIMIT};
use alloc::format;
use alloc::vec::Vec;

/// The longest `R` found with `a(R(i)) = i`: from offsets back to 1-D coordinates.
///
/// Follows the static strides from 1 on, each to the extent of the one before. *Rule*: `a(R(i)) = i` for `i < size(R)`; for
/// a loose chain with static strides `size(R)` is the whole run `0, 1, 2, …` of the image. Always exists: `_1:_0` when no
/// mode has the static stride 1. Dynamic and negative strides are not followed, as in CuTe: the coordinate that has the
/// next offset would lie outside of the layout.
///
/// ```text
/// (_4,_8):(_8,_1)   offsets 0 1 2 … lie at coordinates 0 4 8 … 28 1 5 …   =   (_8,_4):(_4,_1)
/// ```
///
/// # Errors
/// Overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, right_inverse};
/// let a: DynLayout = "(_4,_8):(_8,_1)".parse()?;
/// assert_eq!(right_inverse(&a)?.to_string(), "(_8,_4):(_4,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn right_inverse(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let (modes, places) = places(a)?;
        let mut out = Vec::new();
        let mut next = 1;
        loop {
            let found = modes.iter().zip(&places).find(|(mode, _)| {
                mode.stride.is_plain() && mode.stride.int.is_static && mode.stride.int.value == next
            });
            let Some((mode, place)) = found else { break };
            out.push(FlatMode::new(mode.size, *place));
            let after = mode.stride.int.checked_mul(mode.size)?;
            if !after.is_static || after.value == next {
                break;
            }
            next = after.value;
        }
        if out.is_empty() {
            return Ok(DynLayout::unit());
        }
        DynLayout::from_leaves(out, true)
    };
    compute().during("right_inverse", &[a])
}

/// The coalesced modes, and where each begins in the 1-D coordinate.
fn places(a: &DynLayout) -> Result<(Vec<FlatMode>, Vec<Int>), LayoutError> {
    let flat = coalesce(a)?;
    let domain = compact_left(flat.shape(), Int::fixed(1))?;
    let places = domain
        .leaves()?
        .into_iter()
        .map(|leaf| leaf.plain())
        .collect::<Result<_, _>>()?;
    Ok((flat.leaves()?, places))
}

/// The layout `L` with `a(L(a(i))) = a(i)`: from offsets to a coordinate that has them.
///
/// *Precondition*: the strides, sorted, divide each other, and the rule holds. It does for every loose chain (modes that do
/// not overlap); for overlapping modes it is checked offset by offset. *Rule*: `a(L(a(i))) = a(i)`; when `a` is injective,
/// `L(a(i)) = i`. Offsets in holes map to the coordinate below them.
///
/// ```text
/// _4:_3    0 3 6 9    ->   (_3,_4):(_0,_1)    offsets 0 1 2 | 3 4 5 | …  to  0 0 0 | 1 1 1 | …
/// ```
///
/// *Differs from CuTe*, which tests only that strides divide each other and returns wrong answers for overlapping modes
/// such as `(12,2,3):(2,2,0)`; and which needs static strides.
///
/// # Errors
/// Strides that do not divide each other, an offset at which the rule fails, negative or coordinate strides.
///
/// ```
/// use azulejo_layout::value::{DynLayout, left_inverse};
/// let a: DynLayout = "(_6,_2):(_16,_8)".parse()?;
/// assert_eq!(left_inverse(&a)?.to_string(), "(_8,_2,_6):(_0,_6,_1)");
/// let overlap: DynLayout = "(_12,_2,_3):(_2,_2,_0)".parse()?;
/// assert!(left_inverse(&overlap).is_err());
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn left_inverse(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let (modes, places) = places(a)?;
        if let [only] = modes.as_slice()
            && only.stride.int.is(0)
            && !only.size.is(1)
        {
            // Every offset is 0, and so is every coordinate.
            return DynLayout::leaf(only.size, only.stride.clone());
        }
        let mut sorted: Vec<(Int, Int, Int)> = modes
            .iter()
            .zip(places)
            .filter(|(mode, _)| mode.size.value != 1 && mode.stride.int.value != 0)
            .map(|(mode, place)| Ok((mode.stride.plain()?, mode.size, place)))
            .collect::<Result<_, LayoutError>>()?;
        sorted.sort_by_key(|(stride, _, _)| stride.value);
        // The digits of an offset: which hole, then which coordinate of each mode.
        let mut out = Vec::new();
        let (mut below, mut place, mut top) = (Int::fixed(1), Int::fixed(0), Int::fixed(1));
        let shown = |size: Int, stride: Int| format!("{}:{}", size.value, stride.value);
        for (stride, size, at) in sorted {
            if stride.value < 0 {
                return Err(LayoutError::unsupported(format!(
                    "the mode {} runs backwards: {} < 0",
                    shown(size, stride),
                    stride.value
                ))
                .fix("start from its last element, with the stride turned round"));
            }
            if stride.value % below.value != 0 {
                return Err(LayoutError::new(
                    ErrorKind::Divisibility,
                    format!(
                        "the modes {} and {}: {} % {} = {} is not 0; A({}) = {} lies between multiples of {}",
                        shown(top, below),
                        shown(size, stride),
                        stride.value,
                        below.value,
                        stride.value % below.value,
                        at.value,
                        stride.value,
                        below.value
                    ),
                )
                .fix("pad the larger stride to a multiple of the smaller one"));
            }
            out.push(FlatMode::new(stride.checked_div(below)?, place));
            (below, place, top) = (stride, at, size);
        }
        out.push(FlatMode::new(top, place));
        let inverse = DynLayout::from_leaves(merge_leaves(out)?, true)?;
        prove(a, &inverse)?;
        Ok(inverse)
    };
    compute().during("left_inverse", &[a])
}

/// The rule of [`left_inverse`]: by the chain where there is one, else offset by offset.
fn prove(a: &DynLayout, inverse: &DynLayout) -> Result<(), LayoutError> {
    let (flat, back) = (a.flat()?, inverse.flat()?);
    let overlap = match check::chain(flat.as_slice()) {
        Ok(_) => return Ok(()),
        Err(error) => explain_chain(error, flat.as_slice()),
    };
    if a.shape().size()?.value > TABLE_LIMIT {
        return Err(overlap);
    }
    for offset in a.offsets()? {
        let coordinate = check::offset(back.as_slice(), offset).unwrap_or(-1);
        let again = check::offset(flat.as_slice(), coordinate);
        if again != Some(offset) {
            let fix = overlap.suggestion().unwrap_or("filter it first");
            return Err(LayoutError::new(
                ErrorKind::Overlap,
                format!(
                    "{}; the inverse {inverse} would map the offset {offset} to {coordinate}, whose offset is {}",
                    overlap.reason(),
                    again.unwrap_or(-1)
                ),
            )
            .fix(fix));
        }
    }
    Ok(())
}
