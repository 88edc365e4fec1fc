//! Swizzled layouts: composing, slicing, inverting and changing the units of `Sw<B,M,S> o offset o layout`.

use super::composition::composition;
use super::inverse::{left_inverse, right_inverse};
use super::recast::{downcast, ratio, upcast};
use super::slice::{dice, keep, offset_of, slice};
use crate::judge;
use crate::value::composed::{AnyLayout, ComposedLayout, Offset, Outer};
use crate::value::error::{During, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::swizzle::Swizzle;
use crate::value::tiler::Tiler;
use crate::value::tree::Tree;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

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

fn after(outer: Outer, offset: Offset, layout: &DynLayout) -> AnyLayout {
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
            ));
        }
        Swizzle::from_masks(a.source() ^ b.source(), a.target() ^ b.target())
            .ok_or_else(|| LayoutError::unsupported("their bits together are no single run"))
    };
    merge().during("composition", &[&a, &b])
}

/// Bits of which some are known statically.
#[derive(Clone, Copy)]
struct Bits {
    fixed: i64,
    dynamic: i64,
    mask: i64,
}

impl Bits {
    fn of(offset: &Offset) -> Option<Self> {
        Some(match *offset {
            Offset::Int(int) if int.is_static => Self {
                fixed: int.value,
                dynamic: 0,
                mask: 0,
            },
            Offset::Int(int) => Self {
                fixed: 0,
                dynamic: int.value,
                mask: -1,
            },
            Offset::Mixed {
                fixed,
                dynamic,
                mask,
            } => Self {
                fixed,
                dynamic: dynamic & mask,
                mask,
            },
            Offset::Unset { .. } => return None,
        })
    }

    fn value(self) -> i64 {
        self.fixed | (self.dynamic & self.mask)
    }

    fn xor(self, other: Self) -> Self {
        let mask = self.mask | other.mask;
        Self {
            fixed: (self.fixed ^ other.fixed) & !mask,
            dynamic: (self.value() ^ other.value()) & mask,
            mask,
        }
    }

    fn offset(self) -> Offset {
        match self.mask {
            -1 => Offset::Int(Int::dynamic(self.value())),
            mask => Offset::mixed(self.fixed, self.dynamic, mask),
        }
    }

    /// `a` where the bits of `probe` are clear, else `b`; static when these bits are.
    fn choose(self, probe: i64, a: i64, b: i64) -> Int {
        Int {
            value: if self.value() & probe == 0 { a } else { b },
            is_static: self.mask & probe == 0,
        }
    }
}

/// Slices a swizzled layout: the pointer offset, and what is left.
///
/// *Law*: the value at `x` of the remaining modes is `offset + rest(x)`. Where the remaining modes touch at most one of
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
        return Err(LayoutError::unsupported(format!(
            "{offset} has no value before it is bound"
        )));
    };
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
    let active = judge::offset(kept_inside.flat()?.as_slice(), last.value).unwrap_or(-1);
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

/// Whether the leaves of a layout set bits that do not meet: then its sums are XORs.
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

/// [`right_inverse`] of a layout of either kind: offsets back to coordinates through the swizzle.
///
/// *Law*: `a(R(i)) = i` wherever the swizzled offset lies in the domain of the inner inverse. The result is one swizzle
/// after a layout where that is the same function, else the chain `inverse o offset o Sw o identity` (CuTe stops with
/// "Something went wrong.").
///
/// # Errors
/// An offset that is not bound.
pub fn right_inverse_any(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    inverse(a, &right_inverse).during("right_inverse", &[a])
}

/// [`left_inverse`] of a layout of either kind.
///
/// *Law*: `L(a(i)) = i` for injective `a`, and `a(L(a(i))) = a(i)`.
///
/// # Errors
/// Those of [`left_inverse`]; an offset that is not bound.
pub fn left_inverse_any(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    inverse(a, &left_inverse).during("left_inverse", &[a])
}

fn inverse(
    a: &AnyLayout,
    plain: &impl Fn(&DynLayout) -> Result<DynLayout, LayoutError>,
) -> Result<AnyLayout, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => return Ok(plain(layout)?.into()),
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
    let back = plain(layout)?;
    let offset = composed
        .offset
        .value()
        .ok_or_else(|| LayoutError::unsupported(format!("{} is not bound", composed.offset)))?;
    if offset == 0
        && let Some(moved) = moved_left(&back, *swizzle)?
    {
        return Ok(after(
            Outer::Swizzle(moved),
            Offset::Int(Int::fixed(0)),
            &back,
        ));
    }
    // The swizzle permutes the domain of the inverse where it can; else its whole period is kept.
    let domain = back.shape().size()?.value;
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
            value: -offset,
            is_static: matches!(composed.offset, Offset::Int(int) if int.is_static),
        }),
        inner: Box::new(after(
            Outer::Swizzle(*swizzle),
            Offset::Int(Int::fixed(0)),
            &identity,
        )),
    }))
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
        ) && let Some(moved) = moved_left(a, *swizzle)?
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

/// The swizzle `g` with `g o layout = layout o swizzle`, if it is one.
fn moved_left(layout: &DynLayout, swizzle: Swizzle) -> Result<Option<Swizzle>, LayoutError> {
    let flat = layout.flat()?;
    let at = |x| judge::offset(flat.as_slice(), x);
    let (Some(source), Some(target)) = (at(swizzle.source()), at(swizzle.target())) else {
        return Ok(None);
    };
    let Some(moved) = Swizzle::from_masks(source, target) else {
        return Ok(None);
    };
    let limit = layout.shape().size()?.value;
    if limit > crate::value::TABLE_LIMIT {
        return Ok(None);
    }
    let same = (0..limit).all(|x| match (at(swizzle.apply(x)), at(x)) {
        (Some(inside), Some(outside)) => inside == moved.apply(outside),
        _ => false,
    });
    Ok(same.then_some(moved))
}

/// [`upcast`] of a layout of either kind; the swizzle and its offset change units too.
///
/// # Errors
/// Those of [`upcast`]; a swizzle whose factor is no power of two.
pub fn upcast_any(a: &AnyLayout, n: i64) -> Result<AnyLayout, LayoutError> {
    change_units(a, n, true).during("upcast", &[a, &n])
}

/// [`downcast`] of a layout of either kind.
///
/// # Errors
/// Those of [`downcast`]; a swizzle whose factor is no power of two.
pub fn downcast_any(a: &AnyLayout, n: i64) -> Result<AnyLayout, LayoutError> {
    change_units(a, n, false).during("downcast", &[a, &n])
}

/// [`recast_layout`](super::recast_layout) of a layout of either kind.
///
/// # Errors
/// Those of [`upcast_any`] and [`downcast_any`].
pub fn recast_any(a: &AnyLayout, old_bits: i64, new_bits: i64) -> Result<AnyLayout, LayoutError> {
    let compute = || {
        let (up, down) = ratio(old_bits, new_bits)?;
        let out = if up == 1 {
            a.clone()
        } else {
            upcast_any(a, up)?
        };
        if down == 1 {
            Ok(out)
        } else {
            downcast_any(&out, down)
        }
    };
    compute().during("recast_layout", &[a, &old_bits, &new_bits])
}

fn change_units(a: &AnyLayout, n: i64, up: bool) -> Result<AnyLayout, LayoutError> {
    let composed = match a {
        AnyLayout::Plain(layout) => {
            let out = if up {
                upcast(layout, n)?
            } else {
                downcast(layout, n)?
            };
            return Ok(out.into());
        }
        AnyLayout::Composed(composed) => composed,
    };
    let Outer::Swizzle(swizzle) = &composed.outer else {
        return Err(LayoutError::unsupported(format!(
            "{composed} is a layout after a layout"
        )));
    };
    let n_int = Int::fixed(n);
    let scale = |int: Int| -> Result<Int, LayoutError> {
        if !up {
            return int.checked_mul(n_int);
        }
        if n < 1 || int.value % n != 0 {
            return Err(LayoutError::new(
                crate::value::ErrorKind::Divisibility,
                format!("the offset {int} is no multiple of {n}"),
            ));
        }
        int.checked_div(n_int)
    };
    let offset = match &composed.offset {
        Offset::Int(int) => Offset::Int(scale(*int)?),
        Offset::Mixed {
            fixed,
            dynamic,
            mask,
        } => Offset::mixed(
            scale(Int::fixed(*fixed))?.value,
            scale(Int::fixed(dynamic & mask))?.value,
            scale(Int::fixed(*mask))?.value,
        ),
        unset @ Offset::Unset { .. } => {
            return Err(LayoutError::unsupported(format!("{unset} is not bound")));
        }
    };
    Ok(AnyLayout::Composed(ComposedLayout {
        outer: Outer::Swizzle(if up {
            swizzle.upcast(n)?
        } else {
            swizzle.downcast(n)?
        }),
        offset,
        inner: Box::new(change_units(&composed.inner, n, up)?),
    }))
}

/// [`max_common_layout`](super::max_common_layout) of a swizzled layout and a plain one: at most the `2^M` elements that
/// the swizzle leaves together.
///
/// # Errors
/// Those of [`max_common_layout`](super::max_common_layout).
pub fn max_common_layout_swizzled(
    swizzle: Swizzle,
    a: &DynLayout,
    b: &DynLayout,
) -> Result<DynLayout, LayoutError> {
    let common = super::max_common_layout(a, b)?;
    let base = Int::fixed(1 << swizzle.base());
    if base.value < common.shape().size()?.value {
        composition(&common, &Tiler::Int(base))
    } else {
        Ok(common)
    }
}

/// The layout that an unbound shared-memory atom has once its pointer is bound: the swizzle in units of elements.
///
/// # Errors
/// An element width that is no power of two times a byte or less.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, position_independent};
/// let atom: AnyLayout = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)".parse()?;
/// assert_eq!(position_independent(&atom)?.to_string(), "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn position_independent(a: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    let bind = || match a {
        AnyLayout::Composed(ComposedLayout {
            outer: Outer::Swizzle(swizzle),
            offset: Offset::Unset { bits },
            inner,
        }) => {
            let (up, down) = ratio(8, *bits)?;
            let swizzle = swizzle.upcast(up)?.downcast(down)?;
            Ok(if swizzle.bits() == 0 {
                inner.as_ref().clone()
            } else {
                AnyLayout::Composed(ComposedLayout {
                    outer: Outer::Swizzle(swizzle),
                    offset: Offset::Int(Int::fixed(0)),
                    inner: inner.clone(),
                })
            })
        }
        other => Ok(other.clone()),
    };
    bind().during("position_independent", &[a])
}
