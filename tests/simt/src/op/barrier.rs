//! Barriers of a block and of a warp, and fences.

use crate::hopper::release;
use crate::machine::{Action, Context, ExecError, Step, Wait};
use crate::text::Operation;

/// The action of a barrier or a fence.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        ["bar" | "barrier", "sync"] | ["bar" | "barrier", "sync", "aligned"] => numbered(of, true),
        ["bar" | "barrier", "arrive"] | ["bar" | "barrier", "arrive", "aligned"] => {
            numbered(of, false)
        }
        ["bar", "warp", "sync"] => warp(of),
        // Everybody sees a store at once here, so there is nothing to wait for but signals to other blocks.
        ["fence", "acq_rel" | "sc", "cluster" | "gpu" | "sys"] | ["membar", "gl" | "sys"] => {
            Ok(Box::new(|context| {
                release(context);
                Ok(Step::Next)
            }))
        }
        ["fence", "acq_rel" | "sc", "cta"] | ["membar", "cta"] => Ok(Box::new(|_| Ok(Step::Next))),
        _ => return None,
    })
}

fn numbered(of: &mut Operation<'_, '_>, waits: bool) -> Result<Action, String> {
    let which = of.value(0)?;
    let count = of.value_if_any(1)?;
    Ok(Box::new(move |context| {
        let (which, count) = (
            context.first(which) as u32 as usize,
            count.map(|count| context.first(count) as u32),
        );
        let threads = 32 * context.block().running as u32;
        let block = &mut context.cluster.blocks[context.rank];
        let barrier = block
            .barriers
            .get_mut(which)
            .ok_or_else(|| ExecError::new(format!("no barrier {which}")))?;
        let waited = match context.warp.awaited {
            Some((_, phase)) => phase,
            None => {
                let phase = barrier.phase;
                barrier.arrive(32, count)?;
                if count.is_none() {
                    barrier.open_at(threads);
                }
                if let Some(races) = &mut block.races {
                    races.arrive(context.warp.index, which, phase);
                }
                phase
            }
        };
        let open = !waits || barrier.phase > waited;
        if let (true, Some(races)) = (open && waits, &mut block.races) {
            races.leave(context.warp.index, which, waited);
        }
        context.warp.awaited = (!open).then_some((which, waited));
        Ok(if open {
            Step::Next
        } else {
            Step::Stall(Wait {
                what: "barrier",
                which: which as u64,
            })
        })
    }))
}

fn warp(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let mask = of.value(0)?;
    Ok(Box::new(move |context| {
        Ok(gather(context, mask).unwrap_or(Step::Next))
    }))
}

/// A stall, as long as lanes of the mask that have not ended are somewhere else.
pub fn gather(context: &Context<'_>, mask: usize) -> Option<Step> {
    let mask = context.first(mask) as u32 & context.warp.alive();
    let here = context.together & mask == mask;
    (!here).then_some(Step::Stall(Wait {
        what: "the lanes of a mask",
        which: mask.into(),
    }))
}
