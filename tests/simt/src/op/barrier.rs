//! Barriers of a block and of a warp, and fences.

use crate::hopper::release;
use crate::machine::{Action, Context, ExecError, LANES, Meeting, Step, Wait};
use crate::text::{Operation, Register};

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
                if let Some((races, by)) = context.races() {
                    races.fence(by);
                }
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
        let (rank, threads) = (context.rank, 32 * context.block().running as u32);
        let block = &mut context.cluster.blocks[context.rank];
        let barrier = block
            .barriers
            .get_mut(which)
            .ok_or_else(|| ExecError::new(format!("no barrier {which}")))?;
        let waited = match context.warp.awaited {
            Some((other, _)) if other != which => {
                let message =
                    format!("lanes of a warp come to barrier {which} while others wait at {other}");
                return Err(ExecError::new(message));
            }
            Some((_, phase)) => phase,
            None => {
                let phase = barrier.phase;
                barrier.arrive(32, count)?;
                if count.is_none() {
                    barrier.open_at(threads);
                }
                if let Some((races, by)) = context.races() {
                    races.arrive(by, Meeting::Numbered(rank, which), phase);
                }
                phase
            }
        };
        let open = !waits || context.block().barriers[which].phase > waited;
        if let (true, Some((races, by))) = (open && waits, context.races()) {
            races.leave(by, Meeting::Numbered(rank, which), waited);
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
        Ok(match gather(context, mask)? {
            Gathered::Waits(stall) => stall,
            Gathered::Groups(_) => Step::Next,
        })
    }))
}

/// What comes of lanes that run an instruction for the lanes of a mask.
pub enum Gathered {
    /// Nothing yet: lanes of a mask that have not ended are somewhere else.
    Waits(Step),
    /// Each active lane's group: the active lanes of its mask.
    Groups([u32; LANES]),
}

/// Gathers the lanes of each active lane's mask. One that its mask leaves out, or joins with a lane of another mask, is an error.
pub fn gather(context: &Context<'_>, mask: Register) -> Result<Gathered, ExecError> {
    let masks = context.read(mask).map(|mask| mask as u32);
    let alive = context.warp.alive();
    let mut groups = [0; LANES];
    for lane in context.lanes() {
        let mask = masks[lane];
        if mask >> lane & 1 == 0 {
            let message =
                format!("runs an instruction from which its mask {mask:#x} leaves it out");
            return Err(ExecError::of(lane, message));
        }
        if context.together & mask & alive != mask & alive {
            return Ok(Gathered::Waits(Step::Stall(Wait {
                what: "the lanes of a mask",
                which: mask.into(),
            })));
        }
        groups[lane] = mask & context.active;
        // Each lane is compared with its group's first, and so all with one another.
        let first = groups[lane].trailing_zeros() as usize;
        if masks[first] != mask {
            let other = masks[first];
            let message =
                format!("has the mask {mask:#x}, where lane {first} of it has {other:#x}");
            return Err(ExecError::of(lane, message));
        }
    }
    Ok(Gathered::Groups(groups))
}
