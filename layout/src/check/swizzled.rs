//! What is known of a layout behind a swizzle, asked for by name.

use super::digits::gcd;
use super::injective::{Collision, injective};
use super::memory::warp_access;
use super::mode::{Span, is_void, offset};
use super::properties::Properties;
use super::run::Gap;

/// Up to how many elements and cells a swizzled layout is looked at element by element.
pub const IMAGE_LIMIT: i64 = 1 << 16;

/// A swizzle in numbers: `bits` bits from bit `base` on are flipped by those `shift` above them, or read to flip those
/// `-shift` above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzleBits {
    /// How many bits are flipped.
    pub bits: u32,
    /// The lowest bit that takes part.
    pub base: u32,
    /// From the bits flipped to the bits read.
    pub shift: i32,
}

impl SwizzleBits {
    /// The image of an offset.
    #[must_use]
    pub const fn apply(self, x: i64) -> i64 {
        let ones = ((1_i64 << self.bits) - 1) << self.base;
        match self.shift >= 0 {
            true => x ^ ((x >> self.shift) & ones),
            false => x ^ ((x & ones) << -self.shift),
        }
    }
}

/// The properties of `swizzle o offset o layout`: [`Properties`] with the swizzle seen.
///
/// [`ComposedLayout::PROPERTIES`](crate::ComposedLayout::PROPERTIES) has those of a static one,
/// [`ComposedLayout::properties`](crate::ComposedLayout::properties) those of any. What a swizzle does not change is read off the
/// modes; what it does change is counted, for at most [`IMAGE_LIMIT`] elements and cells, and `None` beyond. The offset and
/// the layout have to be non-negative, as everywhere under a swizzle.
///
/// ```
/// use azulejo_layout::{ComposedLayout, Layout, Swizzle, ints::*};
/// type Tile = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_8, _64), (_64, _1)>>;
/// const _: () = assert!(Tile::PROPERTIES.injective().is_ok() && Tile::PROPERTIES.surjective().is_ok());
/// const _: () = assert!(matches!(Tile::PROPERTIES.max_alignment(), Some(8)) && matches!(Tile::PROPERTIES.gaps(), Some(0)));
/// // eight lanes that read 16 bytes each down a column: one pass over the banks with the swizzle, eight without
/// type Column = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<_8, _64>>;
/// const _: () = assert!(Column::PROPERTIES.shared_access(2, 8).passes == 1);
/// const _: () = assert!(Layout::<_8, _64>::PROPERTIES.shared_access(2, 8).passes == 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzledProperties {
    swizzle: SwizzleBits,
    offset: i64,
    inner: Properties,
}

/// What the offsets of all elements are, taken together.
struct Image {
    span: Span,
    distinct: i64,
    run: i64,
}

impl SwizzledProperties {
    /// The properties of `swizzle o offset o layout`.
    #[must_use]
    pub const fn new(swizzle: SwizzleBits, offset: i64, inner: Properties) -> Self {
        Self {
            swizzle,
            offset,
            inner,
        }
    }

    /// The swizzle.
    #[must_use]
    pub const fn swizzle(&self) -> SwizzleBits {
        self.swizzle
    }

    /// What is added to an offset before the swizzle.
    #[must_use]
    pub const fn offset(&self) -> i64 {
        self.offset
    }

    /// The properties of the layout behind the swizzle.
    #[must_use]
    pub const fn inner(&self) -> &Properties {
        &self.inner
    }

    /// The offset of an index.
    #[must_use]
    pub const fn at(&self, index: i64) -> Option<i64> {
        match offset(self.inner.modes(), index) {
            Some(x) => match x.checked_add(self.offset) {
                Some(x) => Some(self.swizzle.apply(x)),
                None => None,
            },
            None => None,
        }
    }

    /// The number of elements.
    #[must_use]
    pub const fn size(&self) -> Option<i64> {
        self.inner.size()
    }

    /// The least and the greatest offset: the footprint.
    #[must_use]
    pub const fn span(&self) -> Option<Span> {
        match self.image() {
            Some(image) => Some(image.span),
            None => None,
        }
    }

    /// Whether different coordinates have different offsets: a swizzle permutes, so that is up to the layout behind it.
    ///
    /// # Errors
    /// Two indices of one offset.
    pub const fn injective(&self) -> Result<(), Collision> {
        match injective(self.inner.modes()) {
            Err(Collision::Between {
                first,
                second,
                offset,
            }) => Err(Collision::Between {
                first,
                second,
                offset: self.swizzle.apply(offset.saturating_add(self.offset)),
            }),
            other => other,
        }
    }

    /// Whether every offset between the least and the greatest is reached.
    ///
    /// # Errors
    /// The first offset that is missed, or that there are too many to look at.
    pub const fn surjective(&self) -> Result<(), Gap> {
        if is_void(self.inner.modes()) {
            return Ok(());
        }
        match self.image() {
            Some(image) if image.span.greatest - image.span.least < image.run => Ok(()),
            Some(image) => Err(Gap::At {
                offset: image.span.least + image.run,
            }),
            None => Err(Gap::TooLarge),
        }
    }

    /// The length of the run of offsets from the least on without a hole.
    #[must_use]
    pub const fn run(&self) -> Option<i64> {
        if is_void(self.inner.modes()) {
            return Some(0);
        }
        match self.image() {
            Some(image) => Some(image.run),
            None => None,
        }
    }

    /// The number of offsets between the least and the greatest that are missed.
    #[must_use]
    pub const fn gaps(&self) -> Option<i64> {
        if is_void(self.inner.modes()) {
            return Some(0);
        }
        match self.image() {
            Some(image) => match image.span.cells() {
                Some(cells) => Some(cells - image.distinct),
                None => None,
            },
            None => None,
        }
    }

    /// The largest number of elements kept together: that of the layout, of the offset, and of the bits below the swizzle.
    #[must_use]
    pub const fn max_alignment(&self) -> Option<i64> {
        let together = match self.inner.max_alignment() {
            Some(together) => gcd(together, self.offset),
            None => return None,
        };
        if self.swizzle.bits == 0 {
            return Some(together);
        }
        Some(gcd(together, 1 << self.swizzle.base))
    }

    /// Whether both are the same function on the same indices; `None` when there are too many to look at.
    #[must_use]
    pub const fn same(&self, other: &Self) -> Option<bool> {
        let (size, theirs) = match (self.size(), other.size()) {
            (Some(size), Some(theirs)) => (size, theirs),
            _ => return None,
        };
        if size != theirs {
            return Some(false);
        }
        if size > IMAGE_LIMIT {
            return None;
        }
        let mut i = 0;
        while i < size {
            match (self.at(i), other.at(i)) {
                (Some(a), Some(b)) if a == b => {}
                (Some(_), Some(_)) => return Some(false),
                _ => return None,
            }
            i += 1;
        }
        Some(true)
    }

    const fn image(&self) -> Option<Image> {
        let size = match self.size() {
            Some(size) if size >= 1 && size <= IMAGE_LIMIT => size,
            _ => return None,
        };
        let mut span = Span {
            least: i64::MAX,
            greatest: i64::MIN,
        };
        let mut i = 0;
        while i < size {
            let Some(x) = self.at(i) else {
                return None;
            };
            if x < span.least {
                span.least = x;
            }
            if x > span.greatest {
                span.greatest = x;
            }
            i += 1;
        }
        match span.cells() {
            Some(cells) if cells <= IMAGE_LIMIT => {}
            _ => return None,
        }
        let mut reached = [0_u64; IMAGE_LIMIT as usize / 64];
        let (mut distinct, mut i) = (0, 0);
        while i < size {
            if let Some(x) = self.at(i) {
                let cell = (x - span.least) as usize;
                if reached[cell / 64] >> (cell % 64) & 1 == 0 {
                    reached[cell / 64] |= 1 << (cell % 64);
                    distinct += 1;
                }
            }
            i += 1;
        }
        let mut run = 0;
        while run < IMAGE_LIMIT && reached[run as usize / 64] >> (run % 64) & 1 == 1 {
            run += 1;
        }
        Some(Image {
            span,
            distinct,
            run,
        })
    }
}

warp_access!(SwizzledProperties);
