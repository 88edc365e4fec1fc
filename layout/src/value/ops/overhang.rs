//! Divides that may hang over, asked for by name, with the layout that tells which elements are real.

use super::coalesce::coalesce;
use super::construct::make_identity_layout;
use super::divide::{flat, logical, tiled, zipped};
use crate::value::error::{During, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;
use crate::value::tree::{Leaf, Tree};
use alloc::format;
use alloc::vec::Vec;

/// A divided layout and its predicate.
///
/// `coordinates` has the shape of `layout` and leads from each of its coordinates to a coordinate of `shape`, which is the
/// shape of the undivided layout with the leaves of a divided mode merged where the divide takes them as one. An element is
/// real when its coordinate is below `shape` in every entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CeilDivided {
    /// The divided layout, the last tiles hanging over.
    pub layout: DynLayout,
    /// The same divide of the identity layout of `shape`.
    pub coordinates: DynLayout,
    /// What coordinates are to be compared with.
    pub shape: Tree,
}

type Divide = fn(&DynLayout, &Tiler) -> Result<DynLayout, LayoutError>;

fn both(a: &DynLayout, tiler: &Tiler, divide: Divide) -> Result<CeilDivided, LayoutError> {
    let layout = divide(a, tiler)?;
    let shape = counted(a, tiler)?;
    let coordinates = divide(&make_identity_layout(&shape)?, tiler)?;
    Ok(CeilDivided {
        layout,
        coordinates,
        shape,
    })
}

/// The shape in which a tiler counts a layout: a mode that is divided as a whole, merged where the divide takes it so.
fn counted(a: &DynLayout, tiler: &Tiler) -> Result<Tree, LayoutError> {
    match tiler {
        Tiler::Underscore => Ok(a.shape().clone()),
        Tiler::Int(_) | Tiler::Layout(_) => {
            let divided = logical(a, tiler)?;
            let merged = coalesce(a)?;
            if a.is_static() {
                // The divide merges the leaves itself.
                return Ok(merged.shape().clone());
            }
            // Dynamic leaves that run on by value alone are counted together, or one by one: as the divide took them.
            let by_value = coalesce(&a.settled())?;
            let together = (by_value.rank() < merged.rank()).then(|| by_value.erased());
            for domain in together.iter().chain([&merged]) {
                if leads_alike(domain, tiler, &divided)? {
                    return Ok(domain.shape().clone());
                }
            }
            Err(LayoutError::profile(format!(
                "the tiles pad {a} in another way than its coordinates {}",
                merged.shape()
            ))
            .fix("make the leaves of the divided mode static, or one integer"))
        }
        Tiler::Modes(items) => {
            let modes: Result<Vec<_>, _> = a
                .modes()
                .iter()
                .enumerate()
                .map(|(i, mode)| match items.get(i) {
                    Some(item) => counted(mode, item),
                    None => Ok(mode.shape().clone()),
                })
                .collect();
            Ok(Tree::Tuple(modes?))
        }
    }
}

/// Returns `true` if the coordinates of `domain`, divided, lead to real elements where `divided` does: each step along one of its modes
/// taken for as many steps of that mode's stride, both are one function.
fn leads_alike(
    domain: &DynLayout,
    tiler: &Tiler,
    divided: &DynLayout,
) -> Result<bool, LayoutError> {
    // A divide that rejects the coordinates counts them in another way.
    let Ok(coordinates) = logical(&make_identity_layout(domain.shape())?, tiler) else {
        return Ok(false);
    };
    let modes = domain.leaves()?;
    let mode = |step: &Leaf| modes.get(step.basis.first().copied().unwrap_or(0));
    let stride = coordinates.stride().map(&mut |step| match mode(step) {
        Some(mode) => Ok(mode.stride.scaled(step.int)?.into()),
        None => Ok(step.clone().into()),
    })?;
    let led = DynLayout::new(coordinates.shape().clone(), stride)?;
    if led.shape().settled() != divided.shape().settled() {
        return Ok(coalesce(&led.settled())? == coalesce(&divided.settled())?);
    }
    // Leaf by leaf, but those whose first step leaves the shape already, along which nothing is real.
    let steps = coordinates.leaves()?;
    let both = led.leaves()?.into_iter().zip(divided.leaves()?);
    Ok(steps.iter().zip(both).all(|(step, (led, divided))| {
        let size = mode(&step.stride).map_or(0, |mode| mode.size.value);
        let real = step.size.value > 1 && step.stride.int.value < size;
        !real || Tree::from(led.stride).settled() == Tree::from(divided.stride).settled()
    }))
}

/// [`logical_divide`](super::logical_divide) where the tile need not divide, with its predicate.
///
/// Dynamic leaves that run on by value alone are counted one by one, as CuTe and the types do: tiles may hang over each, where
/// the plain divide takes them together.
///
/// # Errors
/// Those of [`logical_divide`](super::logical_divide); dynamic leaves that it pads one by one, and no coordinates do.
pub fn logical_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, logical).during("logical_divide_ceil", &[a, tiler])
}

/// [`zipped_divide`](super::zipped_divide) where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`zipped_divide`](super::zipped_divide).
///
/// ```
/// use azulejo_layout::value::{DynLayout, zipped_divide_ceil};
/// let a: DynLayout = "(41,55):(_1,41)".parse()?;
/// let d = zipped_divide_ceil(&a, &"<_4,_8>".parse()?)?;
/// assert_eq!(d.layout.to_string(), "((_4,_8),(11,7)):((_1,41),(_4,328))");
/// assert_eq!(d.coordinates.to_string(), "((_4,_8),(11,7)):((_1@0,_1@1),(_4@0,_8@1))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn zipped_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, zipped).during("zipped_divide_ceil", &[a, tiler])
}

/// [`tiled_divide`](super::tiled_divide) where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`tiled_divide`](super::tiled_divide).
pub fn tiled_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, tiled).during("tiled_divide_ceil", &[a, tiler])
}

/// [`flat_divide`](super::flat_divide) where the tile need not divide, with its predicate.
///
/// # Errors
/// Those of [`flat_divide`](super::flat_divide).
pub fn flat_divide_ceil(a: &DynLayout, tiler: &Tiler) -> Result<CeilDivided, LayoutError> {
    both(a, tiler, flat).during("flat_divide_ceil", &[a, tiler])
}
