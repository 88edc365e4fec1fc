//! Slicing: fix some modes, keep the others.

use azulejo_layout::{Domain, Tree};

use super::{InShape, Moves, MovesMut, OffsetAt, SlicedBy, Tensor, TensorError};

impl<E, L> Tensor<E, L> {
    /// The view in which integers of `coord` fix modes and `_` keeps them.
    ///
    /// ```
    /// use azulejo_layout::{coord, layout};
    /// use azulejo_tensor::make_tensor;
    /// let (two, one, thirteen) = (2, 1, 13);
    /// let data: Vec<u32> = (0..164).collect();
    /// let a = make_tensor(&data[..], layout!(((_3, two), (two, _5, _2)):((4, one), (_2, thirteen, 100))))?;
    /// let b = a.slice(coord!(2, _));
    /// assert_eq!(b.layout().to_string(), "((2,_5,_2)):((_2,13,100))");
    /// assert_eq!([0, 1, 2, 3].map(|i| b.at(i)), [8, 10, 21, 23]);
    /// let f = a.slice(coord!((2, _), (_, 3, _)));
    /// assert_eq!(f.layout().to_string(), "(2,2,_2):(1,_2,100)");
    /// assert_eq!([0, 1, 2, 7].map(|i| f.at(i)), [47, 48, 49, 150]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn slice<X: Copy, Kept, Offset>(&self, coord: X) -> Tensor<E::View<'_>, Kept>
    where
        L: SlicedBy<X, Out = (Kept, Offset)>,
        E: Moves<Offset>,
    {
        let (layout, offset) = self.layout.sliced_at(coord);
        Tensor::from_parts(self.engine.moved(offset), layout)
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// ```
    /// use azulejo_layout::{coord, layout};
    /// use azulejo_tensor::{fill, make_tensor};
    /// let mut data = [0; 6];
    /// let mut t = make_tensor(&mut data[..], layout!((_2, _3)))?;
    /// fill(&mut t.slice_mut(coord!(1, _)), 1);
    /// assert_eq!(data, [0, 1, 0, 1, 0, 1]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn slice_mut<X: Copy, Kept, Offset>(&mut self, coord: X) -> Tensor<E::ViewMut<'_>, Kept>
    where
        L: SlicedBy<X, Out = (Kept, Offset)>,
        E: MovesMut<Offset>,
    {
        let (layout, offset) = self.layout.sliced_at(coord);
        Tensor::from_parts(self.engine.moved_mut(offset), layout)
    }

    /// The view from `coord` on, with the same layout.
    ///
    /// Of an identity tensor: tiles of it start anywhere, not only at multiples of their extents.
    ///
    /// Source: CuTe, `domain_offset`.
    ///
    /// ```
    /// use azulejo_layout::{coord, shape, tile};
    /// use azulejo_tensor::make_identity_tensor;
    /// let sequence = make_identity_tensor(shape!(100i32, 64i32)).domain_offset((7i32, 0i32));
    /// assert_eq!(sequence.local_tile(tile!(_16, _64), coord!(1i32, 0i32)).coord((2i32, 3i32)), (25, 3));
    /// ```
    #[inline(always)]
    pub fn domain_offset<X>(&self, coord: X) -> Tensor<E::View<'_>, L>
    where
        L: OffsetAt<X> + Copy,
        E: Moves<L::Offset>,
    {
        let by = self.layout.offset_at(coord);
        Tensor::from_parts(self.engine.moved(by), self.layout)
    }

    /// [`Tensor::slice`] that rejects a coordinate outside the shape.
    ///
    /// # Errors
    /// [`TensorError::IndexOutOfSpace`].
    ///
    /// ```
    /// use azulejo_layout::{coord, layout};
    /// use azulejo_tensor::{TensorError, make_tensor};
    /// let t = make_tensor(&[0; 6][..], layout!((2, 3)))?;
    /// assert!(t.try_slice(coord!(1, _)).is_ok());
    /// assert_eq!(t.try_slice(coord!(2, _)).map(|_| ()), Err(TensorError::IndexOutOfSpace));
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline]
    pub fn try_slice<X, Kept, Offset>(
        &self,
        coord: X,
    ) -> Result<Tensor<E::View<'_>, Kept>, TensorError>
    where
        L: SlicedBy<X, Out = (Kept, Offset)> + Domain,
        X: Tree<L: InShape<<L as Domain>::L>>,
        E: Moves<Offset>,
    {
        if coord.tree().in_shape(&self.layout.domain()) {
            Ok(self.slice(coord))
        } else {
            Err(TensorError::IndexOutOfSpace)
        }
    }
}
