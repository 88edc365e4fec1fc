//! Tensors of elements that share bytes: from borrowed bytes, and owning ones.

use super::make::{assert_bounded, fits};
use super::{Bounded, FragmentLike, Reach, Room, StaticCosize, Storage, Tensor, TensorError};
use crate::engine::{
    Array, Packs, Ptr, SharedCast, Slice, SliceMut, Space, SubByte, Subbyte, SubbyteArray,
};

macro_rules! checked {
    ($($slice:ident)*) => {$(
        impl<T: SubByte, S: Space, L: Reach> Storage<L> for Subbyte<T, $slice<'_, u8, S>> {
            type Out = Result<Tensor<Self, L>, TensorError>;

            fn tensor(self, layout: L) -> Self::Out {
                fits(layout, self.count())?;
                Ok(Tensor::from_parts(self, layout))
            }
        }
    )*};
}

checked!(Slice SliceMut);

impl<T: SubByte, S: Space, L: Bounded> Storage<L> for Subbyte<T, Ptr<u8, S>> {
    type Out = Tensor<Self, L>;

    #[inline(always)]
    fn tensor(self, layout: L) -> Self::Out {
        assert_bounded(layout);
        Tensor::from_parts(self, layout)
    }
}

impl<T: SubByte, E: SharedCast<Item = u8>, L> Storage<L> for Subbyte<T, E> {
    type Out = Tensor<Self, L>;

    #[inline(always)]
    fn tensor(self, layout: L) -> Self::Out {
        Tensor::from_parts(self, layout)
    }
}

/// A tensor that owns elements narrower than a byte, packed. `Clone` copies them.
pub type RmemSubbyteTensor<T, L> = Tensor<SubbyteArray<T, <L as Room>::N>, L>;

/// A tensor that owns elements narrower than a byte, packed and all zero. The layout must be static.
///
/// Source: CuTe, `array_subbyte` in `container/array_subbyte.hpp`.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{atom::{S4, U1}, make_rmem_subbyte};
/// let mut t = make_rmem_subbyte::<S4, _>(layout!((_3, _3)));
/// t.put((2, 1), S4::new(-8));
/// assert_eq!(t.at((2, 1)), S4::new(-8));
/// assert_eq!(size_of_val(t.engine().bytes().as_slice()), 5); // 9 elements of 4 bits
/// assert_eq!(make_rmem_subbyte::<U1, _>(layout!(_9)).engine().bytes().as_slice().len(), 2);
/// ```
#[inline(always)]
pub fn make_rmem_subbyte<T, L>(layout: L) -> RmemSubbyteTensor<T, L>
where
    T: Packs<L::N>,
    L: StaticCosize,
{
    Tensor::from_parts(Subbyte::new(Array::zeroed()), layout)
}

impl<E, L: Copy> Tensor<E, L> {
    /// A register fragment of packed elements, all zero, for a partition of this layout; as [`Tensor::make_fragment_like`].
    ///
    /// ```
    /// use azulejo_layout::{Layout, ints::*, layout};
    /// use azulejo_tensor::{TiledMma, atom::{S4, SM80_16x8x64_S32S4S4S32_TN as Atom}, copy, engine::make_subbyte, make_tensor};
    /// let bytes = [0x21u8; 16 * 64 / 2]; // elements 1, 2, 1, 2, …
    /// let a = make_tensor(make_subbyte::<S4, _>(&bytes[..]), layout!((_16, _64):(_64, _1)))?;
    /// let mma = TiledMma::<Atom, Layout<(_1, _1, _1), (_0, _0, _0)>>::new();
    /// let mine = mma.get_slice(3usize).partition_A(&a);
    /// let mut fragment = mine.make_fragment_like_subbyte::<S4>();
    /// copy(&mine, &mut fragment);
    /// assert_eq!(fragment.size(), 32);
    /// assert_eq!(fragment.engine().bytes().as_slice(), [0x21; 16]); // four registers of 32 bits
    /// # Ok::<(), azulejo_tensor::TensorError>(())
    /// ```
    #[inline(always)]
    pub fn make_fragment_like_subbyte<T>(&self) -> RmemSubbyteTensor<T, L::Layout>
    where
        L: FragmentLike,
        T: Packs<<L::Layout as Room>::N>,
    {
        make_rmem_subbyte(self.layout.fragment_like())
    }
}
