//! Sums and differences that pass a carry on.

use std::array::from_fn;

use super::lane::operands;
use crate::machine::{Action, Step};
use crate::text::Operation;

/// The action of an instruction that writes or reads the carry.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    let (name, writes, kind) = match words.as_slice() {
        [name @ ("add" | "sub" | "addc" | "subc"), "cc", kind] => (*name, true, *kind),
        [name @ ("addc" | "subc"), kind] => (*name, false, *kind),
        _ => return None,
    };
    Some(carry(of, name, writes, kind))
}

fn carry(
    of: &mut Operation<'_, '_>,
    name: &str,
    writes: bool,
    kind: &str,
) -> Result<Action, String> {
    let (to, [a, b]) = operands(of)?;
    let mask = match kind {
        "u32" | "s32" => u64::from(u32::MAX),
        "u64" | "s64" => u64::MAX,
        _ => return Err(format!("no carry of `{kind}`")),
    };
    let (reads, subtracts) = (name.ends_with('c'), name.starts_with("sub"));
    Ok(Box::new(move |context| {
        let (x, y, before) = (*context.read(a), *context.read(b), context.warp.carry);
        let whole: [u128; 32] = from_fn(|lane| {
            let (a, b) = (u128::from(x[lane] & mask), u128::from(y[lane] & mask));
            let borrowed = u128::from(reads && before >> lane & 1 == 1);
            if subtracts {
                a.wrapping_sub(b + borrowed)
            } else {
                a + b + borrowed
            }
        });
        context.write_from(to, &from_fn(|lane| whole[lane] as u64 & mask), &[a, b]);
        if writes {
            // Above the width stands 1 after a sum that carries, and ones after a difference that borrows.
            let out = (0..32).fold(0, |out, lane| {
                out | u32::from(whole[lane] & !u128::from(mask) != 0) << lane
            });
            context.warp.carry = before & !context.active | out & context.active;
        }
        Ok(Step::Next)
    }))
}
