//! Kernels that combine elements: reductions over any axes, softmax and layer norm of rows.
//!
//! A block works on one output or one row. Vectors of 16 bytes where the elements that fall together are neighbours and
//! aligned, else element by element (`…_1`). The order in which elements are combined depends on the shape alone.

mod args;
pub use args::{COLUMN_THREADS, Columns, KEPT, MOST_VECTORS, Reduce, Rows, SCRATCH, THREADS};
#[cfg(target_arch = "nvptx64")]
mod block;
#[cfg(target_arch = "nvptx64")]
mod columns;
#[cfg(target_arch = "nvptx64")]
mod norm;
#[cfg(target_arch = "nvptx64")]
#[allow(missing_docs)] // Conversions named by their types.
mod reduce;

#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use {
    crate::device::ptx::memory::Wide,
    norm::{layer_norm, softmax},
};

macro_rules! norms {
    ($($T:ty, $short:literal, $v:literal, $one:ty;)*) => {
        crate::kernels! {
            file "norm", texts crate::table::texts("norm");
            $(concat!("azulejo_softmax_", $short), threads 256, min_ctas 4, Common => fn(args: Rows) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                unsafe { softmax::<$T, Wide, $v>(&args) }
            }
            concat!("azulejo_softmax_", $short, "_1"), threads 256, min_ctas 4, Common => fn(args: Rows) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                unsafe { softmax::<$T, $one, 1>(&args) }
            }
            concat!("azulejo_layer_norm_", $short), threads 256, min_ctas 3, Common => fn(args: Rows) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                unsafe { layer_norm::<$T, Wide, $v>(&args) }
            }
            concat!("azulejo_layer_norm_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Rows) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                unsafe { layer_norm::<$T, $one, 1>(&args) }
            })*
        }
    };
}

norms! {
    f32, "f32", 4, u32;
    azulejo_tensor::f16, "f16", 8, u16;
    azulejo_tensor::bf16, "bf16", 8, u16;
}

/// Reductions, by element type.
pub mod reductions {
    #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
    use super::{Reduce, reduce::reduce};
    #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
    use crate::device::ptx::memory::Wide;

    macro_rules! family {
        ($($T:ty, $short:literal, $v:literal, $one:ty;)*) => {
            crate::kernels! {
                file "reduce", texts crate::table::texts("reduce");
                $(concat!("azulejo_reduce_", $short), threads 256, min_ctas 3, Common => fn(args: Reduce) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                    // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                    unsafe { reduce::<$T, Wide, $v>(&args) }
                }
                concat!("azulejo_reduce_", $short, "_1"), threads 256, min_ctas 4, Common => fn(args: Reduce) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                    // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                    unsafe { reduce::<$T, $one, 1>(&args) }
                })*
            }
        };
    }

    family! {
        f32, "f32", 4, u32;
        f64, "f64", 2, u64;
        azulejo_tensor::f16, "f16", 8, u16;
        azulejo_tensor::bf16, "bf16", 8, u16;
        i8, "i8", 16, u8;
        i16, "i16", 8, u16;
        i32, "i32", 4, u32;
        i64, "i64", 2, u64;
        u8, "u8", 16, u8;
        u16, "u16", 8, u16;
        u32, "u32", 4, u32;
        u64, "u64", 2, u64;
    }
}

/// Reductions down the columns: `azulejo_columns_T` for vectors of 16 bytes, 8 elements at most, and `azulejo_columns_T_1`
/// for single ones.
pub mod down {
    #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
    use super::{Columns, columns::reduce_columns};
    #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
    use crate::device::ptx::memory::Wide;

    macro_rules! family {
        ($($T:ty, $short:literal, $v:literal, $wide:ty, $one:ty;)*) => {
            crate::kernels! {
                file "columns", texts crate::table::texts("columns");
                $(concat!("azulejo_columns_", $short), threads 256, min_ctas 2, Common => fn(args: Columns) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                    // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                    unsafe { reduce_columns::<$T, $wide, $v>(&args) }
                }
                concat!("azulejo_columns_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Columns) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, apart from each other, vectors
                    // aligned to their size. It launches whole blocks of the kernel's threads with the shared memory that `args` asks for.
                    unsafe { reduce_columns::<$T, $one, 1>(&args) }
                })*
            }
        };
    }

    family! {
        f32, "f32", 4, Wide, u32;
        f64, "f64", 2, Wide, u64;
        azulejo_tensor::f16, "f16", 8, Wide, u16;
        azulejo_tensor::bf16, "bf16", 8, Wide, u16;
        i8, "i8", 8, u64, u8;
        i16, "i16", 8, Wide, u16;
        i32, "i32", 4, Wide, u32;
        i64, "i64", 2, Wide, u64;
        u8, "u8", 8, u64, u8;
        u16, "u16", 8, Wide, u16;
        u32, "u32", 4, Wide, u32;
        u64, "u64", 2, Wide, u64;
    }
}
