//! Vectors of swizzled layouts.

use crate::check::gcd;
use crate::value::composed::{AnyLayout, Offset, Outer};
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::ops::composition::composition;
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;

/// [`max_common_layout`](crate::value::ops::max_common_layout) of a swizzled layout and a plain one: at most the `2^M` elements that
/// the swizzle leaves together.
///
/// # Errors
/// Those of [`max_common_layout`](crate::value::ops::max_common_layout).
pub fn max_common_layout_swizzled(
    swizzle: Swizzle,
    a: &DynLayout,
    b: &DynLayout,
) -> Result<DynLayout, LayoutError> {
    let common = crate::value::ops::max_common_layout(a, b)?;
    let base = 1 << swizzle.base();
    if base >= common.shape().size()?.value {
        return Ok(common);
    }
    // As much of it as the modes of the common layout allow to take: whole ones, then a part of the next.
    let mut whole = 1;
    for mode in common.leaves()? {
        let more = mode.size.value.checked_mul(whole);
        let Some(more) = more.filter(|more| *more <= base) else {
            break;
        };
        whole = more;
    }
    composition(&common, &Tiler::Int(Int::fixed(base / whole * whole)))
}

/// [`max_alignment`](crate::value::ops::max_alignment) of any layout: behind a swizzle, that of the layout, of the offset and of
/// the `2^M` elements that the swizzle leaves together. A dynamic offset does not count, as dynamic strides do not; of one with
/// known bits the lowest bit that may be set counts.
///
/// # Errors
/// Those of [`max_alignment`](crate::value::ops::max_alignment); a layout that is composed with another layout.
///
/// ```
/// use azulejo_layout::value::max_alignment_any;
/// let a = "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)".parse()?;
/// assert_eq!(max_alignment_any(&a)?.to_string(), "_8");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn max_alignment_any(a: &AnyLayout) -> Result<Int, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => return crate::value::ops::max_alignment(layout),
        AnyLayout::Composed(composed) => composed,
    };
    let Outer::Swizzle(swizzle) = composed.outer else {
        return Err(LayoutError::unsupported(
            "a layout after a layout keeps together what only its table tells",
        )
        .fix("compose the two layouts first"));
    };
    let inner = max_alignment_any(&composed.inner)?.value;
    let offset = match &composed.offset {
        Offset::Int(offset) if offset.is_static => offset.value,
        // As a dynamic stride: it has to be a multiple of the answer.
        Offset::Int(_) => 0,
        Offset::Mixed { fixed, mask, .. } => (fixed | mask) & (fixed | mask).wrapping_neg(),
        Offset::Unset { .. } => 1,
    };
    let together = match swizzle.bits() {
        0 => 0,
        _ => 1 << swizzle.base(),
    };
    Ok(Int::fixed(gcd(gcd(inner, offset), together)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn a_swizzle_leaves_the_longest_part_that_is_a_layout() {
        let common = |modes: [i64; 3], base: i64| {
            let [x, y, z] = modes;
            // Row-major: no mode of the inverse goes on where another ends.
            let a: DynLayout = format!("(_{x},_{y},_{z}):(_{},_{z},_1)", y * z)
                .parse()
                .unwrap();
            let swizzle = Swizzle::new(1, base, 1).unwrap();
            let all = crate::value::ops::max_common_layout(&a, &a).unwrap();
            (max_common_layout_swizzled(swizzle, &a, &a).unwrap(), all)
        };
        for (x, y, z) in (0..216).map(|i| (1 + i % 6, 1 + i / 6 % 6, 1 + i / 36)) {
            for base in 0..7 {
                let (part, all) = common([x, y, z], base);
                let most = all.shape().size().unwrap().value.min(1 << base);
                let longest = (1..=most).rev();
                let mut parts =
                    longest.filter_map(|n| composition(&all, &Tiler::Int(Int::fixed(n))).ok());
                assert_eq!(Some(part), parts.next(), "{x}, {y}, {z}, {base}");
            }
        }
        // So many parts are none that a search of them does not end.
        let (part, _) = common([3, 1_000_000_007, 500_000_009], 40);
        assert_eq!(part.to_string(), "(_500000009,_2199):(_3000000021,_3)");
    }
}
