//! [`Engine`]: read one element; [`EngineMut`]: write one.

use core::fmt;

use super::{Space, Value};

/// Storage that a tensor reads: a base and elements at offsets from it.
///
/// Offsets are counted in elements and may be negative, since a view may start anywhere in its storage.
///
/// # Safety
/// Copies of several elements read through [`Engine::base`]. Where the space is [`ADDRESSED`](Space::ADDRESSED) and
/// [`Engine::contains`] holds for two offsets, these and all between lie in one allocation with the base, as elements of
/// the item's size and alignment, initialized, and no one writes them while this value is borrowed. A view keeps the same.
/// (A [`super::Ptr`] contains every offset: its maker promised this of those that are asked for.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not tensor storage",
    note = "engines are `Ptr`, `Slice`, `SliceMut` and `Array`"
)]
pub unsafe trait Engine {
    /// What it holds.
    type Item: Value;
    /// The memory it is in.
    type Space: Space;
    /// A shared view of the same elements.
    type View<'a>: Engine<Item = Self::Item, Space = Self::Space>
    where
        Self: 'a;

    /// The element at `offset`.
    ///
    /// # Panics
    /// Where the storage knows its bounds and `offset` is outside them. For a [`super::Ptr`] its constructor's contract holds instead.
    fn load(&self, offset: isize) -> Self::Item;

    /// Whether `offset` is inside the bounds, where the storage knows them; `true` for a [`super::Ptr`].
    fn contains(&self, offset: isize) -> bool;

    /// The view whose base is `offset` elements further.
    fn view(&self, offset: isize) -> Self::View<'_>;

    /// The place of the base; valid for what [`Engine::contains`] allows.
    fn base(&self) -> *const Self::Item;

    /// The address of the base in bytes: its alignment decides how wide a copy can be.
    #[inline(always)]
    fn address(&self) -> usize {
        self.base().addr()
    }

    /// Writes the base as CuTe prints a pointer: space, width and address, `gmem_ptr[32b](0x7f00)`.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write_base(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tag, bits) = (Self::Space::TAG, size_of::<Self::Item>() * 8);
        write!(f, "{tag}[{bits}b]({:#x})", self.address())
    }
}

/// Storage that a tensor writes.
///
/// # Safety
/// As for [`Engine`], of [`EngineMut::base_mut`] and of writes: no one else reads or writes those elements while this value
/// is mutably borrowed.
#[diagnostic::on_unimplemented(
    message = "the storage `{Self}` cannot be written",
    note = "make the tensor from a `&mut` slice, a pointer or an owning array"
)]
pub unsafe trait EngineMut: Engine {
    /// A writable view of the same elements.
    type ViewMut<'a>: EngineMut<Item = Self::Item, Space = Self::Space>
    where
        Self: 'a;

    /// Writes `item` at `offset`.
    ///
    /// # Panics
    /// As [`Engine::load`].
    fn store(&mut self, offset: isize, item: Self::Item);

    /// The place of the base, for writing; valid for what [`Engine::contains`] allows.
    fn base_mut(&mut self) -> *mut Self::Item;

    /// The writable view whose base is `offset` elements further.
    fn view_mut(&mut self, offset: isize) -> Self::ViewMut<'_>;
}

/// Ends an access outside the storage's bounds. On a device the grid ends, see [`stop`].
#[cold]
pub(super) fn out_of_bounds() -> ! {
    #[cfg(target_arch = "nvptx64")]
    stop(c"the tensor's offset is outside its storage: the coordinate is out of range or the layout was made for a larger buffer");
    #[cfg(not(target_arch = "nvptx64"))]
    panic!(
        "the tensor's offset is outside its storage: the coordinate is out of range or the layout was made for a larger buffer"
    )
}

/// Ends the grid: prints `azulejo: MESSAGE` and traps. The host's next call on the stream
/// returns the driver's error.
#[cfg(target_arch = "nvptx64")]
#[cold]
#[inline(never)]
pub(crate) fn stop(message: &'static core::ffi::CStr) -> ! {
    unsafe extern "C" {
        /// CUDA's printer: a format and the packed values it names (CUDA C++ Programming Guide, formatted output).
        fn vprintf(format: *const u8, values: *const u64) -> i32;
    }
    let values = [message.as_ptr() as u64];
    let format = c"azulejo: %s\n";
    // SAFETY: the format ends in 0 and names one value of eight bytes, the address of a string that ends in 0.
    unsafe { vprintf(format.as_ptr().cast(), values.as_ptr()) };
    // SAFETY: `trap` takes nothing and does not return (PTX ISA, `trap`).
    unsafe { core::arch::nvptx::trap() }
}
