//! The casts that have instructions of their own.

use azulejo_tensor::{Bool, F8E4M3, F8E5M2, bf16, f16};

use super::half;

/// A cast by instructions: nearest even to floats, toward zero with saturation from float to integer, wrapping between
/// integers, saturating to the 8-bit floats.
pub trait Pair<B>: Copy {
    /// The value as `B`.
    fn convert(self) -> B;
}

macro_rules! pairs {
    ($($A:ty => $B:ty: |$x:ident| $body:expr;)*) => {$(
        impl Pair<$B> for $A {
            #[inline(always)]
            fn convert(self) -> $B {
                let $x = self;
                $body
            }
        }
    )*};
}

#[inline(always)]
fn f16_(x: f32) -> f16 {
    f16::from_bits(half::to_f16(x))
}

#[inline(always)]
fn bf16_(x: f32) -> bf16 {
    bf16::from_bits(half::to_bf16(x))
}

#[inline(always)]
fn wide_f16(x: f16) -> f32 {
    half::from_f16(x.to_bits())
}

#[inline(always)]
fn wide_bf16(x: bf16) -> f32 {
    half::from_bf16(x.to_bits())
}

pairs! {
    f32 => f16: |x| f16_(x);
    f32 => bf16: |x| bf16_(x);
    f16 => f32: |x| wide_f16(x);
    bf16 => f32: |x| wide_bf16(x);
    f16 => bf16: |x| bf16_(wide_f16(x));
    bf16 => f16: |x| f16_(wide_bf16(x));
    f32 => f64: |x| x as f64;
    f64 => f32: |x| x as f32;
    f32 => i32: |x| x as i32;
    i32 => f32: |x| x as f32;
    f32 => u8: |x| x as u8;
    u8 => f32: |x| x as f32;
    f32 => i8: |x| x as i8;
    i8 => f32: |x| x as f32;
    i32 => i64: |x| x as i64;
    i64 => i32: |x| x as i32;
    i64 => f32: |x| x as f32;
    i64 => f64: |x| x as f64;
    i32 => f64: |x| x as f64;
    f64 => i64: |x| x as i64;
    u8 => i32: |x| x as i32;
    Bool => f32: |x| x.get() as u8 as f32;
    Bool => i32: |x| x.get() as i32;
    f32 => Bool: |x| Bool::from(x != 0.0);
    f32 => F8E4M3: |x| half::to_e4m3(x);
    f32 => F8E5M2: |x| half::to_e5m2(x);
    F8E4M3 => f32: |x| half::from_e4m3(x);
    F8E5M2 => f32: |x| half::from_e5m2(x);
    f16 => F8E4M3: |x| half::to_e4m3(wide_f16(x));
    bf16 => F8E4M3: |x| half::to_e4m3(wide_bf16(x));
    F8E4M3 => f16: |x| f16_(half::from_e4m3(x));
    F8E4M3 => bf16: |x| bf16_(half::from_e4m3(x));
}
