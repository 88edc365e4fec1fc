//! Memory spaces as types.

/// A memory space. The tag of a pointer is this type, so a shared-memory tensor is never taken for a global one.
pub trait Space: Copy + 'static {
    /// The tag in CuTe's print: `gmem_ptr`.
    const TAG: &'static str;
    /// Whether elements are in registers, which have no address: they are moved one by one.
    const REGISTERS: bool = false;
    /// Whether several elements share a byte.
    const PACKED: bool = false;
    /// Whether each element has an address of its own, so that neighbours can be moved as a word.
    const ADDRESSED: bool = !Self::REGISTERS && !Self::PACKED;
}

macro_rules! spaces {
    ($($(#[$doc:meta])* $name:ident $tag:literal $($registers:literal)?;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Space for $name {
            const TAG: &'static str = $tag;
            $(const REGISTERS: bool = $registers;)?
        }
    )*};
}

spaces! {
    /// Global memory of a device.
    Gmem "gmem_ptr";
    /// Shared memory of a thread block.
    Smem "smem_ptr";
    /// Registers of a thread.
    Rmem "rmem_ptr" true;
    /// Host memory.
    Host "ptr";
}

/// Memory of space `S` in which several elements share a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed<S>(core::marker::PhantomData<S>);

impl<S: Space> Space for Packed<S> {
    const TAG: &'static str = S::TAG;
    const REGISTERS: bool = S::REGISTERS;
    const PACKED: bool = true;
}
