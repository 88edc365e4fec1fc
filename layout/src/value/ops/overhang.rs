//! Divides that may hang over, asked for by name, with the layout that tells which elements are real.

use super::construct::make_identity_layout;
use super::divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
use super::shapes::product_each;
use crate::value::error::{During, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;

/// A divided layout and its predicate.
///
/// `coordinates` has the size of `layout` and maps each of its 1-D coordinates to the coordinate of the undivided layout (to
/// one integer a mode where a tile runs through several leaves of a mode); an element is real when that coordinate is less
/// than the undivided shape in every mode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CeilDivided {
    /// The divided layout, tiles rounded up.
    pub layout: DynLayout,
    /// The same divide of the identity layout: divided coordinate to coordinate.
    pub coordinates: DynLayout,
}

type Divide = fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>;

fn both(a: &DynLayout, tiler: &Tiler, divide: Divide) -> Result<CeilDivided, LayoutError> {
    let layout = divide(a, tiler)?;
    let coordinates = divide(&make_identity_layout(a.shape())?, tiler).or_else(|_| {
        // A tile that runs through several leaves of a mode has the 1-D coordinate of that mode.
        divide(&make_identity_layout(&product_each(a.shape())?)?, tiler)
    })?;
    Ok(CeilDivided {
        layout,
        coordinates,
    })
}

/// [`logical_divide`] where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`logical_divide`].
pub fn logical_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, logical_divide).during("logical_divide_ceil", &[a, tiler])
}

/// [`zipped_divide`] where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`zipped_divide`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, zipped_divide_ceil};
/// let a: DynLayout = "(41,55):(_1,41)".parse()?;
/// let d = zipped_divide_ceil(&a, &"<_4,_8>".parse()?)?;
/// assert_eq!(d.layout.to_string(), "((_4,_8),(11,7)):((_1,41),(_4,328))");
/// assert_eq!(d.coordinates.to_string(), "((_4,_8),(11,7)):((_1@0,_1@1),(_4@0,_8@1))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn zipped_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, zipped_divide).during("zipped_divide_ceil", &[a, tiler])
}

/// [`tiled_divide`] where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`tiled_divide`].
pub fn tiled_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, tiled_divide).during("tiled_divide_ceil", &[a, tiler])
}

/// [`flat_divide`] where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`flat_divide`].
pub fn flat_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, flat_divide).during("flat_divide_ceil", &[a, tiler])
}
