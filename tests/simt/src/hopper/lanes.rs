//! Instructions of a warp's lanes: `mapa` and `stmatrix`.

use super::fragment::of_stored;
use crate::machine::{Action, ExecError, LANES, Space, Step};
use crate::text::Operation;

/// The action of `mapa`.
pub fn map_to_rank(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    if of.opcode != "mapa.shared::cluster.u32" {
        return Err("generic addresses are not modelled".into());
    }
    let into = of.register(0)?;
    let from = of.value(1)?;
    let rank = of.value(2)?;
    Ok(Box::new(move |context| {
        context.require(from, "maps")?;
        context.require(rank, "maps to")?;
        let (from, ranks) = (*context.read(from), *context.read(rank));
        let blocks = context.cluster.blocks.len() as u64;
        if let Some(lane) = context.lanes().find(|&lane| ranks[lane] >= blocks) {
            return Err(ExecError::of(
                lane,
                format!("block {} of a cluster of {blocks}", ranks[lane]),
            ));
        }
        let offset = u64::from(super::OFFSET);
        context.write(
            into,
            &std::array::from_fn(|lane| (ranks[lane] + 1) << 24 | from[lane] & offset),
        );
        Ok(Step::Next)
    }))
}

/// The action of `stmatrix`.
pub fn store_matrices(of: &mut Operation<'_, '_>) -> Result<Action, String> {
    let address = of.address(0)?;
    let registers = of.values(1)?;
    let count = match of.words().get(4) {
        Some(&"x1") => 1,
        Some(&"x2") => 2,
        Some(&"x4") => 4,
        _ => return Err("no count of matrices".into()),
    };
    if registers.len() != count {
        return Err(format!(
            "{} registers for {count} matrices",
            registers.len()
        ));
    }
    let transposed = of.has("trans");
    Ok(Box::new(move |context| {
        if context.active != u32::MAX {
            return Err(ExecError::new("not all lanes store a matrix"));
        }
        context.require(address.base, "stores at")?;
        for (matrix, &register) in registers.iter().enumerate() {
            let mut rows = [[0; 16]; 8];
            for (lane, &word) in context.read(register).iter().enumerate() {
                for ((row, byte), half) in of_stored(lane, transposed)
                    .into_iter()
                    .zip([word, word >> 16])
                {
                    rows[row][byte..byte + 2].copy_from_slice(&(half as u16).to_le_bytes());
                }
            }
            for (row, bytes) in rows.iter().enumerate() {
                let lane = matrix * 8 + row;
                let place = context.address(address, lane);
                context.store(lane, Space::Shared, place, bytes)?;
            }
            let poisoned = context.warp.poison.any(&[register]);
            for lane in (0..LANES).filter(|lane| poisoned >> lane & 1 == 1) {
                for (row, byte) in of_stored(lane, transposed) {
                    let place = context.address(address, matrix * 8 + row);
                    context.poison_memory(lane, Space::Shared, place + byte as u64, 2)?;
                }
            }
        }
        Ok(Step::Next)
    }))
}
