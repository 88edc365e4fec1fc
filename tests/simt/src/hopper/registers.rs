//! How warps share their block's registers (PTX ISA, `setmaxnreg`).

use crate::machine::{Action, Context, ExecError, Step, Wait};
use crate::text::Statement;

/// Registers of an SM, a thread's share of which is a multiple of 8.
const ALL: u32 = 65536;

/// Registers that have been given back, and not been taken by others.
#[derive(Default)]
pub struct Pool(u32);

/// The action of `setmaxnreg`.
pub fn decode(statement: &Statement<'_>) -> Result<Action, String> {
    let wanted: u32 = statement
        .operand(0)?
        .parse()
        .map_err(|_| "no count of registers")?;
    if !(24..=256).contains(&wanted) || !wanted.is_multiple_of(8) {
        return Err(format!(
            "{wanted} registers are not a multiple of 8 from 24 to 256"
        ));
    }
    let takes = statement.has("inc");
    Ok(Box::new(move |context| change(context, wanted, takes)))
}

fn change(context: &mut Context<'_>, wanted: u32, takes: bool) -> Result<Step, ExecError> {
    let threads = context.block().threads.next_multiple_of(32);
    // What the assembler gives a kernel that changes it: as many as all threads can have.
    let at_start = (ALL / threads / 8 * 8).min(255);
    let now = context.warp.hopper.registers.unwrap_or(at_start);
    let pool = &mut context.cluster.blocks[context.rank].hopper.pool;
    if takes {
        let more = wanted.checked_sub(now).ok_or_else(|| {
            ExecError::new(format!(
                "a thread has {now} registers, and asks for {wanted}; raise to as many or more"
            ))
        })?;
        if pool.0 < 32 * more {
            return Ok(Step::Stall(Wait {
                what: "registers that others give back",
                which: u64::from(wanted),
            }));
        }
        pool.0 -= 32 * more;
    } else {
        let fewer = now.checked_sub(wanted).ok_or_else(|| {
            ExecError::new(format!(
                "a thread has {now} registers, and keeps {wanted}; lower to as many or fewer"
            ))
        })?;
        pool.0 += 32 * fewer;
    }
    context.warp.hopper.registers = Some(wanted);
    Ok(Step::Next)
}
