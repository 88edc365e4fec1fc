//! Inverses of swizzled layouts.

use super::compose::after;
use super::compose::greatest;
use super::compose::moved_left;
use crate::value::composed::AnyLayout;
use crate::value::composed::ComposedLayout;
use crate::value::composed::Offset;
use crate::value::composed::Outer;
use crate::value::error::During;
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::inverse::left_inverse;
use crate::value::ops::inverse::right_inverse;
use alloc::boxed::Box;
use alloc::format;

/// [`right_inverse`] of a layout of either kind: offsets back to coordinates through the swizzle.
///
/// *Rule*: `a(R(i)) = i` wherever the swizzled offset lies in the domain of the inner inverse. The result is one swizzle
/// after a layout where that is the same function, else the chain `inverse o offset o Sw o identity` (CuTe stops with
/// "Something went wrong.").
///
/// # Errors
/// An offset that is not bound.
pub fn right_inverse_any(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let compute = |layout: &DynLayout| {
        let back = right_inverse(layout)?;
        let size = back.shape().size()?.value;
        Ok((back, Some(size - 1)))
    };
    inverse(a, &compute).during("right_inverse", &[a])
}

/// [`left_inverse`] of a layout of either kind.
///
/// *Rule*: `L(a(i)) = i` for injective `a`, and `a(L(a(i))) = a(i)`.
///
/// # Errors
/// Those of [`left_inverse`]; an offset that is not bound.
pub fn left_inverse_any(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let compute = |layout: &DynLayout| Ok((left_inverse(layout)?, greatest(layout)?));
    inverse(a, &compute).during("left_inverse", &[a])
}

/// The inverse of a plain layout, and the last offset that it is asked for.
type Inverse = (DynLayout, Option<i64>);

fn inverse(
    a: &AnyLayout,
    plain: &impl Fn(&DynLayout) -> Result<Inverse, LayoutError>,
) -> Result<AnyLayout, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => return Ok(plain(layout)?.0.into()),
        AnyLayout::Composed(composed) => composed,
    };
    let (Outer::Swizzle(swizzle), AnyLayout::Plain(layout)) =
        (&composed.outer, composed.inner.as_ref())
    else {
        return Err(LayoutError::unsupported(format!(
            "{composed} is a chain of several functions"
        ))
        .fix("convert it to an F2 matrix and invert that"));
    };
    let (back, last) = plain(layout)?;
    let offset = composed.offset.value().ok_or_else(|| {
        LayoutError::unsupported(format!("{} is not bound", composed.offset))
            .fix("bind its symbol to a value first")
    })?;
    let back_by = offset
        .checked_neg()
        .ok_or_else(|| LayoutError::overflow(format!("-({offset}) does not fit 64 bits")))?;
    if offset == 0
        && let Some(moved) = moved_left(&back, *swizzle, last)?
    {
        return Ok(after(
            Outer::Swizzle(moved),
            Offset::Int(Int::fixed(0)),
            &back,
        ));
    }
    // The swizzle permutes the domain of the inverse where it can; else its whole period is kept.
    let asked = last.map_or(0, |last| last.saturating_add(1));
    let domain = back.shape().size()?.value.max(asked);
    let closed = domain <= crate::value::TABLE_LIMIT
        && (0..domain).all(|x| (0..domain).contains(&swizzle.apply(x)));
    let total = if closed {
        domain
    } else {
        domain.max(1_i64 << swizzle.period_bits())
    };
    let identity = DynLayout::leaf(Int::fixed(total), Int::fixed(1))?;
    Ok(AnyLayout::Composed(ComposedLayout {
        outer: Outer::Layout(back),
        offset: Offset::Int(Int {
            value: back_by,
            is_static: matches!(composed.offset, Offset::Int(int) if int.is_static),
        }),
        inner: Box::new(after(
            Outer::Swizzle(*swizzle),
            Offset::Int(Int::fixed(0)),
            &identity,
        )),
    }))
}
