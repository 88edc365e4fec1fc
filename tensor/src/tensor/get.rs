//! Access by any coordinate.

use azulejo_layout::{Domain, Int, Tree};

use super::{InShape, OffsetAt, Tensor};
use crate::engine::{Engine, EngineMut};

impl<E: Engine, L> Tensor<E, L> {
    /// The element at a 1-D, R-D or hierarchical coordinate; `None` outside the shape or the storage.
    #[inline]
    pub fn get<X>(&self, coord: X) -> Option<E::Item>
    where
        L: OffsetAt<X, Offset: Int> + Domain,
        X: Tree<L: InShape<L::L>>,
    {
        let offset = self.checked_offset(coord)?;
        Some(self.engine.load(offset))
    }

    /// Writes the element at a coordinate; `None`, and nothing is written, outside the shape or the storage.
    #[inline]
    pub fn set<X>(&mut self, coord: X, item: E::Item) -> Option<()>
    where
        E: EngineMut,
        L: OffsetAt<X, Offset: Int> + Domain,
        X: Tree<L: InShape<L::L>>,
    {
        let offset = self.checked_offset(coord)?;
        self.engine.store(offset, item);
        Some(())
    }

    /// The element at a coordinate that may lie past the shape: the last mode of a layout is not reduced.
    ///
    /// # Panics
    /// Where the offset is outside the storage's bounds. A [`crate::engine::Ptr`] has none: its maker promised that no such offset is asked for.
    #[inline(always)]
    pub fn at<X>(&self, coord: X) -> E::Item
    where
        L: OffsetAt<X, Offset: Int>,
    {
        self.engine
            .load(self.layout.offset_at(coord).value() as isize)
    }

    /// Writes the element at a coordinate, as [`Tensor::at`] reads it.
    ///
    /// # Panics
    /// As [`Tensor::at`].
    #[inline(always)]
    pub fn put<X>(&mut self, coord: X, item: E::Item)
    where
        E: EngineMut,
        L: OffsetAt<X, Offset: Int>,
    {
        self.engine
            .store(self.layout.offset_at(coord).value() as isize, item);
    }

    fn checked_offset<X>(&self, coord: X) -> Option<isize>
    where
        L: OffsetAt<X, Offset: Int> + Domain,
        X: Tree<L: InShape<L::L>>,
    {
        if !coord.tree().in_shape(&self.layout.domain()) {
            return None; // at once: that the coordinate is inside often says that the offset is, too
        }
        let offset = self.layout.offset_at(coord).value() as isize;
        self.engine.contains(offset).then_some(offset)
    }
}
