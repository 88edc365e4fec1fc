//! Conversions between numbers.

use std::array::from_fn;

use super::lane::{Lane, operands, unary, with_type};
use super::rounding::{BF16, E4M3, E5M2, Exact, F16, F32, F64, Format, Mode, TF32};
use crate::machine::{Action, Step};
use crate::text::Operation;

/// The action of a conversion.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    let ["cvt", between @ .., to, from] = words.as_slice() else {
        return None;
    };
    Some(convert(of, between, to, from))
}

fn convert(
    of: &mut Operation<'_, '_>,
    suffixes: &[&str],
    to: &str,
    from: &str,
) -> Result<Action, String> {
    let (mut mode, mut whole, mut saturate) = (None, false, false);
    for suffix in suffixes {
        match *suffix {
            "satfinite" => saturate = true,
            word => {
                mode = Some(Mode::named(word).ok_or_else(|| format!("no suffix `{word}`"))?);
                whole = word.len() == 3 && word.ends_with('i');
            }
        }
    }
    let rounding = mode.unwrap_or(Mode::Nearest);
    if saturate && (format(to).is_none() || format(from).is_none()) {
        return Err("no such conversion is known".into());
    }
    match (format(to), format(from)) {
        (None, None) if suffixes.is_empty() => integers(of, to, from),
        (Some(to), None) => with_integer(from, |reader| {
            let at = operands(of)?;
            Ok(unary(at, move |a: u64| {
                Exact::integer(reader(a)).round(to, rounding)
            }))
        }),
        (None, Some(from)) => from_float(of, to, from, rounding),
        (Some(to), Some(from)) if whole => {
            let at = operands(of)?;
            Ok(unary(at, move |a: u64| {
                to.rounded(integral(from.value(a), rounding), Mode::Nearest)
            }))
        }
        (Some(new), Some(old)) => {
            let pair = to.ends_with("x2");
            match (pair, from.ends_with("x2")) {
                (false, false) => one(of, new, old, (rounding, saturate), to == "tf32"),
                (true, false) => two(of, new, old, (rounding, saturate)),
                (true, true) => both(of, new, old, (rounding, saturate)),
                (false, true) => Err("a pair does not become one number".into()),
            }
        }
        _ => Err("no such conversion is known".into()),
    }
}

fn format(name: &str) -> Option<Format> {
    Some(match name.trim_end_matches("x2") {
        "f64" => F64,
        "f32" => F32,
        "f16" => F16,
        "bf16" => BF16,
        "tf32" => TF32,
        "e4m3" => E4M3,
        "e5m2" => E5M2,
        _ => return None,
    })
}

/// Cuts to the new width, and repeats the sign of a signed number.
fn integers(of: &mut Operation<'_, '_>, to: &str, from: &str) -> Result<Action, String> {
    let at = operands(of)?;
    macro_rules! from {
        ($to:ty) => {
            with_type!(from, A: "u8" = u8, "s8" = i8, "u16" = u16, "s16" = i16, "u32" = u32, "s32" = i32,
                "u64" = u64, "s64" = i64; unary(at, |a: A| a as $to))
        };
    }
    match to {
        "u8" => from!(u8),
        "s8" => from!(i8),
        "u16" => from!(u16),
        "s16" => from!(i16),
        "u32" => from!(u32),
        "s32" => from!(i32),
        "u64" => from!(u64),
        "s64" => from!(i64),
        _ => Err(format!("no integer `{to}`")),
    }
}

fn with_integer(
    from: &str,
    then: impl FnOnce(fn(u64) -> i128) -> Result<Action, String>,
) -> Result<Action, String> {
    let reader: Result<fn(u64) -> i128, String> = with_type!(from, A: "u8" = u8, "s8" = i8, "u16" = u16, "s16" = i16,
        "u32" = u32, "s32" = i32, "u64" = u64, "s64" = i64; |bits| A::of(bits).into());
    then(reader?)
}

/// Rounds to an integer, and takes the nearest that the type has. A NaN becomes zero, and of f64 or of 64 bits the highest bit alone
/// (PTX ISA, `cvt`).
fn from_float(
    of: &mut Operation<'_, '_>,
    to: &str,
    from: Format,
    mode: Mode,
) -> Result<Action, String> {
    let at = operands(of)?;
    with_type!(to, D: "u8" = u8, "s8" = i8, "u16" = u16, "s16" = i16, "u32" = u32, "s32" = i32, "u64" = u64, "s64" = i64;
    unary(at, move |a: u64| match integral(from.value(a), mode) {
        nan if nan.is_nan() && (D::BITS == 64 || from.fraction == F64.fraction) => 1 << (D::BITS - 1),
        whole => whole as D,
    }))
}

fn integral(value: f64, mode: Mode) -> f64 {
    match mode {
        Mode::Nearest => value.round_ties_even(),
        Mode::Away => value.round(),
        Mode::Zero => value.trunc(),
        Mode::Down => value.floor(),
        Mode::Up => value.ceil(),
    }
}

fn one(
    of: &mut Operation<'_, '_>,
    to: Format,
    from: Format,
    how: (Mode, bool),
    tf32: bool,
) -> Result<Action, String> {
    let at = operands(of)?;
    if tf32 {
        return Ok(unary(at, move |a: f32| match a.is_nan() {
            true => 0x7FFF_FFFF,
            false => (narrow(to, a.into(), how) << (F32.fraction - to.fraction)) as u32,
        }));
    }
    Ok(unary(at, move |a: u64| narrow(to, from.value(a), how)))
}

/// The bits of a value, rounded; saturated, what is too large becomes the greatest number.
fn narrow(to: Format, value: f64, (mode, saturate): (Mode, bool)) -> u64 {
    let rounded = to.rounded(value, mode);
    let size = rounded & to.nan();
    match saturate && !value.is_nan() && size >= to.infinity() {
        true => rounded - size + to.infinity() - 1,
        false => rounded,
    }
}

/// Two numbers into one register, the first one above.
fn two(
    of: &mut Operation<'_, '_>,
    to: Format,
    from: Format,
    how: (Mode, bool),
) -> Result<Action, String> {
    let at = operands(of)?;
    let width = to.exponent + to.fraction + 1;
    let narrow = move |bits: u64| narrow(to, from.value(bits), how);
    let (register, [high, low]) = at;
    Ok(Box::new(move |context| {
        let (a, b) = (context.read(high), context.read(low));
        let halves = from_fn(|lane| narrow(a[lane]) << width | narrow(b[lane]));
        context.write_halves(register, &halves, [high, low], width);
        Ok(Step::Next)
    }))
}

/// Both halves of a register.
fn both(
    of: &mut Operation<'_, '_>,
    to: Format,
    from: Format,
    how: (Mode, bool),
) -> Result<Action, String> {
    let at = operands(of)?;
    let (width, old) = (
        to.exponent + to.fraction + 1,
        from.exponent + from.fraction + 1,
    );
    Ok(unary(at, move |a: u64| {
        let (low, high) = (a & ((1 << old) - 1), a >> old & ((1 << old) - 1));
        narrow(to, from.value(high), how) << width | narrow(to, from.value(low), how)
    }))
}
