//! Products that keep the modes: `blocked_product`, `raked_product`, `tile_to_shape`.

use super::construct::{Order, make_ordered_layout};
use super::modes::append;
use super::product::logical_product;
use super::shapes::{ceil_div, product_each};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// A block at each element of `b`, mode by mode: mode `i` is `(a_i, b_i)`. The shorter one is padded with
/// modes `_1:_0`.
///
/// *Rule*: the leaves of [`logical_product`] of the padded layouts; each block is contiguous in each mode.
///
/// Integers `n:d` count as rank 1 (CuTe fails to compile when one operand is an integer and the other a 1-tuple).
///
/// # Errors
/// Those of [`logical_product`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, blocked_product, raked_product};
/// let (a, b): (DynLayout, DynLayout) = ("(_2,_5):(_5,_1)".parse()?, "(_3,_4):(_1,_3)".parse()?);
/// assert_eq!(blocked_product(&a, &b)?.to_string(), "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
/// assert_eq!(raked_product(&a, &b)?.to_string(), "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn blocked_product(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    interleaved(a, b, false).during("blocked_product", &[a, b])
}

/// A block at each element of `b` with its elements dealt out: mode `i` is `(b_i, a_i)`.
///
/// # Errors
/// Those of [`logical_product`].
pub fn raked_product(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    interleaved(a, b, true).during("raked_product", &[a, b])
}

fn interleaved(a: &DynLayout, b: &DynLayout, raked: bool) -> Result<DynLayout, LayoutError> {
    let rank = a.rank().max(b.rank());
    let unit = DynLayout::unit();
    let (a, b) = (append(a, rank, &unit)?, append(b, rank, &unit)?);
    let tuples = a.shape().is_tuple() && b.shape().is_tuple();
    let product = logical_product(&a, &Tiler::Layout(b))?;
    let halves = product.modes();
    let [block, copies] = halves.as_slice() else {
        return Err(LayoutError::profile("a product has two modes").fix("give both the same rank"));
    };
    let pair = |block: &DynLayout, copy: &DynLayout| {
        let (first, second) = if raked { (copy, block) } else { (block, copy) };
        DynLayout::concat([first.clone(), second.clone()])
    };
    if !tuples {
        // An integer mode is its own and only mode.
        return DynLayout::concat([pair(block, copies)?]);
    }
    let modes: Result<Vec<_>, _> = block
        .modes()
        .iter()
        .zip(copies.modes().iter())
        .map(|(block, copy)| pair(block, copy))
        .collect();
    DynLayout::concat(modes?)
}

/// `block` repeated until its shape is `shape`, the repetitions in the given order.
///
/// *Precondition*: each mode of the block divides the mode of the shape (also for dynamic extents, which CuTe does not
/// check). *Rule*: `compatible(shape, shape(R))`; [`blocked_product`] with an ordered layout of `ceil_div(shape, block)`.
///
/// # Errors
/// More modes in the block than in the shape, an extent below 1, a mode that does not divide, those of [`logical_product`].
pub fn tile_to_shape(
    block: &DynLayout,
    shape: &Tree,
    order: &Order,
) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let rank = shape.rank();
        if block.rank() > rank {
            return Err(LayoutError::profile(format!(
                "the block has {} modes, the shape {shape} has {rank}",
                block.rank()
            ))
            .fix("the rank of the block must not exceed that of the target"));
        }
        let padded = append(block, rank, &DynLayout::unit())?;
        let (small, large) = (product_each(padded.shape())?, product_each(shape)?);
        for (i, (small, large)) in small.modes().iter().zip(large.modes()).enumerate() {
            let (small, large) = (small.int()?, large.int()?);
            if small.value < 1 || large.value < 1 {
                let (what, extent) = if small.value < 1 {
                    ("block", small)
                } else {
                    ("shape", large)
                };
                return Err(LayoutError::new(
                    ErrorKind::OutOfRange,
                    format!("the {what} has the extent {extent}"),
                )
                .at_mode(vec![i])
                .fix("give block and shape at least 1 element in each mode"));
            }
            if large.value % small.value != 0 {
                return Err(LayoutError::new(
                    ErrorKind::Divisibility,
                    format!(
                        "the block's {small} does not divide {large}: {} % {} = {} is not 0",
                        large.value,
                        small.value,
                        large.value.checked_rem(small.value).unwrap_or(large.value)
                    ),
                )
                .at_mode(vec![i])
                .fix("round the shape up to a multiple of the block"));
            }
        }
        let copies = ceil_div(&large, &small)?;
        let tiles = make_ordered_layout(&copies, order)?;
        blocked_product(&padded, &tiles)
    };
    compute().during("tile_to_shape", &[block, shape, order])
}
