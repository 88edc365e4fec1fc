//! The operators of many instructions: logarithms, trigonometric functions, powers, remainders, and all functions of
//! `f64`. Fewer vectors a thread than the other kernels, since registers hold the computation.

use azulejo_tensor::DType;

use super::Code;

/// Returns `true` if `code` on a type has its kernel here.
///
/// ```
/// use azulejo_kernels::device::map::{Code, long::is_long};
/// use azulejo_tensor::DType;
/// assert!(is_long(Code::Exp, DType::F64) && !is_long(Code::Exp, DType::F32));
/// ```
pub const fn is_long(code: Code, dtype: DType) -> bool {
    match code {
        Code::Log | Code::Log2 | Code::Sin | Code::Cos | Code::Tanh => true,
        Code::FloorDiv | Code::Mod | Code::Rem | Code::Pow => true,
        Code::Exp | Code::Exp2 | Code::Sigmoid | Code::Silu | Code::Gelu => {
            matches!(dtype, DType::F64)
        }
        // A vector holds eight quotients, each rounded as `f32` has it.
        Code::Div => matches!(dtype, DType::F16 | DType::BF16),
        _ => false,
    }
}

macro_rules! kernels_of {
    ($module:ident $T:ty, $file:literal, $short:literal, $v:literal, $binary:ident, { $($more:tt)* }) => {
        #[doc = concat!("Kernels over `", $short, "`.")]
        pub mod $module {
            #[cfg(all(target_arch = "nvptx64", feature = "entries"))]
            use crate::device::map::{Args, apply, lanes::*, unroll};

            crate::kernels! {
                file $file, texts crate::table::texts($file);
                concat!("azulejo_long2_", $short), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, $T, $v, { unroll($v) as usize }>(&args, |a, b| apply::$binary(args.code, a, b)) }
                }
                concat!("azulejo_long2_", $short, "_1"), threads 256, min_ctas 3, Common => fn(args: Args<2, 3>) {
                    // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                    // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                    unsafe { map2::<$T, $T, $T, 1, 4>(&args, |a, b| apply::$binary(args.code, a, b)) }
                }
                $($more)*
            }
        }
    };
}

macro_rules! reals {
    ($($module:ident $T:ty, $file:literal, $short:literal, $v:literal;)*) => {$(
        kernels_of! { $module $T, $file, $short, $v, long_binary_real, {
            concat!("azulejo_long1_", $short), threads 256, min_ctas 4, Common => fn(args: Args<1, 2>) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                unsafe { map1::<$T, $T, $v, { unroll($v) as usize }>(&args, |a| apply::long_unary(args.code, a)) }
            }
            concat!("azulejo_long1_", $short, "_1"), threads 256, min_ctas 4, Common => fn(args: Args<1, 2>) {
                // SAFETY: the launcher checked the views of `args`: live on this device, of these element types, every offset of an index
                // below `total` inside them, vectors aligned to their size, the output apart from each input or exactly one of them.
                unsafe { map1::<$T, $T, 1, 4>(&args, |a| apply::long_unary(args.code, a)) }
            }
        } }
    )*};
}

macro_rules! integers {
    ($($module:ident $T:ty, $file:literal, $short:literal, $v:literal;)*) => {$(
        kernels_of! { $module $T, $file, $short, $v, long_binary, {} }
    )*};
}

reals! {
    f32_ f32, "long_f32", "f32", 4;
    f64_ f64, "long_f64", "f64", 2;
    f16_ azulejo_tensor::f16, "long_f16", "f16", 8;
    bf16_ azulejo_tensor::bf16, "long_bf16", "bf16", 8;
}

integers! {
    i8_ i8, "long_i8", "i8", 8;
    i16_ i16, "long_i16", "i16", 8;
    i32_ i32, "long_i32", "i32", 4;
    i64_ i64, "long_i64", "i64", 2;
    u8_ u8, "long_u8", "u8", 8;
    u16_ u16, "long_u16", "u16", 8;
    u32_ u32, "long_u32", "u32", 4;
    u64_ u64, "long_u64", "u64", 2;
}
