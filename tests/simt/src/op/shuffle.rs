//! Values between the lanes of a warp.

use super::barrier::gather;
use super::lane::operands;
use crate::machine::{Action, LANES, Step, Trouble};
use crate::text::{Register, Scope, Statement};

/// The action of a shuffle or a vote.
pub fn decode<'t>(
    statement: &Statement<'t>,
    scope: &mut Scope<'t>,
) -> Option<Result<Action, String>> {
    let words = statement.words();
    Some(match words.as_slice() {
        [
            "shfl",
            "sync",
            how @ ("bfly" | "idx" | "up" | "down"),
            "b32",
        ] => shuffle(statement, scope, how),
        ["vote", "sync", how, "pred" | "b32"] => vote(statement, scope, how),
        ["elect", "sync"] => elect(statement, scope),
        ["activemask", "b32"] => active(statement, scope),
        _ => return None,
    })
}

/// The registers of `value|predicate`; the second is nobody's if it is not written.
fn pair(text: &str, scope: &Scope<'_>) -> Result<(Register, Register), String> {
    let (first, second) = text.split_once('|').unwrap_or((text, "_"));
    Ok((
        scope.register(first.trim())?,
        scope.register(second.trim())?,
    ))
}

fn shuffle(statement: &Statement<'_>, scope: &mut Scope<'_>, how: &str) -> Result<Action, String> {
    let (to, valid) = pair(statement.operand(0)?, scope)?;
    let from = scope.value(statement.operand(1)?)?;
    let by = scope.value(statement.operand(2)?)?;
    let clamp = scope.value(statement.operand(3)?)?;
    let mask = scope.value(statement.operand(4)?)?;
    let how = how.to_string();
    Ok(Box::new(move |context| {
        if let Some(stall) = gather(context, mask) {
            return Ok(stall);
        }
        let (values, by, clamp) = (context.read(from), context.read(by), context.read(clamp));
        let (mut result, mut inside, mut sources) = ([0; LANES], [0; LANES], [0; LANES]);
        for lane in context.lanes() {
            let (by, clamp) = (by[lane] as usize & 31, clamp[lane] as usize);
            let segment = clamp >> 8 & 31;
            let last = lane & segment | clamp & 31 & !segment;
            let (source, within) = match how.as_str() {
                "up" => (lane.wrapping_sub(by), lane >= by + last),
                "down" => (lane + by, lane + by <= last),
                "bfly" => (lane ^ by, lane ^ by <= last),
                _ => {
                    let source = lane & segment | by & !segment;
                    (source, source <= last)
                }
            };
            let source = if within { source } else { lane };
            if context.active >> source & 1 == 0 {
                return Err(Trouble::of(
                    lane,
                    format!("takes a value from lane {source}, which takes no part"),
                ));
            }
            result[lane] = values[source];
            sources[lane] = source;
            inside[lane] = u64::from(within);
        }
        let poisoned = context.warp.poison.any(&[from]);
        context.write(to, &result);
        if poisoned != 0 {
            let lanes = context
                .lanes()
                .filter(|&lane| poisoned >> sources[lane] & 1 == 1);
            context.taint(to, lanes.fold(0, |lanes, lane| lanes | 1 << lane), &[from]);
        }
        context.write(valid, &inside);
        Ok(Step::Next)
    }))
}

fn vote(statement: &Statement<'_>, scope: &mut Scope<'_>, how: &str) -> Result<Action, String> {
    let (to, [predicate, mask]) = operands(statement, scope)?;
    let result: fn(u32, u32) -> u64 = match how {
        "ballot" => |yes, _| yes.into(),
        "any" => |yes, _| (yes != 0).into(),
        "all" => |yes, all| (yes == all).into(),
        "uni" => |yes, all| (yes == all || yes == 0).into(),
        _ => return Err(format!("no vote `{how}`")),
    };
    Ok(Box::new(move |context| {
        if let Some(stall) = gather(context, mask) {
            return Ok(stall);
        }
        context.require(predicate, "votes by")?;
        let values = context.read(predicate);
        let yes = context
            .lanes()
            .fold(0, |yes, lane| yes | ((values[lane] & 1) as u32) << lane);
        context.write(to, &[result(yes, context.active); LANES]);
        Ok(Step::Next)
    }))
}

/// Elects the first lane of the mask.
fn elect(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let (leader, elected) = pair(statement.operand(0)?, scope)?;
    let mask = scope.value(statement.operand(1)?)?;
    Ok(Box::new(move |context| {
        if let Some(stall) = gather(context, mask) {
            return Ok(stall);
        }
        let first = context.active.trailing_zeros() as usize;
        context.write(leader, &[first as u64; LANES]);
        context.write(
            elected,
            &std::array::from_fn(|lane| u64::from(lane == first)),
        );
        Ok(Step::Next)
    }))
}

fn active(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let to = scope.register(statement.operand(0)?)?;
    Ok(Box::new(move |context| {
        context.write(to, &[context.active.into(); LANES]);
        Ok(Step::Next)
    }))
}
