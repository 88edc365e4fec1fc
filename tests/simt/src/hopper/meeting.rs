//! The barrier of a cluster (PTX ISA, `barrier.cluster`).

use crate::machine::{Action, Context, Step, Trouble, Wait};
use crate::text::Statement;

/// The barrier's state.
#[derive(Default)]
pub struct Meeting {
    arrived: usize,
    phase: u64,
}

/// The action of an instruction that begins with `barrier.cluster`.
pub fn decode(statement: &Statement<'_>) -> Result<Action, String> {
    match statement.words().get(2) {
        Some(&"arrive") => Ok(Box::new(arrive)),
        Some(&"wait") => Ok(Box::new(wait)),
        _ => Err("a form of barrier.cluster that is not known".into()),
    }
}

fn arrive(context: &mut Context<'_>) -> Result<Step, Trouble> {
    let meeting = &mut context.cluster.hopper.meeting;
    if context.warp.hopper.meeting.is_some() {
        return Err(Trouble::new("a warp comes to the cluster's barrier twice"));
    }
    context.warp.hopper.meeting = Some(meeting.phase);
    meeting.arrived += 1;
    open(context);
    Ok(Step::Next)
}

fn wait(context: &mut Context<'_>) -> Result<Step, Trouble> {
    // Others may have ended since.
    open(context);
    let phase = context
        .warp
        .hopper
        .meeting
        .ok_or_else(|| Trouble::new("a wait without an arrival"))?;
    if phase == context.cluster.hopper.meeting.phase {
        return Ok(Step::Stall(Wait {
            what: "the cluster's barrier",
            which: phase,
        }));
    }
    context.warp.hopper.meeting = None;
    Ok(Step::Next)
}

fn open(context: &mut Context<'_>) {
    let running: usize = context
        .cluster
        .blocks
        .iter()
        .map(|block| block.running)
        .sum();
    let meeting = &mut context.cluster.hopper.meeting;
    if meeting.arrived > 0 && meeting.arrived >= running {
        meeting.arrived = 0;
        meeting.phase += 1;
    }
}
