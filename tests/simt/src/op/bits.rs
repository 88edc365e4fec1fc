//! Bits: logic, shifts, fields, counts and permutations.

use std::array::from_fn;

use super::lane::{binary, operands, ternary, unary, with_type};
use crate::machine::{Action, LANES, Step};
use crate::text::Operation;

/// The action of an instruction on bits.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        ["and" | "or" | "xor", kind] => logic(of, words[0], kind),
        ["not", kind] => not(of, kind),
        ["shl", kind] => left(of, kind),
        ["shr", kind] => right(of, kind),
        ["shf", side, mode, "b32"] => funnel(of, side, mode),
        ["bfe", kind] => field(of, kind),
        ["bfi", kind] => insert(of, kind),
        ["clz" | "popc" | "brev", kind] => count(of, words[0], kind),
        ["prmt", "b32"] => operands(of).map(|at| ternary(at, permute)),
        ["lop3", "b32"] => lookup(of),
        _ => return None,
    })
}

fn logic(of: &mut Operation<'_, '_>, name: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    if !["b16", "b32", "b64", "pred"].contains(&kind) {
        return Err(format!("no logic on `{kind}`"));
    }
    Ok(match name {
        "and" => binary(at, |a: u64, b: u64| a & b),
        "or" => binary(at, |a: u64, b: u64| a | b),
        _ => binary(at, |a: u64, b: u64| a ^ b),
    })
}

fn not(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    with_type!(kind, T: "b16" = u16, "b32" = u32, "b64" = u64, "pred" = bool; unary(at, |a: T| !a))
}

/// Shifts by the width or more leave nothing.
fn left(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    with_type!(kind, T: "b16" = u16, "b32" = u32, "b64" = u64; binary(at, |a: T, by: u32| a.checked_shl(by).unwrap_or(0)))
}

/// Shifts by the width or more leave the sign.
fn right(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    with_type!(kind, T: "b16" = u16, "b32" = u32, "b64" = u64, "u16" = u16, "u32" = u32, "u64" = u64,
        "s16" = i16, "s32" = i32, "s64" = i64;
        binary(at, |a: T, by: u32| a.checked_shr(by).unwrap_or_else(|| sign(a.into()) as T)))
}

/// All ones for a negative number, else zero.
fn sign(a: i128) -> i128 {
    if a < 0 { -1 } else { 0 }
}

fn funnel(of: &mut Operation<'_, '_>, side: &str, mode: &str) -> Result<Action, String> {
    let at = operands(of)?;
    let wrap = match mode {
        "wrap" => true,
        "clamp" => false,
        _ => return Err(format!("no mode `{mode}`")),
    };
    let left = side == "l";
    let (register, from @ [low, high, by]) = at;
    Ok(Box::new(move |context| {
        let [a, b, n] = from.map(|one| context.read(one));
        let bits = |lane: usize| match wrap {
            true => n[lane] as u32 & 31,
            false => (n[lane] as u32).min(32),
        };
        let shifted = from_fn(|lane| {
            let both = b[lane] << 32 | a[lane] & 0xFFFF_FFFF;
            let result = if left {
                both << bits(lane) >> 32
            } else {
                both >> bits(lane)
            };
            result & 0xFFFF_FFFF
        });
        // By 16, it is two elements of 16 bits that lie side by side, of which one may be past an edge.
        let is_active = |lane: &usize| context.active >> lane & 1 == 1;
        let is_half = (0..LANES).filter(is_active).all(|lane| bits(lane) == 16);
        if is_half && context.warp.poison.any(&[by]) == 0 {
            context.write_halves(register, &shifted, [high, low], 16);
        } else {
            context.write_from(register, &shifted, &from);
        }
        Ok(Step::Next)
    }))
}

fn field(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    let (width, signed) = match kind {
        "u32" => (32, false),
        "s32" => (32, true),
        "u64" => (64, false),
        "s64" => (64, true),
        _ => return Err(format!("no field of `{kind}`")),
    };
    let of = move |a: u64, start: u64, length: u64| {
        let (start, length) = (start as u32 & 255, length as u32 & 255);
        if length == 0 {
            return 0;
        }
        // Bits above the number repeat its sign, or are zero.
        let whole = match (width, signed) {
            (32, true) => i128::from(a as i32),
            (32, false) => i128::from(a as u32),
            (_, true) => i128::from(a as i64),
            (_, false) => i128::from(a),
        };
        let shifted = whole >> start.min(127);
        let unused = 128 - length.min(width);
        if signed {
            (shifted << unused >> unused) as u64
        } else {
            ((shifted as u128) << unused >> unused) as u64
        }
    };
    Ok(ternary(
        at,
        move |a: u64, start: u64, length: u64| match width {
            32 if signed => i64::from(of(a, start, length) as i32) as u64,
            32 => of(a, start, length) & 0xFFFF_FFFF,
            _ => of(a, start, length),
        },
    ))
}

fn insert(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let width = match kind {
        "b32" => 32,
        "b64" => 64,
        _ => return Err(format!("no field of `{kind}`")),
    };
    let (to, from) = operands::<4>(of)?;
    Ok(Box::new(move |context| {
        let [a, b, start, length] = from.map(|register| context.read(register));
        let result = std::array::from_fn(|lane| {
            let (start, length) = ((start[lane] & 255) as u32, (length[lane] & 255) as u32);
            let mask = 1_u64
                .checked_shl(length)
                .unwrap_or(0)
                .wrapping_sub(1)
                .checked_shl(start)
                .unwrap_or(0);
            let bits = b[lane] & !mask | a[lane].checked_shl(start).unwrap_or(0) & mask;
            if width == 32 {
                bits & 0xFFFF_FFFF
            } else {
                bits
            }
        });
        context.write_from(to, &result, &from);
        Ok(crate::machine::Step::Next)
    }))
}

fn count(of: &mut Operation<'_, '_>, name: &str, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match name {
        "clz" => with_type!(kind, T: "b32" = u32, "b64" = u64; unary(at, |a: T| a.leading_zeros())),
        "popc" => with_type!(kind, T: "b32" = u32, "b64" = u64; unary(at, |a: T| a.count_ones())),
        _ => with_type!(kind, T: "b32" = u32, "b64" = u64; unary(at, |a: T| a.reverse_bits())),
    }
}

/// Four bytes chosen from eight; a choice's highest bit asks for the byte's sign instead.
fn permute(a: u32, b: u32, choices: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |word, index| {
        let choice = choices >> (4 * index) & 15;
        let byte = (bytes >> (8 * (choice & 7))) as u8;
        let byte = if choice & 8 == 0 {
            byte
        } else {
            ((byte as i8) >> 7) as u8
        };
        word | u32::from(byte) << (8 * index)
    })
}

/// Any function of three bits, given as a table.
fn lookup(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let table = crate::text::number(of.operand(4)?).ok_or("no table")? as u32;
    let at = (of.register(0)?, [of.value(1)?, of.value(2)?, of.value(3)?]);
    Ok(ternary(at, move |a: u32, b: u32, c: u32| {
        (0..8)
            .filter(|row| table >> row & 1 == 1)
            .fold(0, |word, row| {
                let pick = |bits: u32, on: u32| if row & on != 0 { bits } else { !bits };
                word | pick(a, 4) & pick(b, 2) & pick(c, 1)
            })
    }))
}
