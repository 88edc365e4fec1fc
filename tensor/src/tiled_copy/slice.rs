//! One thread of a tiled copy.

use azulejo_layout::Int;

use super::object::TiledCopy;
use super::retile::Retile;
use super::tidfrg::{CopyDst, CopySrc, PartitionCopy};
use crate::certificate::one_writer;
use crate::certificate::{Certified, CopyCertificate};
use crate::tensor::{Moves, MovesMut, Tensor};

/// A thread of a tiled copy.
#[derive(Clone, Copy, Debug)]
pub struct ThrCopy<Tiled, I> {
    tiled: Tiled,
    index: I,
}

impl<Op, T, Tv, Tiler> TiledCopy<Op, T, Tv, Tiler> {
    /// The thread with this index.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tensor, make_tiled_copy};
    /// let atom = CopyAtom::<UniversalCopy<_128>, f32>::new();
    /// let copy = make_tiled_copy(atom, layout!((_32, _8)), layout!((_4, _1)));
    /// let data: Vec<u32> = (0..128 * 8).collect();
    /// let source = make_tensor(&data[..], layout!((_128, _8)))?;
    /// let mine = copy.get_slice(33u32).partition_S(&source);
    /// assert_eq!(mine.layout().to_string(), "((_4,_1),_1,_1):((_1,_0),_0,_0)");
    /// assert_eq!(mine.at(0), 132);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn get_slice<I: Int>(self, index: I) -> ThrCopy<Self, I> {
        ThrCopy { tiled: self, index }
    }
}

/// Stops where threads would write the same element of memory.
#[track_caller]
const fn writes_alone<Tiled: Certified<Certificate = CopyCertificate>>(shared: bool) {
    if shared {
        let (tv, proved) = (Tiled::WRITES, Tiled::CERTIFICATE);
        one_writer("partition_D_mut", tv, proved.destination, proved.writers);
    }
}

#[allow(non_snake_case)]
impl<Tiled: Copy, I: Copy> ThrCopy<Tiled, I> {
    /// The tiled copy.
    #[inline(always)]
    pub fn tiled_copy(&self) -> Tiled {
        self.tiled
    }

    /// What this thread reads: `((FrgV,FrgX),RestM,RestN,…)`.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tensor, make_tiled_copy};
    /// let copy = make_tiled_copy(CopyAtom::<UniversalCopy<_64>, f32>::new(), layout!((_4, _2)), layout!((_2, _1)));
    ///
    /// let data: Vec<u32> = (0..32).collect();
    /// let t = make_tensor(&data[..], layout!((_8, _4)))?;
    /// let mine = copy.get_slice(5usize).partition_S(&t); // two neighbours, in two rounds
    /// assert_eq!(mine.layout().to_string(), "((_2,_1),_1,_2):((_1,_0),_0,_16)");
    /// assert_eq!([0, 1, 2, 3].map(|i| mine.at(i)), [10, 11, 26, 27]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn partition_S<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a Tensor<E, L>,
    ) -> Tensor<E::View<'a>, Part>
    where
        L: PartitionCopy<CopySrc<Tiled>, I, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        let (layout, offset) = tensor.layout.partition_copy(self.index);
        Tensor::from_parts(tensor.engine.moved(offset), layout)
    }

    /// What this thread has to write, for reading.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, make_tensor, make_tiled_copy};
    /// let copy = make_tiled_copy(CopyAtom::<UniversalCopy<_64>, f32>::new(), layout!((_4, _2)), layout!((_2, _1)));
    ///
    /// let data: Vec<u32> = (0..16).collect();
    /// let t = make_tensor(&data[..], layout!((_8, _2)))?;
    /// let mine = copy.get_slice(1usize).partition_D(&t);
    /// assert_eq!([0, 1].map(|i| mine.at(i)), [2, 3]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn partition_D<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a Tensor<E, L>,
    ) -> Tensor<E::View<'a>, Part>
    where
        L: PartitionCopy<CopyDst<Tiled>, I, Out = (Part, Offset)>,
        E: Moves<Offset>,
    {
        let (layout, offset) = tensor.layout.partition_copy(self.index);
        Tensor::from_parts(tensor.engine.moved(offset), layout)
    }

    /// What this thread writes: `((FrgV,FrgX),RestM,RestN,…)`. In memory no two threads write the same element; the compiler rejects a
    /// tiled copy in which they would.
    ///
    /// ```
    /// use azulejo_layout::{ints::*, layout};
    /// use azulejo_tensor::{atom::{CopyAtom, UniversalCopy}, fill, make_tensor, make_tiled_copy};
    /// let copy = make_tiled_copy(CopyAtom::<UniversalCopy<_64>, f32>::new(), layout!((_4, _2)), layout!((_2, _1)));
    ///
    /// let mut data = [0.0f32; 16];
    /// let mut t = make_tensor(&mut data[..], layout!((_8, _2)))?;
    /// fill(&mut copy.get_slice(4usize).partition_D_mut(&mut t), 1.0);
    /// assert_eq!(data[7..11], [0.0, 1.0, 1.0, 0.0]);
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn partition_D_mut<'a, E, L, Part, Offset>(
        &self,
        tensor: &'a mut Tensor<E, L>,
    ) -> Tensor<E::ViewMut<'a>, Part>
    where
        L: PartitionCopy<CopyDst<Tiled>, I, Out = (Part, Offset)>,
        E: MovesMut<Offset>,
        Tiled: Certified<Certificate = CopyCertificate>,
    {
        const { writes_alone::<Tiled>(E::SHARED) };
        let (layout, offset) = tensor.layout.partition_copy(self.index);
        Tensor::from_parts(tensor.engine.moved_mut(offset), layout)
    }

    /// A fragment of another tiling of the same threads, seen as this copy's source.
    #[inline(always)]
    pub fn retile_S<E, L: Retile<Tiled, Out = R>, R>(
        &self,
        fragment: Tensor<E, L>,
    ) -> Tensor<E, R> {
        let layout = fragment.layout.retile();
        fragment.with_layout(layout)
    }

    /// A fragment of another tiling of the same threads, seen as this copy's destination.
    #[inline(always)]
    pub fn retile_D<E, L: Retile<Tiled, Out = R>, R>(
        &self,
        fragment: Tensor<E, L>,
    ) -> Tensor<E, R> {
        self.retile_S(fragment)
    }

    /// [`ThrCopy::retile_D`] of a fragment that stays where it is.
    #[inline(always)]
    pub fn retile_D_mut<'a, E: crate::engine::EngineMut, L: Retile<Tiled, Out = R>, R>(
        &self,
        fragment: &'a mut Tensor<E, L>,
    ) -> Tensor<E::ViewMut<'a>, R> {
        let layout = fragment.layout.retile();
        Tensor::from_parts(fragment.engine.view_mut(0), layout)
    }
}
