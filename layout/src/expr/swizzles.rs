//! The calls that take a swizzle first.

use super::arguments::Arguments;
use super::value::Value;
use crate::value as ops;
use crate::value::AnyLayout;
use crate::value::DynLayout;
use crate::value::LayoutError;
use crate::value::Tiler;
use crate::value::Tree;

pub(super) const NAMES: &[&str] = &[
    "swizzle_apply",
    "swizzle_compose",
    "swizzle_slice",
    "swizzle_logical_divide",
    "swizzle_zipped_divide",
    "swizzle_tiled_divide",
    "swizzle_flat_divide",
    "swizzle_composition",
    "swizzle_upcast",
    "swizzle_downcast",
    "swizzle_right_inverse",
    "swizzle_left_inverse",
    "max_common_swizzle",
    "position_independent",
];

pub(super) fn call(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    match name {
        "position_independent" => {
            a.count(1, 1, "layout")?;
            return Ok(ops::position_independent(a.any(0)?)?.into());
        }
        "swizzle_apply" => {
            a.count(2, usize::MAX, "swizzle, offsets")?;
            let swizzle = a.swizzle(0)?;
            let offsets = a.ints(1)?;
            let all = offsets
                .into_iter()
                .map(|x| Tree::dynamic(swizzle.apply(x)).into());
            return Ok(match (a.values.len(), a.values.get(1)) {
                (2, Some(Value::Tree(tree))) if !tree.is_tuple() => {
                    Tree::dynamic(swizzle.apply(tree.int()?.value)).into()
                }
                _ => Value::List(all.collect()),
            });
        }
        "max_common_swizzle" => {
            a.count(3, 3, "swizzle, layout, layout")?;
            let common =
                ops::max_common_layout_swizzled(a.swizzle(0)?, a.layout(1)?, a.layout(2)?)?;
            return Ok(common.into());
        }
        _ => {}
    }
    let whole = ops::swizzled(a.swizzle(0)?, a.layout(1)?);
    let tiled = |f: fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>| {
        a.count(3, 3, "swizzle, layout, tiler")?;
        let tiler = a.tiler(2)?;
        super::algebra::map(&whole, |layout| f(layout, &tiler))
    };
    match name {
        "swizzle_compose" => {
            a.count(2, 2, "swizzle, layout")?;
            Ok(whole.into())
        }
        "swizzle_slice" => {
            a.count(3, 3, "swizzle, layout, coordinate")?;
            let coord = a.tree(2)?;
            Ok(match &whole {
                AnyLayout::Plain(layout) => ops::slice(layout, &coord)?.into(),
                AnyLayout::Composed(composed) => ops::slice_swizzled(composed, &coord)?.into(),
            })
        }
        "swizzle_logical_divide" => tiled(ops::logical_divide),
        "swizzle_zipped_divide" => tiled(ops::zipped_divide),
        "swizzle_tiled_divide" => tiled(ops::tiled_divide),
        "swizzle_flat_divide" => tiled(ops::flat_divide),
        "swizzle_composition" => tiled(ops::composition),
        "swizzle_upcast" => {
            a.count(3, 3, "swizzle, layout, factor")?;
            Ok(ops::upcast_any(&whole, a.int(2)?)?.into())
        }
        "swizzle_downcast" => {
            a.count(3, 3, "swizzle, layout, factor")?;
            Ok(ops::downcast_any(&whole, a.int(2)?)?.into())
        }
        "swizzle_right_inverse" => {
            a.count(2, 2, "swizzle, layout")?;
            Ok(ops::right_inverse_any(&whole)?.into())
        }
        _ => {
            a.count(2, 2, "swizzle, layout")?;
            Ok(ops::left_inverse_any(&whole)?.into())
        }
    }
}
