//! The calls of the algebra: layouts in, layouts out.

use super::arguments::Arguments;
use super::value::Value;
use crate::value as ops;
use crate::value::AnyLayout;
use crate::value::DynLayout;
use crate::value::LayoutError;
use crate::value::Tiler;

pub(super) const NAMES: &[&str] = &[
    "coalesce",
    "coalesce_by",
    "flatten",
    "filter",
    "filter_zeros",
    "nullspace",
    "composition",
    "compose_lazy",
    "complement",
    "right_inverse",
    "left_inverse",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_divide_ceil",
    "zipped_divide_ceil",
    "tiled_divide_ceil",
    "flat_divide_ceil",
    "logical_product",
    "logical_product_unchecked",
    "zipped_product",
    "zipped_product_unchecked",
    "tiled_product",
    "tiled_product_unchecked",
    "flat_product",
    "flat_product_unchecked",
    "stacked_product",
    "blocked_product",
    "raked_product",
    "tile_to_shape",
    "upcast",
    "downcast",
    "recast_layout",
    "max_common_layout",
    "max_common_vector",
    "max_alignment",
    "domain_distribute",
    "slice",
    "dice",
    "get",
    "take",
    "select",
    "group",
    "append",
    "prepend",
    "replace",
    "local_tile",
    "inner_partition",
    "outer_partition",
    "local_partition",
    "identity_local_tile",
];

type Divide = fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>;
type DivideCeil = fn(&DynLayout, &Tiler) -> Result<ops::CeilDivided, LayoutError>;

pub(super) fn call(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    match name {
        "coalesce" | "coalesce_by" | "filter" | "flatten" | "filter_zeros" => simplify(name, a),
        "nullspace" => {
            a.count(1, 1, "layout")?;
            Ok(ops::nullspace(a.layout(0)?)?.into())
        }
        "composition" => {
            a.count(2, 2, "layout, layout or tiler")?;
            if let [Value::Swizzle(f), Value::Swizzle(g)] = a.values {
                return Ok(Value::Swizzle(ops::merge_swizzles(*f, *g)?));
            }
            if let [Value::Swizzle(f), _] = a.values {
                return Ok(ops::swizzled_any(*f, a.any(1)?).into());
            }
            if let Ok(b @ AnyLayout::Composed(_)) = a.any(1) {
                return Ok(ops::composition_any(a.any(0)?, b)?.into());
            }
            by_tiler(a, ops::composition)
        }
        "compose_lazy" => {
            a.count(2, 2, "layout, layout")?;
            Ok(ops::compose_lazy(a.layout(0)?, a.layout(1)?)?.into())
        }
        "complement" => {
            a.count(1, 2, "layout, cotarget")?;
            let target = if a.is_given(1) {
                Some(a.tree(1)?)
            } else {
                None
            };
            Ok(ops::complement(a.layout(0)?, target.as_ref())?.into())
        }
        "right_inverse" => {
            a.count(1, 1, "layout")?;
            Ok(ops::right_inverse_any(a.any(0)?)?.into())
        }
        "left_inverse" => {
            a.count(1, 1, "layout")?;
            Ok(ops::left_inverse_any(a.any(0)?)?.into())
        }
        "logical_divide" => tiled(a, ops::logical_divide),
        "zipped_divide" => tiled(a, ops::zipped_divide),
        "tiled_divide" => tiled(a, ops::tiled_divide),
        "flat_divide" => tiled(a, ops::flat_divide),
        "logical_divide_ceil" => ceil(a, ops::logical_divide_ceil),
        "zipped_divide_ceil" => ceil(a, ops::zipped_divide_ceil),
        "tiled_divide_ceil" => ceil(a, ops::tiled_divide_ceil),
        "flat_divide_ceil" => ceil(a, ops::flat_divide_ceil),
        "logical_product" => tiled(a, ops::logical_product),
        "logical_product_unchecked" => tiled(a, ops::logical_product_unchecked),
        "zipped_product" => tiled(a, ops::zipped_product),
        "zipped_product_unchecked" => tiled(a, ops::zipped_product_unchecked),
        "tiled_product" => tiled(a, ops::tiled_product),
        "tiled_product_unchecked" => tiled(a, ops::tiled_product_unchecked),
        "flat_product" => tiled(a, ops::flat_product),
        "flat_product_unchecked" => tiled(a, ops::flat_product_unchecked),
        "stacked_product" | "blocked_product" | "raked_product" => {
            a.count(2, 2, "layout, layout")?;
            let product = match name {
                "stacked_product" => ops::stacked_product,
                "blocked_product" => ops::blocked_product,
                _ => ops::raked_product,
            };
            let b = a.layout(1)?;
            map(a.any(0)?, |layout| product(layout, b))
        }
        "tile_to_shape" => {
            a.count(2, 3, "block, shape, order")?;
            let (shape, order) = (a.tree(1)?, a.order(2)?);
            map(a.any(0)?, |block| ops::tile_to_shape(block, &shape, &order))
        }
        "upcast" | "downcast" => {
            a.count(2, 2, "layout, factor")?;
            let n = a.int(1)?;
            Ok(if name == "upcast" {
                ops::upcast_any(a.any(0)?, n)?
            } else {
                ops::downcast_any(a.any(0)?, n)?
            }
            .into())
        }
        "recast_layout" => {
            a.count(3, 3, "layout, old bits, new bits")?;
            Ok(ops::recast_any(a.any(0)?, a.int(1)?, a.int(2)?)?.into())
        }
        "max_common_layout" => {
            a.count(2, 2, "layout, layout")?;
            Ok(ops::max_common_layout(a.layout(0)?, a.layout(1)?)?.into())
        }
        "max_common_vector" => {
            a.count(2, 2, "layout, layout")?;
            Ok(ops::max_common_vector(a.layout(0)?, a.layout(1)?)?.into())
        }
        "max_alignment" => {
            a.count(1, 1, "layout")?;
            Ok(ops::max_alignment_any(a.any(0)?)?.into())
        }
        "domain_distribute" => {
            a.count(2, 2, "shape, n")?;
            Ok(ops::domain_distribute(&a.tree(0)?, a.int(1)?)?.into())
        }
        "slice" => slice(a),
        "dice" => {
            a.count(2, 2, "layout, coordinate")?;
            let (layout, coord) = layout_and_coord(a);
            Ok(ops::dice(a.layout(layout)?, &a.tree(coord)?)?.into())
        }
        "get" | "take" | "select" | "group" | "append" | "prepend" | "replace" => modes(name, a),
        _ => partition(name, a),
    }
}

/// Applies an operation on the domain to the innermost layout.
pub(super) fn map(
    a: &AnyLayout,
    mut f: impl FnMut(&DynLayout) -> Result<DynLayout, LayoutError>,
) -> Result<Value, LayoutError> {
    Ok(a.map_inner(&mut f)?.into())
}

fn by_tiler(a: &Arguments, f: Divide) -> Result<Value, LayoutError> {
    let tiler = a.tiler(1)?;
    map(a.any(0)?, |layout| f(layout, &tiler))
}

fn tiled(a: &Arguments, f: Divide) -> Result<Value, LayoutError> {
    a.count(2, 2, "layout, tiler")?;
    by_tiler(a, f)
}

fn ceil(a: &Arguments, f: DivideCeil) -> Result<Value, LayoutError> {
    a.count(2, 2, "layout, tiler")?;
    let divided = f(a.layout(0)?, &a.tiler(1)?)?;
    Ok(Value::List(alloc::vec![
        divided.layout.into(),
        divided.coordinates.into(),
        divided.shape.into()
    ]))
}

fn simplify(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    let by_profile = matches!(name, "coalesce" | "coalesce_by");
    a.count(1, 1 + usize::from(by_profile), "layout, profile")?;
    if !a.is_layout(0) {
        let tree = a.tree(0)?;
        return Ok(match name {
            "flatten" => tree.flatten(),
            _ => ops::coalesce_shape(&tree)?,
        }
        .into());
    }
    if a.is_given(1) {
        let profile = a.tree(1)?;
        return map(a.any(0)?, |layout| ops::coalesce_by(layout, &profile));
    }
    map(a.any(0)?, |layout| match name {
        "flatten" => Ok(ops::flatten(layout)),
        "filter" => ops::filter(layout),
        "filter_zeros" => ops::filter_zeros(layout),
        _ => ops::coalesce(layout),
    })
}

/// Which argument is the layout: `slice(layout, coord)`, or CuTe's `slice(coord, layout)`.
pub(super) fn layout_and_coord(a: &Arguments) -> (usize, usize) {
    if a.is_layout(0) { (0, 1) } else { (1, 0) }
}

fn slice(a: &Arguments) -> Result<Value, LayoutError> {
    a.count(2, 2, "layout, coordinate")?;
    let (layout, coord) = layout_and_coord(a);
    let coord = a.tree(coord)?;
    Ok(match a.any(layout)? {
        AnyLayout::Plain(layout) => ops::slice(layout, &coord)?.into(),
        AnyLayout::Composed(composed) => ops::slice_swizzled(composed, &coord)?.into(),
    })
}

fn modes(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    let unit = DynLayout::unit();
    match name {
        "get" | "select" => {
            a.count(2, usize::MAX, "layout, mode numbers")?;
            let path = a.indices(1)?;
            map(a.any(0)?, |layout| {
                if name == "get" {
                    ops::get(layout, &path)
                } else {
                    ops::select(layout, &path)
                }
            })
        }
        "take" | "group" => {
            a.count(3, 3, "layout, begin, end")?;
            let (begin, end) = (a.index(1)?, a.index(2)?);
            map(a.any(0)?, |layout| {
                if name == "take" {
                    ops::take(layout, begin, end)
                } else {
                    ops::group(layout, begin, end)
                }
            })
        }
        "replace" => {
            a.count(3, 3, "layout, mode number, layout")?;
            let (index, x) = if a.is_layout(1) { (2, 1) } else { (1, 2) };
            let (index, x) = (a.index(index)?, a.layout(x)?);
            map(a.any(0)?, |layout| ops::replace(layout, index, x))
        }
        _ => {
            a.count(2, 3, "layout, rank, layout")?;
            let (rank, x) = match (a.is_layout(1), a.is_given(2)) {
                (true, true) => (a.index(2)?, a.layout(1)?),
                (true, false) => (a.any(0)?.shape().rank() + 1, a.layout(1)?),
                (false, true) => (a.index(1)?, a.layout(2)?),
                (false, false) => (a.index(1)?, &unit),
            };
            map(a.any(0)?, |layout| {
                if name == "append" {
                    ops::append(layout, rank, x)
                } else {
                    ops::prepend(layout, rank, x)
                }
            })
        }
    }
}

fn partition(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    match name {
        "identity_local_tile" => {
            a.count(3, 3, "shape, tiler, coordinate")?;
            let identity = ops::make_identity_layout(&a.tree(0)?)?;
            Ok(ops::local_tile(&identity, &a.tiler(1)?, &a.tree(2)?)?.into())
        }
        "local_partition" => {
            a.count(3, 4, "layout, threads, index, projection")?;
            let projection = if a.is_given(3) {
                Some(a.tree(3)?)
            } else {
                None
            };
            Ok(
                ops::local_partition(a.layout(0)?, a.layout(1)?, a.int(2)?, projection.as_ref())?
                    .into(),
            )
        }
        "outer_partition" => {
            a.count(3, 3, "layout, tiler, coordinate")?;
            Ok(ops::outer_partition(a.layout(0)?, &a.tiler(1)?, &a.tree(2)?)?.into())
        }
        "inner_partition" => {
            a.count(3, 3, "layout, tiler, coordinate")?;
            Ok(ops::inner_partition(a.layout(0)?, &a.tiler(1)?, &a.tree(2)?)?.into())
        }
        _ => {
            a.count(3, 4, "layout, tiler, coordinate, projection")?;
            let (layout, tiler, coord) = (a.layout(0)?, a.tiler(1)?, a.tree(2)?);
            Ok(if a.is_given(3) {
                ops::local_tile_projected(layout, &tiler, &coord, &a.tree(3)?)?
            } else {
                ops::local_tile(layout, &tiler, &coord)?
            }
            .into())
        }
    }
}
