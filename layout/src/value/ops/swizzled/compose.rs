//! Composing with swizzles.

use crate::check;
use crate::value::composed::AnyLayout;
use crate::value::composed::ComposedLayout;
use crate::value::composed::Offset;
use crate::value::composed::Outer;
use crate::value::error::During;
use crate::value::error::LayoutError;
use crate::value::f2::F2Map;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::composition::composition;
use crate::value::ops::shapes::compact_left;
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;
use alloc::boxed::Box;
use alloc::format;

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
    let layout = AnyLayout::Plain(layout.clone());
    fused(swizzle, Offset::Int(Int::fixed(0)), &layout)
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
        // A swizzle of no bits changes nothing, whatever its shift.
        if a.bits() == 0 || b.bits() == 0 {
            return Ok(if a.bits() == 0 { b } else { a });
        }
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

/// A swizzle after a layout of either kind: one swizzle where it merges with the one in front, else two in a row.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, Swizzle, swizzled_any};
/// let a: AnyLayout = "Sw<2,0,3> o _0 o (_8,_8):(_8,_1)".parse()?;
/// assert_eq!(swizzled_any(Swizzle::new(1, 0, 3)?, &a).to_string(), "Sw<1,1,3> o _0 o (_8,_8):(_8,_1)");
/// assert_eq!(swizzled_any(Swizzle::new(2, 0, 3)?, &a).to_string(), "(_8,_8):(_8,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[must_use]
pub fn swizzled_any(swizzle: Swizzle, layout: &AnyLayout) -> AnyLayout {
    let composed = match layout {
        AnyLayout::Plain(layout) => return swizzled(swizzle, layout),
        AnyLayout::Composed(composed) => composed,
    };
    if let Outer::Swizzle(inner) = composed.outer
        && let Ok(merged) = merge_swizzles(swizzle, inner)
    {
        return fused(merged, composed.offset.clone(), &composed.inner);
    }
    fused(swizzle, Offset::Int(Int::fixed(0)), layout)
}

/// `swizzle o offset o inner`, and `inner` alone where the others change nothing.
fn fused(swizzle: Swizzle, offset: Offset, inner: &AnyLayout) -> AnyLayout {
    if swizzle.bits() == 0 && offset == Offset::Int(Int::fixed(0)) {
        return inner.clone();
    }
    AnyLayout::Composed(ComposedLayout {
        outer: Outer::Swizzle(swizzle),
        offset,
        inner: Box::new(inner.clone()),
    })
}

/// `a` after `b`, layouts of either kind: `c -> a(b(c))`.
///
/// The swizzle of `b` moves to the left where the layout in `a` carries its bits to the bits of another swizzle; else the
/// layout stays a function of its own, applied last. Two swizzled layouts are one where the moved swizzle merges with that
/// of `a`, and a plain layout where both cancel.
///
/// # Errors
/// Those of [`composition`] for plain layouts. Two swizzled layouts that are not one swizzled layout together.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, composition_any};
/// let a: AnyLayout = "Sw<1,0,3> o _0 o (_8,_8):(_8,_1)".parse()?;
/// let b: AnyLayout = "Sw<2,0,-3> o _0 o (_8,_8):(_1,_8)".parse()?;
/// assert_eq!(composition_any(&a, &b)?.to_string(), "Sw<1,1,3> o _0 o (_8,_8):(_8,_1)");
/// let c: AnyLayout = "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)".parse()?;
/// let d: AnyLayout = "Sw<2,0,3> o _0 o (_8,_8):(_8,_1)".parse()?;
/// assert!(composition_any(&c, &d).unwrap_err().reason().contains("not one swizzled layout"));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn composition_any(a: &AnyLayout, b: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let compute = || match (a, b) {
        (AnyLayout::Plain(a), AnyLayout::Plain(b)) => {
            composition(a, &Tiler::Layout(b.clone())).map(AnyLayout::Plain)
        }
        (AnyLayout::Plain(a), AnyLayout::Composed(b)) => through(a, b),
        (AnyLayout::Composed(a), b) => {
            let stages = ComposedLayout {
                outer: a.outer.clone(),
                offset: a.offset.clone(),
                inner: Box::new(composition_any(&a.inner, b)?),
            };
            let swizzled = matches!(b, AnyLayout::Composed(_));
            match a.inner.as_ref() {
                AnyLayout::Plain(_) if swizzled => one_swizzle(stages),
                _ => Ok(AnyLayout::Composed(stages)),
            }
        }
    };
    compute().during("composition", &[a, b])
}

/// A layout after a swizzled one.
fn through(a: &DynLayout, b: &ComposedLayout) -> Result<AnyLayout, LayoutError> {
    if let (Outer::Swizzle(swizzle), AnyLayout::Plain(inner), Offset::Int(offset)) =
        (&b.outer, b.inner.as_ref(), &b.offset)
        && let Some(last) = greatest(inner)?.and_then(|last| last.checked_add(offset.value))
        && offset.value >= 0
        && let Some(moved) = moved_left(a, *swizzle, Some(last))?
        && let Some(offset) = carried(a, *offset, inner)?
        && let Ok(inner) = composition(a, &Tiler::Layout(inner.clone()))
    {
        return Ok(after(Outer::Swizzle(moved), Offset::Int(offset), &inner));
    }
    Ok(AnyLayout::Composed(ComposedLayout {
        outer: Outer::Layout(a.clone()),
        offset: Offset::Int(Int::fixed(0)),
        inner: Box::new(AnyLayout::Composed(b.clone())),
    }))
}

/// Where `a` sends `offset`, if `a(offset + x)` is that and `a(x)` for each offset `x` of `inner`.
fn carried(a: &DynLayout, offset: Int, inner: &DynLayout) -> Result<Option<Int>, LayoutError> {
    if offset.value == 0 {
        return Ok(Some(offset));
    }
    let (a_flat, flat, size) = (a.flat()?, inner.flat()?, inner.shape().size()?.value);
    let at = |x: i64| check::offset(a_flat.as_slice(), x);
    let Some(moved) = at(offset.value) else {
        return Ok(None);
    };
    let adds = |i| {
        let x = check::offset(flat.as_slice(), i)?;
        Some(at(x.checked_add(offset.value)?)? == at(x)?.checked_add(moved)?)
    };
    let adds = size <= crate::value::TABLE_LIMIT && (0..size).all(|i| adds(i) == Some(true));
    Ok(adds.then_some(Int {
        value: moved,
        is_static: offset.is_static,
    }))
}

/// `f o p o g o q o layout` as `h o p + q o layout`, or as another swizzled layout where all is made of bits.
fn one_swizzle(stages: ComposedLayout) -> Result<AnyLayout, LayoutError> {
    merged(&stages).or_else(|why| {
        let stages = AnyLayout::Composed(stages);
        of_bits(&stages).ok_or_else(|| {
            LayoutError::unsupported(format!(
                "these two are not one swizzled layout: {stages} is the function, and {why}"
            ))
            .fix("use that function, or one swizzle for both")
        })
    })
}

/// The two swizzles as one, or why they are not.
fn merged(stages: &ComposedLayout) -> Result<AnyLayout, &'static str> {
    let (Outer::Swizzle(f), AnyLayout::Composed(inner)) = (&stages.outer, stages.inner.as_ref())
    else {
        return Err("its layouts stay functions of their own");
    };
    let (Outer::Swizzle(g), AnyLayout::Plain(_)) = (&inner.outer, inner.inner.as_ref()) else {
        return Err("the left layout after the right swizzle is not a swizzled layout");
    };
    let merged = merge_swizzles(*f, *g).map_err(|_| "its swizzles do not merge")?;
    let (Offset::Int(p), Offset::Int(q)) = (&stages.offset, &inner.offset) else {
        return Err("an offset is known in part");
    };
    let sum = p
        .checked_add(*q)
        .map_err(|_| "its offsets together do not fit")?;
    let whole = fused(merged, Offset::Int(sum), &inner.inner);
    // Without an offset between the two that is what merging says.
    if p.value == 0 || same_function(&whole, &AnyLayout::Composed(stages.clone())) {
        Ok(whole)
    } else {
        Err("the offset between the swizzles meets their bits")
    }
}

/// A function of bits as one swizzled layout of its shape, if there is one: its swizzles may not reach all bits.
fn of_bits(stages: &AnyLayout) -> Option<AnyLayout> {
    let found = F2Map::of(stages).ok()?.to_layout()?;
    let order = compact_left(stages.shape(), Int::fixed(1)).ok()?;
    let order = DynLayout::new(stages.shape().clone(), order).ok()?;
    let known = is_static(stages);
    let found = found
        .map_inner(&mut |inner| {
            let inner = composition(inner, &Tiler::Layout(order.clone()))?;
            Ok(if known { inner } else { inner.erased() })
        })
        .ok()?;
    same_function(&found, stages).then_some(found)
}

/// Returns `true` if nothing of a layout is dynamic.
fn is_static(a: &AnyLayout) -> bool {
    match a {
        AnyLayout::Plain(layout) => layout.is_static(),
        AnyLayout::Composed(a) => {
            let outer = match &a.outer {
                Outer::Swizzle(_) => true,
                Outer::Layout(layout) => layout.is_static(),
            };
            outer
                && matches!(a.offset, Offset::Int(offset) if offset.is_static)
                && is_static(&a.inner)
        }
    }
}

/// Returns `true` if both have the same values, as far as a table goes.
fn same_function(a: &AnyLayout, b: &AnyLayout) -> bool {
    let same = |i| matches!((a.at(i), b.at(i)), (Ok(a), Ok(b)) if a == b);
    let size = b.shape().size().map_or(i64::MAX, |size| size.value);
    size <= crate::value::TABLE_LIMIT && (0..size).all(same)
}

/// The greatest offset of a layout; none where one is negative or too large.
pub(super) fn greatest(a: &DynLayout) -> Result<Option<i64>, LayoutError> {
    let span = check::span(a.flat()?.as_slice());
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
    let at = |x| check::offset(flat.as_slice(), x);
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
