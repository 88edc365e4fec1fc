//! Vectors of swizzled layouts.

use crate::check::gcd;
use crate::value::composed::{AnyLayout, Offset, Outer};
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::composition::composition;
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;

/// [`max_common_layout`](crate::value::ops::max_common_layout) of a swizzled layout and a plain one: at most the `2^M` elements that
/// the swizzle leaves together.
///
/// # Errors
/// Those of [`max_common_layout`](crate::value::ops::max_common_layout).
pub fn max_common_layout_swizzled(
    swizzle: Swizzle,
    a: &DynLayout,
    b: &DynLayout,
) -> Result<DynLayout, LayoutError> {
    let common = crate::value::ops::max_common_layout(a, b)?;
    let base = 1 << swizzle.base();
    if base >= common.shape().size()?.value {
        return Ok(common);
    }
    // As much of it as the modes of the common layout allow to take.
    let cut = |n: i64| composition(&common, &Tiler::Int(Int::fixed(n)));
    (2..=base)
        .rev()
        .find_map(|n| cut(n).ok())
        .map_or_else(|| cut(1), Ok)
}

/// [`max_alignment`](crate::value::ops::max_alignment) of any layout: behind a swizzle, that of the layout, of the offset and of
/// the `2^M` elements that the swizzle leaves together. A dynamic offset does not count, as dynamic strides do not; of one with
/// known bits the lowest bit that may be set counts.
///
/// # Errors
/// Those of [`max_alignment`](crate::value::ops::max_alignment); a layout that is composed with another layout.
///
/// ```
/// use azulejo_layout::value::max_alignment_any;
/// let a = "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)".parse()?;
/// assert_eq!(max_alignment_any(&a)?.to_string(), "_8");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn max_alignment_any(a: &AnyLayout) -> Result<Int, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => return crate::value::ops::max_alignment(layout),
        AnyLayout::Composed(composed) => composed,
    };
    let Outer::Swizzle(swizzle) = composed.outer else {
        return Err(LayoutError::unsupported(
            "a layout after a layout keeps together what only its table tells",
        )
        .fix("compose the two layouts first"));
    };
    let inner = max_alignment_any(&composed.inner)?.value;
    let offset = match &composed.offset {
        Offset::Int(offset) if offset.is_static => offset.value,
        // As a dynamic stride: it has to be a multiple of the answer.
        Offset::Int(_) => 0,
        Offset::Mixed { fixed, mask, .. } => (fixed | mask) & (fixed | mask).wrapping_neg(),
        Offset::Unset { .. } => 1,
    };
    let together = match swizzle.bits() {
        0 => 0,
        _ => 1 << swizzle.base(),
    };
    Ok(Int::fixed(gcd(gcd(inner, offset), together)))
}
