//! Layouts from shapes: compact, ordered, like another one, identity.

use super::shapes::{compact_left, compact_right};
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::tree::{Leaf, Tree};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// In which order the modes of a compact layout follow each other in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Leftmost mode fastest (column-major).
    Left,
    /// Rightmost mode fastest (row-major).
    Right,
    /// Ascending static numbers, one a leaf; dynamic numbers come last, from left to right.
    By(Tree),
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left => f.write_str("LayoutLeft"),
            Self::Right => f.write_str("LayoutRight"),
            Self::By(order) => write!(f, "{order}"),
        }
    }
}

/// The compact layout of a shape. With [`Order::By`] this is [`make_ordered_layout`].
///
/// # Errors
/// A leaf that is no plain integer, overflow.
///
/// ```
/// use azulejo_layout::value::{Order, make_layout};
/// assert_eq!(make_layout(&"(_4,(2,_8))".parse()?, &Order::Left)?.to_string(), "(_4,(2,_8)):(_1,(_4,8))");
/// assert_eq!(make_layout(&"(_4,_8)".parse()?, &Order::Right)?.to_string(), "(_4,_8):(_8,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn make_layout(shape: &Tree, order: &Order) -> Result<DynLayout, LayoutError> {
    let build = || {
        let stride = match order {
            Order::Left => compact_left(shape, Int::fixed(1))?,
            Order::Right => compact_right(shape)?,
            Order::By(order) => ordered(shape, order)?,
        };
        DynLayout::new(shape.clone(), stride)
    };
    build().during("make_layout", &[shape, order])
}

/// The compact layout of a shape whose leaves lie in memory in the given order.
///
/// The order has one number a mode (or a leaf; a mode below one number is column-major). Static numbers are compared,
/// equal ones taken from left to right; dynamic numbers are taken as larger than all static ones, from left to right.
///
/// *Rule*: compact, so injective. *Differs from CuTe*, where modes of equal static order lie on top of each other.
///
/// # Errors
/// An order whose profile does not fit the shape's.
///
/// ```
/// use azulejo_layout::value::{Order, make_ordered_layout};
/// let order = Order::By("(_0,_2,_3,_1)".parse()?);
/// assert_eq!(make_ordered_layout(&"(_2,_2,_2,_2)".parse()?, &order)?.to_string(), "(_2,_2,_2,_2):(_1,_4,_8,_2)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn make_ordered_layout(shape: &Tree, order: &Order) -> Result<DynLayout, LayoutError> {
    make_layout(shape, order).during("make_ordered_layout", &[shape, order])
}

/// Strides by order: each leaf of the order starts after the product of all sizes with a smaller one.
fn ordered(shape: &Tree, order: &Tree) -> Result<Tree, LayoutError> {
    // (rank of the order number, size) of each leaf of the order.
    let mut entries: Vec<(Int, Int)> = Vec::new();
    pairs(shape, order, &mut entries)?;
    // Static numbers first, in their order; each in the order of its place.
    let keys: Vec<(bool, i64, usize)> = entries
        .iter()
        .enumerate()
        .map(|(at, (order, _))| {
            let value = if order.is_static { order.value } else { 0 };
            (!order.is_static, value, at)
        })
        .collect();
    let mut at = 0;
    strides_by(shape, order, &keys, &entries, &mut at)
}

fn pairs(shape: &Tree, order: &Tree, out: &mut Vec<(Int, Int)>) -> Result<(), LayoutError> {
    match (shape, order) {
        (Tree::Tuple(shapes), Tree::Tuple(orders)) if shapes.len() == orders.len() => shapes
            .iter()
            .zip(orders)
            .try_for_each(|(shape, order)| pairs(shape, order, out)),
        (_, Tree::Tuple(_)) => Err(LayoutError::profile(format!(
            "the order {order} does not fit the shape {shape}"
        ))
        .fix("an order has one entry per mode")),
        (shape, order) => {
            out.push((order.int()?, shape.size()?));
            Ok(())
        }
    }
}

fn strides_by(
    shape: &Tree,
    order: &Tree,
    keys: &[(bool, i64, usize)],
    entries: &[(Int, Int)],
    at: &mut usize,
) -> Result<Tree, LayoutError> {
    if let (Tree::Tuple(shapes), Tree::Tuple(orders)) = (shape, order) {
        let strides: Result<_, _> = shapes
            .iter()
            .zip(orders)
            .map(|(shape, order)| strides_by(shape, order, keys, entries, at))
            .collect();
        return Ok(Tree::Tuple(strides?));
    }
    let key = keys.get(*at).copied().unwrap_or_default();
    *at += 1;
    let mut first = Int::fixed(1);
    for (other, (_, size)) in keys.iter().zip(entries) {
        if *other < key {
            first = first.checked_mul(*size)?;
        }
    }
    compact_left(shape, first)
}

/// The compact layout with the shape of `a`, its modes in the order of the strides of `a`; static strides `_0` are kept.
///
/// # Errors
/// Coordinate strides, overflow.
pub fn make_layout_like(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let build = || {
        let once = super::filter_zeros(a)?;
        DynLayout::new(a.shape().clone(), ordered(once.shape(), a.stride())?)
    };
    build().during("make_layout_like", &[a])
}

/// As [`make_layout_like`], with mode 0 (the values of an instruction) column-major and first in memory.
///
/// A layout of rank 1 or with a dynamic shape gives the column-major layout of its shape.
///
/// # Errors
/// Coordinate strides, overflow.
pub fn make_fragment_like(a: &DynLayout) -> Result<DynLayout, LayoutError> {
    let build = || {
        if a.rank() <= 1 || !a.shape().is_static() {
            return make_layout(a.shape(), &Order::Left);
        }
        let once = super::filter_zeros(a)?;
        let value_shape = a.shape().get(&[0])?.clone();
        let value = DynLayout::new(
            value_shape,
            compact_left(once.shape().get(&[0])?, Int::fixed(1))?,
        )?;
        let rest = super::take(a, 1, a.rank())?;
        let tiles = make_ordered_layout(rest.shape(), &Order::By(rest.stride().clone()))?;
        super::tiled_product(&value, &tiles.into())
    };
    build().during("make_fragment_like", &[a])
}

/// The layout that maps each coordinate to itself: strides `_1@i` (`_1@j@i` in nested modes).
///
/// # Errors
/// A leaf that is no plain integer.
///
/// ```
/// use azulejo_layout::value::make_identity_layout;
/// assert_eq!(make_identity_layout(&"(4,(_2,3))".parse()?)?.to_string(), "(4,(_2,3)):(_1@0,(_1@0@1,_1@1@1))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn make_identity_layout(shape: &Tree) -> Result<DynLayout, LayoutError> {
    fn basis(shape: &Tree, path: &mut Vec<usize>) -> Tree {
        match shape {
            Tree::Tuple(items) => Tree::Tuple(
                items
                    .iter()
                    .enumerate()
                    .map(|(i, item)| {
                        path.push(i);
                        let stride = basis(item, path);
                        path.pop();
                        stride
                    })
                    .collect(),
            ),
            _ => Tree::Leaf(Leaf {
                int: Int::fixed(1),
                basis: path.clone(),
            }),
        }
    }
    DynLayout::new(shape.clone(), basis(shape, &mut Vec::new()))
        .during("make_identity_layout", &[shape])
}
