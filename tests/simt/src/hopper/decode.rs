//! Which instructions are Hopper's.

use super::{arrivals, barriers, lanes, loads, meeting, registers, remote, stores, wgmma};
use crate::machine::{Action, Step};
use crate::text::{Scope, Statement};

/// The action of a Hopper instruction; `None` for an instruction of another family.
pub fn decode(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Option<Result<Action, String>> {
    let (family, _) = statement.opcode.split_once('.')?;
    Some(match family {
        "wgmma" => wgmma::decode(statement, scope),
        "mbarrier" => barriers::decode(statement, scope),
        "barrier" if statement.has("cluster") => meeting::decode(statement),
        "cp" if statement.has("bulk") => copy(statement, scope),
        "cp" if statement.has("mbarrier") => arrivals::decode(statement, scope),
        "st" if statement.has("async") => remote::decode_store(statement, scope),
        "elect" => lanes::elect(statement, scope),
        "mapa" => lanes::map_to_rank(statement, scope),
        "stmatrix" => lanes::store_matrices(statement, scope),
        "setmaxnreg" => registers::decode(statement),
        "fence" if statement.has("mbarrier_init") => Ok(fence_initialisations()),
        "fence" if statement.has("proxy") => Ok(fence_stores()),
        // One grid runs after the other; maps are always seen.
        "griddepcontrol" | "prefetch" => Ok(Box::new(|_| Ok(Step::Next))),
        _ => return None,
    })
}

fn copy(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let words = statement.words();
    match words.get(3) {
        Some(&"commit_group") => Ok(Box::new(stores::commit)),
        Some(&"wait_group") => {
            let left = statement
                .operand(0)?
                .parse()
                .map_err(|_| "no count of groups")?;
            let reading = statement.has("read");
            Ok(Box::new(move |context| {
                stores::wait(context, left, reading)
            }))
        }
        Some(&"tensor") if words.get(5) == Some(&"global") => stores::decode(statement, scope),
        Some(&"tensor") => loads::decode(statement, scope),
        Some(&"prefetch") if statement.has("tensor") => loads::decode_prefetch(statement, scope),
        Some(&"bulk") if words.get(4) == Some(&"tensor") => stores::decode(statement, scope),
        Some(&"bulk") if words.get(4) == Some(&"global") => stores::decode_sums(statement, scope),
        Some(&"global") => stores::decode_bytes(statement, scope),
        Some(&("shared::cluster" | "shared::cta")) if words.get(4) == Some(&"global") => {
            loads::decode_bytes(statement, scope)
        }
        Some(&"shared::cluster") if words.get(4) == Some(&"shared::cta") => {
            remote::decode_bulk(statement, scope)
        }
        _ => Err("no such bulk copy is modelled".into()),
    }
}

fn fence_initialisations() -> Action {
    Box::new(|context| {
        let warp = context.warp.index;
        context
            .block()
            .hopper
            .unfenced
            .retain(|&(other, _)| other != warp);
        Ok(Step::Next)
    })
}

fn fence_stores() -> Action {
    Box::new(|context| {
        let first = 32 * context.warp.index;
        for lane in context.lanes() {
            context.block().hopper.proxies.fenced(first + lane);
        }
        Ok(Step::Next)
    })
}
