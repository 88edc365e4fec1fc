//! The calls that answer questions about a layout.

use super::arguments::Arguments;
use super::value::Value;
use crate::draw::{Grid, text_of};
use crate::value::Tree;
use crate::value::f2::{F2Map, best_swizzle};
use crate::value::properties;
use crate::value::{ErrorKind, LayoutError};
use alloc::format;
use alloc::vec::Vec;

pub(super) const NAMES: &[&str] = &[
    "erase",
    "functionally_equal",
    "injective",
    "surjective",
    "collision",
    "covers",
    "footprint",
    "gaps",
    "first_gap",
    "contiguous_run",
    "index_bits",
    "bank_conflicts",
    "coalescing",
    "best_swizzle",
    "f2",
    "f2_inverse",
    "owners",
];

pub(super) fn call(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    let number = |n: i64| Value::from(Tree::dynamic(n));
    match name {
        "erase" => {
            a.count(1, 1, "layout")?;
            Ok(a.any(0)?
                .map_inner(&mut |layout| Ok(layout.erased()))?
                .into())
        }
        "functionally_equal" => {
            a.count(2, 2, "layout, layout")?;
            Ok(properties::functionally_equal(a.any(0)?, a.any(1)?)?.into())
        }
        "covers" => {
            a.count(2, 2, "layout, elements")?;
            Ok(number(properties::covers(a.layout(0)?, a.int(1)?)?))
        }
        "bank_conflicts" | "coalescing" => {
            a.count(2, 3, "layout, bytes of an element, elements of an access")?;
            let vector = if a.is_given(2) { a.int(2)? } else { 1 };
            Ok(if name == "coalescing" {
                format!("{}", properties::coalescing(a.any(0)?, a.int(1)?, vector)?)
            } else {
                format!(
                    "{}",
                    properties::bank_conflicts(a.any(0)?, a.int(1)?, vector)?
                )
            }
            .into())
        }
        "best_swizzle" => {
            a.count(4, usize::MAX, "tile, bytes, vector, accesses")?;
            let accesses: Result<Vec<_>, _> =
                (3..a.values.len()).map(|i| a.layout(i).cloned()).collect();
            let (tile, bytes, vector) = (a.layout(0)?, a.int(1)?, a.int(2)?);
            Ok(format!("{}", best_swizzle(tile, &accesses?, bytes, vector)?).into())
        }
        "owners" => {
            a.count(2, 2, "layout (thread, value), tile")?;
            let grid = Grid::of_owners(a.layout(0)?, &a.tree(1)?)?;
            Ok(text_of(&grid).into())
        }
        "f2" => {
            a.count(1, 1, "layout")?;
            Ok(format!("{}", F2Map::of(a.any(0)?)?).into())
        }
        "f2_inverse" => {
            a.count(1, 1, "layout")?;
            let inverse = F2Map::of(a.any(0)?)?.inverse().ok_or_else(|| {
                LayoutError::new(ErrorKind::Overlap, "the layout is not injective")
                    .fix("`collision` shows two coordinates of one offset; filter it first")
            })?;
            Ok(match inverse.to_layout() {
                Some(layout) => layout.into(),
                None => format!("{inverse}").into(),
            })
        }
        _ => {
            a.count(1, 1, "layout")?;
            let layout = a.any(0)?;
            Ok(match name {
                "injective" => properties::injective(layout)?.into(),
                "surjective" => properties::surjective(layout)?.into(),
                "collision" => match properties::collision(layout)? {
                    Some((first, second, offset)) => {
                        format!("{first} and {second} have the offset {offset}").into()
                    }
                    None => Value::Nothing,
                },
                "footprint" => format!("{}", properties::footprint(layout)?).into(),
                "gaps" => number(properties::gaps(layout)?),
                "first_gap" => properties::first_gap(layout)?.map_or(Value::Nothing, number),
                "contiguous_run" => number(properties::contiguous_run(layout)?),
                _ => number(properties::index_bits(layout)?),
            })
        }
    }
}
