//! The barrier of a cluster (PTX ISA, `barrier.cluster`).

use super::state::release;
use crate::machine::{Action, Context, ExecError, Meeting, Step, Wait};
use crate::text::Statement;

/// The barrier's state.
#[derive(Default)]
pub struct ClusterBarrier {
    arrived: usize,
    phase: u64,
}

impl ClusterBarrier {
    /// A warp that has come in this phase, and ended, counts no more: it is not one of those that run.
    pub fn ended(&mut self, phase: u64) {
        if phase == self.phase {
            self.arrived -= 1;
        }
    }
}

/// The action of an instruction that begins with `barrier.cluster`.
pub fn decode(statement: &Statement<'_>) -> Result<Action, String> {
    let words = statement.words();
    match words.get(2) {
        Some(&"arrive") if words.contains(&"relaxed") => {
            Ok(Box::new(|context| arrive(context, false)))
        }
        Some(&"arrive") => Ok(Box::new(|context| {
            release(context);
            arrive(context, true)
        })),
        Some(&"wait") => Ok(Box::new(wait)),
        _ => Err("a form of barrier.cluster that is not known".into()),
    }
}

fn arrive(context: &mut Context<'_>, releases: bool) -> Result<Step, ExecError> {
    let cluster_barrier = &mut context.cluster.hopper.cluster_barrier;
    if context.warp.hopper.cluster_barrier.is_some() {
        return Err(ExecError::new(
            "a warp comes to the cluster's barrier twice",
        ));
    }
    context.warp.hopper.cluster_barrier = Some(cluster_barrier.phase);
    cluster_barrier.arrived += 1;
    let phase = cluster_barrier.phase;
    context.arrive(Meeting::Cluster, phase, releases);
    open(context);
    Ok(Step::Next)
}

fn wait(context: &mut Context<'_>) -> Result<Step, ExecError> {
    // Others may have ended since.
    open(context);
    let phase = context
        .warp
        .hopper
        .cluster_barrier
        .ok_or_else(|| ExecError::new("a wait without an arrival"))?;
    if phase == context.cluster.hopper.cluster_barrier.phase {
        return Ok(Step::Stall(Wait {
            what: "the cluster's barrier",
            which: phase,
        }));
    }
    context.warp.hopper.cluster_barrier = None;
    if let Some((races, by)) = context.races() {
        races.leave(by, Meeting::Cluster, phase);
    }
    Ok(Step::Next)
}

fn open(context: &mut Context<'_>) {
    let running: usize = context
        .cluster
        .blocks
        .iter()
        .map(|block| block.running)
        .sum();
    let cluster_barrier = &mut context.cluster.hopper.cluster_barrier;
    if cluster_barrier.arrived > 0 && cluster_barrier.arrived >= running {
        cluster_barrier.arrived = 0;
        cluster_barrier.phase += 1;
    }
}
