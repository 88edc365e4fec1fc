//! Layouts as functions: equal, one-to-one, onto, covering.

use crate::check::{self, Collision, CoverageError};
use crate::value::composed::AnyLayout;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use alloc::collections::BTreeMap;
use alloc::format;

/// Returns `true` if two layouts are the same function of 1-D coordinates: equal sizes, equal offsets.
///
/// Plain layouts are compared by their canonical forms, at no cost in the sizes; composed ones by their tables.
///
/// # Errors
/// Coordinate strides; composed layouts of more than [`TABLE_LIMIT`](crate::value::TABLE_LIMIT) elements.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, properties::functionally_equal};
/// let (a, b): (AnyLayout, AnyLayout) = ("(2,(1,6)):(1,(6,2))".parse()?, "12:1".parse()?);
/// assert!(functionally_equal(&a, &b)?);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn functionally_equal(a: &AnyLayout, b: &AnyLayout) -> Result<bool, LayoutError> {
    let compare = || {
        if let (AnyLayout::Plain(a), AnyLayout::Plain(b)) = (a, b) {
            return check::same(a.flat()?.as_slice(), b.flat()?.as_slice())
                .ok_or_else(|| LayoutError::overflow("a merged size does not fit 64 bits"));
        }
        Ok(a.shape().size()?.value == b.shape().size()?.value && a.offsets()? == b.offsets()?)
    };
    compare().during("functionally_equal", &[a, b])
}

/// Two 1-D coordinates with the same offset, and that offset; `None` when the layout is injective.
///
/// # Errors
/// Coordinate strides, a search that gives up, a composed layout that is too long to list.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, properties::collision};
/// let a: AnyLayout = "(4,2):(1,2)".parse()?;
/// assert_eq!(collision(&a)?, Some((2, 4, 2)));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn collision(a: &AnyLayout) -> Result<Option<(i64, i64, i64)>, LayoutError> {
    let find = || match a {
        AnyLayout::Plain(layout) => match check::injective(layout.flat()?.as_slice()) {
            Ok(()) => Ok(None),
            Err(Collision::Between {
                first,
                second,
                offset,
            }) => Ok(Some((first, second, offset))),
            Err(_) => Err(undecided()),
        },
        AnyLayout::Composed(_) => {
            let mut seen = BTreeMap::new();
            for (i, offset) in a.offsets()?.into_iter().enumerate() {
                if let Some(first) = seen.insert(offset, i) {
                    return Ok(Some((first as i64, i as i64, offset)));
                }
            }
            Ok(None)
        }
    };
    find().during("collision", &[a])
}

fn undecided() -> LayoutError {
    LayoutError::new(
        ErrorKind::Overlap,
        "the modes overlap in too many ways to decide",
    )
    .fix("ask about fewer modes, or about a tile of it")
}

/// Returns `true` if different coordinates have different offsets.
///
/// # Errors
/// Those of [`collision`].
pub fn injective(a: &AnyLayout) -> Result<bool, LayoutError> {
    Ok(collision(a)?.is_none())
}

/// Returns `true` if every offset between the least and the greatest is reached.
///
/// # Errors
/// Coordinate strides, overflow.
pub fn surjective(a: &AnyLayout) -> Result<bool, LayoutError> {
    Ok(super::first_gap(a)?.is_none())
}

/// How often a layout (thread, value) -> element owns each of `elements` elements: the certificate of a partition.
///
/// # Errors
/// The first index outside, the smallest element that nobody owns, or two owners of one element among others owned once.
///
/// ```
/// use azulejo_layout::value::{DynLayout, properties::covers};
/// let c: DynLayout = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))".parse()?;
/// assert_eq!(covers(&c, 128)?, 1);
/// assert!(covers(&c, 129).unwrap_err().reason().contains("nobody owns 128"));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn covers(a: &DynLayout, elements: i64) -> Result<i64, LayoutError> {
    let prove = || {
        check::coverage(a.flat()?.as_slice(), elements).map_err(|error| match error {
            CoverageError::OutOfRange { at, element, .. } => LayoutError::new(
                ErrorKind::OutOfRange,
                format!("the index {at} owns {element}, outside 0..{elements}"),
            ).fix("give as many elements as the layout covers, or smaller strides"),
            CoverageError::Missing { element } => LayoutError::new(
                ErrorKind::OutOfRange,
                format!("nobody owns {element} of 0..{elements}"),
            ).fix("give each element an owner: a stride for each digit of the tile"),
            CoverageError::Twice {
                first,
                second,
                element,
            } => LayoutError::new(
                ErrorKind::Overlap,
                format!("the indices {first} and {second} both own {element}"),
            ).fix("let each element have equally many owners: stride 0 only where every element is shared"),
            CoverageError::Undecided => undecided(),
            CoverageError::TooLarge => LayoutError::overflow("an offset does not fit 64 bits"),
        })
    };
    prove().during("covers", &[a, &elements])
}
