//! `shared_storage!`: the shared memory of a thread block as one typed struct.

use core::marker::PhantomData;

use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_tensor::{MemoryLayout, Tensor};

use super::SharedPtr;

/// A field that starts at a multiple of 1024 bytes, as TMA with a swizzle of 128 bytes asks for.
#[repr(C, align(1024))]
pub struct Aligned<T>(T);

/// Where a storage that [`shared_storage!`](crate::shared_storage) declares begins. Only its unsafe `at` makes one, also in the module of
/// the declaration.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct StorageAddress<T = ()>(u32, PhantomData<T>);

impl<T> StorageAddress<T> {
    /// A storage at an address of shared memory.
    ///
    /// # Safety
    /// Same requirements as `at` of the storage.
    #[inline(always)]
    pub const unsafe fn new(address: u32) -> Self {
        StorageAddress(address, PhantomData)
    }

    /// A field so many bytes after the beginning.
    ///
    /// # Safety
    /// Same requirements as [`SharedPtr::new`].
    #[inline(always)]
    pub unsafe fn field<F>(&self, offset: usize) -> SharedPtr<F> {
        // SAFETY: upheld by the caller.
        unsafe { SharedPtr::new(self.0 + offset as u32) }
    }

    /// A tensor so many bytes after the beginning. Its type is told by what it is returned as, once for the compiler.
    ///
    /// # Safety
    /// Same requirements as [`SharedPtr::new`].
    #[inline(always)]
    pub unsafe fn tensor<E, L: Default>(&self, offset: usize) -> Tensor<SharedPtr<E>, L> {
        // SAFETY: upheld by the caller.
        Tensor::from_parts(unsafe { self.field(offset) }, L::default())
    }
}

/// The stages of a tensor of a storage: the extent of its last mode.
#[doc(hidden)]
pub const fn stages_of<S, T, L: MemoryLayout>(
    _tensor: fn(S) -> Tensor<SharedPtr<T>, L>,
) -> Option<i64> {
    let mut modes = L::Modes::DESC;
    while let Desc::Cons(mode, rest) = modes {
        if matches!(rest, Desc::Nil) {
            return mode.size();
        }
        modes = rest;
    }
    modes.size()
}

/// Declares the shared memory of a kernel: tensors by element and layout, then plain fields.
///
/// `BYTES` is the size for the launch, `at(address)` the storage there; a tensor's method gives the tensor, a plain field's a
/// [`SharedPtr`](crate::engine::SharedPtr) to its type. The layouts are static. A pipeline that is `of` tensors has as many stages as each
/// of them in its last mode, or the declaration does not compile. A storage may have a type parameter for its elements; its layouts
/// then do not depend on it, and what does not compile is told where `at` is called.
///
/// ```ignore
/// shared_storage! {
///     pub struct SharedStorage<T> {
///         tensor smem_a: [T; SmemLayoutA];
///         tensor smem_b: [T; SmemLayoutB];
///         plain pipeline: PipelineStorage<4>, of smem_a, smem_b;
///     }
/// }
/// let storage = unsafe { SharedStorage::<f16>::at(smem::arena()) };
/// let sA = storage.smem_a(); // (BLK_M,BLK_K,PIPE)
/// let pipeline = unsafe { PipelineTmaAsync::<4>::new(storage.pipeline(), params) }; // the field's 4 stages
/// ```
///
/// Source: CuTe, `SharedStorage` in the tutorials; CUTLASS, `TensorStorage`.
#[macro_export]
macro_rules! shared_storage {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::shared_storage! { @ [$(#[$meta])*] $vis $name []: $($fields)* }
        // Said at the declaration.
        const _: () = $name::CHECKED;
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident<$param:ident> { $($fields:tt)* }) => {
        $crate::shared_storage! { @ [$(#[$meta])*] $vis $name [$param]: $($fields)* }
    };
    (@ [$(#[$meta:meta])*] $vis:vis $name:ident $params:tt:
        $(tensor $tensor:ident: [$t:ty; $layout:ty];)*
        $(plain $plain:ident: $plain_type:ty $(, of $($staged:ident),+)?;)*
    ) => {
        $crate::shared_storage! { @struct [$(#[$meta])*] $vis $name $params }

        const _: () = {
            $crate::shared_storage! { @fields $params
                $($tensor: $crate::engine::Aligned<[$t; <$layout as $crate::reexport::azulejo_tensor::MemoryLayout>::COSIZE]>,)*
                $($plain: $plain_type,)*
            }

            $crate::shared_storage! { @impl $name $params
                /// Panics as a failed build where the fields do not fit or stages differ.
                #[doc(hidden)]
                $vis const CHECKED: () = {
                    assert!(Self::BYTES <= 227 << 10, "shared_storage!: a block has 227 KiB of shared memory at most; take smaller tiles or fewer stages");
                    assert!(::core::mem::align_of::<$crate::shared_storage!(@type Fields $params)>() <= 1024, "shared_storage!: the storage begins at a multiple of 1024; no field has a larger alignment");
                    $($($(
                        assert!(
                            matches!($crate::engine::stages_of(Self::$staged), Some(stages) if stages == <$plain_type>::STAGES as i64),
                            concat!("shared_storage!: the last mode of `", stringify!($staged), "` has another extent than `", stringify!($plain), "` has stages; give both the same")
                        );
                    )+)?)*
                };

                /// Bytes of the storage.
                $vis const BYTES: u32 = ::core::mem::size_of::<$crate::shared_storage!(@type Fields $params)>() as u32;

                /// The storage at an address of shared memory.
                ///
                /// # Safety
                /// `BYTES` bytes from there on are the block's, and the address is a multiple of 1024. Tensors of the storage are asked
                /// for coordinates inside their layouts alone, and those on plain fields for what is in the field; what is read of them
                /// was written, and a barrier is between a thread's write of an element and another's access. Elements of 1, 2, 4 or 8
                /// bytes have no padding.
                #[inline(always)]
                $vis const unsafe fn at(address: u32) -> Self {
                    $crate::shared_storage!(@check $params);
                    // SAFETY: upheld by the caller: the same requirements.
                    $name(unsafe { $crate::engine::StorageAddress::new(address) })
                }

                $(
                    /// The tensor.
                    #[inline(always)]
                    $vis fn $tensor(self) -> $crate::reexport::azulejo_tensor::Tensor<$crate::engine::SharedPtr<$t>, $layout> {
                        let offset = ::core::mem::offset_of!($crate::shared_storage!(@type Fields $params), $tensor);
                        // SAFETY: the field is as long as the layout reaches, and begins at a multiple of 1024. The caller of `at` has it
                        // the block's, asks for nothing beside it, reads what was written and puts barriers between threads.
                        unsafe { self.0.tensor(offset) }
                    }
                )*

                $(
                    /// The field.
                    #[inline(always)]
                    $vis fn $plain(self) -> $crate::engine::SharedPtr<$plain_type> {
                        let offset = ::core::mem::offset_of!($crate::shared_storage!(@type Fields $params), $plain);
                        // SAFETY: a field of this type is there, aligned as it asks for. The caller of `at` has it the block's, reads what
                        // was written, puts barriers between threads, and has no tensor on it reach beyond the field.
                        unsafe { self.0.field(offset) }
                    }
                )*
            }
        };
    };
    (@struct [$(#[$meta:meta])*] $vis:vis $name:ident [$($param:ident)?]) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name$(<$param>)?($crate::engine::StorageAddress$(<$param>)?);
    };
    (@fields [$($param:ident)?] $($fields:tt)*) => {
        #[repr(C)]
        struct Fields$(<$param>)? { $($fields)* }
    };
    (@impl $name:ident [$($param:ident)?] $($items:tt)*) => {
        #[allow(dead_code, reason = "a kernel may not ask for everything")]
        impl$(<$param: Copy>)? $name$(<$param>)? { $($items)* }
    };
    (@check []) => { () };
    (@check [$param:ident]) => { Self::CHECKED };
    (@type $name:ident [$($param:ident)?]) => { $name$(<$param>)? };
}
