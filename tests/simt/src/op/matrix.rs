//! A warp's matrix instructions: loads of 8×8 matrices, and products ([`super::product`]).

use std::array::from_fn;

use super::access::{addresses, bits};
use super::product::product;
use crate::machine::{Action, ExecError, LANES, Space, Step};
use crate::text::Operation;

/// The action of a warp's matrix instruction.
pub fn decode(of: &mut Operation<'_, '_>) -> Option<Result<Action, String>> {
    let words = of.words();
    Some(match words.as_slice() {
        [
            "ldmatrix",
            "sync",
            "aligned",
            "m8n8",
            _,
            "shared" | "shared::cta",
            "b16",
        ] => load(of, false),
        [
            "ldmatrix",
            "sync",
            "aligned",
            "m8n8",
            _,
            "trans",
            "shared" | "shared::cta",
            "b16",
        ] => load(of, true),
        ["mma", "sync", "aligned", rest @ ..] => product(of, rest),
        _ => return None,
    })
}

/// Lane `i` gives the address of row `i mod 8` of matrix `i / 8`; it receives two elements of row `i / 4` of each.
fn load(of: &mut Operation<'_, '_>, transposed: bool) -> Result<Action, String> {
    let to = of.registers(0)?;
    let address = of.address(1)?;
    Ok(Box::new(move |context| {
        if context.active != u32::MAX {
            return Err(ExecError::new("not all lanes load a matrix"));
        }
        let addresses = addresses(context, Space::Shared, address);
        for (matrix, &register) in to.iter().enumerate() {
            let (mut rows, mut unwritten, mut why) = ([[0; 8]; 8], [0; 8], None);
            for (row, elements) in rows.iter_mut().enumerate() {
                let lane = 8 * matrix + row;
                let (bytes, written) =
                    context.load_any(lane, Space::Shared, addresses[lane], 16)?;
                elements
                    .iter_mut()
                    .zip(bytes.chunks_exact(2))
                    .for_each(|(element, bytes)| *element = bits(bytes));
                if !written {
                    for (column, element) in elements.iter_mut().enumerate() {
                        let at = addresses[lane] + 2 * column as u64;
                        if !context.load_any(lane, Space::Shared, at, 2)?.1 {
                            unwritten[row] |= 1 << column;
                            *element = NAN;
                        }
                    }
                    why = Some(context.unwritten(lane, Space::Shared, addresses[lane], 16)?);
                }
            }
            let place = |lane: usize, which: usize| match (lane / 4, lane % 4 * 2 + which) {
                (row, column) if transposed => (column, row),
                place => place,
            };
            let element = |(row, column): (usize, usize)| rows[row][column];
            context.write(
                register,
                &from_fn(|lane| element(place(lane, 0)) | element(place(lane, 1)) << 16),
            );
            if let Some(why) = why {
                let bad = |(row, column): (usize, usize)| unwritten[row] >> column & 1;
                // Next to an element at the edge lies one that is not: it is NaN, and the register is not poisoned.
                let lanes = (0..LANES).fold(0, |lanes, lane| {
                    lanes | (bad(place(lane, 0)) & bad(place(lane, 1))) << lane
                });
                context.poison(register, lanes, &why);
            }
        }
        Ok(Step::Next)
    }))
}

/// 16 bits that are NaN in each format of floats.
const NAN: u64 = 0xffff;
