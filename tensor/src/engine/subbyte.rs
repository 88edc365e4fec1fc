//! [`Subbyte`]: elements narrower than a byte, several to one.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Shr};

use generic_array::ArrayLength;
use generic_array::typenum::{Shright, Sum, U1 as N1, U3 as N3, U7 as N7};

use super::{Array, Engine, EngineMut, Packed, Ptr, SharedCast, Slice, SliceMut, Space};
use crate::element::{S4, SubByte, U1, U4};

/// Elements `T` packed in the bytes of another engine, the first in the low bits of its byte.
///
/// ```text
/// U4   byte 0       byte 1            U1   byte 0
///      [ 1 | 0 ]    [ 3 | 2 ]              [ 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0 ]      the high bits left
/// ```
///
/// It stands wherever an engine does: tensors on it are sliced, tiled, partitioned, filled and copied as any other. A write reads the
/// byte, changes the element's bits and writes the byte, so threads that write elements of the same byte need a barrier between them:
/// give each whole bytes.
///
/// Source: CuTe, `subbyte_iterator` and `array_subbyte` in `numeric_types.hpp` and `container/array_subbyte.hpp`.
///
/// ```
/// use azulejo_layout::{coord, layout};
/// use azulejo_tensor::{atom::S4, engine::make_subbyte, make_tensor};
/// let mut bytes = [0u8; 4];
/// let mut t = make_tensor(make_subbyte::<S4, _>(&mut bytes[..]), layout!((_2, _4):(_4, _1)))?;
/// t.put((1, 2), S4::new(-3));
/// assert_eq!(t.slice(coord!(1, _)).at(2), S4::new(-3));
/// assert_eq!(bytes, [0, 0, 0, 0x0d]); // element 6 of 8: the low half of byte 3
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subbyte<T, B> {
    pub(super) bytes: B,
    pub(super) base: isize,
    values: PhantomData<T>,
}

impl<T, B> Subbyte<T, B> {
    /// The elements packed in `bytes`, from its base on.
    #[inline(always)]
    pub const fn new(bytes: B) -> Self {
        Self::from(bytes, 0)
    }

    /// Elements counted from number `base`.
    #[inline(always)]
    pub(super) const fn from(bytes: B, base: isize) -> Self {
        Subbyte {
            bytes,
            base,
            values: PhantomData,
        }
    }

    /// The bytes.
    #[inline(always)]
    pub const fn bytes(&self) -> &B {
        &self.bytes
    }
}

impl<T: SubByte, B> Subbyte<T, B> {
    /// The byte of an element, and by how much its bits are shifted there.
    #[inline(always)]
    const fn place(&self, offset: isize) -> (isize, u32) {
        let at = self.base.wrapping_add(offset);
        (
            at.div_euclid(T::PER_BYTE),
            at.rem_euclid(T::PER_BYTE) as u32 * T::BITS,
        )
    }

    /// The byte of the base, where the base is its first element.
    #[inline(always)]
    pub(super) fn first_byte(&self) -> Option<isize> {
        let (byte, shift) = self.place(0);
        (shift == 0).then_some(byte)
    }
}

// SAFETY: its space is packed and never addressed, so nothing is read through `base`.
unsafe impl<T: SubByte, B: Engine<Item = u8>> Engine for Subbyte<T, B> {
    type Item = T;
    type Space = Packed<B::Space>;
    type View<'a>
        = Subbyte<T, B::View<'a>>
    where
        Self: 'a;

    #[inline(always)]
    fn load(&self, offset: isize) -> T {
        let (byte, shift) = self.place(offset);
        T::from_low_bits(self.bytes.load(byte) >> shift)
    }

    #[inline(always)]
    fn contains(&self, offset: isize) -> bool {
        self.bytes.contains(self.place(offset).0)
    }

    #[inline(always)]
    fn view(&self, offset: isize) -> Self::View<'_> {
        Subbyte::from(self.bytes.view(0), self.base.wrapping_add(offset))
    }

    /// The byte that holds the base.
    #[inline(always)]
    fn base(&self) -> *const T {
        self.bytes.base().wrapping_offset(self.place(0).0).cast()
    }

    /// Writes width, the byte's pointer and the place in the byte: `subptr[4b](gmem_ptr[8b](0x7f00).1)`.
    fn write_base(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (byte, shift) = self.place(0);
        write!(f, "subptr[{}b](", T::BITS)?;
        self.bytes.view(byte).write_base(f)?;
        write!(f, ".{})", shift / T::BITS)
    }
}

// SAFETY: stores go through the bytes' own engine, which keeps them inside its storage; nothing is written through `base_mut`, which
// is the base's byte.
#[diagnostic::do_not_recommend]
unsafe impl<T: SubByte, B: EngineMut<Item = u8>> EngineMut for Subbyte<T, B> {
    type ViewMut<'a>
        = Subbyte<T, B::ViewMut<'a>>
    where
        Self: 'a;

    #[inline(always)]
    fn store(&mut self, offset: isize, item: T) {
        let (byte, shift) = self.place(offset);
        let mask = u8::MAX >> (8 - T::BITS) << shift;
        let others = self.bytes.load(byte) & !mask;
        self.bytes.store(byte, others | item.low_bits() << shift);
    }

    /// The byte that holds the base.
    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        let byte = self.place(0).0;
        self.bytes.base_mut().wrapping_offset(byte).cast()
    }

    #[inline(always)]
    fn view_mut(&mut self, offset: isize) -> Self::ViewMut<'_> {
        let base = self.base.wrapping_add(offset);
        Subbyte::from(self.bytes.view_mut(0), base)
    }
}

/// Bytes in which elements can be packed: `&[u8]`, `&mut [u8]`, tagged pointers and shared memory by its address.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no bytes for narrower elements",
    note = "pass `&bytes[..]`, `&mut bytes[..]` or a tagged pointer to `u8` (`make_gmem_ptr`)"
)]
pub trait ByteStorage {
    /// The engine.
    type Engine: Engine<Item = u8>;

    /// The engine.
    fn engine(self) -> Self::Engine;
}

impl<'a> ByteStorage for &'a [u8] {
    type Engine = Slice<'a, u8>;

    #[inline(always)]
    fn engine(self) -> Self::Engine {
        Slice::new(self)
    }
}

impl<'a> ByteStorage for &'a mut [u8] {
    type Engine = SliceMut<'a, u8>;

    #[inline(always)]
    fn engine(self) -> Self::Engine {
        SliceMut::new(self)
    }
}

impl<E: SharedCast<Item = u8>> ByteStorage for E {
    type Engine = Self;

    #[inline(always)]
    fn engine(self) -> Self {
        self
    }
}

impl<S: Space> ByteStorage for Ptr<u8, S> {
    type Engine = Self;

    #[inline(always)]
    fn engine(self) -> Self {
        self
    }
}

/// Elements `T` packed in borrowed bytes, for [`make_tensor`](crate::make_tensor); see [`Subbyte`].
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{TensorError, atom::U1, engine::make_subbyte, make_tensor};
/// let bits = make_subbyte::<U1, _>(&[0b0000_0110u8, 0b1000_0000][..]);
/// let t = make_tensor(bits, layout!(_16))?;
/// assert_eq!([0, 1, 2, 3, 15].map(|i| t.at(i)), [0, 1, 1, 0, 1].map(U1::new));
/// let long = make_tensor(bits, layout!(_17));
/// assert_eq!(long.err(), Some(TensorError::BufferTooShort { len: 16, needed: 17 }));
/// # Ok::<(), TensorError>(())
/// ```
#[inline(always)]
pub fn make_subbyte<T: SubByte, B: ByteStorage>(bytes: B) -> Subbyte<T, B::Engine> {
    Subbyte::new(bytes.engine())
}

macro_rules! count {
    ($($slice:ident)*) => {$(
        impl<T: SubByte, S: Space> Subbyte<T, $slice<'_, u8, S>> {
            /// How many elements there are from the base on.
            #[inline]
            pub const fn count(&self) -> usize {
                let all = self.bytes.data.len() as isize - self.bytes.base;
                let count = all.saturating_mul(T::PER_BYTE).saturating_sub(self.base);
                if count < 0 { 0 } else { count as usize }
            }
        }
    )*};
}

count!(Slice SliceMut);

/// Bytes that hold `N` elements of this type.
#[diagnostic::on_unimplemented(
    message = "`{N}` elements `{Self}` fill no static number of bytes",
    note = "owning tensors need a static layout"
)]
pub trait Packs<N>: SubByte {
    /// Their number, rounded up.
    type Bytes: ArrayLength;
}

macro_rules! packs {
    ($($name:ident + $less:ident >> $log:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N> Packs<N> for $name
        where
            N: Add<$less>,
            Sum<N, $less>: Shr<$log>,
            Shright<Sum<N, $less>, $log>: ArrayLength,
        {
            type Bytes = Shright<Sum<N, $less>, $log>;
        }
    )*};
}

packs! {
    S4 + N1 >> N1;
    U4 + N1 >> N1;
    U1 + N7 >> N3;
}

/// `N` elements `T` packed in owned bytes.
pub type SubbyteArray<T, N> = Subbyte<T, Array<u8, <T as Packs<N>>::Bytes>>;
