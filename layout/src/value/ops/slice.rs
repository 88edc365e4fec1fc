//! Slices: `slice` keeps the modes marked `_`, `dice` the others.

use super::coordinates::{evaluate, to_tree};
use crate::value::error::{During, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The modes of `a` that the coordinate marks with `_`, and the offset of the rest: `a(coord with _ filled by x)` is
/// `offset + layout(x)`.
///
/// Marked modes stay as they are; a tuple coordinate inside is opened, its marked modes join the level of the tuple around
/// it. An all-integer coordinate leaves the empty layout `():()`.
///
/// # Errors
/// A coordinate whose tuples do not fit the shape.
///
/// ```
/// use azulejo_layout::value::{DynLayout, slice};
/// let a: DynLayout = "((_3,2),(2,_5,_2)):((4,1),(_2,13,100))".parse()?;
/// let (offset, kept) = slice(&a, &"((_,1),(0,_,1))".parse()?)?;
/// assert_eq!(format!("{offset} + {kept}"), "101 + (_3,_5):(4,13)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn slice(a: &DynLayout, coord: &Tree) -> Result<(Tree, DynLayout), LayoutError> {
    let cut = || {
        let kept = DynLayout::new(
            keep(coord, a.shape(), true)?,
            keep(coord, a.stride(), true)?,
        )?;
        Ok((offset_of(a, coord)?, kept))
    };
    cut().during("slice", &[coord, a])
}

/// The modes of `a` that the coordinate does not mark with `_`.
///
/// # Errors
/// A coordinate whose tuples do not fit the shape.
pub fn dice(a: &DynLayout, coord: &Tree) -> Result<DynLayout, LayoutError> {
    let cut = || {
        DynLayout::new(
            keep(coord, a.shape(), false)?,
            keep(coord, a.stride(), false)?,
        )
    };
    cut().during("dice", &[coord, a])
}

/// The items of `tree` paired with `_` (or with anything else).
pub(crate) fn keep(coord: &Tree, tree: &Tree, marked: bool) -> Result<Tree, LayoutError> {
    fn lift(
        coord: &Tree,
        tree: &Tree,
        marked: bool,
        out: &mut Vec<Tree>,
    ) -> Result<(), LayoutError> {
        match (coord, tree) {
            (Tree::Tuple(coords), Tree::Tuple(items)) if coords.len() == items.len() => coords
                .iter()
                .zip(items)
                .try_for_each(|(coord, item)| lift(coord, item, marked, out)),
            (Tree::Tuple(_), _) => Err(LayoutError::profile(format!(
                "the coordinate {coord} does not fit {tree}"
            ))
            .fix("a slicing coordinate has one entry per mode: `(_,3,(_,1))`")),
            (coord, item) => {
                if (*coord == Tree::Underscore) == marked {
                    out.push(item.clone());
                }
                Ok(())
            }
        }
    }
    if !coord.is_tuple() && (*coord == Tree::Underscore) == marked {
        return Ok(tree.clone());
    }
    let mut out = Vec::new();
    lift(coord, tree, marked, &mut out)?;
    Ok(Tree::Tuple(out))
}

/// The offset of the integers in a coordinate, `_` counting as 0.
pub(crate) fn offset_of(a: &DynLayout, coord: &Tree) -> Result<Tree, LayoutError> {
    fn zeroed(coord: &Tree) -> Tree {
        match coord {
            Tree::Underscore => Tree::fixed(0),
            Tree::Tuple(items) => Tree::Tuple(items.iter().map(zeroed).collect()),
            leaf => leaf.clone(),
        }
    }
    to_tree(&evaluate(&zeroed(coord), a.shape(), a.stride())?)
}
