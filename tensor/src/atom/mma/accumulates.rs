//! [`Accumulates`]: which products are summed in which type.

use half::{bf16, f16};

use crate::element::{Arithmetic, Element, F8E4M3, F8E5M2, Tf32};

/// A type in which products of `A` and `B` are summed: those that the instructions of the atoms have, and the integers in themselves.
///
/// | `A`, `B` | accumulators |
/// |---|---|
/// | `f16` | `f16`, `f32` |
/// | `bf16`, `Tf32` | `f32` |
/// | `f32`, `f64` | itself |
/// | `F8E4M3`, `F8E5M2`, each with each | `f16`, `f32` |
/// | `i8`, `u8`, each with each; `i16` | `i32` |
/// | `i32`, `u32`, `i64`, `u64` | itself |
///
/// ```compile_fail
/// use azulejo_tensor::{atom::{MmaInstruction, UniversalFMA}, bf16};
/// UniversalFMA::<bf16>::default().fma(bf16::ONE, bf16::ONE, bf16::ONE); // bf16 is summed in f32
/// ```
#[diagnostic::on_unimplemented(
    message = "products of `{A}` and `{B}` are not accumulated in `{Self}`",
    note = "f16 -> f16 or f32; bf16, Tf32 -> f32; f32 -> f32; f64 -> f64; 8-bit floats -> f16 or f32; i8, u8, i16 -> i32; wider integers -> themselves; operands are of one kind"
)]
pub trait Accumulates<A: Element, B: Element>: Arithmetic {}

macro_rules! accumulates {
    ($($a:ty, $b:ty => $($c:ty)*;)*) => { $($(#[diagnostic::do_not_recommend] impl Accumulates<$a, $b> for $c {})*)* };
}

accumulates! {
    f16, f16 => f16 f32;
    bf16, bf16 => f32;
    Tf32, Tf32 => f32;
    f32, f32 => f32;
    f64, f64 => f64;
    F8E4M3, F8E4M3 => f16 f32;
    F8E4M3, F8E5M2 => f16 f32;
    F8E5M2, F8E4M3 => f16 f32;
    F8E5M2, F8E5M2 => f16 f32;
    i8, i8 => i32;
    i8, u8 => i32;
    u8, i8 => i32;
    u8, u8 => i32;
    i16, i16 => i32;
    i32, i32 => i32;
    u32, u32 => u32;
    i64, i64 => i64;
    u64, u64 => u64;
}
