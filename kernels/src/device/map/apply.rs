//! An operator, given by its number, on all lanes of a thread.
//!
//! The number is the same for the whole grid, so the choice is one uniform branch a thread, not one a lane.

use azulejo_tensor::Bool;

use crate::device::unrolled;

use super::{
    Code, math,
    num::{Num, Real, Stored},
};

type Lanes<T, const V: usize, const U: usize> = [[T; V]; U];

#[inline(always)]
fn one<T: Copy, O: Copy, const V: usize, const U: usize>(
    a: Lanes<T, V, U>,
    f: impl Fn(T) -> O,
) -> Lanes<O, V, U> {
    unrolled(|u| unrolled(|v| f(a[u][v])))
}

#[inline(always)]
fn two<T: Copy, O: Copy, const V: usize, const U: usize>(
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
    f: impl Fn(T, T) -> O,
) -> Lanes<O, V, U> {
    unrolled(|u| unrolled(|v| f(a[u][v], b[u][v])))
}

/// A number that the optimiser cannot see through: loops that count to it stay loops.
#[inline(always)]
fn opaque(n: u32) -> u32 {
    let same;
    // SAFETY: register arithmetic.
    unsafe {
        core::arch::asm!("mov.u32 {}, {};", out(reg32) same, in(reg32) n, options(pure, nomem, nostack))
    };
    same
}

/// As [`two`], for long functions: a loop that works on the first lane and passes the others on, so that the function
/// stands in the code once and no lane has a variable index.
#[inline(always)]
fn rolled<T: Copy, const V: usize, const U: usize>(
    mut a: Lanes<T, V, U>,
    mut b: Lanes<T, V, U>,
    f: impl Fn(T, T) -> T,
) -> Lanes<T, V, U> {
    let pass = |q: Lanes<T, V, U>, last: T| -> Lanes<T, V, U> {
        unrolled(|u| {
            unrolled(|v| {
                if v + 1 < V {
                    q[u][(v + 1) % V]
                } else if u + 1 < U {
                    q[(u + 1) % U][0]
                } else {
                    last
                }
            })
        })
    };
    for _ in 0..opaque((V * U) as u32) {
        let y = f(a[0][0], b[0][0]);
        a = pass(a, y);
        b = pass(b, b[0][0]);
    }
    a
}

macro_rules! select {
    ($code:expr, $($variant:ident => $value:expr),*; else $otherwise:expr) => {
        match $code {
            $(x if x == Code::$variant as u32 => $value,)*
            _ => $otherwise,
        }
    };
}

macro_rules! wide1 {
    ($T:ident $a:ident $f:expr) => {
        one($a, |x: $T| {
            let f: fn($T::Wide) -> $T::Wide = $f;
            $T::narrow(f(x.widen()))
        })
    };
}

macro_rules! long1 {
    ($T:ident $a:ident $f:expr) => {
        rolled($a, $a, |x: $T, _| {
            let f: fn($T::Wide) -> $T::Wide = $f;
            $T::narrow(f(x.widen()))
        })
    };
}

macro_rules! long2 {
    ($T:ident $a:ident $b:ident $f:expr) => {
        rolled($a, $b, |x: $T, y: $T| {
            let f: fn($T::Wide, $T::Wide) -> $T::Wide = $f;
            $T::narrow(f(x.widen(), y.widen()))
        })
    };
}

/// The form for 16-bit results where the type is one, else as the type has it.
macro_rules! short {
    ($T:ident $a:ident $short:ident $full:ident) => {
        if const { size_of::<$T>() == 2 } { one($a, |x: $T| $T::short(x, math::$short)) } else { by_type!($T $a |x| x.$full()) }
    };
}

/// Long or short, as the type has it.
macro_rules! by_type {
    ($T:ident $a:ident $f:expr) => { if <$T::Wide as Real>::LONG { long1!($T $a $f) } else { wide1!($T $a $f) } };
}

macro_rules! wide2 {
    ($T:ident $a:ident $b:ident $f:expr) => {
        two($a, $b, |x: $T, y: $T| {
            let f: fn($T::Wide, $T::Wide) -> $T::Wide = $f;
            $T::narrow(f(x.widen(), y.widen()))
        })
    };
}

/// The unary operators of integers and floats.
#[inline(always)]
pub fn unary<T: Stored, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Neg => wide1!(T a |x| x.neg()),
        Abs => wide1!(T a |x| x.abs()),
        Floor => wide1!(T a |x| x.floor()),
        Ceil => wide1!(T a |x| x.ceil()),
        Relu => wide1!(T a |x| x.relu());
        else a)
}

/// The unary operators of floats.
#[inline(always)]
pub fn unary_real<T: Stored<Wide: Real>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Exp => by_type!(T a |x| x.exp()),
        Exp2 => by_type!(T a |x| x.exp2()),
        Log => long1!(T a |x| x.log()),
        Log2 => long1!(T a |x| x.log2()),
        Sqrt => wide1!(T a |x| x.sqrt()),
        Rsqrt => wide1!(T a |x| x.rsqrt()),
        Sin => long1!(T a |x| x.sin()),
        Cos => long1!(T a |x| x.cos()),
        Tanh => long1!(T a |x| x.tanh()),
        Sigmoid => short!(T a sigmoid_short sigmoid),
        Silu => short!(T a silu_short silu),
        Gelu => short!(T a gelu_short gelu);
        else unary(code, a))
}

/// The binary operators of integers and floats.
#[inline(always)]
pub fn binary<T: Stored, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Add => wide2!(T a b |x, y| x.add(y)),
        Sub => wide2!(T a b |x, y| x.sub(y)),
        Mul => wide2!(T a b |x, y| x.mul(y)),
        Min => wide2!(T a b |x, y| x.min(y)),
        Max => wide2!(T a b |x, y| x.max(y)),
        FloorDiv => long2!(T a b |x, y| x.floor_div(y)),
        Mod => long2!(T a b |x, y| x.modulo(y)),
        Rem => long2!(T a b |x, y| x.rem(y)),
        Pow => long2!(T a b |x, y| x.pow(y));
        else a)
}

/// The binary operators of floats.
#[inline(always)]
pub fn binary_real<T: Stored<Wide: Real>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code, Div => wide2!(T a b |x, y| x.div(y)); else binary(code, a, b))
}

/// The ternary operators.
#[inline(always)]
pub fn ternary<T: Stored, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
    c: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    let three = |f: fn(T::Wide, T::Wide, T::Wide) -> T::Wide| -> Lanes<T, V, U> {
        unrolled(|u| unrolled(|v| T::narrow(f(a[u][v].widen(), b[u][v].widen(), c[u][v].widen()))))
    };
    select!(code, Fma => three(|x, y, z| x.fma(y, z)); else three(|x, low, high| x.max(low).min(high)))
}

/// The comparisons: `T` as its order defines them.
#[inline(always)]
pub fn compare<T: Copy + PartialOrd, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<u8, V, U> {
    select!(code,
        Eq => two(a, b, |x, y| (x == y) as u8),
        Ne => two(a, b, |x, y| (x != y) as u8),
        Lt => two(a, b, |x, y| (x < y) as u8),
        Le => two(a, b, |x, y| (x <= y) as u8),
        Gt => two(a, b, |x, y| (x > y) as u8);
        else two(a, b, |x, y| (x >= y) as u8))
}

/// 1 where the element is not a number.
#[inline(always)]
pub fn is_nan<T: Stored, const V: usize, const U: usize>(a: Lanes<T, V, U>) -> Lanes<u8, V, U> {
    one(a, |x| x.is_nan() as u8)
}

/// `b` where `a` is true; else `c`.
#[inline(always)]
pub fn choose<T: Copy, const V: usize, const U: usize>(
    a: Lanes<Bool, V, U>,
    b: Lanes<T, V, U>,
    c: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    unrolled(|u| unrolled(|v| if a[u][v].get() { b[u][v] } else { c[u][v] }))
}
