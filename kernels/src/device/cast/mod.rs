//! Casts between element types.
//!
//! The pairs in [`PAIRS`] have a kernel each, for vectors and for single elements (`…_1`); any other pair, and any
//! rounding mode or overflow rule that is not a pair's own, goes through `azulejo_cast_any`. The pairs with an 8-bit float
//! have a text of their own for compute capability 9.0, which converts those by an instruction.

mod args;
pub use args::{ANY_UNROLL, THREADS, threads, unroll, vector};
#[cfg(target_arch = "nvptx64")]
mod any;

use azulejo_tensor::{Bool, DType, Element, F8E4M3, F8E5M2, bf16, f16};

#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use {
    crate::device::{
        map::{
            Args,
            lanes::{map1, map1_by},
        },
        unrolled,
    },
    any::cast_any,
    azulejo_scalar::pairs::Pair,
};

#[cfg(all(target_arch = "nvptx64", feature = "entries"))]
use crate::device::modes::Modes;

macro_rules! family {
    ($($A:ident $a:literal $B:ident $b:literal $arch:ident;)*) => {
        crate::kernels! {
            file "cast", texts crate::table::texts("cast");
            "azulejo_cast_any", threads 256, min_ctas 2, Sm80
                => fn(dst: *mut u8, src: *const u8, modes: Modes<2>, total: u32, rule: u32) {
                // SAFETY: the launcher made `modes` from views that are live, apart from each other and of the dtypes in `rule`: every
                // offset of an index below `total` is inside them. It made `rule` from values of `DType`, `RoundingMode` and `Overflow`.
                unsafe { cast_any(dst, src, &modes, total, rule) }
            }
            $(concat!("azulejo_cast_", $a, "_", $b), threads threads(<$A>::DTYPE, <$B>::DTYPE), min_ctas 3, $arch => fn(args: Args<1, 2>) {
                const V: usize = vector(<$A>::DTYPE, <$B>::DTYPE) as usize;
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                unsafe { map1_by::<$A, $B, V, { unroll(<$A>::DTYPE, <$B>::DTYPE) as usize }, { threads(<$A>::DTYPE, <$B>::DTYPE) }>(&args, |a| unrolled(|u| unrolled(|v| Pair::<$B>::convert(a[u][v])))) }
            }
            concat!("azulejo_cast_", $a, "_", $b, "_1"), threads 256, min_ctas 4, $arch => fn(args: Args<1, 2>) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                unsafe { map1::<$A, $B, 1, 2>(&args, |a| unrolled(|u| unrolled(|v| Pair::<$B>::convert(a[u][v])))) }
            })*
        }

        /// The pairs that have kernels, in table order after the first row, two rows each.
        pub const PAIRS: &[(DType, DType)] = &[$((<$A>::DTYPE, <$B>::DTYPE)),*];
    };
}

family! {
    f32 "f32" f16 "f16" Common; f32 "f32" bf16 "bf16" Common; f16 "f16" f32 "f32" Common; bf16 "bf16" f32 "f32" Common; f16 "f16" bf16 "bf16" Common;
    bf16 "bf16" f16 "f16" Common; f32 "f32" f64 "f64" Common; f64 "f64" f32 "f32" Common; f32 "f32" i32 "i32" Common; i32 "i32" f32 "f32" Common;
    f32 "f32" u8 "u8" Common; u8 "u8" f32 "f32" Common; f32 "f32" i8 "i8" Common; i8 "i8" f32 "f32" Common; i32 "i32" i64 "i64" Common;
    i64 "i64" i32 "i32" Common; i64 "i64" f32 "f32" Common; i64 "i64" f64 "f64" Common; i32 "i32" f64 "f64" Common; f64 "f64" i64 "i64" Common;
    u8 "u8" i32 "i32" Common; Bool "bool" f32 "f32" Common; Bool "bool" i32 "i32" Common; f32 "f32" Bool "bool" Common;
    f32 "f32" F8E4M3 "e4m3" Sm80; f32 "f32" F8E5M2 "e5m2" Sm80; F8E4M3 "e4m3" f32 "f32" Sm80; F8E5M2 "e5m2" f32 "f32" Sm80;
    f16 "f16" F8E4M3 "e4m3" Sm80; bf16 "bf16" F8E4M3 "e4m3" Sm80; F8E4M3 "e4m3" f16 "f16" Sm80; F8E4M3 "e4m3" bf16 "bf16" Sm80;
}
