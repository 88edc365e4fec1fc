//! Vectors of swizzled layouts.

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
    let base = Int::fixed(1 << swizzle.base());
    if base.value < common.shape().size()?.value {
        composition(&common, &Tiler::Int(base))
    } else {
        Ok(common)
    }
}
