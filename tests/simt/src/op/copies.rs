//! Asynchronous copies of a lane's bytes. Each happens when its lane waits for it, and not before.

use super::access::addresses;
use crate::machine::{Action, Context, Copy, ExecError, Space, Step};
use crate::text::{Operation, Statement, number};

/// The action of an asynchronous copy that is no bulk copy, or of a wait for some.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        [
            "cp",
            "async",
            "ca" | "cg",
            "shared" | "shared::cta",
            "global",
            hints @ ..,
        ] => match hints.iter().all(|hint| hint.starts_with("L2::")) {
            true => issue(of, words[2]),
            false => Err("no such copy is known".into()),
        },
        ["cp", "async", "commit_group"] => Ok(Box::new(|context| {
            for lane in context.lanes() {
                context.warp.copies.committed[lane] += 1;
            }
            Ok(Step::Next)
        })),
        ["cp", "async", "wait_group"] => wait_group(of),
        ["cp", "async", "wait_all"] => Ok(Box::new(|context| {
            for lane in context.lanes() {
                context.warp.copies.committed[lane] += 1;
            }
            wait(context, 0)
        })),
        _ => return None,
    })
}

fn issue(of: &mut Operation<'_, '_>, cached: &str) -> Result<Action, String> {
    let (to, from) = (of.address(0)?, of.address(1)?);
    let bytes = number(of.operand(2)?).ok_or("no size")?;
    let bytes = match (cached, bytes) {
        ("ca", 4 | 8) | (_, 16) => bytes as usize,
        _ => return Err(format!("no copy of {bytes} bytes is known")),
    };
    // The last operand is the policy where there is a hint, and does nothing here.
    let hinted = usize::from(of.has("L2::cache_hint"));
    let read = match of.operands.get(3) {
        Some(name) if of.operands.len() - hinted > 3 => of.scope.value(name)?,
        _ => of.value(2)?,
    };
    // A number of bytes that are read, or a predicate that none is.
    let ignores = of.scope.is_predicate(read);
    Ok(Box::new(move |context| {
        [to.base, from.base, read]
            .iter()
            .try_for_each(|&register| context.require(register, "copies by"))?;
        let (to, from) = (
            addresses(context, Space::Shared, to),
            addresses(context, Space::Global, from),
        );
        let read = *context.read(read);
        for lane in context.lanes() {
            let read = match ignores {
                true if read[lane] & 1 == 1 => 0,
                true => bytes,
                false => read[lane] as u32 as usize,
            };
            if read > bytes {
                return Err(ExecError::of(
                    lane,
                    format!("copies {bytes} bytes and reads {read}"),
                ));
            }
            if !to[lane].is_multiple_of(bytes as u64)
                || read > 0 && !from[lane].is_multiple_of(bytes as u64)
            {
                let message = format!(
                    "copies {bytes} bytes from {:#x} to {:#x}, not multiples of that",
                    from[lane], to[lane]
                );
                return Err(ExecError::of(lane, message));
            }
            let at = |message| ExecError::of(lane, message);
            context
                .memory
                .bytes(from[lane], read)
                .map(drop)
                .or_else(|why| if read == 0 { Ok(()) } else { Err(at(why)) })?;
            context.touch(to[lane], bytes, Some(&[])).map_err(at)?;
            let (shared, place) = context.shared(to[lane]).map_err(at)?;
            shared.forget(place, bytes).map_err(at)?;
            let group = context.warp.copies.committed[lane];
            let issued = context.warp.copies.issued;
            context.warp.copies.issued += 1;
            context.warp.copies.pending.push(Copy {
                lane,
                issued,
                group,
                from: from[lane],
                to: to[lane],
                read,
                bytes,
            });
        }
        Ok(Step::Next)
    }))
}

fn wait_group(statement: &Statement<'_>) -> Result<Action, String> {
    let left = number(statement.operand(0)?).ok_or("no number of groups")?;
    Ok(Box::new(move |context| wait(context, left)))
}

/// Makes the copies happen that the active lanes wait for.
fn wait(context: &mut Context<'_>, left: u64) -> Result<Step, ExecError> {
    for copy in context.warp.copies.due(context.active, left) {
        let at = |message| ExecError::of(copy.lane, message);
        let mut bytes = [0; 16];
        if copy.read > 0 {
            bytes[..copy.read]
                .copy_from_slice(context.memory.bytes(copy.from, copy.read).map_err(at)?);
        }
        context.touch(copy.to, copy.bytes, Some(&[])).map_err(at)?;
        let (shared, place) = context.shared(copy.to).map_err(at)?;
        shared.write(place, &bytes[..copy.bytes]).map_err(at)?;
    }
    Ok(Step::Next)
}
