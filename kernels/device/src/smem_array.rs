//! [`smem_array!`](crate::smem_array): static shared memory, as long as a static layout's cosize.

/// Declares a block's array in shared memory, of which the layout says how long it is; CuTe's
/// `__shared__ T smem[cosize_v<Layout>]`.
///
/// The type that it declares stands for the array: `BYTES` is known to the compiler, and on a device `tensor()` is the
/// array seen through its layout. The symbol names the variable in the PTX, so it is unique in a crate. One array serves
/// one kernel at a time; no other block sees what a block leaves in it. Kernels whose size depends on the launch take
/// dynamic shared memory instead.
///
/// The array of a swizzled layout has whole blocks of the swizzle's and begins at a multiple of 1024 bytes, another at one of 16.
///
/// ```
/// use azulejo_device::smem_array;
/// use azulejo_layout::{ComposedLayout, Layout, Swizzle, ints::*};
/// smem_array! {
///     /// Columns together.
///     struct Columns: [f32; Layout<(_4, _8), (_1, _4)>] = "example_columns";
///     /// Rows 33 apart: 7 · 33 + 32 elements.
///     struct Padded: [f64; Layout<(_32, _8), (_1, _33)>] = "example_padded";
///     /// Rows of 32 elements, whose groups of 4 are exchanged.
///     struct Swizzled: [f32; ComposedLayout<Swizzle<_3, _2, _3>, _0, Layout<(_8, _32), (_32, _1)>>] = "example_swizzled";
/// }
/// assert_eq!((Columns::BYTES, Padded::BYTES, Swizzled::BYTES), (128, 8 * 263, 1024));
/// ```
///
/// The length of a layout with a dynamic leaf is not known in time:
///
/// ```compile_fail,E0080
/// azulejo_device::smem_array! {
///     struct Columns: [f32; azulejo_layout::Layout<(usize, azulejo_layout::ints::_8), (azulejo_layout::ints::_1, usize)>] = "example_columns";
/// }
/// ```
#[macro_export]
macro_rules! smem_array {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident: [$t:ty; $layout:ty] = $symbol:literal;)*) => {$(
        $(#[$meta])*
        $vis struct $name;

        #[allow(dead_code, reason = "a kernel may not ask for everything")]
        impl $name {
            /// Bytes of the array.
            $vis const BYTES: usize = <$layout as $crate::reexport::azulejo_tensor::MemoryLayout>::COSIZE * ::core::mem::size_of::<$t>();

            /// Where it begins: what reads a swizzled array as it is counts from a multiple of 1024 bytes.
            #[cfg(target_arch = "nvptx64")]
            const ALIGN: usize = match <$layout as $crate::reexport::azulejo_tensor::MemoryLayout>::SWIZZLE {
                [0, _, _] => 16,
                _ => 1024,
            };

            /// The array through its layout.
            ///
            /// # Safety
            /// The contract of [`make_smem_ptr`](azulejo_tensor::make_smem_ptr), for the threads of one block.
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            $vis unsafe fn tensor() -> $crate::reexport::azulejo_tensor::Tensor<$crate::reexport::azulejo_tensor::engine::SmemPtr<$t>, $layout> {
                let raw: u64;
                // SAFETY: takes the generic address of the variable declared below and touches no memory (PTX ISA, `cvta`).
                unsafe {
                    ::core::arch::asm!(
                        concat!("{{ .reg .b64 at; mov.u64 at, ", $symbol, "; cvta.shared.u64 {}, at; }}"),
                        out(reg64) raw,
                        options(pure, nomem, nostack)
                    )
                };
                // SAFETY: upheld by the caller: elements are read after they were written, with a barrier between
                // threads, and one value uses the variable at a time; it is as long as the layout reaches.
                let pointer = unsafe { $crate::reexport::azulejo_tensor::make_smem_ptr(raw as *mut $t) };
                $crate::reexport::azulejo_tensor::make_tensor(pointer, <$layout>::default())
            }
        }

        #[cfg(target_arch = "nvptx64")]
        ::core::arch::global_asm!(concat!(".shared .align {} .b8 ", $symbol, "[{}];"), const $name::ALIGN, const $name::BYTES);

        const _: () = assert!($name::BYTES <= 48 << 10, "smem_array!: static shared memory is 48 KiB at most; take more from the launch, by `shared_storage!`");
    )*};
}
