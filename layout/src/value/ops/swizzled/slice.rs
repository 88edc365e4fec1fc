//! Slicing swizzled layouts.

use super::bits::Bits;
use super::compose::after;
use crate::check;
use crate::value::composed::AnyLayout;
use crate::value::composed::ComposedLayout;
use crate::value::composed::Offset;
use crate::value::composed::Outer;
use crate::value::error::During;
use crate::value::error::LayoutError;
use crate::value::int::Int;
use crate::value::layout::DynLayout;
use crate::value::layout::FlatMode;
use crate::value::ops::composition::composition;
use crate::value::ops::slice::dice;
use crate::value::ops::slice::keep;
use crate::value::ops::slice::offset_of;
use crate::value::ops::slice::slice;
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

/// Slices a swizzled layout: the pointer offset, and what is left.
///
/// *Rule*: the value at `x` of the remaining modes is `offset + rest(x)`. Where the remaining modes touch at most one of
/// the two bits of each swizzled pair, the rest is a plain layout, with negative strides where the other bit is set;
/// otherwise the swizzle stays and the swizzled part of the offset goes inside it, static bits kept apart from dynamic
/// ones. A layout that does not fit the bits (sizes that are no powers of two) keeps its swizzle with an integer offset;
/// CuTe fails to compile there.
///
/// # Errors
/// A coordinate that does not fit the shape; an offset that is not bound.
///
/// ```
/// use azulejo_layout::value::{ComposedLayout, slice_swizzled};
/// let a: ComposedLayout = "Sw<2,0,2> o _0 o (_4,_4):(_1,_4)".parse()?;
/// let (offset, rest) = slice_swizzled(&a, &"(_,_2)".parse()?)?;
/// assert_eq!(format!("{offset} + {rest}"), "_10 + ((_2,_2)):((_1,_-2))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn slice_swizzled(a: &ComposedLayout, coord: &Tree) -> Result<(Tree, AnyLayout), LayoutError> {
    slice_any(a, coord).during("slice", &[a, coord])
}

fn slice_any(a: &ComposedLayout, coord: &Tree) -> Result<(Tree, AnyLayout), LayoutError> {
    let zero = Tree::fixed(0);
    if coord.all_under() {
        let kept =
            AnyLayout::Composed(a.clone()).map_inner(&mut |layout| Ok(slice(layout, coord)?.1))?;
        return Ok((zero, kept));
    }
    let (Outer::Swizzle(swizzle), AnyLayout::Plain(layout)) = (&a.outer, a.inner.as_ref()) else {
        return slice_inside(a, coord);
    };
    match by_bits(*swizzle, &a.offset, layout, coord)? {
        Some(result) => Ok(result),
        None => slice_inside(a, coord),
    }
}

/// The slice that always exists: the offset of the integers moves inside.
fn slice_inside(a: &ComposedLayout, coord: &Tree) -> Result<(Tree, AnyLayout), LayoutError> {
    let (offset, inner) = match a.inner.as_ref() {
        AnyLayout::Plain(layout) => {
            let (offset, kept) = slice(layout, coord)?;
            (offset.int()?, AnyLayout::Plain(kept))
        }
        AnyLayout::Composed(inner) => {
            let (offset, kept) = slice_any(inner, coord)?;
            (offset.int()?, kept)
        }
    };
    let before = match a.offset {
        Offset::Int(int) => int,
        ref other => Int::dynamic(other.value().ok_or_else(|| {
            LayoutError::unsupported(format!("{other} has no value before it is bound"))
                .fix("bind its symbol to a value first")
        })?),
    };
    Ok((
        Tree::fixed(0),
        AnyLayout::Composed(ComposedLayout {
            outer: a.outer.clone(),
            offset: Offset::Int(before.checked_add(offset)?),
            inner: Box::new(inner),
        }),
    ))
}

/// The identity on offsets, cut into the fields of a swizzle, with the strides that `stride` gives each field.
fn fields(swizzle: Swizzle, stride: impl Fn(usize, i64) -> i64) -> Result<DynLayout, LayoutError> {
    let gap = swizzle.shift().unsigned_abs() - swizzle.bits();
    let widths = [swizzle.base(), swizzle.bits(), gap, swizzle.bits(), 0];
    let mut place = 1_i64;
    let mut modes = Vec::new();
    for (field, width) in widths.into_iter().enumerate() {
        let size = 1_i64 << width;
        modes.push(FlatMode::new(
            Int::fixed(size),
            Int::fixed(stride(field, place)),
        ));
        place *= size;
    }
    DynLayout::from_leaves(modes, false)
}

fn by_bits(
    swizzle: Swizzle,
    offset: &Offset,
    layout: &DynLayout,
    coord: &Tree,
) -> Result<Option<(Tree, AnyLayout)>, LayoutError> {
    let Some(before) = Bits::of(offset) else {
        return Err(
            LayoutError::unsupported(format!("{offset} has no value before it is bound"))
                .fix("bind its symbol to a value first"),
        );
    };
    if carries(swizzle, before.value(), layout, coord)? {
        return Ok(None);
    }
    let swizzled_field = |field| field == 1 || field == 3;
    let outside = fields(
        swizzle,
        |field, place| if swizzled_field(field) { 0 } else { place },
    )?;
    let inside = fields(
        swizzle,
        |field, place| if swizzled_field(field) { place } else { 0 },
    )?;
    let kept = slice(layout, coord)?.1;
    let cut = dice(layout, coord)?;
    let cut_coord = keep(coord, coord, false)?;
    let through = |outer: &DynLayout, inner: &DynLayout| {
        composition(outer, &Tiler::Layout(inner.clone())).ok()
    };
    let (Some(cut_outside), Some(cut_inside), Some(kept_inside)) = (
        through(&outside, &cut),
        through(&inside, &cut),
        through(&inside, &kept),
    ) else {
        return Ok(None);
    };
    let Some(cut_bits) = bits_of(&cut_inside, &cut_coord)? else {
        return Ok(None);
    };
    let swizzled_offset = before.xor(cut_bits);
    let plain_offset = offset_of(&cut_outside, &cut_coord)?.int()?;
    if !disjoint_bits(&kept_inside) {
        return Ok(None);
    }
    let last = kept_inside.shape().size()?.checked_sub(Int::fixed(1))?;
    let active = check::offset(kept_inside.flat()?.as_slice(), last.value).unwrap_or(-1);
    let is_static = kept_inside.is_static();
    if is_static && active & !swizzle.apply(active) != 0 {
        // Both bits of some pair are still free.
        let rest = match (swizzle.bits(), swizzled_offset.offset()) {
            (0, Offset::Int(int)) if int.is(0) => AnyLayout::Plain(kept),
            (_, offset) => after(Outer::Swizzle(swizzle), offset, &kept),
        };
        return Ok(Some((plain_offset.into(), rest)));
    }
    if !is_static && active & !swizzle.apply(active) != 0 {
        return Ok(None);
    }
    let unswizzled = decayed(swizzle, swizzled_offset)?;
    let Some(rest) = through(&unswizzled, &kept) else {
        return Ok(None);
    };
    let start = Int {
        value: swizzle.apply(swizzled_offset.value()),
        is_static: swizzled_offset.mask == 0,
    };
    Ok(Some((start.checked_add(plain_offset)?.into(), rest.into())))
}

/// Returns `true` if the offset `before`, those of the integers in `coord` and those of the modes that stay open may carry into each
/// other at a swizzled bit: then the swizzle of their sum is not made from their bits.
fn carries(
    swizzle: Swizzle,
    before: i64,
    layout: &DynLayout,
    coord: &Tree,
) -> Result<bool, LayoutError> {
    let gap = swizzle.shift().unsigned_abs() - swizzle.bits();
    let low = core::iter::once(swizzle.base());
    let bits = || core::iter::repeat_n(1, swizzle.bits() as usize);
    let widths = low.chain(bits()).chain(core::iter::once(gap)).chain(bits());
    let kept = slice(layout, coord)?.1.flat()?;
    let cut = dice(layout, coord)?;
    let shares = digits(&cut, &keep(coord, coord, false)?)?;
    if before < 0
        || shares.iter().any(|&share| share < 0)
        || kept.as_slice().iter().any(|mode| mode.stride < 0)
    {
        return Ok(true);
    }
    let mut place = 1_i128;
    for width in widths {
        let size = 1_i128 << width;
        let digit = |offset: i64| i128::from(offset) / place % size;
        let open = kept.as_slice().iter().map(|mode| {
            check::largest_digit(mode.stride.into(), mode.size.max(1).into(), place, size).0
        });
        let fixed = shares.iter().map(|&share| digit(share));
        if digit(before) + open.sum::<i128>() + fixed.sum::<i128>() >= size {
            return Ok(true);
        }
        place *= size;
    }
    Ok(false)
}

/// What each leaf of a layout adds to the offset of a coordinate.
fn digits(layout: &DynLayout, coord: &Tree) -> Result<Vec<i64>, LayoutError> {
    let natural = crate::value::ops::crd2idx_colex(coord, layout.shape())?.int()?;
    let mut rest = natural.value;
    let flat = layout.flat()?;
    let modes = flat.as_slice();
    let mut out = Vec::new();
    for (k, mode) in modes.iter().enumerate() {
        let size = mode.size.max(1);
        let digit = if k + 1 == modes.len() {
            rest
        } else {
            rest % size
        };
        out.push(digit.checked_mul(mode.stride).unwrap_or(-1));
        rest /= size;
    }
    Ok(out)
}

/// The bits that a coordinate of a power-of-two layout sets; `None` when a leaf is not one.
fn bits_of(layout: &DynLayout, coord: &Tree) -> Result<Option<Bits>, LayoutError> {
    fn walk(
        shape: &Tree,
        stride: &Tree,
        coord: &Tree,
        out: &mut Bits,
    ) -> Result<bool, LayoutError> {
        match (shape, stride) {
            (Tree::Tuple(shapes), Tree::Tuple(strides)) => {
                let spread;
                let coords = match coord {
                    Tree::Tuple(coords) => coords.as_slice(),
                    single => {
                        spread = spread_coord(single.int()?, shape)?;
                        spread.modes()
                    }
                };
                for ((shape, stride), coord) in shapes.iter().zip(strides).zip(coords) {
                    if !walk(shape, stride, coord, out)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (shape, stride) => {
                let (size, stride, coord) = (shape.int()?, stride.int()?, coord.int()?);
                let extent = size.checked_mul(stride)?;
                if !extent.is_static
                    || extent.value < 0
                    || (extent.value != 0 && extent.value.count_ones() != 1)
                {
                    return Ok(false);
                }
                let value = coord.checked_mul(stride)?;
                let mask = size.checked_sub(Int::fixed(1))?.checked_mul(stride)?.value;
                *out = out.xor(if value.is_static {
                    Bits {
                        fixed: value.value & mask,
                        dynamic: 0,
                        mask: 0,
                    }
                } else {
                    Bits {
                        fixed: 0,
                        dynamic: value.value & mask,
                        mask,
                    }
                });
                Ok(true)
            }
        }
    }
    let mut out = Bits {
        fixed: 0,
        dynamic: 0,
        mask: 0,
    };
    let fits = walk(layout.shape(), layout.stride(), coord, &mut out)?;
    Ok(fits.then_some(out))
}

/// An integer coordinate at a tuple, split one level, with static-ness.
fn spread_coord(index: Int, shape: &Tree) -> Result<Tree, LayoutError> {
    let modes = shape.modes();
    let mut rest = index;
    let mut out = Vec::new();
    for (i, mode) in modes.iter().enumerate() {
        if i + 1 == modes.len() {
            out.push(rest.into());
        } else {
            let size = mode.size()?;
            out.push(rest.checked_rem(size)?.into());
            rest = rest.checked_div(size)?;
        }
    }
    Ok(Tree::Tuple(out))
}

/// Returns `true` if the leaves of a layout set bits that do not meet: then its sums are XORs.
fn disjoint_bits(layout: &DynLayout) -> bool {
    let Ok(flat) = layout.flat() else {
        return false;
    };
    let mut seen = 0;
    flat.as_slice().iter().all(|mode| {
        let reach = (mode.size - 1).checked_mul(mode.stride).unwrap_or(-1);
        let fits = reach >= 0
            && (mode.stride == 0
                || mode.size == 1
                || (mode.size.count_ones() == 1 && mode.stride.count_ones() == 1));
        let disjoint = seen & reach == 0;
        seen |= reach;
        fits && disjoint
    })
}

/// The swizzle around a fixed offset as a plain layout on the bits that are free: moving one bit moves the result by a
/// stride that depends on the other bit of its pair.
fn decayed(swizzle: Swizzle, offset: Bits) -> Result<DynLayout, LayoutError> {
    let low = |mask: i64| mask & mask.wrapping_neg();
    let (z, y) = (low(swizzle.target()), low(swizzle.source()));
    let bits = swizzle.bits();
    let gap = swizzle.shift().unsigned_abs() - bits;
    let target_stride = |i: u32| offset.choose(y << i, z << i, -(z << i));
    let source_stride = |i: u32| offset.choose(z << i, (y + z) << i, (y - z) << i);
    let field = |is_target: bool| {
        let strides: Vec<Tree> = (0..bits)
            .map(|i| {
                if is_target {
                    target_stride(i)
                } else {
                    source_stride(i)
                }
                .into()
            })
            .collect();
        match <[Tree; 1]>::try_from(strides) {
            Ok([one]) => (Tree::fixed(2), one),
            Err(strides) => (
                Tree::repeat(&Tree::fixed(2), strides.len()),
                Tree::Tuple(strides),
            ),
        }
    };
    let (low_shape, low_stride) = field(z < y);
    let (high_shape, high_stride) = field(z > y);
    let base = swizzle.base();
    DynLayout::new(
        Tree::Tuple(alloc::vec![
            Tree::fixed(1 << base),
            low_shape,
            Tree::fixed(1 << gap),
            high_shape,
            Tree::fixed(1),
        ]),
        Tree::Tuple(alloc::vec![
            Tree::fixed(1),
            low_stride,
            Tree::fixed(1 << (base + bits)),
            high_stride,
            Tree::fixed(1 << swizzle.period_bits()),
        ]),
    )
}
