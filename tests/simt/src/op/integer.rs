//! Integer arithmetic.

use super::lane::{binary, operands, ternary, unary, with_type};
use crate::machine::Action;
use crate::text::Operation;

/// The action of an arithmetic instruction on integers.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    if !words.last()?.starts_with(['s', 'u']) {
        return None;
    }
    Some(match words.as_slice() {
        ["add" | "sub" | "min" | "max" | "div" | "rem", _] => two(of, words[0], words[1]),
        ["min" | "max", "relu", "s32"] => clamped(of, words[0]),
        ["abs" | "neg", _] => one(of, words[0], words[1]),
        ["mul", "lo" | "hi" | "wide", _] => multiply(of, words[1], words[2]),
        ["mad", "lo" | "hi" | "wide", _] => multiply_and_add(of, words[1], words[2]),
        ["dp4a", a, b] => dot(of, a, b),
        _ => return None,
    })
}

fn one(of: &mut Operation<'_, '_>, name: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match name {
        "abs" => {
            with_type!(kind, T: "s16" = i16, "s32" = i32, "s64" = i64; unary(at, |a: T| a.wrapping_abs()))
        }
        _ => {
            with_type!(kind, T: "s16" = i16, "s32" = i32, "s64" = i64; unary(at, |a: T| a.wrapping_neg()))
        }
    }
}

macro_rules! integers {
    ($kind:expr, $type:ident, $body:expr) => {
        with_type!($kind, $type: "u16" = u16, "s16" = i16, "u32" = u32, "s32" = i32, "u64" = u64, "s64" = i64; $body)
    };
}

fn two(of: &mut Operation<'_, '_>, name: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match name {
        "add" => integers!(kind, T, binary(at, |a: T, b: T| a.wrapping_add(b))),
        "sub" => integers!(kind, T, binary(at, |a: T, b: T| a.wrapping_sub(b))),
        "min" => integers!(kind, T, binary(at, |a: T, b: T| a.min(b))),
        "max" => integers!(kind, T, binary(at, |a: T, b: T| a.max(b))),
        // A division by zero has no defined result: all ones, and the dividend as its remainder.
        "div" => integers!(
            kind,
            T,
            binary(at, |a: T, b: T| if b == 0 { !0 } else { a.wrapping_div(b) })
        ),
        _ => integers!(
            kind,
            T,
            binary(at, |a: T, b: T| if b == 0 { a } else { a.wrapping_rem(b) })
        ),
    }
}

/// The lesser or greater, and 0 where that is negative.
fn clamped(of: &mut Operation<'_, '_>, name: &str) -> Result<Action, String> {
    let at = operands(of)?;
    Ok(match name {
        "min" => binary(at, |a: i32, b: i32| a.min(b).max(0)),
        _ => binary(at, |a: i32, b: i32| a.max(b).max(0)),
    })
}

fn multiply(of: &mut Operation<'_, '_>, part: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match part {
        "lo" => integers!(kind, T, binary(at, |a: T, b: T| a.wrapping_mul(b))),
        "hi" => integers!(
            kind,
            T,
            binary(at, |a: T, b: T| high(a.into(), b.into(), T::BITS) as T)
        ),
        _ => match kind {
            "u16" => Ok(binary(at, |a: u16, b: u16| u32::from(a) * u32::from(b))),
            "s16" => Ok(binary(at, |a: i16, b: i16| i32::from(a) * i32::from(b))),
            "u32" => Ok(binary(at, |a: u32, b: u32| u64::from(a) * u64::from(b))),
            "s32" => Ok(binary(at, |a: i32, b: i32| i64::from(a) * i64::from(b))),
            _ => Err(format!("no wide product of `{kind}`")),
        },
    }
}

fn multiply_and_add(of: &mut Operation<'_, '_>, part: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match part {
        "lo" => integers!(
            kind,
            T,
            ternary(at, |a: T, b: T, c: T| a.wrapping_mul(b).wrapping_add(c))
        ),
        "hi" => integers!(
            kind,
            T,
            ternary(at, |a: T, b: T, c: T| (high(a.into(), b.into(), T::BITS)
                as T)
                .wrapping_add(c))
        ),
        _ => match kind {
            "u16" => Ok(ternary(at, |a: u16, b: u16, c: u32| {
                (u32::from(a) * u32::from(b)).wrapping_add(c)
            })),
            "s16" => Ok(ternary(at, |a: i16, b: i16, c: i32| {
                (i32::from(a) * i32::from(b)).wrapping_add(c)
            })),
            "u32" => Ok(ternary(at, |a: u32, b: u32, c: u64| {
                (u64::from(a) * u64::from(b)).wrapping_add(c)
            })),
            "s32" => Ok(ternary(at, |a: i32, b: i32, c: i64| {
                (i64::from(a) * i64::from(b)).wrapping_add(c)
            })),
            _ => Err(format!("no wide product of `{kind}`")),
        },
    }
}

/// The bits of a product above the low `width`. Two unsigned 64-bit factors fit with their bits, if not their sign.
fn high(a: i128, b: i128, width: u32) -> i128 {
    (a.wrapping_mul(b) as u128 >> width) as i128
}

/// Four products of bytes, added to the third operand.
fn dot(of: &mut Operation<'_, '_>, a: &str, b: &str) -> Result<Action, String> {
    let at = operands(of)?;
    if !matches!((a, b), ("u32" | "s32", "u32" | "s32")) {
        return Err(format!("no sum of products of `{a}` and `{b}`"));
    }
    let (signed, other) = (a == "s32", b == "s32");
    let byte = |word: u32, index: usize, signed: bool| {
        let byte = word.to_le_bytes()[index];
        if signed {
            i32::from(byte as i8)
        } else {
            i32::from(byte)
        }
    };
    Ok(ternary(at, move |a: u32, b: u32, c: i32| {
        (0..4).fold(c, |sum, index| {
            sum.wrapping_add(byte(a, index, signed) * byte(b, index, other))
        })
    }))
}
