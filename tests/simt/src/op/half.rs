//! Arithmetic of f16 and bf16, of one number or of two in a word.

use super::lane::{Lane, binary, operands, ternary, unary};
use super::rounding::{BF16, Exact, F16, Format, Mode};
use crate::machine::Action;
use crate::text::Operation;

/// The suffixes of an instruction, read.
#[derive(Clone, Copy, Default)]
struct Suffixes {
    /// NaN wins over a number, in minima and maxima.
    nan: bool,
    /// Results below zero are zero, and NaN is the canonical one.
    relu: bool,
    /// Results are between 0 and 1, and NaN is 0.
    saturate: bool,
}

/// The action of an arithmetic instruction on `f16`, `bf16`, `f16x2` or `bf16x2`.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    let [name, between @ .., kind] = words.as_slice() else {
        return None;
    };
    let (name, kind) = (*name, *kind);
    let (format, pair) = match kind {
        "f16" => (F16, false),
        "f16x2" => (F16, true),
        "bf16" => (BF16, false),
        "bf16x2" => (BF16, true),
        _ => return None,
    };
    let known = matches!(
        name,
        "add" | "sub" | "mul" | "fma" | "neg" | "abs" | "min" | "max" | "ex2" | "tanh"
    );
    if !known {
        return None;
    }
    let mut suffixes = Suffixes::default();
    for word in between {
        match (*word, name) {
            ("rn", "add" | "sub" | "mul" | "fma") | ("approx", "ex2" | "tanh") => {}
            ("sat", "add" | "sub" | "mul" | "fma") => suffixes.saturate = true,
            ("relu", "fma") => suffixes.relu = true,
            ("NaN", "min" | "max") => suffixes.nan = true,
            // No subnormal of bf16 is a result of the function, nor one of f16 kept by it.
            ("ftz", "ex2") => {}
            _ => return Some(Err(format!("`.{word}` is not known here"))),
        }
    }
    Some(match pair {
        false => action::<u16>(of, name, format, suffixes),
        true => action::<u32>(of, name, format, suffixes),
    })
}

/// A register of one number, or of two.
trait Numbers: Lane {
    /// The result of a function of the bits of each.
    fn each<const READS: usize>(from: [Self; READS], f: impl Fn([u64; READS]) -> u64) -> Self;
}

impl Numbers for u16 {
    fn each<const READS: usize>(from: [Self; READS], f: impl Fn([u64; READS]) -> u64) -> Self {
        f(from.map(u64::from)) as u16
    }
}

impl Numbers for u32 {
    fn each<const READS: usize>(from: [Self; READS], f: impl Fn([u64; READS]) -> u64) -> Self {
        let half = |shift: u32| f(from.map(|word| u64::from(word >> shift & 0xFFFF))) as u32;
        half(0) | half(16) << 16
    }
}

fn action<T: Numbers>(
    of: &mut Operation<'_, '_>,
    name: &str,
    format: Format,
    suffixes: Suffixes,
) -> Result<Action, String> {
    let sign = 0x8000;
    let sum = move |a: u64, b: u64, c: u64| fused(format, [a, b, c], suffixes);
    let one = format.rounded(1.0, Mode::Nearest);
    Ok(match name {
        "neg" => unary(operands(of)?, move |a: T| T::each([a], |[a]| a ^ sign)),
        "abs" => unary(operands(of)?, move |a: T| T::each([a], |[a]| a & !sign)),
        "ex2" | "tanh" => {
            let function = if name == "ex2" { f64::exp2 } else { f64::tanh };
            unary(operands(of)?, move |a: T| {
                T::each([a], |[a]| {
                    format.rounded(function(format.value(a)), Mode::Nearest)
                })
            })
        }
        "min" | "max" => {
            let greatest = name == "max";
            binary(operands(of)?, move |a: T, b: T| {
                T::each([a, b], |[a, b]| {
                    extreme(format, [a, b], greatest, suffixes.nan)
                })
            })
        }
        "add" => binary(operands(of)?, move |a: T, b: T| {
            T::each([a, b], |[a, b]| sum(a, one, b))
        }),
        "sub" => binary(operands(of)?, move |a: T, b: T| {
            T::each([a, b], |[a, b]| sum(a, one, b ^ sign))
        }),
        // The sum of -0 keeps the sign of each zero.
        "mul" => binary(operands(of)?, move |a: T, b: T| {
            T::each([a, b], |[a, b]| sum(a, b, sign))
        }),
        _ => ternary(operands(of)?, move |a: T, b: T, c: T| {
            T::each([a, b, c], |[a, b, c]| sum(a, b, c))
        }),
    })
}

/// `a b + c`, rounded once.
fn fused(format: Format, bits: [u64; 3], suffixes: Suffixes) -> u64 {
    let [a, b, c] = bits.map(|bits| format.value(bits));
    let result = if [a, b, c].iter().all(|value| value.is_finite()) {
        Exact::of(a)
            .times(Exact::of(b))
            .plus(Exact::of(c), Mode::Nearest)
            .round(format, Mode::Nearest)
    } else {
        // Infinities and NaN need no rounding.
        format.rounded(a.mul_add(b, c), Mode::Nearest)
    };
    let value = format.value(result);
    match suffixes {
        Suffixes { saturate: true, .. } if value.is_nan() || value <= 0.0 => 0,
        Suffixes { saturate: true, .. } if value > 1.0 => format.rounded(1.0, Mode::Nearest),
        Suffixes { relu: true, .. } if value <= 0.0 => 0,
        _ => result,
    }
}

/// The lesser or the greater of two; of two zeros -0 is the lesser, and of a number and a NaN the number, unless a NaN is to win.
fn extreme(format: Format, bits: [u64; 2], greatest: bool, nan: bool) -> u64 {
    let [x, y] = bits.map(|bits| format.value(bits));
    let first = match (x.is_nan(), y.is_nan()) {
        (true, true) => return format.nan(),
        (true, false) | (false, true) if nan => return format.nan(),
        (x_is_nan, true) => !x_is_nan,
        (true, false) => false,
        _ => x.total_cmp(&y).is_lt() != greatest,
    };
    bits[usize::from(!first)]
}
