//! Instructions of a warp's lanes: `elect.sync`, `mapa`, `stmatrix`, and the conversions of 8-bit floats.

use super::fragment::of_stored;
use super::operand::{e4m3_value, e5m2_value, to_e4m3, to_e5m2, to_half};
use crate::machine::{Action, LANES, Lanes, Space, Step, Trouble};
use crate::text::{Scope, Statement, elements};

/// The action of `elect.sync`: the last lane is elected, since the ISA does not say which.
pub fn elect(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let (lane, elected) = statement
        .operand(0)?
        .split_once('|')
        .ok_or("no predicate")?;
    let (lane, elected) = (
        scope.register(lane.trim())?,
        scope.register(elected.trim())?,
    );
    let mask = scope.value(statement.operand(1)?)?;
    Ok(Box::new(move |context| {
        let mask = context.first(mask) as u32;
        if context.active != mask {
            return Err(Trouble::new(format!(
                "lanes {mask:#x} elect one, of which {:#x} are there",
                context.active
            )));
        }
        let last = 31 - mask.leading_zeros() as usize;
        context.write(lane, &[last as u64; LANES]);
        context.write(
            elected,
            &std::array::from_fn(|lane| u64::from(lane == last)),
        );
        Ok(Step::Next)
    }))
}

/// The action of `mapa`.
pub fn map_to_rank(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    if statement.opcode != "mapa.shared::cluster.u32" {
        return Err("generic addresses are not modelled".into());
    }
    let into = scope.register(statement.operand(0)?)?;
    let from = scope.value(statement.operand(1)?)?;
    let rank = scope.value(statement.operand(2)?)?;
    Ok(Box::new(move |context| {
        context.require(from, "maps")?;
        context.require(rank, "maps to")?;
        let (from, ranks) = (context.read(from), context.read(rank));
        let blocks = context.cluster.blocks.len() as u64;
        if let Some(lane) = context.lanes().find(|&lane| ranks[lane] >= blocks) {
            return Err(Trouble::of(
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
pub fn store_matrices(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Result<Action, String> {
    let address = scope.address(statement.operand(0)?)?;
    let names = elements(statement.operand(1)?);
    let registers = names
        .into_iter()
        .map(|name| scope.value(name))
        .collect::<Result<Vec<_>, _>>()?;
    let count = match statement.words()[4] {
        "x1" => 1,
        "x2" => 2,
        "x4" => 4,
        _ => return Err("no count of matrices".into()),
    };
    if registers.len() != count {
        return Err(format!(
            "{} registers for {count} matrices",
            registers.len()
        ));
    }
    let transposed = statement.has("trans");
    Ok(Box::new(move |context| {
        context.require(address.base, "stores at")?;
        let bases = context.read(address.base);
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
                let place = bases[lane].wrapping_add_signed(address.offset);
                context.store(lane, Space::Shared, place, bytes)?;
            }
            let poisoned = context.warp.poison.any(&[register]);
            for lane in (0..LANES).filter(|lane| poisoned >> lane & 1 == 1) {
                for (row, byte) in of_stored(lane, transposed) {
                    let place = bases[matrix * 8 + row].wrapping_add_signed(address.offset);
                    context.spoil(lane, Space::Shared, place + byte as u64, 2)?;
                }
            }
        }
        Ok(Step::Next)
    }))
}

/// The action of a conversion to or from two 8-bit floats, or `None` for another conversion.
pub fn convert(statement: &Statement<'_>, scope: &mut Scope<'_>) -> Option<Result<Action, String>> {
    let narrow: fn(f32) -> u8 = match statement.opcode {
        "cvt.rn.satfinite.e4m3x2.f32" => to_e4m3,
        "cvt.rn.satfinite.e5m2x2.f32" => to_e5m2,
        "cvt.rn.f16x2.e4m3x2" => return Some(widening(statement, scope, e4m3_value)),
        "cvt.rn.f16x2.e5m2x2" => return Some(widening(statement, scope, e5m2_value)),
        _ => return None,
    };
    Some(narrowing(statement, scope, narrow))
}

fn narrowing(
    statement: &Statement<'_>,
    scope: &mut Scope<'_>,
    narrow: fn(f32) -> u8,
) -> Result<Action, String> {
    let into = scope.register(statement.operand(0)?)?;
    let (high, low) = (
        scope.value(statement.operand(1)?)?,
        scope.value(statement.operand(2)?)?,
    );
    Ok(Box::new(move |context| {
        let byte =
            |values: &Lanes, lane: usize| u64::from(narrow(f32::from_bits(values[lane] as u32)));
        let from = [high, low];
        let (high, low) = (context.read(high), context.read(low));
        context.write_from(
            into,
            &std::array::from_fn(|lane| byte(&high, lane) << 8 | byte(&low, lane)),
            &from,
        );
        Ok(Step::Next)
    }))
}

fn widening(
    statement: &Statement<'_>,
    scope: &mut Scope<'_>,
    widen: fn(u8) -> f32,
) -> Result<Action, String> {
    let into = scope.register(statement.operand(0)?)?;
    let from = scope.value(statement.operand(1)?)?;
    Ok(Box::new(move |context| {
        let values = context.read(from);
        let half = |bits: u64| u64::from(to_half(widen(bits as u8)));
        context.write_from(
            into,
            &std::array::from_fn(|lane| half(values[lane] >> 8) << 16 | half(values[lane])),
            &[from],
        );
        Ok(Step::Next)
    }))
}
