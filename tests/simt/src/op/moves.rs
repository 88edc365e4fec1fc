//! Moves between registers, packing and unpacking, and addresses between spaces.

use std::array::from_fn;

use super::lane::{operands, unary};
use crate::machine::{Action, LOCAL_WINDOW, SHARED_WINDOW, Step};
use crate::text::Operation;

/// The action of a move.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        ["mov", kind] => go(of, kind),
        ["cvta", "global", "u64"] | ["cvta", "to", "global", "u64"] => {
            operands(of).map(|at| unary(at, |a: u64| a))
        }
        ["cvta", "shared", "u64"] => shift(of, SHARED_WINDOW),
        ["cvta", "to", "shared", "u64"] => shift(of, SHARED_WINDOW.wrapping_neg()),
        ["cvta", "local", "u64"] => shift(of, LOCAL_WINDOW),
        ["cvta", "to", "local", "u64"] => shift(of, LOCAL_WINDOW.wrapping_neg()),
        _ => return None,
    })
}

fn shift(of: &mut Operation<'_, '_>, by: u64) -> Result<Action, String> {
    Ok(unary(operands(of)?, move |a: u64| a.wrapping_add(by)))
}

/// The bits of each of `count` parts of a register.
fn share(width: usize, count: usize) -> Result<usize, String> {
    match (width, count) {
        (16.., 2) | (32.., 4) => Ok(width / count),
        _ => Err(format!("{width} bits are not moved in {count} parts")),
    }
}

fn go(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let width = match kind {
        "pred" => 1,
        "b16" | "u16" | "s16" => 16,
        "b32" | "u32" | "s32" | "f32" => 32,
        "b64" | "u64" | "s64" | "f64" => 64,
        _ => return Err(format!("no move of `{kind}`")),
    };
    let (to, from) = (of.operand(0)?, of.operand(1)?);
    let mask = if width == 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    };
    if to.starts_with('{') {
        let (parts, from) = (of.registers(0)?, of.value(1)?);
        let part = share(width, parts.len())?;
        let mask = (1 << part) - 1;
        return Ok(Box::new(move |context| {
            let whole = *context.read(from);
            for (index, &register) in parts.iter().enumerate() {
                context.write_from(
                    register,
                    &from_fn(|lane| whole[lane] >> (part * index) & mask),
                    &[from],
                );
            }
            Ok(Step::Next)
        }));
    }
    let to = of.register(0)?;
    if from.starts_with('{') {
        let parts = of.values(1)?;
        let part = share(width, parts.len())?;
        let mask = (1 << part) - 1;
        return Ok(Box::new(move |context| {
            let mut whole = [0; 32];
            for (index, &register) in parts.iter().enumerate() {
                let values = *context.read(register);
                whole
                    .iter_mut()
                    .zip(values)
                    .for_each(|(bits, value)| *bits |= (value & mask) << (part * index));
            }
            context.write_from(to, &whole, &parts);
            Ok(Step::Next)
        }));
    }
    Ok(unary((to, [of.value(1)?]), move |a: u64| a & mask))
}
