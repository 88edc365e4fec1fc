//! Arithmetic in the directed rounding modes, and the fast forms of functions (PTX ISA, floating-point instructions).

use core::arch::asm;

/// Arithmetic of a type rounded toward zero, down and up.
pub trait Directed: Sized {
    /// `self + b`, `0` toward zero, `1` down, `2` up, as in all of these.
    fn add<const TO: u8>(self, b: Self) -> Self;
    /// `self - b`.
    fn sub<const TO: u8>(self, b: Self) -> Self;
    /// `self b`.
    fn mul<const TO: u8>(self, b: Self) -> Self;
    /// `self / b`.
    fn div<const TO: u8>(self, b: Self) -> Self;
    /// The square root.
    fn sqrt<const TO: u8>(self) -> Self;
    /// `self b + c`, rounded once.
    fn fma<const TO: u8>(self, b: Self, c: Self) -> Self;
}

macro_rules! directed {
    ($t:ident $register:ident: $($name:ident $op:literal ($($arg:ident)*);)*) => {
        impl Directed for $t {$(
            #[inline(always)]
            fn $name<const TO: u8>(self, $($arg: Self),*) -> Self {
                let y;
                macro_rules! one {
                    ($mode:literal) => {
                        asm!(
                            concat!($op, ".", $mode, ".", stringify!($t), " {}, {}", $(", {", stringify!($arg), "}",)* ";"),
                            out($register) y, in($register) self, $($arg = in($register) $arg,)*
                            options(pure, nomem, nostack)
                        )
                    };
                }
                const { assert!(TO < 3, "TO is 0 toward zero, 1 down, 2 up") };
                // SAFETY: register arithmetic.
                unsafe {
                    match TO {
                        0 => one!("rz"),
                        1 => one!("rm"),
                        _ => one!("rp"),
                    }
                }
                y
            }
        )*}
    };
    ($($t:ident $register:ident),*) => {$(
        directed!($t $register:
            add "add" (b); sub "sub" (b); mul "mul" (b); div "div" (b); sqrt "sqrt" (); fma "fma" (b c););
    )*};
}

directed!(f32 reg32, f64 reg64);

macro_rules! approximate {
    ($($(#[$doc:meta])* $name:ident $op:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            let y;
            // SAFETY: register arithmetic.
            unsafe { asm!(concat!($op, " {}, {};"), out(reg32) y, in(reg32) x, options(pure, nomem, nostack)) };
            y
        }
    )*};
}

approximate! {
    /// The square root, within 2^-23 of it relatively.
    sqrt "sqrt.approx.f32";
    /// The hyperbolic tangent, within 2^-11 of it relatively.
    tanh "tanh.approx.f32";
    /// `2^x`, within 2 units in the last place.
    exp2 "ex2.approx.f32";
}
