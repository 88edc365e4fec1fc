//! Elementwise kernels: operators by number on one type, and the generic functions behind them for any functor.
//!
//! For each arithmetic type there are kernels of one, two and three inputs and of comparisons, each for vectors and for
//! single elements (`…_1`); the operator is a parameter ([`Code`]). Operators of many instructions have kernels of their
//! own ([`long`]), so that the others keep more loads in flight. Broadcasting is a stride of 0; which inputs are loaded as
//! vectors, once, or element by element is a parameter too ([`Args`]). Two operands of different types are promoted as
//! they are loaded ([`mixed`]). A kernel of one's own is `lanes::map1` to `lanes::map4` with a closure, on the device.

mod args;
mod code;
pub mod long;
pub mod mixed;
pub use args::{Args, LINE, THREADS, UNROLL, UNROLL_ONE, unroll, vector};
pub use code::Code;

#[cfg(target_arch = "nvptx64")]
mod apply;
#[cfg(target_arch = "nvptx64")]
pub mod lanes;

macro_rules! family {
    ($($module:ident $T:ty, $file:literal, $short:literal, $v:literal, $unary:ident $binary:ident;)*) => {$(
        #[doc = concat!("Kernels over `", $short, "`.")]
        pub mod $module {
            #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
            use super::{Args, UNROLL, UNROLL_ONE, apply, lanes::*};

            crate::kernels! {
                file $file, texts crate::table::texts($file);
                concat!("azulejo_map1_", $short), threads 256, min_ctas 4, Common => fn(args: Args<1, 2>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map1::<$T, $T, $v, { UNROLL_ONE as usize }>(&args, |a| apply::$unary(args.code, a)) }
                }
                concat!("azulejo_map1_", $short, "_1"), threads 256, min_ctas 4, Common => fn(args: Args<1, 2>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map1::<$T, $T, 1, 4>(&args, |a| apply::$unary(args.code, a)) }
                }
                concat!("azulejo_map2_", $short), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, $T, $v, { UNROLL as usize }>(&args, |a, b| apply::$binary(args.code, a, b)) }
                }
                concat!("azulejo_map2_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, $T, 1, 4>(&args, |a, b| apply::$binary(args.code, a, b)) }
                }
                concat!("azulejo_map3_", $short), threads 256, min_ctas 2, Common => fn(args: Args<3, 4>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map3::<$T, $T, $T, $T, $v, 2>(&args, |a, b, c| apply::ternary(args.code, a, b, c)) }
                }
                concat!("azulejo_map3_", $short, "_1"), threads 256, min_ctas 2, Common => fn(args: Args<3, 4>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map3::<$T, $T, $T, $T, 1, 2>(&args, |a, b, c| apply::ternary(args.code, a, b, c)) }
                }
                concat!("azulejo_compare_", $short), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, u8, $v, 2>(&args, |a, b| apply::compare(args.code, a, b)) }
                }
                concat!("azulejo_compare_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, u8, 1, 2>(&args, |a, b| apply::compare(args.code, a, b)) }
                }
                concat!("azulejo_isnan_", $short, "_1"), threads 256, min_ctas 4, Common => fn(args: Args<1, 2>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map1::<$T, u8, 1, 4>(&args, |a| apply::is_nan(a)) }
                }
            }
        }
    )*};
}

family! {
    f32_ f32, "map_f32", "f32", 4, unary_real binary_real;
    f64_ f64, "map_f64", "f64", 2, unary_real binary_real;
    f16_ azulejo_tensor::f16, "map_f16", "f16", 8, unary_real binary_real;
    bf16_ azulejo_tensor::bf16, "map_bf16", "bf16", 8, unary_real binary_real;
    i8_ i8, "map_i8", "i8", 8, unary binary;
    i16_ i16, "map_i16", "i16", 8, unary binary;
    i32_ i32, "map_i32", "i32", 4, unary binary;
    i64_ i64, "map_i64", "i64", 2, unary binary;
    u8_ u8, "map_u8", "u8", 8, unary binary;
    u16_ u16, "map_u16", "u16", 8, unary binary;
    u32_ u32, "map_u32", "u32", 4, unary binary;
    u64_ u64, "map_u64", "u64", 2, unary binary;
}

/// Selection by truth value: elements by their size alone.
pub mod where_ {
    #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
    use {
        super::{Args, apply, lanes::*},
        azulejo_tensor::Bool,
    };

    macro_rules! sizes {
        ($($bytes:literal $T:ty, $v:literal;)*) => {
            crate::kernels! {
                file "where", texts crate::table::texts("where");
                $(concat!("azulejo_where_", $bytes), threads 256, min_ctas 3, Common => fn(args: Args<3, 4>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map3::<Bool, $T, $T, $T, $v, 2>(&args, |a, b, c| apply::choose(a, b, c)) }
                }
                concat!("azulejo_where_", $bytes, "_1"), threads 256, min_ctas 3, Common => fn(args: Args<3, 4>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map3::<Bool, $T, $T, $T, 1, 2>(&args, |a, b, c| apply::choose(a, b, c)) }
                })*
            }
        };
    }
    sizes!("1" u8, 8; "2" u16, 8; "4" u32, 4; "8" u64, 2;);
}

/// The tables of all PTX files of this family.
pub const TABLES: &[&[crate::table::Kernel]] = &[
    f32_::KERNELS,
    f64_::KERNELS,
    f16_::KERNELS,
    bf16_::KERNELS,
    i8_::KERNELS,
    i16_::KERNELS,
    i32_::KERNELS,
    i64_::KERNELS,
    u8_::KERNELS,
    u16_::KERNELS,
    u32_::KERNELS,
    u64_::KERNELS,
    where_::KERNELS,
    long::f32_::KERNELS,
    long::f64_::KERNELS,
    long::f16_::KERNELS,
    long::bf16_::KERNELS,
    long::i8_::KERNELS,
    long::i16_::KERNELS,
    long::i32_::KERNELS,
    long::i64_::KERNELS,
    long::u8_::KERNELS,
    long::u16_::KERNELS,
    long::u32_::KERNELS,
    long::u64_::KERNELS,
    mixed::KERNELS,
];
