//! A warp's matrix instructions: loads of 8×8 matrices, and products.

use std::array::from_fn;

use super::access::{addresses, bits};
use super::lane::Lane;
use super::rounding::{BF16, F16, F32, Format};
use crate::machine::{Action, LANES, Poison, Space, Step, Trouble};
use crate::text::{Register, Scope, Statement, elements};

/// The action of a warp's matrix instruction.
pub fn decode<'t>(
    statement: &Statement<'t>,
    scope: &mut Scope<'t>,
) -> Option<Result<Action, String>> {
    let words = statement.words();
    Some(match words.as_slice() {
        [
            "ldmatrix",
            "sync",
            "aligned",
            "m8n8",
            _,
            "shared" | "shared::cta",
            "b16",
        ] => load(statement, scope, false),
        [
            "ldmatrix",
            "sync",
            "aligned",
            "m8n8",
            _,
            "trans",
            "shared" | "shared::cta",
            "b16",
        ] => load(statement, scope, true),
        ["mma", "sync", "aligned", shape, "row", "col", d, a, b, c] => {
            product(statement, scope, shape, [d, a, b, c])
        }
        _ => return None,
    })
}

/// Lane `i` gives the address of row `i mod 8` of matrix `i / 8`; it receives two elements of row `i / 4` of each.
fn load(
    statement: &Statement<'_>,
    scope: &mut Scope<'_>,
    transposed: bool,
) -> Result<Action, String> {
    let to = elements(statement.operand(0)?)
        .into_iter()
        .map(|name| scope.register(name))
        .collect::<Result<Vec<_>, _>>()?;
    let address = scope.address(statement.operand(1)?)?;
    Ok(Box::new(move |context| {
        if context.active != u32::MAX {
            return Err(Trouble::new("not all lanes load a matrix"));
        }
        let addresses = addresses(context, Space::Shared, address);
        for (matrix, &register) in to.iter().enumerate() {
            let (mut rows, mut unwritten, mut why) = ([[0; 8]; 8], [0; 8], None);
            for (row, elements) in rows.iter_mut().enumerate() {
                let lane = 8 * matrix + row;
                let (bytes, wrong) = context.load_any(lane, Space::Shared, addresses[lane], 16)?;
                elements
                    .iter_mut()
                    .zip(bytes.chunks_exact(2))
                    .for_each(|(element, bytes)| *element = bits(bytes));
                if wrong.is_some() {
                    why = wrong;
                    for (column, element) in elements.iter_mut().enumerate() {
                        let at = addresses[lane] + 2 * column as u64;
                        if context.load_any(lane, Space::Shared, at, 2)?.1.is_some() {
                            unwritten[row] |= 1 << column;
                            *element = NAN;
                        }
                    }
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

/// A product's extents and the registers of a lane.
#[derive(Clone, Copy)]
struct Shape {
    rows: usize,
    columns: usize,
    depth: usize,
    /// Elements of a factor in one register.
    packed: usize,
}

/// The elements' type.
#[derive(Clone, Copy)]
enum Kind {
    Half(Format),
    Tf32,
    Byte,
    F64,
}

fn product(
    statement: &Statement<'_>,
    scope: &mut Scope<'_>,
    shape: &str,
    types: [&str; 4],
) -> Result<Action, String> {
    let (kind, packed) = match types {
        ["f32", "f16", "f16", "f32"] => (Kind::Half(F16), 2),
        ["f32", "bf16", "bf16", "f32"] => (Kind::Half(BF16), 2),
        ["f32", "tf32", "tf32", "f32"] => (Kind::Tf32, 1),
        ["s32", "s8", "s8", "s32"] => (Kind::Byte, 4),
        ["f64", "f64", "f64", "f64"] => (Kind::F64, 1),
        _ => return Err(format!("no product of types {types:?}")),
    };
    let extents = shape
        .trim_start_matches('m')
        .split(['n', 'k'])
        .map(str::parse)
        .collect::<Result<Vec<usize>, _>>();
    let [rows @ (8 | 16), 8, depth] = extents.map_err(|_| "no shape")?[..] else {
        return Err(format!("no shape `{shape}`"));
    };
    let shape = Shape {
        rows,
        columns: 8,
        depth,
        packed,
    };
    let mut list = |index: usize| -> Result<Vec<Register>, String> {
        elements(statement.operand(index)?)
            .into_iter()
            .map(|name| scope.value(name))
            .collect()
    };
    let (d, a, b, c) = (list(0)?, list(1)?, list(2)?, list(3)?);
    let needed = [
        rows * 8 / 32,
        rows * depth / packed / 32,
        depth * 8 / packed / 32,
    ];
    if [d.len(), a.len(), b.len()] != needed || c.len() != d.len() {
        return Err("the fragments are not of this shape".into());
    }
    Ok(Box::new(move |context| {
        if context.active != u32::MAX {
            return Err(Trouble::new("not all lanes multiply"));
        }
        let [left, right, before] = [&a, &b, &c].map(|list| {
            list.iter()
                .map(|&register| context.read(register))
                .collect::<Vec<_>>()
        });
        let poisoned = poisoned(shape, &context.warp.poison, &a, &b, &c);
        let result = multiply(shape, kind, &left, &right, &before);
        for ((&register, values), lanes) in d.iter().zip(&result).zip(poisoned) {
            context.write(register, values);
            if lanes != 0 {
                let from: Vec<_> = a
                    .iter()
                    .chain(&b)
                    .chain(&c)
                    .copied()
                    .filter(|&one| context.warp.poison.any(&[one]) != 0)
                    .collect();
                context.taint(register, lanes, &from);
            }
        }
        Ok(Step::Next)
    }))
}

/// The result's registers. Lane `4 g + t` holds, of the left factor, rows `g` and `g + 8` and the columns from
/// `packed × t` on and four lanes' worth further; of the right one the same along the depth, in column `g`; and of the
/// sum, columns `2 t` and `2 t + 1` of rows `g` and `g + 8`.
fn multiply(
    shape: Shape,
    kind: Kind,
    a: &[[u64; 32]],
    b: &[[u64; 32]],
    c: &[[u64; 32]],
) -> Vec<[u64; 32]> {
    let Shape {
        rows,
        columns,
        depth,
        packed,
    } = shape;
    let (width, halves) = (
        if matches!(kind, Kind::F64) {
            64
        } else {
            32 / packed
        },
        rows / 8,
    );
    let element = |register: u64, index: usize| value(kind, register >> (width * index));
    let mut left = vec![0.0; rows * depth];
    let mut right = vec![0.0; depth * columns];
    for lane in 0..LANES {
        let (g, t) = (lane / 4, lane % 4);
        for index in 0..packed {
            for (register, values) in a.iter().enumerate() {
                let (row, column) = (
                    g + 8 * (register % halves),
                    packed * t + index + 4 * packed * (register / halves),
                );
                left[row * depth + column] = element(values[lane], index);
            }
            for (register, values) in b.iter().enumerate() {
                right[g * depth + packed * t + index + 4 * packed * register] =
                    element(values[lane], index);
            }
        }
    }
    let sum = |register: usize, lane: usize| {
        let (row, column) = (lane / 4 + 8 * (register / 2), lane % 4 * 2 + register % 2);
        let factors = left[row * depth..][..depth]
            .iter()
            .zip(&right[column * depth..][..depth]);
        let before = c[register][lane];
        match kind {
            Kind::Byte => i32::of(before)
                .wrapping_add(factors.map(|(a, b)| (a * b) as i32).sum())
                .bits(),
            Kind::F64 => factors
                .fold(f64::of(before), |sum, (a, b)| a.mul_add(*b, sum))
                .bits(),
            // Products of such numbers are exact here, and their sum is rounded once to what the register holds.
            _ => ((F32.value(before) + factors.map(|(a, b)| a * b).sum::<f64>()) as f32).bits(),
        }
    };
    (0..c.len())
        .map(|register| from_fn(|lane| sum(register, lane)))
        .collect()
}

/// The lanes of each of the result's registers that are poisoned: by the left factor's row, the right one's column, or
/// what is added to.
fn poisoned(
    shape: Shape,
    poison: &Poison,
    a: &[Register],
    b: &[Register],
    c: &[Register],
) -> Vec<u32> {
    let row = |lanes: u32, g: usize| lanes >> (4 * g) & 15 != 0;
    let halves = shape.rows / 8;
    let result = |(index, &before): (usize, &Register)| {
        let half = index / 2;
        let of_half = |&(register, _): &(usize, &Register)| register % halves == half;
        let left = a
            .iter()
            .enumerate()
            .filter(of_half)
            .fold(0, |lanes, (_, &register)| lanes | poison.any(&[register]));
        let right = poison.any(b);
        let bad = |lane: usize| {
            let column = |which: usize| row(right, lane % 4 * 2 + which);
            row(left, lane / 4) || column(index % 2)
        };
        (0..LANES).fold(poison.any(&[before]), |lanes, lane| {
            lanes | u32::from(bad(lane)) << lane
        })
    };
    match poison.any(a) | poison.any(b) | poison.any(c) {
        0 => vec![0; c.len()],
        _ => c.iter().enumerate().map(result).collect(),
    }
}

/// The value of a register's low bits.
fn value(kind: Kind, bits: u64) -> f64 {
    match kind {
        Kind::Half(format) => format.value(bits & 0xFFFF),
        // The instruction ignores the low bits.
        Kind::Tf32 => f32::of(bits & 0xFFFF_E000).into(),
        Kind::Byte => i8::of(bits).into(),
        Kind::F64 => f64::of(bits),
    }
}
