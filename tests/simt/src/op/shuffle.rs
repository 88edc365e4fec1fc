//! Values between the lanes of a warp.

use super::barrier::{Gathered, gather};
use super::lane::operands;
use crate::machine::{Action, ExecError, LANES, Step};
use crate::text::Operation;

/// The action of a shuffle or a vote.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        [
            "shfl",
            "sync",
            how @ ("bfly" | "idx" | "up" | "down"),
            "b32",
        ] => shuffle(of, how),
        ["vote", "sync", how, "pred" | "b32"] => vote(of, how),
        ["elect", "sync"] => elect(of),
        ["activemask", "b32"] => active(of),
        _ => return None,
    })
}

fn shuffle(of: &mut Operation<'_, '_>, how: &str) -> Result<Action, String> {
    let (to, valid) = of.pair(0)?;
    let from = of.value(1)?;
    let by = of.value(2)?;
    let clamp = of.value(3)?;
    let mask = of.value(4)?;
    let how = how.to_string();
    Ok(Box::new(move |context| {
        let groups = match gather(context, mask)? {
            Gathered::Waits(stall) => return Ok(stall),
            Gathered::Groups(groups) => groups,
        };
        let (values, by, clamp) = (*context.read(from), *context.read(by), *context.read(clamp));
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
            if groups[lane] >> source & 1 == 0 {
                return Err(ExecError::of(
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

fn vote(of: &mut Operation<'_, '_>, how: &str) -> Result<Action, String> {
    let (to, [predicate, mask]) = operands(of)?;
    let result: fn(u32, u32) -> u64 = match how {
        "ballot" => |yes, _| yes.into(),
        "any" => |yes, _| (yes != 0).into(),
        "all" => |yes, all| (yes == all).into(),
        "uni" => |yes, all| (yes == all || yes == 0).into(),
        _ => return Err(format!("no vote `{how}`")),
    };
    Ok(Box::new(move |context| {
        let groups = match gather(context, mask)? {
            Gathered::Waits(stall) => return Ok(stall),
            Gathered::Groups(groups) => groups,
        };
        context.require(predicate, "votes by")?;
        let values = *context.read(predicate);
        let yes = context
            .lanes()
            .fold(0, |yes, lane| yes | ((values[lane] & 1) as u32) << lane);
        context.write(to, &groups.map(|group| result(yes & group, group)));
        Ok(Step::Next)
    }))
}

/// Elects the first lane of each mask.
fn elect(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let (leader, elected) = of.pair(0)?;
    let mask = of.value(1)?;
    Ok(Box::new(move |context| {
        let groups = match gather(context, mask)? {
            Gathered::Waits(stall) => return Ok(stall),
            Gathered::Groups(groups) => groups,
        };
        let firsts = groups.map(u32::trailing_zeros);
        context.write(leader, &firsts.map(u64::from));
        context.write(
            elected,
            &std::array::from_fn(|lane| u64::from(lane == firsts[lane] as usize)),
        );
        Ok(Step::Next)
    }))
}

fn active(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let to = of.register(0)?;
    Ok(Box::new(move |context| {
        context.write(to, &[context.active.into(); LANES]);
        Ok(Step::Next)
    }))
}
