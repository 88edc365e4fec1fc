//! What is known of one layout, asked for by name.

use super::alignment::alignment;
use super::coalesce::same;
use super::injective::{Collision, injective};
use super::memory::warp_access;
use super::mode::{Flat, Mode, Span, index_bits, is_void, offset, size, span};
use super::run::{Gap, run, surjective};

/// The modes of a layout, with the questions of this module as methods that may be called in a `const`.
///
/// [`Layout::PROPERTIES`](crate::Layout::PROPERTIES) has those of a static layout, [`Layout::properties`](crate::Layout::properties) those of
/// any. A number that does not fit 64 bits is `None`.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// type Tile = Layout<(_32, _8), (_1, _33)>;
/// const _: () = assert!(Tile::PROPERTIES.injective().is_ok() && Tile::PROPERTIES.surjective().is_err());
/// const _: () = assert!(matches!(Tile::PROPERTIES.gaps(), Some(7)) && matches!(Tile::PROPERTIES.run(), Some(32)));
/// const _: () = assert!(matches!(Tile::PROPERTIES.index_bits(), Some(16)));
/// // a warp that reads 32 floats side by side: one pass over the banks, four sectors
/// const _: () = assert!(Tile::PROPERTIES.shared_access(4, 1).passes == 1);
/// const _: () = assert!(Tile::PROPERTIES.global_access(4, 1).sectors == 4);
/// const _: () = assert!(Layout::<(_4, _8), (_1, _4)>::PROPERTIES.same(&Layout::<_32, _1>::PROPERTIES));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties(Flat);

impl Properties {
    /// The properties of these modes.
    #[must_use]
    pub const fn new(modes: Flat) -> Self {
        Self(modes)
    }

    /// The modes.
    #[must_use]
    pub const fn modes(&self) -> &[Mode] {
        self.0.as_slice()
    }

    /// The number of elements.
    #[must_use]
    pub const fn size(&self) -> Option<i64> {
        size(self.modes())
    }

    /// The offset of an index.
    #[must_use]
    pub const fn at(&self, index: i64) -> Option<i64> {
        offset(self.modes(), index)
    }

    /// The least and the greatest offset: the footprint.
    #[must_use]
    pub const fn span(&self) -> Option<Span> {
        span(self.modes())
    }

    /// The bits of the smallest signed integer that holds every offset and every index: see [`index_bits`].
    #[must_use]
    pub const fn index_bits(&self) -> Option<u32> {
        index_bits(self.modes())
    }

    /// Whether different coordinates have different offsets: see [`injective`].
    ///
    /// # Errors
    /// Two indices of one offset.
    pub const fn injective(&self) -> Result<(), Collision> {
        injective(self.modes())
    }

    /// Whether every offset between the least and the greatest is reached: see [`surjective`].
    ///
    /// # Errors
    /// The first offset that is missed.
    pub const fn surjective(&self) -> Result<(), Gap> {
        surjective(self.modes())
    }

    /// The length of the run of offsets from the least on without a hole: see [`run`].
    #[must_use]
    pub const fn run(&self) -> Option<i64> {
        run(self.modes())
    }

    /// The number of offsets between the least and the greatest that an injective layout misses; `None` for another.
    #[must_use]
    pub const fn gaps(&self) -> Option<i64> {
        if is_void(self.modes()) {
            return Some(0);
        }
        match (self.injective(), self.span(), self.size()) {
            (Ok(()), Some(span), Some(size)) => match span.cells() {
                Some(cells) => Some(cells - size),
                None => None,
            },
            _ => None,
        }
    }

    /// The largest number of elements kept together: see [`alignment`].
    #[must_use]
    pub const fn max_alignment(&self) -> Option<i64> {
        alignment(self.modes())
    }

    /// Whether both are the same function on the same indices: see [`same`].
    #[must_use]
    pub const fn same(&self, other: &Self) -> bool {
        matches!(same(self.modes(), other.modes()), Some(true))
    }
}

warp_access!(Properties);
