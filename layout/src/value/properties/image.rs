//! The image of a layout: its span, its runs, its gaps.

use crate::check;
use crate::value::composed::AnyLayout;
use crate::value::error::{During, LayoutError};
use alloc::collections::BTreeSet;
use core::fmt;

/// The cells that a layout spans and uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// The least offset.
    pub least: i64,
    /// The greatest offset.
    pub greatest: i64,
    /// The number of different offsets.
    pub distinct: i64,
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}..={}, {} distinct",
            self.least, self.greatest, self.distinct
        )
    }
}

/// The image as a set.
fn image(a: &AnyLayout) -> Result<BTreeSet<i64>, LayoutError> {
    Ok(a.offsets()?.into_iter().collect())
}

/// The least and greatest offset and the number of different ones.
///
/// # Errors
/// Coordinate strides, an empty layout; an overlapping or composed layout that is too long to list.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, properties::footprint};
/// let a: AnyLayout = "(4,2):(1,2)".parse()?;
/// assert_eq!(footprint(&a)?.to_string(), "0..=5, 6 distinct");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn footprint(a: &AnyLayout) -> Result<Footprint, LayoutError> {
    let measure = || {
        if let AnyLayout::Plain(layout) = a
            && layout.shape().size()?.value > 0
        {
            let flat = layout.flat()?;
            if let (Some(span), Ok(()), Some(size)) = (
                check::span(flat.as_slice()),
                check::injective(flat.as_slice()),
                check::size(flat.as_slice()),
            ) {
                return Ok(Footprint {
                    least: span.least,
                    greatest: span.greatest,
                    distinct: size,
                });
            }
        }
        let image = image(a)?;
        match (image.first(), image.last()) {
            (Some(&least), Some(&greatest)) => Ok(Footprint {
                least,
                greatest,
                distinct: image.len() as i64,
            }),
            _ => Err(LayoutError::unsupported("an empty layout has no footprint")
                .fix("ask about a layout of at least one element")),
        }
    };
    measure().during("footprint", &[a])
}

/// The number of cells between the least and the greatest offset that are not reached.
///
/// # Errors
/// Those of [`footprint`].
pub fn gaps(a: &AnyLayout) -> Result<i64, LayoutError> {
    let print = footprint(a)?;
    // Of at least one offset: what lies beyond the least is one less.
    let beyond = print.distinct - 1;
    print
        .greatest
        .checked_sub(print.least)
        .map(|extent| extent - beyond)
        .ok_or_else(|| {
            LayoutError::overflow("the extent does not fit 64 bits").during("gaps", &[a])
        })
}

/// The length of the run of offsets from the least on without a hole; 0 where there are no elements.
///
/// # Errors
/// Coordinate strides, overflow; a composed layout that is too long to list.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, properties::contiguous_run};
/// let a: AnyLayout = "(4,8):(1,8)".parse()?;
/// assert_eq!(contiguous_run(&a)?, 4);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn contiguous_run(a: &AnyLayout) -> Result<i64, LayoutError> {
    let measure = || match a {
        AnyLayout::Plain(layout) => check::run(layout.flat()?.as_slice())
            .ok_or_else(|| LayoutError::overflow("a sum does not fit 64 bits")),
        AnyLayout::Composed(_) => {
            let image = image(a)?;
            let first = image.first().copied().unwrap_or(0);
            Ok((0..)
                .zip(&image)
                .take_while(|(i, offset)| offset.checked_sub(first) == Some(*i))
                .count() as i64)
        }
    };
    measure().during("contiguous_run", &[a])
}

/// The smallest offset above the least that is not reached though a greater one is; none where there are no elements.
///
/// # Errors
/// Those of [`contiguous_run`] and [`footprint`].
pub fn first_gap(a: &AnyLayout) -> Result<Option<i64>, LayoutError> {
    let run = contiguous_run(a)?;
    if run == 0 {
        return Ok(None);
    }
    let (least, greatest) = match a {
        AnyLayout::Plain(layout) => match check::span(layout.flat()?.as_slice()) {
            Some(span) => (span.least, span.greatest),
            None => return Err(LayoutError::overflow("the extent does not fit 64 bits")),
        },
        AnyLayout::Composed(_) => {
            let print = footprint(a)?;
            (print.least, print.greatest)
        }
    };
    // The run may end at the last offset that there is.
    let missed = least.checked_add(run);
    Ok(missed.filter(|missed| *missed <= greatest))
}

/// The bits of the smallest signed integer (8, 16, 32 or 64) that holds the size and every offset.
///
/// # Errors
/// Coordinate strides, overflow.
pub fn index_bits(a: &AnyLayout) -> Result<i64, LayoutError> {
    let measure = || {
        check::index_bits(a.plain()?.flat()?.as_slice())
            .map(i64::from)
            .ok_or_else(|| LayoutError::overflow("the offsets do not fit 64 bits"))
    };
    measure().during("index_bits", &[a])
}
