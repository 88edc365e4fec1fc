//! Steps that copies and products share.

use crate::value::composed::AnyLayout;
use crate::value::error::LayoutError;
use crate::value::layout::DynLayout;
use crate::value::ops::{composition, slice, slice_swizzled, zipped_over};
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;

/// [`slice()`] of a layout of either kind.
///
/// # Errors
/// Those of [`slice()`] and [`slice_swizzled`].
pub fn slice_any(layout: &AnyLayout, coord: &Tree) -> Result<(Tree, AnyLayout), LayoutError> {
    match layout {
        AnyLayout::Plain(layout) => {
            slice(layout, coord).map(|(offset, rest)| (offset, rest.into()))
        }
        AnyLayout::Composed(composed) => slice_swizzled(composed, coord),
    }
}

/// The plain result of slicing with `_` only.
pub(super) fn reshaped(layout: &DynLayout, coord: &Tree) -> Result<DynLayout, LayoutError> {
    Ok(slice(layout, coord)?.1)
}

/// `layout.compose(first, _)`: mode 0 through `first`, mode 1 as it is.
pub(super) fn through_first(layout: &DynLayout, first: Tiler) -> Result<DynLayout, LayoutError> {
    composition(layout, &Tiler::Modes([first, Tiler::Underscore].into()))
}

/// `zipped_divide_ceil` of the innermost layout.
pub(super) fn divided(layout: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout, LayoutError> {
    layout.map_inner(&mut |inner| zipped_over(inner, tiler))
}
