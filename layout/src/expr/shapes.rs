//! The calls on trees: shapes, coordinates, and layouts made from them.

use super::arguments::Arguments;
use super::value::Value;
use crate::value::DynLayout;
use crate::value::Int;
use crate::value::LayoutError;
use crate::value::Tree;
use crate::value::{self as ops, Order};
use alloc::format;
use alloc::vec::Vec;

pub(super) const NAMES: &[&str] = &[
    "make_layout",
    "make_ordered_layout",
    "make_layout_like",
    "make_fragment_like",
    "make_identity_layout",
    "crd2idx",
    "idx2crd",
    "crd2crd",
    "get_hier_coord",
    "get_flat_coord",
    "get_1d_coord",
    "shape",
    "stride",
    "size",
    "rank",
    "depth",
    "cosize",
    "sum",
    "max",
    "product_each",
    "compact_col",
    "compact_row",
    "ceil_div",
    "shape_div",
    "round_up",
    "congruent",
    "weakly_congruent",
    "compatible",
    "evenly_divides",
    "lex_less",
    "colex_less",
    "elem_less",
    "elem_leq",
];

pub(super) fn call(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    match name {
        "make_layout" | "make_ordered_layout" => {
            a.count(1, 2, "shape, order")?;
            make(name, a)
        }
        "make_layout_like" | "make_fragment_like" => {
            a.count(1, 1, "layout")?;
            Ok(if name == "make_layout_like" {
                ops::make_layout_like(a.layout(0)?)?
            } else {
                ops::make_fragment_like(a.layout(0)?)?
            }
            .into())
        }
        "make_identity_layout" => {
            a.count(1, 1, "shape")?;
            Ok(ops::make_identity_layout(&a.tree(0)?)?.into())
        }
        "crd2idx" | "idx2crd" | "crd2crd" | "get_hier_coord" | "get_flat_coord"
        | "get_1d_coord" => coordinates(name, a),
        "ceil_div" | "shape_div" | "round_up" | "congruent" | "weakly_congruent" | "compatible"
        | "evenly_divides" | "lex_less" | "colex_less" | "elem_less" | "elem_leq" => pairs(name, a),
        _ => one(name, a),
    }
}

fn make(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    if a.is_layout(0) && a.is_layout(1) {
        // Concatenation of two layouts.
        return Ok(DynLayout::concat([a.layout(0)?.clone(), a.layout(1)?.clone()])?.into());
    }
    let shape = a.tree(0)?;
    Ok(match a.order(1)? {
        // The second argument of make_layout is a stride unless it is an order by name.
        Order::By(stride) if name == "make_layout" => DynLayout::new(shape, stride)?,
        order => ops::make_ordered_layout(&shape, &order)?,
    }
    .into())
}

fn coordinates(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    match name {
        "crd2idx" => {
            a.count(2, 3, "coordinate, shape, stride")?;
            if a.is_given(2) {
                return Ok(ops::crd2idx(&a.tree(0)?, &a.tree(1)?, &a.tree(2)?)?.into());
            }
            if !a.is_layout(0) && !a.is_layout(1) {
                return Ok(ops::crd2idx_colex(&a.tree(0)?, &a.tree(1)?)?.into());
            }
            let (layout, coord) = super::algebra::layout_and_coord(a);
            let coord = a.tree(coord)?;
            match a.any(layout)? {
                crate::value::AnyLayout::Plain(layout) => {
                    Ok(ops::crd2idx(&coord, layout.shape(), layout.stride())?.into())
                }
                crate::value::AnyLayout::Composed(composed) => {
                    Ok(Tree::dynamic(composed.at_coord(&coord)?).into())
                }
            }
        }
        "idx2crd" => {
            a.count(1, 3, "index, shape, stride")?;
            if a.values.len() == 1 {
                let shape = a.tree(0)?;
                let total = shape.size()?.value;
                crate::value::table_fits(total)?;
                let all: Result<Vec<Value>, _> = (0..total)
                    .map(|i| ops::idx2crd(i, &shape).map(Value::from))
                    .collect();
                return Ok(Value::List(all?));
            }
            let index = a.int(0)?;
            Ok(if a.is_given(2) {
                ops::idx2crd_in(index, &a.tree(1)?, &a.tree(2)?)?
            } else {
                ops::idx2crd(index, &a.tree(1)?)?
            }
            .into())
        }
        "crd2crd" => {
            a.count(3, 3, "source shape, destination shape, coordinate")?;
            carry(&a.tree(0)?, &a.tree(1)?, &a.tree(2)?)
        }
        _ => {
            a.count(2, 2, "layout, offset")?;
            let (layout, offset) = (a.layout(0)?, a.int(1)?);
            let nested = ops::idx2crd_in(offset, layout.shape(), layout.stride())?;
            Ok(match name {
                "get_hier_coord" => nested,
                "get_flat_coord" => ops::flat_coord(offset, layout)?,
                _ => ops::crd2idx_colex(&nested, layout.shape())?,
            }
            .into())
        }
    }
}

/// `crd2crd(source, destination, coordinate)`, or CuTe's `crd2crd(coordinate, source, destination)` of a coordinate inside.
///
/// No three arguments are right in both orders: sources and destinations have one size, and the coordinate is below it.
fn carry(x: &Tree, y: &Tree, z: &Tree) -> Result<Value, LayoutError> {
    let by_cute = || -> Result<Option<Tree>, LayoutError> {
        let index = ops::crd2idx_colex(x, y)?.int()?.value;
        match (0..y.size()?.value).contains(&index) {
            true => ops::crd2crd(x, y, z).map(Some),
            false => Ok(None),
        }
    };
    ops::crd2crd(z, x, y)
        .or_else(|error| by_cute().ok().flatten().ok_or(error))
        .map(Value::from)
        .map_err(|error| {
            // The caller's text is named around it, in the caller's order.
            let reason = format!(
                "as source shape, destination shape, coordinate: {}",
                error.reason()
            );
            LayoutError::new(error.kind(), reason).fix(
                "give these three, or in CuTe's order coordinate, source shape, destination shape, of shapes of one size",
            )
        })
}

fn pairs(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    a.count(2, 2, "tree, tree")?;
    let (x, y) = (a.tree(0)?, a.tree(1)?);
    Ok(match name {
        "ceil_div" if a.is_layout(1) => ops::complement(a.layout(1)?, Some(&x))?
            .shape()
            .clone()
            .into(),
        "ceil_div" => ops::ceil_div(&x, &y)?.into(),
        "shape_div" => ops::shape_div(&x, &y)?.into(),
        "round_up" => ops::round_up(&x, &y)?.into(),
        "congruent" => x.congruent(&y).into(),
        "weakly_congruent" => x.weakly_congruent(&y).into(),
        "compatible" => x.compatible(&y)?.into(),
        "evenly_divides" => ops::evenly_divides(&x, &y)?.into(),
        "lex_less" => ops::lex_less(&x, &y)?.into(),
        "colex_less" => ops::colex_less(&x, &y)?.into(),
        "elem_less" => ops::elem_less(&x, &y)?.into(),
        _ => ops::elem_leq(&x, &y)?.into(),
    })
}

/// The cells from the least of 0 and the offsets to the greatest; none where there are no offsets.
fn cells(offsets: &[i64]) -> Result<i64, LayoutError> {
    let (Some(least), Some(greatest)) = (offsets.iter().min(), offsets.iter().max()) else {
        return Ok(0);
    };
    let end = i128::from(*greatest.max(&-1)) + 1;
    let cells = end - i128::from(*least.min(&0));
    i64::try_from(cells)
        .map_err(|_| LayoutError::overflow(format!("{cells} cells do not fit 64 bits")))
}

fn one(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    a.count(1, 1, "layout or tree")?;
    if name == "cosize" {
        return Ok(match a.any(0)? {
            crate::value::AnyLayout::Plain(layout) => ops::cosize(layout)?.into(),
            composed => Tree::dynamic(cells(&composed.offsets()?)?).into(),
        });
    }
    if name == "stride" {
        return Ok(a.layout(0)?.stride().clone().into());
    }
    let tree = a.tree(0)?;
    Ok(match name {
        "shape" => tree.into(),
        "size" => tree.size()?.into(),
        "rank" => Int::fixed(tree.rank() as i64).into(),
        "depth" => Int::fixed(tree.depth() as i64).into(),
        "product_each" => ops::product_each(&tree)?.into(),
        "compact_col" => ops::compact_left(&tree, Int::fixed(1))?.into(),
        "compact_row" => ops::compact_right(&tree)?.into(),
        "sum" => {
            let mut sum = Int::fixed(0);
            for leaf in tree.leaves()? {
                sum = sum.checked_add(leaf.plain()?)?;
            }
            sum.into()
        }
        _ => {
            let mut leaves = tree.leaves()?.into_iter();
            let first = match leaves.next() {
                Some(leaf) => leaf.plain()?,
                None => Int::fixed(0),
            };
            leaves
                .try_fold(first, |top, leaf| {
                    Ok::<_, LayoutError>(top.max(leaf.plain()?))
                })?
                .into()
        }
    })
}
