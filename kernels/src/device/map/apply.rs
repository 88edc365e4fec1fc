//! An operator, given by its number, on all lanes of a thread.
//!
//! The number is the same for the whole grid, so the choice is one uniform branch per thread, not one per lane.

use azulejo_scalar::math;
use azulejo_scalar::num::{Stored, WideReal};
use azulejo_scalar::{Compute, Real};
use azulejo_tensor::Bool;

use super::Code;
use crate::device::unrolled;

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
fn black_box(n: u32) -> u32 {
    let same;
    // SAFETY: register arithmetic.
    unsafe {
        core::arch::asm!("mov.u32 {}, {};", out(reg32) same, in(reg32) n, options(pure, nomem, nostack))
    };
    same
}

/// As [`two`], for long functions: a loop that works on the first lane and passes the others on, so that the function
/// occurs in the code once and no lane has a variable index.
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
    for _ in 0..black_box((V * U) as u32) {
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
        unrolled(|u| {
            let x = $T::widen_all($a[u]);
            let f: fn($T::Wide) -> $T::Wide = $f;
            $T::narrow_all(unrolled(|v| f(x[v])))
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
        if const { size_of::<$T>() == 2 } {
            unrolled(|u| {
                let x = $T::widen_all($a[u]);
                $T::narrow_all(unrolled(|v| <$T::Wide as WideReal>::short(x[v], math::$short)))
            })
        } else {
            wide1!($T $a |x| x.$full())
        }
    };
}

/// Unrolled where that is short; the kernels of long operators have the rest.
macro_rules! unless_long {
    ($T:ident $a:ident $e:expr) => {
        if <$T::Wide as WideReal>::LONG { $a } else { $e }
    };
}

macro_rules! wide2 {
    ($T:ident $a:ident $b:ident $f:expr) => {
        unrolled(|u| {
            let (x, y) = ($T::widen_all($a[u]), $T::widen_all($b[u]));
            let f: fn($T::Wide, $T::Wide) -> $T::Wide = $f;
            $T::narrow_all(unrolled(|v| f(x[v], y[v])))
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
        Neg => wide1!(T a |x| x.negated()),
        Abs => wide1!(T a |x| x.magnitude()),
        Floor => wide1!(T a |x| x.floor()),
        Ceil => wide1!(T a |x| x.ceil()),
        Relu => wide1!(T a |x| x.relu());
        else a)
}

/// The unary operators of floats, but the long ones.
#[inline(always)]
pub fn unary_real<T: Stored<Wide: WideReal>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Exp => unless_long!(T a wide1!(T a |x| x.exp())),
        Exp2 => unless_long!(T a wide1!(T a |x| x.exp2())),
        Sqrt => wide1!(T a |x| x.sqrt()),
        Rsqrt => wide1!(T a |x| x.rsqrt()),
        Sigmoid => unless_long!(T a short!(T a sigmoid_short sigmoid)),
        Silu => unless_long!(T a short!(T a silu_short silu)),
        Gelu => unless_long!(T a short!(T a gelu_short gelu));
        else unary(code, a))
}

/// The long unary operators of floats.
#[inline(always)]
pub fn long_unary<T: Stored<Wide: WideReal>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Exp => long1!(T a |x| x.exp()),
        Exp2 => long1!(T a |x| x.exp2()),
        Log => long1!(T a |x| x.log()),
        Log2 => long1!(T a |x| x.log2()),
        Sin => turned(a, 0),
        Cos => turned(a, 1),
        Tanh => long1!(T a |x| x.tanh()),
        Sigmoid => long1!(T a |x| x.sigmoid()),
        Silu => long1!(T a |x| x.silu());
        else long1!(T a |x| x.gelu()))
}

/// The sine moved on by quarter turns: all lanes at once where the type has a quick form and no angle is far from 0.
#[inline(always)]
fn turned<T: Stored<Wide: WideReal>, const V: usize, const U: usize>(
    a: Lanes<T, V, U>,
    quarters: u32,
) -> Lanes<T, V, U> {
    let mut near = !<T::Wide as WideReal>::LONG;
    if near {
        for row in &a {
            crate::device::repeat::<V>(|v| near &= row[v].widen().is_near());
        }
    }
    if near {
        return unrolled(|u| {
            let x = T::widen_all(a[u]);
            T::narrow_all(unrolled(|v| x[v].quick_turn(quarters)))
        });
    }
    if quarters == 0 {
        long1!(T a |x| x.sin())
    } else {
        long1!(T a |x| x.cos())
    }
}

/// The binary operators of integers and floats.
#[inline(always)]
pub fn binary<T: Stored, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        Add => wide2!(T a b |x, y| x.plus(y)),
        Sub => wide2!(T a b |x, y| x.minus(y)),
        Mul => wide2!(T a b |x, y| x.times(y)),
        Min => wide2!(T a b |x, y| x.least(y)),
        Max => wide2!(T a b |x, y| x.most(y));
        else a)
}

/// The binary operators of floats.
#[inline(always)]
pub fn binary_real<T: Stored<Wide: WideReal>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    // The kernels of long operators have the quotients of the 16-bit floats.
    if const { size_of::<T>() == 2 && U * V > 16 } {
        return binary(code, a, b);
    }
    select!(code, Div => wide2!(T a b |x, y| x.quotient(y)); else binary(code, a, b))
}

/// The long binary operators of floats.
#[inline(always)]
pub fn long_binary_real<T: Stored<Wide: WideReal>, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code, Div => wide2!(T a b |x, y| x.quotient(y)); else long_binary(code, a, b))
}

/// The long binary operators.
#[inline(always)]
pub fn long_binary<T: Stored, const V: usize, const U: usize>(
    code: u32,
    a: Lanes<T, V, U>,
    b: Lanes<T, V, U>,
) -> Lanes<T, V, U> {
    select!(code,
        FloorDiv => long2!(T a b |x, y| x.floor_div(y)),
        Mod => long2!(T a b |x, y| x.modulo(y)),
        Rem => long2!(T a b |x, y| x.remainder(y));
        else long2!(T a b |x, y| x.power(y)))
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
        unrolled(|u| {
            let (x, y, z) = (T::widen_all(a[u]), T::widen_all(b[u]), T::widen_all(c[u]));
            T::narrow_all(unrolled(|v| f(x[v], y[v], z[v])))
        })
    };
    select!(code, Fma => three(T::fused); else three(|x, low, high| x.most(low).least(high)))
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
