//! One engine of all kinds of storage: a view of it is a view of each, by the same type.

use super::random::{ELEMENTS, array, numbered, packed};
use azulejo_tensor::atom::U4;
use azulejo_tensor::engine::{
    Array, Engine, EngineMut, GmemPtr, Host, Packed, Slice, SliceMut, Subbyte, make_gmem_ptr,
    make_subbyte,
};
use std::ptr;
use typenum::U8192;

/// Storage of each kind, seen at the same offset: an element is that of each.
pub struct Every<S, N, A> {
    slice: S,
    pointer: GmemPtr<u16>,
    nibbles: N,
    array: A,
}

/// What tensors read.
pub type Read<'a> = Every<Slice<'a, u16>, Subbyte<U4, Slice<'a, u8>>, Array<u16, U8192>>;
/// What tensors read and write.
pub type Written<'a> = Every<SliceMut<'a, u16>, Subbyte<U4, SliceMut<'a, u8>>, Array<u16, U8192>>;

/// The memory of a test's engines. Of the pointers' elements none is reached but by them.
pub struct Storage {
    numbered: Vec<u16>,
    pointed: Vec<u16>,
    packed: Vec<u8>,
}

impl Storage {
    /// Elements that say at which offset they are, and four-bit ones of which no two neighbors are the same.
    pub fn new() -> Self {
        Storage {
            numbered: numbered(),
            pointed: numbered(),
            packed: packed(),
        }
    }

    /// The pointer's engine; the test's layouts stay below [`ELEMENTS`].
    fn pointer(&mut self) -> GmemPtr<u16> {
        assert_eq!(self.pointed.len(), ELEMENTS);
        // SAFETY: the vector has the elements that the layouts of `kinds` reach, and no one else uses it while `self` is borrowed,
        // which is for longer than the engine lives.
        unsafe { make_gmem_ptr(self.pointed.as_mut_ptr()) }
    }

    /// The engine that is read.
    pub fn read(&mut self) -> Read<'_> {
        Every {
            pointer: self.pointer(),
            slice: Slice::new(&self.numbered),
            nibbles: make_subbyte(&self.packed[..]),
            array: array(),
        }
    }

    /// The engine that is written, too.
    pub fn written(&mut self) -> Written<'_> {
        Every {
            pointer: self.pointer(),
            slice: SliceMut::new(&mut self.numbered),
            nibbles: make_subbyte(&mut self.packed[..]),
            array: array(),
        }
    }
}

// SAFETY: its space is packed and never addressed, so nothing is read through `base`.
unsafe impl<S, N, A> Engine for Every<S, N, A>
where
    S: Engine<Item = u16>,
    N: Engine<Item = U4>,
    A: Engine<Item = u16>,
{
    type Item = (u16, u16, U4, u16);
    type Space = Packed<Host>;
    type View<'b>
        = Every<S::View<'b>, N::View<'b>, A::View<'b>>
    where
        Self: 'b;

    fn load(&self, offset: isize) -> Self::Item {
        (
            self.slice.load(offset),
            self.pointer.load(offset),
            self.nibbles.load(offset),
            self.array.load(offset),
        )
    }

    fn contains(&self, offset: isize) -> bool {
        self.slice.contains(offset) && self.nibbles.contains(offset) && self.array.contains(offset)
    }

    fn view(&self, offset: isize) -> Self::View<'_> {
        Every {
            slice: self.slice.view(offset),
            pointer: self.pointer.view(offset),
            nibbles: self.nibbles.view(offset),
            array: self.array.view(offset),
        }
    }

    fn base(&self) -> *const Self::Item {
        ptr::null()
    }
}

// SAFETY: stores go through each storage's own engine; nothing is written through `base_mut`, as nothing is read through `base`.
unsafe impl<S, N, A> EngineMut for Every<S, N, A>
where
    S: EngineMut<Item = u16>,
    N: EngineMut<Item = U4>,
    A: EngineMut<Item = u16>,
{
    type ViewMut<'b>
        = Every<S::ViewMut<'b>, N::ViewMut<'b>, A::ViewMut<'b>>
    where
        Self: 'b;

    fn store(&mut self, offset: isize, (slice, pointed, nibble, array): Self::Item) {
        self.slice.store(offset, slice);
        self.pointer.store(offset, pointed);
        self.nibbles.store(offset, nibble);
        self.array.store(offset, array);
    }

    fn base_mut(&mut self) -> *mut Self::Item {
        ptr::null_mut()
    }

    fn view_mut(&mut self, offset: isize) -> Self::ViewMut<'_> {
        Every {
            slice: self.slice.view_mut(offset),
            pointer: self.pointer.view_mut(offset),
            nibbles: self.nibbles.view_mut(offset),
            array: self.array.view_mut(offset),
        }
    }
}
