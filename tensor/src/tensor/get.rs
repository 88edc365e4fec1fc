//! Access by any coordinate.

use azulejo_layout::{Domain, Int, Tree};

use super::{InShape, OffsetAt, Tensor};
use crate::engine::{Engine, EngineMut};

impl<E: Engine, L> Tensor<E, L> {
    /// The element at a 1-D, R-D or hierarchical coordinate; `None` outside the shape or the storage.
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let t = make_tensor(&[1, 2, 3, 4, 5, 6][..], layout!(((_1, _2), _3)))?;
    /// assert_eq!((t.get(3), t.get((1, 1)), t.get(((0, 1), 1))), (Some(4), Some(4), Some(4)));
    /// assert_eq!((t.get(6), t.get((2, 0)), t.get(-1)), (None, None, None));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
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
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let mut data = [0; 4];
    /// let mut t = make_tensor(&mut data[..], layout!((_2, _2):(_2, _1)))?;
    /// assert_eq!((t.set((0, 1), 7), t.set((0, 2), 8)), (Some(()), None));
    /// assert_eq!(data, [0, 7, 0, 0]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
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
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_tensor;
    /// let t = make_tensor(&[1, 2, 3, 4, 5, 6][..], layout!((_2, _2)))?;
    /// assert_eq!((t.at(3), t.at((1, 1))), (4, 4));
    /// assert_eq!(t.at((1, 2)), 6); // past the shape, inside the slice
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
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
    ///
    /// ```
    /// use azulejo_layout::layout;
    /// use azulejo_tensor::make_rmem;
    /// let mut t = make_rmem::<f32, _>(layout!((_2, _2)));
    /// t.put((1, 0), 2.5);
    /// assert_eq!(t.engine().as_slice(), [0.0, 2.5, 0.0, 0.0]);
    /// ```
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
