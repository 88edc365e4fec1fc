//! Which instructions are Hopper's.

use super::{arrivals, barriers, cluster_barrier, lanes, loads, registers, remote, stores, wgmma};
use crate::machine::{Action, Step};
use crate::text::Operation;

/// The action of a Hopper instruction; `None` for an instruction of another family.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let (family, _) = of.opcode.split_once('.')?;
    Some(match family {
        "wgmma" => wgmma::decode(of),
        "mbarrier" => barriers::decode(of),
        "barrier" if of.has("cluster") => cluster_barrier::decode(of),
        "cp" if of.has("bulk") => copy(of),
        "cp" if of.has("mbarrier") => arrivals::decode(of),
        "st" if of.has("async") => remote::decode_store(of),
        "mapa" => lanes::map_to_rank(of),
        "stmatrix" => lanes::store_matrices(of),
        "setmaxnreg" => registers::decode(of),
        "fence" if of.has("mbarrier_init") => Ok(fence_initialisations()),
        "fence" if of.has("proxy") => Ok(fence_stores()),
        // One grid runs after the other; maps are always seen.
        "griddepcontrol" | "prefetch" => Ok(Box::new(|_| Ok(Step::Next))),
        _ => return None,
    })
}

fn copy(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let words = of.words();
    match words.get(3) {
        Some(&"commit_group") => Ok(Box::new(stores::commit)),
        Some(&"wait_group") => {
            let left = of.operand(0)?.parse().map_err(|_| "no count of groups")?;
            let reading = of.has("read");
            Ok(Box::new(move |context| {
                stores::wait(context, left, reading)
            }))
        }
        Some(&"tensor") if words.get(5) == Some(&"global") => stores::decode(of),
        Some(&"tensor") => loads::decode(of),
        Some(&"prefetch") if of.has("tensor") => loads::decode_prefetch(of),
        Some(&"bulk") if words.get(4) == Some(&"tensor") => stores::decode(of),
        Some(&"bulk") if words.get(4) == Some(&"global") => stores::decode_sums(of),
        Some(&"global") => stores::decode_bytes(of),
        Some(&("shared::cluster" | "shared::cta")) if words.get(4) == Some(&"global") => {
            loads::decode_bytes(of)
        }
        Some(&"shared::cluster") if words.get(4) == Some(&"shared::cta") => remote::decode_bulk(of),
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
