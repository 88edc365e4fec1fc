//! The numbers one asks of any layout.

use super::coordinates::evaluate;
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::tree::Tree;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The number of elements of the domain: the product of the shape.
///
/// # Errors
/// None for a layout that was constructed; the signature is that of the other operations.
pub fn size(a: &DynLayout) -> Result<Int, LayoutError> {
    a.shape().size().during("size", &[a])
}

/// The number of top-level modes.
#[must_use]
pub fn rank(a: &DynLayout) -> Int {
    Int::fixed(a.rank() as i64)
}

/// The depth of nesting: 0 for `n:d`, 1 for a flat tuple.
#[must_use]
pub fn depth(a: &DynLayout) -> Int {
    Int::fixed(a.depth() as i64)
}

/// The number of cells from the least to the greatest offset: 1 plus the sum of `(size - 1) * |stride|`.
///
/// For non-negative strides one more than the largest offset, so a buffer of `cosize` elements holds the layout. With
/// coordinate strides it is the product over the codomain's modes. Equal to CuTe's, with the same static-ness, but for layouts
/// without elements, which have no cells.
///
/// # Errors
/// Overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, cosize};
/// let a: DynLayout = "((_3,2),(2,_5,_2)):((4,1),(_2,13,100))".parse()?;
/// assert_eq!(cosize(&a)?.value, 164);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn cosize(a: &DynLayout) -> Result<Int, LayoutError> {
    let compute = || {
        let size = a.shape().size()?;
        if size.value == 0 {
            return Ok(size);
        }
        let stride = a.stride().map(&mut |leaf| {
            let mut leaf = leaf.clone();
            leaf.int = leaf.int.abs()?;
            Ok(leaf.into())
        })?;
        let last: Tree = size.checked_sub(Int::fixed(1))?.into();
        let end: BTreeMap<Vec<usize>, Int> = evaluate(&last, a.shape(), &stride)?;
        let mut cells = Int::fixed(1);
        for value in end.values() {
            cells = cells.checked_mul(value.checked_add(Int::fixed(1))?)?;
        }
        Ok(cells)
    };
    compute().during("cosize", &[a])
}
