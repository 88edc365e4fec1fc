//! Composing with swizzles.

use crate::judge;
use crate::value::composed::AnyLayout;
use crate::value::composed::ComposedLayout;
use crate::value::composed::Offset;
use crate::value::composed::Outer;
use crate::value::error::During;
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::composition::composition;
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;
use alloc::boxed::Box;

/// `swizzle o _0 o layout`; a swizzle of no bits leaves the plain layout.
///
/// ```
/// use azulejo_layout::value::{DynLayout, Swizzle, swizzled};
/// let a: DynLayout = "(_8,_8):(_8,_1)".parse()?;
/// assert_eq!(swizzled(Swizzle::new(3, 0, 3)?, &a).to_string(), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[must_use]
pub fn swizzled(swizzle: Swizzle, layout: &DynLayout) -> AnyLayout {
    if swizzle.bits() == 0 {
        return AnyLayout::Plain(layout.clone());
    }
    after(Outer::Swizzle(swizzle), Offset::Int(Int::fixed(0)), layout)
}

pub(super) fn after(outer: Outer, offset: Offset, layout: &DynLayout) -> AnyLayout {
    AnyLayout::Composed(ComposedLayout {
        outer,
        offset,
        inner: Box::new(AnyLayout::Plain(layout.clone())),
    })
}

/// The swizzle that two swizzles of the same shift make, one after the other, if it is one.
///
/// Equal bits cancel. Anything else is two functions in a row; write `Sw<…> o _0 o Sw<…> o _0 o layout`.
///
/// # Errors
/// Different shifts, or bits that form no single run.
pub fn merge_swizzles(a: Swizzle, b: Swizzle) -> Result<Swizzle, LayoutError> {
    let merge = || {
        let crossing = (a.source() & b.target()) | (b.source() & a.target());
        if a.shift() != b.shift() || crossing != 0 {
            return Err(LayoutError::unsupported(
                "their shifts differ, or one reads what the other writes",
            )
            .fix("apply them one after the other; the matrix of both is `f2`"));
        }
        Swizzle::from_masks(a.source() ^ b.source(), a.target() ^ b.target()).ok_or_else(|| {
            LayoutError::unsupported("their bits together are no single run")
                .fix("apply them one after the other; the matrix of both is `f2`")
        })
    };
    merge().during("composition", &[&a, &b])
}

/// `a` after a layout of either kind: `c -> a(b(c))`.
///
/// Through a swizzle with offset 0 the swizzle moves to the left where `a` carries its bits to the bits of another swizzle;
/// else `a` stays a function of its own, applied last.
///
/// # Errors
/// Those of [`composition`].
pub fn composition_any(a: &DynLayout, b: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let compute = || {
        let composed = match b {
            AnyLayout::Plain(b) => {
                return composition(a, &Tiler::Layout(b.clone())).map(AnyLayout::Plain);
            }
            AnyLayout::Composed(composed) => composed,
        };
        if let (Outer::Swizzle(swizzle), AnyLayout::Plain(inner), Some(0)) = (
            &composed.outer,
            composed.inner.as_ref(),
            composed.offset.value(),
        ) && let Some(moved) = moved_left(a, *swizzle, greatest(inner)?)?
        {
            return Ok(after(
                Outer::Swizzle(moved),
                Offset::Int(Int::fixed(0)),
                &composition(a, &Tiler::Layout(inner.clone()))?,
            ));
        }
        Ok(AnyLayout::Composed(ComposedLayout {
            outer: Outer::Layout(a.clone()),
            offset: Offset::Int(Int::fixed(0)),
            inner: Box::new(b.clone()),
        }))
    };
    compute().during("composition", &[a, b])
}

/// The greatest offset of a layout; none where one is negative or too large.
pub(super) fn greatest(a: &DynLayout) -> Result<Option<i64>, LayoutError> {
    let span = judge::span(a.flat()?.as_slice());
    Ok(span
        .filter(|span| span.least >= 0)
        .map(|span| span.greatest))
}

/// The swizzle `g` with `g(layout(x)) = layout(swizzle(x))` in the domain of `layout` and as far as `last`, if it is one.
///
/// An index may lie beyond the domain, where the last mode goes on: what holds within need not hold there.
pub(super) fn moved_left(
    layout: &DynLayout,
    swizzle: Swizzle,
    last: Option<i64>,
) -> Result<Option<Swizzle>, LayoutError> {
    let limit = crate::value::TABLE_LIMIT;
    let (size, Some(last)) = (layout.shape().size()?.value, last) else {
        return Ok(None);
    };
    if size > limit || last >= limit {
        return Ok(None);
    }
    let flat = layout.flat()?;
    let at = |x| judge::offset(flat.as_slice(), x);
    let (Some(source), Some(target)) = (at(swizzle.source()), at(swizzle.target())) else {
        return Ok(None);
    };
    let Some(moved) = Swizzle::from_masks(source, target) else {
        return Ok(None);
    };
    let same = (0..size.max(last + 1)).all(|x| match (at(swizzle.apply(x)), at(x)) {
        (Some(inside), Some(outside)) => inside == moved.apply(outside),
        _ => false,
    });
    Ok(same.then_some(moved))
}
