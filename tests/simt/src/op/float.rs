//! Floating-point arithmetic.

use std::ops::{Add, Div, Mul, Neg};

use super::lane::{Lane, binary, operands, ternary, unary};
use super::rounding::{Exact, F32, F64, Mode};
use crate::machine::Action;
use crate::text::Operation;

/// The suffixes of an instruction, read.
#[derive(Clone, Copy, Default)]
struct Suffixes {
    mode: Option<Mode>,
    approximate: bool,
    flush: bool,
    nan: bool,
}

/// The action of an arithmetic instruction on `f32` or `f64`.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    let [name, between @ .., kind] = words.as_slice() else {
        return None;
    };
    let (name, kind) = (*name, *kind);
    if !matches!(kind, "f32" | "f64") {
        return None;
    }
    let mut suffixes = Suffixes::default();
    for word in between {
        match *word {
            "approx" | "full" => suffixes.approximate = true,
            "ftz" => suffixes.flush = true,
            "NaN" => suffixes.nan = true,
            other => suffixes.mode = Some(Mode::named(other)?),
        }
    }
    Some(match (name, kind) {
        (
            "abs" | "neg" | "rcp" | "sqrt" | "rsqrt" | "ex2" | "lg2" | "tanh" | "sin" | "cos",
            "f32",
        ) => one::<f32>(of, name, suffixes),
        ("abs" | "neg" | "rcp" | "sqrt", "f64") => one::<f64>(of, name, suffixes),
        ("add" | "sub" | "mul" | "div" | "min" | "max" | "copysign", "f32") => {
            two::<f32>(of, name, suffixes)
        }
        ("add" | "sub" | "mul" | "div" | "min" | "max" | "copysign", "f64") => {
            two::<f64>(of, name, suffixes)
        }
        ("fma" | "mad", "f32") => three::<f32>(of, suffixes),
        ("fma" | "mad", "f64") => three::<f64>(of, suffixes),
        _ => return None,
    })
}

/// What `f32` and `f64` have in common here.
trait Float:
    Lane + Into<f64> + Add<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    fn wide(self) -> f64 {
        self.into()
    }
    fn narrow(value: f64) -> Self;
    fn rounded(exact: Exact, mode: Mode) -> Self;
    fn fused(self, b: Self, c: Self) -> Self;
    fn root(self) -> Self;
    fn absolute(self) -> Self;
    /// The magnitude with the sign of another.
    fn signed(self, sign: Self) -> Self;
    fn flushed(self) -> Self;
    /// The NaN that instructions give, in place of any.
    fn canonical(self) -> Self;
}

macro_rules! float {
    ($type:ident, $format:expr, $canonical:expr) => {
        impl Float for $type {
            fn narrow(value: f64) -> Self {
                value as Self
            }
            fn rounded(exact: Exact, mode: Mode) -> Self {
                Self::of(exact.round($format, mode))
            }
            fn fused(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            fn root(self) -> Self {
                self.sqrt()
            }
            fn absolute(self) -> Self {
                self.abs()
            }
            fn signed(self, sign: Self) -> Self {
                self.copysign(sign)
            }
            fn flushed(self) -> Self {
                if self.is_subnormal() {
                    Self::copysign(0.0, self)
                } else {
                    self
                }
            }
            fn canonical(self) -> Self {
                if self.is_nan() {
                    Self::from_bits($canonical)
                } else {
                    self
                }
            }
        }
    };
}

float!(f32, F32, 0x7FFF_FFFF);
float!(f64, F64, 0xFFF8_0000_0000_0000);

fn one<T: Float>(
    of: &mut Operation<'_, '_>,
    name: &str,
    suffixes: Suffixes,
) -> Result<Action, String> {
    let at = operands(of)?;
    let mode = suffixes.mode.unwrap_or(Mode::Nearest);
    let function: fn(f64) -> f64 = match (name, suffixes.approximate) {
        ("abs", false) if !suffixes.flush => return Ok(unary(at, |a: T| a.absolute())),
        ("neg", false) if !suffixes.flush => return Ok(unary(at, |a: T| -a)),
        ("sqrt", false) => return Ok(unary(at, move |a: T| root(a, mode).canonical())),
        ("rcp", false) => {
            return Ok(unary(at, move |a: T| {
                quotient(T::narrow(1.0), a, mode).canonical()
            }));
        }
        ("rcp", true) => |a| 1.0 / a,
        ("sqrt", true) => f64::sqrt,
        ("rsqrt", true) => |a| 1.0 / a.sqrt(),
        ("ex2", true) => f64::exp2,
        ("lg2", true) => f64::log2,
        ("tanh", true) => f64::tanh,
        ("sin", true) => f64::sin,
        ("cos", true) => f64::cos,
        _ => return Err("no such function is known".into()),
    };
    let flush = suffixes.flush;
    Ok(unary(at, move |a: T| {
        let result = |a: T| T::narrow(function(a.wide())).canonical();
        if flush {
            result(a.flushed()).flushed()
        } else {
            result(a)
        }
    }))
}

fn two<T: Float>(
    of: &mut Operation<'_, '_>,
    name: &str,
    suffixes: Suffixes,
) -> Result<Action, String> {
    let at = operands(of)?;
    let flush = suffixes.flush;
    if flush && (name, suffixes.approximate) != ("div", true) {
        return Err("results that flush are known of approximations alone".into());
    }
    let (mode, nan) = (suffixes.mode.unwrap_or(Mode::Nearest), suffixes.nan);
    Ok(match (name, mode) {
        ("min", _) => binary(at, move |a: T, b: T| least(a, b, nan)),
        ("max", _) => binary(at, move |a: T, b: T| (-least(-a, -b, nan)).canonical()),
        // The sign is the first operand's.
        ("copysign", _) => binary(at, |sign: T, size: T| size.signed(sign)),
        ("div", _) if flush => binary(at, move |a: T, b: T| {
            quotient(a.flushed(), b.flushed(), mode)
                .canonical()
                .flushed()
        }),
        ("div", _) => binary(at, move |a: T, b: T| quotient(a, b, mode).canonical()),
        ("add", Mode::Nearest) => binary(at, |a: T, b: T| (a + b).canonical()),
        ("sub", Mode::Nearest) => binary(at, |a: T, b: T| (a + -b).canonical()),
        ("mul", Mode::Nearest) => binary(at, |a: T, b: T| (a * b).canonical()),
        ("add", _) => binary(at, move |a: T, b: T| {
            fused(a, T::narrow(1.0), b, mode).canonical()
        }),
        ("sub", _) => binary(at, move |a: T, b: T| {
            fused(a, T::narrow(1.0), -b, mode).canonical()
        }),
        _ => binary(at, move |a: T, b: T| product(a, b, mode).canonical()),
    })
}

fn three<T: Float>(of: &mut Operation<'_, '_>, suffixes: Suffixes) -> Result<Action, String> {
    let at = operands(of)?;
    if suffixes.flush {
        return Err("results that flush are known of approximations alone".into());
    }
    Ok(match suffixes.mode.unwrap_or(Mode::Nearest) {
        Mode::Nearest => ternary(at, |a: T, b: T, c: T| a.fused(b, c).canonical()),
        mode => ternary(at, move |a: T, b: T, c: T| fused(a, b, c, mode).canonical()),
    })
}

/// The lesser of two; of two zeros the negative one, and of a number and a NaN the number, unless a NaN is to win.
fn least<T: Float>(a: T, b: T, nan: bool) -> T {
    let (x, y) = (a.wide(), b.wide());
    let first = match (x.is_nan(), y.is_nan()) {
        (true, true) => return a.canonical(),
        (true, false) => nan,
        (false, true) => !nan,
        _ => x < y || x == y && x.is_sign_negative(),
    };
    if first { a } else { b }.canonical()
}

fn finite<T: Float>(values: &[T]) -> bool {
    values.iter().all(|value| value.wide().is_finite())
}

fn fused<T: Float>(a: T, b: T, c: T, mode: Mode) -> T {
    match finite(&[a, b, c]) {
        true => T::rounded(
            Exact::of(a.wide())
                .times(Exact::of(b.wide()))
                .plus(Exact::of(c.wide()), mode),
            mode,
        ),
        false => a.fused(b, c),
    }
}

fn product<T: Float>(a: T, b: T, mode: Mode) -> T {
    match finite(&[a, b]) {
        true => T::rounded(Exact::of(a.wide()).times(Exact::of(b.wide())), mode),
        false => a * b,
    }
}

fn quotient<T: Float>(a: T, b: T, mode: Mode) -> T {
    match mode != Mode::Nearest && finite(&[a, b]) && b.wide() != 0.0 {
        true => T::rounded(Exact::of(a.wide()).over(Exact::of(b.wide())), mode),
        false => a / b,
    }
}

fn root<T: Float>(a: T, mode: Mode) -> T {
    match mode != Mode::Nearest && finite(&[a]) && a.wide() > 0.0 {
        true => T::rounded(Exact::of(a.wide()).root(), mode),
        false => a.root(),
    }
}
