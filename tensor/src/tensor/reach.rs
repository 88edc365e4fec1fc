//! [`Reach`]: the range of a layout's offsets, which is checked where a tensor is made of a slice.

use azulejo_layout::{
    AnyLayout, C, ComposedLayout, Cons, Domain, IAdd, Int, Layout, M, Maps, Nil, Size, Swizzle,
    SwizzleMasks, check::rules::Describe,
};

use super::OffsetAt;

/// The smallest and the largest offset of a tree of integer modes.
///
/// Exact for layouts, since every mode takes each of its values independently. `None` where the arithmetic leaves 64 bits.
#[diagnostic::on_unimplemented(
    message = "the offsets of this layout are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait Footprint {
    /// `(smallest, largest)`, or `(0, -1)` when the layout has no coordinate.
    fn footprint(&self) -> Option<(i64, i64)>;

    /// Calls `visit` with each offset from `first` to `last`, for every coordinate but those along strides of 0. All offsets fit 64 bits.
    fn each_within(&self, first: i64, last: i64, visit: &mut dyn FnMut(i64));
}

impl Footprint for Nil {
    fn footprint(&self) -> Option<(i64, i64)> {
        Some((0, 0))
    }

    fn each_within(&self, first: i64, last: i64, visit: &mut dyn FnMut(i64)) {
        if (first..=last).contains(&0) {
            visit(0);
        }
    }
}

impl<S: Int, D: Int> Footprint for M<S, D> {
    fn footprint(&self) -> Option<(i64, i64)> {
        let last = self.0.value().checked_sub(1)?;
        if last < 0 {
            return Some((0, -1));
        }
        let reach = last.checked_mul(self.1.value())?;
        Some((reach.min(0), reach.max(0)))
    }

    fn each_within(&self, first: i64, last: i64, visit: &mut dyn FnMut(i64)) {
        let (extent, stride) = (self.0.value(), self.1.value());
        if extent <= 0 {
            return;
        }
        // In 128 bits neither a negation nor a sum overflows.
        let [first, last, step] = [first, last, stride].map(i128::from);
        let (from, to) = match step {
            0 if first <= 0 && 0 <= last => (0, 0),
            0 => return,
            1.. => (-(-first).div_euclid(step), last.div_euclid(step)),
            _ => (-last.div_euclid(-step), (-first).div_euclid(-step)),
        };
        let (from, to) = (from.max(0), to.min(i128::from(extent) - 1));
        if from <= to {
            (from as i64..=to as i64).for_each(|index| visit(index * stride));
        }
    }
}

impl<H: Footprint, T: Footprint> Footprint for Cons<H, T> {
    fn footprint(&self) -> Option<(i64, i64)> {
        let ((low, high), (lows, highs)) = (self.0.footprint()?, self.1.footprint()?);
        if high < low || highs < lows {
            return Some((0, -1));
        }
        Some((low.checked_add(lows)?, high.checked_add(highs)?))
    }

    fn each_within(&self, first: i64, last: i64, visit: &mut dyn FnMut(i64)) {
        // Heads without a tail that leads there are left out.
        let Some((low, high)) = self.1.footprint() else {
            return;
        };
        let (from, to) = (first.saturating_sub(high), last.saturating_sub(low));
        self.0.each_within(from, to, &mut |head| {
            let (from, to) = (first.saturating_sub(head), last.saturating_sub(head));
            self.1.each_within(from, to, &mut |tail| visit(head + tail));
        });
    }
}

/// A layout whose range of offsets can be found: at once for a plain one; for a swizzled one from what lies in the first and in the last
/// of the blocks in which the swizzle permutes; coordinate by coordinate for layouts of layouts.
#[diagnostic::on_unimplemented(
    message = "the offsets of `{Self}` are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait Reach: Copy {
    /// As [`Footprint::footprint`].
    fn reach(self) -> Option<(i64, i64)>;

    /// As [`Footprint::each_within`].
    fn each_within(self, first: i64, last: i64, visit: &mut dyn FnMut(i64));
}

impl<S: Copy, D: Copy> Reach for Layout<S, D>
where
    Self: AnyLayout<L: Footprint + Describe>,
{
    fn reach(self) -> Option<(i64, i64)> {
        // Offsets and indices of narrow dynamic leaves have to fit these; 64 bits are looked at below.
        if const { <<Self as AnyLayout>::L as Describe>::MOST < i64::MAX } {
            self.fits_itself().ok()?;
        }
        self.modes().footprint()
    }

    fn each_within(self, first: i64, last: i64, visit: &mut dyn FnMut(i64)) {
        self.modes().each_within(first, last, visit);
    }
}

impl<A: ReachOf<O, L>, O: Copy, L: Copy> Reach for ComposedLayout<A, O, L> {
    fn reach(self) -> Option<(i64, i64)> {
        A::reach_of(self)
    }

    fn each_within(self, first: i64, last: i64, visit: &mut dyn FnMut(i64)) {
        A::each_of(self, first, last, visit);
    }
}

/// A function of offsets, by which the range of what it makes of others can be found.
#[diagnostic::on_unimplemented(
    message = "the offsets of a layout composed with `{Self}` are not integers",
    note = "tensors in memory need integer strides; a layout of basis strides belongs to an identity tensor"
)]
pub trait ReachOf<O, L>: Copy {
    /// [`Reach::reach`] of the composed layout.
    fn reach_of(whole: ComposedLayout<Self, O, L>) -> Option<(i64, i64)>;

    /// [`Reach::each_within`] of the composed layout.
    fn each_of(
        whole: ComposedLayout<Self, O, L>,
        first: i64,
        last: i64,
        visit: &mut dyn FnMut(i64),
    );
}

/// The block of so many low bits that an offset lies in: its first offset and its last one.
fn block(offset: i64, bits: u32) -> (i64, i64) {
    let low = 1i64.checked_shl(bits).map(|end| end.wrapping_sub(1));
    low.map_or((i64::MIN, i64::MAX), |low| (offset & !low, offset | low))
}

/// The least and the greatest of what `each` calls its argument with.
fn range(each: impl FnOnce(&mut dyn FnMut(i64))) -> Option<(i64, i64)> {
    let mut found: Option<(i64, i64)> = None;
    each(&mut |x| {
        let (low, high) = found.unwrap_or((x, x));
        found = Some((low.min(x), high.max(x)));
    });
    found
}

impl<B: Copy, M: Copy, S: Copy, O, L> ReachOf<O, L> for Swizzle<B, M, S>
where
    Self: SwizzleMasks + Maps<i64, Out = i64>,
    O: Copy + IAdd<i64, Out: Int>,
    L: Reach,
{
    fn reach_of(whole: ComposedLayout<Self, O, L>) -> Option<(i64, i64)> {
        let (low, high) = whole.layout_b().reach()?;
        if high < low {
            return Some((0, -1));
        }
        let offset = whole.offset().add(0).value();
        let ends = [offset.checked_add(low)?, offset.checked_add(high)?];
        // What flips a bit stands above all that are flipped, or flips them in blocks that include it: blocks are permuted in themselves.
        let of = |end| {
            let (first, last) = block(end, flipped::<Self>());
            range(|visit| Self::each_of(whole, first, last, visit))
        };
        let (least, _) = of(ends[0])?;
        let (_, greatest) = of(ends[1])?;
        Some((least, greatest))
    }

    fn each_of(
        whole: ComposedLayout<Self, O, L>,
        first: i64,
        last: i64,
        visit: &mut dyn FnMut(i64),
    ) {
        let offset = whole.offset().add(0).value();
        let ((from, _), (_, to)) = (
            block(first, flipped::<Self>()),
            block(last, flipped::<Self>()),
        );
        let [from, to] = [from, to].map(|end| end.saturating_sub(offset));
        whole.layout_b().each_within(from, to, &mut |x| {
            let y = whole.layout_a().map(offset + x);
            if (first..=last).contains(&y) {
                visit(y);
            }
        });
    }
}

/// The bits up to the highest one that a swizzle flips.
fn flipped<W: SwizzleMasks>() -> u32 {
    i64::BITS - C::<W::Z>::STATIC.unwrap_or(0).leading_zeros()
}

/// What has no blocks: all coordinates are visited.
macro_rules! visits {
    ([$($generic:ident),*] $map:ty) => {
        impl<$($generic: Copy,)* P: Copy, K: Copy> ReachOf<P, K> for $map
        where
            ComposedLayout<Self, P, K>: Domain<L: Size<Out: Int>> + OffsetAt<usize, Offset: Int>,
        {
            fn reach_of(whole: ComposedLayout<Self, P, K>) -> Option<(i64, i64)> {
                usize::try_from(whole.domain().size().value()).ok()?;
                let all = range(|visit| Self::each_of(whole, i64::MIN, i64::MAX, visit));
                Some(all.unwrap_or((0, -1)))
            }

            fn each_of(
                whole: ComposedLayout<Self, P, K>,
                first: i64,
                last: i64,
                visit: &mut dyn FnMut(i64),
            ) {
                let size = usize::try_from(whole.domain().size().value()).unwrap_or(0);
                let offsets = (0..size).map(|index| whole.offset_at(index).value());
                offsets.filter(|x| (first..=last).contains(x)).for_each(visit);
            }
        }
    };
}
visits!([S, D] Layout<S, D>);
visits!([A, O, L] ComposedLayout<A, O, L>);
