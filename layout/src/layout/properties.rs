//! Questions about layouts of types, in `const` assertions and at run time.

use super::object::{AnyLayout, Layout};
use crate::check::rules::Describe;
use crate::check::{Flat, Properties};
use crate::int::Dynamic;
use core::fmt;

/// A layout with offsets or indices that an integer type does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexTooNarrow {
    /// The least offset.
    pub least: i64,
    /// The greatest offset, or the size if that is larger.
    pub greatest: i64,
}
impl fmt::Display for IndexTooNarrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "offsets from {} to {} do not fit the index type: take a wider one",
            self.least, self.greatest
        )
    }
}
impl core::error::Error for IndexTooNarrow {}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
    <Self as AnyLayout>::L: Describe,
{
    /// What is known of a static layout, for `const` assertions: see [`Properties`].
    ///
    /// Where a leaf is dynamic it does not compile; [`Layout::properties`] asks the values.
    pub const PROPERTIES: Properties = {
        let mut modes = Flat::new();
        assert!(
            <<Self as AnyLayout>::L as Describe>::DESC.flat(&mut modes),
            "PROPERTIES is of static layouts of at most 64 modes; ask `properties()` of a layout with dynamic leaves"
        );
        Properties::new(modes)
    };

    /// What is known of a layout, from its values: see [`Properties`].
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// let ld = 40;
    /// let rows = layout!((_32, _8):(_1, ld));
    /// assert_eq!(rows.properties().gaps(), Some(7 * 8));
    /// assert!(rows.properties().injective().is_ok());
    /// ```
    #[must_use]
    pub fn properties(self) -> Properties {
        let mut modes = Flat::new();
        self.modes().measure(&mut modes);
        Properties::new(modes)
    }

    /// The layout, if the integers `T` hold every offset and every index of it: one bound, asked once, after which no
    /// sum that makes an offset overflows.
    ///
    /// # Errors
    /// [`IndexTooNarrow`] with the least and the greatest offset.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// let (rows, columns) = (70_000i64, 70_000i64);
    /// let matrix = layout!((rows, columns):(columns, _1));
    /// assert!(matrix.fits::<i64>().is_ok());
    /// let error = matrix.fits::<i32>().unwrap_err();
    /// assert_eq!(error.to_string(), "offsets from 0 to 4900000000 do not fit the index type: take a wider one");
    /// ```
    pub fn fits<T: Dynamic>(self) -> Result<Self, IndexTooNarrow> {
        let held = self.within(T::MOST)?;
        // Unsigned integers hold no negative offset.
        match self.properties().span() {
            Some(span) if T::from_i64(span.least).value() != span.least => Err(IndexTooNarrow {
                least: span.least,
                greatest: span.greatest,
            }),
            _ => Ok(held),
        }
    }

    /// The layout, if the integers of its own dynamic leaves hold every offset and every index of it; see
    /// [`fits`](Self::fits). What gives memory to a layout asks this when it is built.
    ///
    /// # Errors
    /// [`IndexTooNarrow`] with the least and the greatest offset.
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::_1, layout};
    /// let (narrow, wide) = (70_000i32, 70_000i64);
    /// assert!(layout!((wide, wide):(wide, _1)).fits_itself().is_ok());
    /// assert!(Layout::new((narrow, narrow), (narrow, _1)).fits_itself().is_err());
    /// ```
    pub fn fits_itself(self) -> Result<Self, IndexTooNarrow> {
        self.within(<<Self as AnyLayout>::L as Describe>::MOST)
    }

    /// The layout, if no offset and no index is beyond `most`, in magnitude.
    fn within(self, most: i64) -> Result<Self, IndexTooNarrow> {
        let properties = self.properties();
        let (least, greatest) = match (properties.span(), properties.size()) {
            (Some(span), Some(size)) => (span.least, span.greatest.max(size)),
            _ => (i64::MIN, i64::MAX),
        };
        if greatest <= most && greatest < i64::MAX && least >= -most {
            Ok(self)
        } else {
            Err(IndexTooNarrow { least, greatest })
        }
    }
}
