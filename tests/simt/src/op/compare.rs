//! Comparisons, and choices by their result.

use super::lane::{Lane, binary, operands};
use super::rounding::{BF16, F16};
use crate::machine::{Action, Step};
use crate::text::{Operation, Register};

/// The action of a comparison or a choice.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        ["setp", how, kind] => compare(of, how, kind),
        ["setp", how, with @ ("and" | "or" | "xor"), kind] => combine(of, how, with, kind),
        ["selp", kind] => select(of, kind),
        _ => return None,
    })
}

fn select(of: &mut Operation<'_, '_>, kind: &str) -> Result<Action, String> {
    let at = operands(of)?;
    match [
        "b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64",
    ]
    .contains(&kind)
    {
        true => Ok(choose(at)),
        false => Err(format!("no choice of `{kind}`")),
    }
}

/// A choice is poisoned by what is chosen and by the predicate, and not by what is left.
fn choose((to, from): (Register, [Register; 3])) -> Action {
    Box::new(move |context| {
        let [a, b, which] = from.map(|register| *context.read(register));
        let poisoned = from.map(|register| context.warp.poison.any(&[register]));
        context.write(
            to,
            &std::array::from_fn(|lane| {
                if which[lane] & 1 == 1 {
                    a[lane]
                } else {
                    b[lane]
                }
            }),
        );
        if poisoned != [0; 3] {
            let first = (0..32).fold(0, |lanes, lane| lanes | ((which[lane] & 1) as u32) << lane);
            let lanes = poisoned[0] & first | poisoned[1] & !first | poisoned[2];
            context.taint(to, lanes, &from);
        }
        Ok(Step::Next)
    })
}

fn compare(of: &mut Operation<'_, '_>, how: &str, kind: &str) -> Result<Action, String> {
    test(operands(of)?, how, kind)
}

/// A comparison into a register of its own, and then the logic with the last operand.
fn combine(
    of: &mut Operation<'_, '_>,
    how: &str,
    with: &str,
    kind: &str,
) -> Result<Action, String> {
    let (to, [a, b, other]) = operands(of)?;
    let between = of.scope.unnamed();
    let test = test((between, [a, b]), how, kind)?;
    let with: Action = match with {
        "and" => binary((to, [between, other]), |a: bool, b: bool| a && b),
        "or" => binary((to, [between, other]), |a: bool, b: bool| a || b),
        _ => binary((to, [between, other]), |a: bool, b: bool| a != b),
    };
    Ok(Box::new(move |context| {
        test(context)?;
        with(context)?;
        Ok(Step::Next)
    }))
}

fn test(at: (Register, [Register; 2]), how: &str, kind: &str) -> Result<Action, String> {
    match kind {
        "f16" => float(at, how, |bits: u16| F16.value(bits.into())),
        "bf16" => float(at, how, |bits: u16| BF16.value(bits.into())),
        "f32" => float(at, how, |number: f32| number.into()),
        "f64" => float(at, how, |number: f64| number),
        "b16" | "u16" => integer::<u16>(at, how),
        "b32" | "u32" => integer::<u32>(at, how),
        "b64" | "u64" => integer::<u64>(at, how),
        "s16" => integer::<i16>(at, how),
        "s32" => integer::<i32>(at, how),
        "s64" => integer::<i64>(at, how),
        _ => Err(format!("no comparison of `{kind}`")),
    }
}

fn integer<T: Lane + Ord>(at: (Register, [Register; 2]), how: &str) -> Result<Action, String> {
    Ok(match how {
        "eq" => binary(at, |a: T, b: T| a == b),
        "ne" => binary(at, |a: T, b: T| a != b),
        "lt" | "lo" => binary(at, |a: T, b: T| a < b),
        "le" | "ls" => binary(at, |a: T, b: T| a <= b),
        "gt" | "hi" => binary(at, |a: T, b: T| a > b),
        "ge" | "hs" => binary(at, |a: T, b: T| a >= b),
        _ => return Err(format!("no comparison `{how}`")),
    })
}

/// Names that end in `u` hold too if either operand is NaN.
fn float<T: Lane>(
    at: (Register, [Register; 2]),
    how: &str,
    value: fn(T) -> f64,
) -> Result<Action, String> {
    // The orders in which the comparison holds; a question mark is none.
    let orders = match how {
        "eq" => "=",
        "ne" => "<>",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => "=>",
        "equ" => "=?",
        "neu" => "<>?",
        "ltu" => "<?",
        "leu" => "<=?",
        "gtu" => ">?",
        "geu" => "=>?",
        "num" => "<=>",
        "nan" => "?",
        _ => return Err(format!("no comparison `{how}`")),
    };
    let holds = ['<', '=', '>', '?'].map(|order| orders.contains(order));
    Ok(binary(at, move |a: T, b: T| {
        let order = value(a)
            .partial_cmp(&value(b))
            .map_or(3, |order| (order as i8 + 1) as usize);
        holds[order]
    }))
}
