//! The complement: a layout whose copies of the given one fill a target without overlap.

use super::coalesce::{coalesce, coalesce_shape};
use super::filter::filter;
use super::queries::cosize;
use super::shapes::{ceil_div, compact_left};
use crate::check::{self, ChainError, Collision, ComplementError, Mode};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::tree::Tree;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The complement of `a` in `cotarget` (default: `cosize(filter(a))`): where copies of `a` have to start to fill
/// `0..size(cotarget)`.
///
/// *Precondition*: the filtered, sorted modes of `a` do not overlap, `size * stride <= next stride` (a loose chain).
///
/// *Rule*: the offsets of the result ascend, and meet the offsets of `a` in 0 only; the sums `a(i) + result(j)` are
/// distinct. When each stride is a multiple of the extent below it and the last extent divides the target, they are
/// exactly `0..size(cotarget)`. When the last extent does not divide, the target is rounded up (overhang); when an inner one
/// does not, holes remain. [`check::complement`] tells which.
///
/// ```text
/// _4:_2 in _24:   a        0 . 2 . 4 . 6 .
///                 a + 1    . 1 . 3 . 5 . 7      the complement starts copies at 0 1 8 9 16 17 = (_2,_3):(_1,_8)
/// ```
///
/// A tuple cotarget keeps static and dynamic modes apart in the last modes of the result.
///
/// *Differs from CuTe*: an overlap is called an overlap and shown with its numbers (CuTe says "non-injective", also of
/// injective layouts); overlaps are found in dynamic sizes and strides too; dynamic strides of any rank are accepted, the
/// result is then dynamic where it depends on them.
///
/// # Errors
/// Overlapping or negative strides, coordinate strides, an empty target, overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, complement};
/// let a: DynLayout = "_4:_2".parse()?;
/// assert_eq!(complement(&a, Some(&"_24".parse()?))?.to_string(), "(_2,_3):(_1,_8)");
/// let overlap: DynLayout = "(_2,_2):(_3,_2)".parse()?;
/// let error = complement(&overlap, None).unwrap_err().to_string();
/// assert!(error.contains("the modes 2:2 and 2:3 overlap: 3 < 2 * 2"), "{error}");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn complement(a: &DynLayout, cotarget: Option<&Tree>) -> Result<DynLayout, LayoutError> {
    let result = compute(a, cotarget);
    match cotarget {
        Some(target) => result.during("complement", &[a, target]),
        None => result.during("complement", &[a]),
    }
}

fn compute(a: &DynLayout, cotarget: Option<&Tree>) -> Result<DynLayout, LayoutError> {
    let filtered = filter(a)?;
    let target = match cotarget {
        Some(target) => target.clone(),
        None => cosize(&filtered)?.into(),
    };
    let mut modes: Vec<(Int, Int)> = filtered
        .leaves()?
        .into_iter()
        .map(|mode| Ok((mode.size, mode.stride.plain()?)))
        .collect::<Result<_, LayoutError>>()?;
    let shifts = |(size, stride): &(Int, Int)| size.value != 1 && stride.value != 0;
    let only_zero = modes.len() == 1 && modes.iter().all(|(_, stride)| stride.value == 0);
    if only_zero || (modes.len() > 1 && !modes.iter().any(shifts)) {
        // Nothing but broadcast: every offset is its own copy.
        let shape = coalesce_shape(&target)?;
        let stride = compact_left(&shape, Int::fixed(1))?;
        return DynLayout::new(shape, stride);
    }
    check(&filtered, target.size()?)?;
    // A dynamic mode of one element, the only kind that may run backwards here, shifts no copy.
    modes.retain(|(_, stride)| stride.value >= 0);
    modes.sort_by_key(|(_, stride)| stride.value);
    // Dynamic modes of size 1 or stride 0 shift no copy; they are left out where they would leave a hole.
    let whole = gaps(&modes)?;
    let (mut shape, mut stride, extent) = if whole.exact {
        whole.modes
    } else {
        if modes.iter().any(shifts) {
            modes.retain(shifts);
        }
        gaps(&modes)?.modes
    };
    let rest = coalesce_shape(&ceil_div(&target, &extent.into())?)?;
    stride.push(compact_left(&rest, extent)?);
    shape.push(rest);
    coalesce(&DynLayout::new(Tree::Tuple(shape), Tree::Tuple(stride))?)
}

/// The gaps between sorted modes.
struct Gaps {
    /// Shapes and strides of the gaps, and the last extent.
    modes: (Vec<Tree>, Vec<Tree>, Int),
    /// `true` if each stride is a multiple of the extent before it.
    exact: bool,
}

/// Each gap between the extent so far and the next stride as a mode.
fn gaps(modes: &[(Int, Int)]) -> Result<Gaps, LayoutError> {
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    let mut extent = Int::fixed(1);
    let mut exact = true;
    for (size, step) in modes {
        if extent.value == 0 {
            exact = false;
            break;
        }
        exact &= step.value >= extent.value && step.value.checked_rem(extent.value) == Some(0);
        shape.push(Tree::from(step.checked_div(extent)?));
        stride.push(Tree::from(extent));
        extent = step.checked_mul(*size)?;
    }
    Ok(Gaps {
        modes: (shape, stride, extent),
        exact,
    })
}

/// The precondition, as an error in words.
fn check(filtered: &DynLayout, target: Int) -> Result<(), LayoutError> {
    let modes = filtered.flat()?;
    match check::complement(modes.as_slice(), target.value) {
        Ok(_) => Ok(()),
        Err(ComplementError::Chain(chain)) => Err(explain_chain(chain, modes.as_slice())),
        Err(ComplementError::EmptyTarget { target }) => Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("{target} elements: a tile of none fills nothing, and nothing fills a target of none"),
        )
        .fix("give the layout and the target at least 1 element")),
    }
}

/// The words for modes that do not nest: which, and what comes of it.
pub(crate) fn explain_chain(error: ChainError, modes: &[Mode]) -> LayoutError {
    match error {
        ChainError::Overlap { lower, upper } => LayoutError::new(
            ErrorKind::Overlap,
            format!(
                "the modes {}:{} and {}:{} overlap: {} < {} * {}{}",
                lower.size,
                lower.stride,
                upper.size,
                upper.stride,
                upper.stride,
                lower.size,
                lower.stride,
                collision(modes).unwrap_or_default()
            ),
        )
        .fix(format!(
            "make the larger stride a multiple of {}",
            lower
                .size
                .checked_mul(lower.stride)
                .map_or("the smaller extent".into(), |n| n.to_string())
        )),
        ChainError::Negative { mode } => LayoutError::new(
            ErrorKind::Unsupported,
            format!(
                "the mode {}:{} runs backwards: {} < 0",
                mode.size, mode.stride, mode.stride
            ),
        )
        .fix("start from its last element, with the stride turned round"),
        ChainError::TooLarge => LayoutError::overflow("an extent does not fit 64 bits"),
    }
}

/// Up to how many elements are looked at for a counterexample.
const LOOKED_AT: i64 = 4096;

/// What overlapping modes do: two indices of one offset, or the first copy that must be and meets what is there.
fn collision(modes: &[Mode]) -> Option<String> {
    if let Err(Collision::Between {
        first,
        second,
        offset,
    }) = check::injective(modes)
    {
        return Some(format!("; A({first}) = A({second}) = {offset}"));
    }
    let size = check::size(modes).filter(|size| *size <= LOOKED_AT)?;
    let image: BTreeSet<i64> = (0..size).filter_map(|i| check::offset(modes, i)).collect();
    let start = (0..=size).find(|start| !image.contains(start))?;
    let met = image
        .iter()
        .filter_map(|offset| offset.checked_add(start))
        .find(|offset| image.contains(offset))?;
    Some(format!(
        "; {start} is in no copy but one that starts there, which meets the first at {met}"
    ))
}
