//! The calls that draw: pictures of several tables.

use super::arguments::Arguments;
use super::value::Value;
use crate::draw::Grid;
use crate::value::LayoutError;

pub(super) const NAMES: &[&str] = &[
    "difference",
    "composition_steps",
    "tv_table",
    "copy_table",
    "mma_table",
    "bank_table",
    "swizzle_table",
];

pub(super) fn call(name: &str, a: &Arguments) -> Result<Value, LayoutError> {
    Ok(Value::Picture(match name {
        "difference" => {
            a.count(2, 2, "layout, layout")?;
            Grid::of_difference(a.any(0)?, a.any(1)?)?
        }
        "composition_steps" => {
            a.count(2, 2, "layout, layout")?;
            Grid::of_composition(a.layout(0)?, a.layout(1)?)?
        }
        "tv_table" => {
            a.count(2, 2, "layout (thread, value), tile")?;
            Grid::of_owners(a.layout(0)?, &a.tree(1)?)?
        }
        "copy_table" => {
            a.count(
                3,
                3,
                "layout of the source, layout of the destination, tile",
            )?;
            Grid::of_copy(a.layout(0)?, a.layout(1)?, &a.tree(2)?)?
        }
        "mma_table" => {
            a.count(4, 4, "layouts of A, B and C, shape (M,N,K)")?;
            let tv = [a.layout(0)?, a.layout(1)?, a.layout(2)?];
            Grid::of_mma(tv, &a.tree(3)?)?
        }
        "bank_table" => {
            a.count(2, 2, "layout, bytes of an element")?;
            Grid::of_banks(a.any(0)?, a.int(1)?)?
        }
        _ => {
            a.count(1, 1, "swizzle")?;
            Grid::of_swizzle(a.swizzle(0)?)?
        }
    }))
}
