//! Branches, and ends.

use crate::machine::{Action, LANES, Step, Trouble};
use crate::text::{Scope, Statement};

/// The action of a branch or an end.
pub fn decode<'t>(
    statement: &Statement<'t>,
    scope: &mut Scope<'t>,
) -> Option<Result<Action, String>> {
    Some(match statement.opcode {
        "bra" | "bra.uni" => branch(statement, scope),
        "brx.idx" | "brx.idx.uni" => choose(statement, scope),
        "exit" => Ok(exit()),
        "ret" | "ret.uni" => Ok(match scope.return_label() {
            Some(label) => Box::new(move |_| Ok(Step::Jump(label))),
            None => exit(),
        }),
        "trap" => Ok(Box::new(|_| Err(Trouble::new("the kernel traps")))),
        _ => return None,
    })
}

/// Ends the active lanes.
pub fn exit() -> Action {
    Box::new(|_| Ok(Step::Exit))
}

fn branch<'t>(statement: &Statement<'t>, scope: &mut Scope<'t>) -> Result<Action, String> {
    let label = scope.label(statement.operand(0)?);
    Ok(Box::new(move |_| Ok(Step::Jump(label))))
}

fn choose<'t>(statement: &Statement<'t>, scope: &mut Scope<'t>) -> Result<Action, String> {
    let index = scope.value(statement.operand(0)?)?;
    let table = scope.table(statement.operand(1)?)?;
    Ok(Box::new(move |context| {
        let (indices, mut labels) = (context.read(index), [0; LANES]);
        for lane in context.lanes() {
            let chosen = indices[lane] as u32 as usize;
            let message =
                || Trouble::of(lane, format!("chooses target {chosen} of {}", table.len()));
            labels[lane] = *table.get(chosen).ok_or_else(message)?;
        }
        Ok(Step::Scatter(Box::new(labels)))
    }))
}
