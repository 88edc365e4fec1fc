//! Partitions of a layout: the tile at a coordinate, the elements of a thread.

use super::coordinates::idx2crd_in;
use super::divide::zipped;
use super::shapes::product_each;
use super::slice::{keep, slice};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The tile of `a` at a coordinate of the rest: where the tile starts, and its layout. `local_tile` by its other name.
///
/// The layout is divided by the tiler; mode 0 of the divided layout is kept, mode 1 indexed. A tuple coordinate may be
/// shorter than the rest and may hold `_`: those modes are kept as well. Tiles may hang over, as in CuTe: the same partition of
/// the identity layout of the shape is the predicate.
///
/// # Errors
/// Those of [`zipped_divide_ceil`](super::zipped_divide_ceil) and [`slice()`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, local_tile};
/// let a: DynLayout = "(_8,_24):(_1,_8)".parse()?;
/// let (offset, tile) = local_tile(&a, &"<_4,_8>".parse()?, &"(1,2)".parse()?)?;
/// assert_eq!(format!("{offset} + {tile}"), "132 + (_4,_8):(_1,_8)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn inner_partition(
    a: &DynLayout,
    tiler: &Tiler,
    coord: &Tree,
) -> Result<(Tree, DynLayout), LayoutError> {
    index(a, tiler, coord, true).during("inner_partition", &[a, tiler, coord])
}

/// The same as [`inner_partition`].
///
/// # Errors
/// Those of [`inner_partition`].
pub fn local_tile(
    a: &DynLayout,
    tiler: &Tiler,
    coord: &Tree,
) -> Result<(Tree, DynLayout), LayoutError> {
    index(a, tiler, coord, true).during("local_tile", &[a, tiler, coord])
}

/// The elements at one coordinate of every tile: mode 1 of the divided layout is kept, mode 0 indexed.
///
/// # Errors
/// Those of [`zipped_divide_ceil`](super::zipped_divide_ceil) and [`slice()`].
pub fn outer_partition(
    a: &DynLayout,
    tiler: &Tiler,
    coord: &Tree,
) -> Result<(Tree, DynLayout), LayoutError> {
    index(a, tiler, coord, false).during("outer_partition", &[a, tiler, coord])
}

fn index(
    a: &DynLayout,
    tiler: &Tiler,
    coord: &Tree,
    keep_tile: bool,
) -> Result<(Tree, DynLayout), LayoutError> {
    let divided = zipped(a, tiler)?;
    let place = usize::from(keep_tile);
    let rank = divided.shape().get(&[place])?.rank();
    let coord = match coord {
        Tree::Tuple(items) => {
            let mut items = items.clone();
            while items.len() < rank {
                items.push(Tree::Underscore);
            }
            Tree::Tuple(items)
        }
        single => single.clone(),
    };
    let tile_rank = divided.shape().get(&[1 - place])?.rank();
    let kept = if tile_rank == 1 {
        Tree::Underscore
    } else {
        Tree::repeat(&Tree::Underscore, tile_rank)
    };
    let whole = if keep_tile {
        [kept, coord]
    } else {
        [coord, kept]
    };
    slice(&divided, &Tree::Tuple(whole.into()))
}

/// [`local_tile`] with a projection: the tiler and the coordinate without the modes that the projection marks `_` (`X`).
///
/// # Errors
/// A projection whose length fits neither; those of [`local_tile`].
pub fn local_tile_projected(
    a: &DynLayout,
    tiler: &Tiler,
    coord: &Tree,
    projection: &Tree,
) -> Result<(Tree, DynLayout), LayoutError> {
    let compute = || {
        let tiler = project(tiler, projection)?;
        index(a, &tiler, &keep(projection, coord, false)?, true)
    };
    compute().during("local_tile", &[a, tiler, coord, projection])
}

fn project(tiler: &Tiler, projection: &Tree) -> Result<Tiler, LayoutError> {
    let fault = || {
        LayoutError::profile(format!(
            "the projection {projection} does not fit the tiler {tiler}"
        ))
        .fix("give one entry a mode of the tiler, `_` to project it away")
    };
    let (Tiler::Modes(items), Tree::Tuple(steps)) = (tiler, projection) else {
        return Err(fault());
    };
    if items.len() != steps.len() {
        return Err(fault());
    }
    let kept: Vec<Tiler> = items
        .iter()
        .zip(steps)
        .filter(|(_, step)| **step != Tree::Underscore)
        .map(|(item, _)| item.clone())
        .collect();
    Ok(Tiler::Modes(kept))
}

/// The elements of one thread: `a` divided by the shape of the thread layout, indexed by the thread's coordinate.
///
/// A projection drops the modes of the thread layout that `a` does not have (mark them `_`, CuTe's `X`).
///
/// # Errors
/// A thread index outside the thread layout (CuTe wraps around), a projection that does not fit, those of
/// [`outer_partition`].
///
/// ```
/// use azulejo_layout::value::{DynLayout, local_partition};
/// let (a, threads): (DynLayout, DynLayout) = ("(_128,_8):(_1,_128)".parse()?, "(_32,_8):(_1,_32)".parse()?);
/// let (offset, mine) = local_partition(&a, &threads, 37, None)?;
/// assert_eq!(format!("{offset} + {mine}"), "133 + (_4,_1):(_32,_0)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn local_partition(
    a: &DynLayout,
    threads: &DynLayout,
    index_of_thread: i64,
    projection: Option<&Tree>,
) -> Result<(Tree, DynLayout), LayoutError> {
    let compute = || {
        let total = threads.shape().size()?.value;
        if !(0..total).contains(&index_of_thread) {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("the thread {index_of_thread} is not one of {total}"),
            )
            .fix("count threads from 0"));
        }
        let mut tiler = product_each(threads.shape())?;
        let mut coord = flat_coord(index_of_thread, threads)?;
        if let Some(projection) = projection {
            tiler = keep(projection, &tiler, false)?;
            coord = keep(projection, &coord, false)?;
        }
        index(a, &Tiler::from_shape(&tiler)?, &coord, false)
    };
    compute().during("local_partition", &[a, threads, &index_of_thread])
}

/// The coordinate of an offset of a compact layout, one integer a mode; a layout `n:d` has an integer coordinate.
///
/// # Errors
/// No coordinate has that offset.
pub fn flat_coord(offset: i64, a: &DynLayout) -> Result<Tree, LayoutError> {
    let nested = idx2crd_in(offset, a.shape(), a.stride())?;
    let modes: Result<Vec<Tree>, LayoutError> = nested
        .modes()
        .iter()
        .zip(a.shape().modes())
        .map(|(coord, shape)| super::crd2idx_colex(coord, shape))
        .collect();
    let modes = modes?;
    match modes.as_slice() {
        [one] if a.rank() == 1 => Ok(one.clone()),
        _ => Ok(Tree::Tuple(modes)),
    }
}
