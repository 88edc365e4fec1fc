//! Branches, and ends.

use crate::machine::{Action, ExecError, LANES, Step};
use crate::text::Operation;

/// The action of a branch or an end.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    Some(match of.opcode {
        "bra" | "bra.uni" => branch(of),
        "brx.idx" | "brx.idx.uni" => choose(of),
        "exit" => Ok(exit()),
        "ret" | "ret.uni" => Ok(match of.scope.return_label() {
            Some(label) => Box::new(move |_| Ok(Step::Jump(label))),
            None => exit(),
        }),
        "trap" => Ok(Box::new(|_| Err(ExecError::new("the kernel traps")))),
        _ => return None,
    })
}

/// Ends the active lanes.
pub fn exit() -> Action {
    Box::new(|_| Ok(Step::Exit))
}

fn branch(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let label = of.scope.label(of.operand(0)?);
    Ok(Box::new(move |_| Ok(Step::Jump(label))))
}

fn choose(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let index = of.value(0)?;
    let table = of.scope.table(of.operand(1)?)?;
    Ok(Box::new(move |context| {
        let (indices, mut labels) = (*context.read(index), [0; LANES]);
        for lane in context.lanes() {
            let chosen = indices[lane] as u32 as usize;
            let message =
                || ExecError::of(lane, format!("chooses target {chosen} of {}", table.len()));
            labels[lane] = *table.get(chosen).ok_or_else(message)?;
        }
        Ok(Step::Scatter(Box::new(labels)))
    }))
}
