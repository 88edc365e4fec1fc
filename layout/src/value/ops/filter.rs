//! Broadcast modes: `filter_zeros`, `filter`, `nullspace`.

use super::coalesce::{coalesce, flatten};
use super::shapes::compact_left;
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tree::Tree;
use alloc::vec::Vec;

/// The size of each leaf with a static stride `_0` replaced by `_1`: each offset of a broadcast mode once.
///
/// *Rule*: the same image. A dynamic stride that happens to be 0 stays, as in CuTe: the shape of the result must not depend
/// on run-time values.
///
/// # Errors
/// None for a constructed layout.
pub fn filter_zeros(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let mut strides = a.stride().leaves()?.into_iter();
    let shape = a.shape().map(&mut |size| {
        Ok(match strides.next() {
            Some(stride) if stride.int.is(0) => Tree::fixed(1),
            _ => size.clone().into(),
        })
    })?;
    DynLayout::new(shape, a.stride().clone()).during("filter_zeros", &[a])
}

/// [`filter_zeros`], then [`coalesce`]: the same image with as few elements and modes as can be known statically.
///
/// *Rule*: the same image; injective when the layout is a loose chain.
///
/// # Errors
/// None for a constructed layout.
///
/// ```
/// use azulejo_layout::value::{DynLayout, filter};
/// let a: DynLayout = "(_4,_2,_3):(_1,_0,_4)".parse()?;
/// assert_eq!(filter(&a)?.to_string(), "_12:_1");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn filter(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    filter_zeros(a)
        .and_then(|zeros| coalesce(&zeros))
        .during("filter", &[a])
}

/// The coordinates that a layout maps to offset 0 because of static strides `_0`, as a layout into its domain.
///
/// *Rule*: `A(N(i)) = 0`, and `size(N) * size(filter_zeros(A)) = size(A)`. Zeros by cancellation or by dynamic strides are
/// not seen.
///
/// # Errors
/// Overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, nullspace};
/// let a: DynLayout = "(_8,_2,_4):(_1,_0,_8)".parse()?;
/// assert_eq!(nullspace(&a)?.to_string(), "_2:_8");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn nullspace(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let flat = flatten(a);
        let domain = compact_left(flat.shape(), Int::fixed(1))?;
        let mut zeros = Vec::new();
        for (mode, place) in flat.leaves()?.iter().zip(domain.leaves()?) {
            if mode.stride.int.is(0) {
                zeros.push(FlatMode::new(mode.size, place.clone()));
            }
        }
        if zeros.is_empty() {
            return Ok(DynLayout::unit());
        }
        DynLayout::from_leaves(zeros, true)
    };
    compute().during("nullspace", &[a])
}
