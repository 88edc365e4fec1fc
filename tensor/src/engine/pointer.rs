//! [`Ptr`]: a raw pointer tagged by its memory space.

use core::fmt;
use core::marker::PhantomData;

use super::{Engine, EngineMut, Gmem, Rmem, Smem, Space, Value};

/// A raw pointer to elements of type `T` in space `S`, without bounds: what kernels hold.
///
/// `#[repr(transparent)]`, so it is passed to a kernel as the pointer itself.
#[repr(transparent)]
pub struct Ptr<T, S> {
    raw: *mut T,
    space: PhantomData<S>,
}

/// A pointer into global memory.
pub type GmemPtr<T> = Ptr<T, Gmem>;
/// A pointer into shared memory.
pub type SmemPtr<T> = Ptr<T, Smem>;
/// A pointer to a thread's own memory.
pub type RmemPtr<T> = Ptr<T, Rmem>;

impl<T, S> Clone for Ptr<T, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S> Copy for Ptr<T, S> {}

impl<T, S> Ptr<T, S> {
    /// Tags a raw pointer.
    ///
    /// # Safety
    /// For as long as this value, a tensor on it or a view made from either is used:
    /// - each offset that is loaded lies in one live allocation in space `S` together with the pointer, is aligned for `T` and holds a valid `T`;
    /// - each offset that is stored is writable, so a pointer cast from `*const T` is only read;
    /// - no other thread writes an element while this one reads it, and no other thread accesses one while this one writes it, without
    ///   a barrier between them.
    ///
    /// The dynamic integers of the layout hold all its offsets and indices (`Layout::fits_itself`; debug builds check it on the host).
    /// A tensor whose layout stays inside the allocation, its slices at coordinates inside its shape, and partitions that are
    /// predicated where a tile overhangs ask only for such offsets.
    #[inline(always)]
    pub const unsafe fn new(raw: *mut T) -> Self {
        Ptr {
            raw,
            space: PhantomData,
        }
    }

    /// The untagged pointer.
    #[inline(always)]
    pub const fn raw(self) -> *mut T {
        self.raw
    }

    /// The pointer `offset` elements further; computing it is always safe.
    #[inline(always)]
    pub const fn moved(self, offset: isize) -> Self {
        Ptr {
            raw: self.raw.wrapping_offset(offset),
            space: PhantomData,
        }
    }
}

/// Tags a pointer into global memory.
///
/// # Safety
/// As [`Ptr::new`].
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{make_gmem_ptr, make_tensor};
/// let mut data = [1.0f32, 2.0, 3.0, 4.0];
/// // SAFETY: the pointer is to four live floats, and nothing else touches them while the tensor is used.
/// let pointer = unsafe { make_gmem_ptr(data.as_mut_ptr()) };
/// let mut t = make_tensor(pointer, layout!((_2, _2)));
/// t.put((1, 1), 5.0);
/// assert_eq!(data[3], 5.0);
/// ```
#[inline(always)]
pub const unsafe fn make_gmem_ptr<T>(raw: *mut T) -> GmemPtr<T> {
    // SAFETY: upheld by the caller: what is loaded and stored lies in one live allocation in global memory, aligned,
    // valid and free of races, as `Ptr::new` asks.
    unsafe { Ptr::new(raw) }
}

/// Tags a pointer into shared memory.
///
/// # Safety
/// As [`Ptr::new`].
///
/// ```
/// use azulejo_tensor::make_smem_ptr;
/// let mut tile = [0u16; 8];
/// // SAFETY: the pointer is not read through.
/// let pointer = unsafe { make_smem_ptr(tile.as_mut_ptr()) };
/// assert!(format!("{pointer:?}").starts_with("smem_ptr[16b]("));
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub const unsafe fn make_smem_ptr<T>(raw: *mut T) -> SmemPtr<T> {
    // SAFETY: upheld by the caller: what is loaded and stored lies in one live allocation in shared memory, aligned,
    // valid and free of races, as `Ptr::new` asks.
    unsafe { Ptr::new(raw) }
}

/// Tags a pointer to a thread's own memory.
///
/// # Safety
/// As [`Ptr::new`].
///
/// ```
/// use azulejo_tensor::make_rmem_ptr;
/// let mut mine = [0u8; 8];
/// // SAFETY: the pointer is not read through.
/// let pointer = unsafe { make_rmem_ptr(mine.as_mut_ptr()) };
/// assert_eq!(pointer.moved(3).raw().addr() - pointer.raw().addr(), 3);
/// ```
#[inline(always)]
pub const unsafe fn make_rmem_ptr<T>(raw: *mut T) -> RmemPtr<T> {
    // SAFETY: upheld by the caller: what is loaded and stored lies in one live allocation of this thread, aligned,
    // valid and free of races, as `Ptr::new` asks.
    unsafe { Ptr::new(raw) }
}

impl<T, S: Space> fmt::Debug for Ptr<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}b]({:p})", S::TAG, size_of::<T>() * 8, self.raw)
    }
}

// SAFETY: the maker of the pointer promised all of it for the offsets that are asked for (`Ptr::new`).
unsafe impl<T: Value, S: Space> Engine for Ptr<T, S> {
    type Item = T;
    type Space = S;
    type View<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn load(&self, offset: isize) -> T {
        // SAFETY: in bounds, aligned, initialised and free of races by the contract of `Ptr::new`, which the maker of `self` keeps.
        unsafe { self.raw.wrapping_offset(offset).read() }
    }

    #[inline(always)]
    fn contains(&self, _: isize) -> bool {
        true
    }

    #[inline(always)]
    fn view(&self, offset: isize) -> Self {
        self.moved(offset)
    }

    #[inline(always)]
    fn base(&self) -> *const T {
        self.raw
    }
}

// SAFETY: stores are in bounds, aligned and free of races, as the maker of the pointer says to `Ptr::new`; `base_mut` is where offset
// 0 is stored.
#[diagnostic::do_not_recommend]
unsafe impl<T: Value, S: Space> EngineMut for Ptr<T, S> {
    type ViewMut<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn store(&mut self, offset: isize, item: T) {
        // SAFETY: in bounds, aligned, writable and free of races by the contract of `Ptr::new`, which the maker of `self` keeps.
        unsafe { self.raw.wrapping_offset(offset).write(item) }
    }

    #[inline(always)]
    fn base_mut(&mut self) -> *mut T {
        self.raw
    }

    #[inline(always)]
    fn view_mut(&mut self, offset: isize) -> Self {
        self.moved(offset)
    }
}
