//! The elementwise operators against the CPU's.

use azulejo_kernels::cpu::{Op, Strided};
use azulejo_kernels::host::types_of;
use azulejo_tensor::{Category, DType, Element, with_dtype};

use super::arrays::{case, strided};
use crate::harness::{Elementwise, Failure, Laid, Run, Same, Work};

/// Operators that a device computes in its own way.
const APPROXIMATE: [Op; 11] = [
    Op::Cos,
    Op::Exp,
    Op::Exp2,
    Op::Gelu,
    Op::Log,
    Op::Log2,
    Op::Pow,
    Op::Sigmoid,
    Op::Silu,
    Op::Sin,
    Op::Tanh,
];

/// Within 16 units in the last place of `f32` or the type's own one, whichever is more.
fn close(op: Op, dtype: DType) -> Same {
    let epsilon = with_dtype!(dtype, T => <T as Element>::EPSILON);
    // The CPU's gelu adds its tanh to 1, which cancels on the negative side: what it loses is relative to 1.
    let slack = if op == Op::Gelu { 8.0 } else { 0.0 };
    Same::Near {
        part: if dtype.bytes() == 2 {
            epsilon
        } else {
            16.0 * epsilon
        },
        floor: 0.0,
        distance: slack * epsilon.max(1e-16) + 1e-37,
    }
}

/// Every operator on every type that has it, and every pair of types that promote.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    let of = |extents: &[usize], strides: &[usize]| strided(extents, strides);
    let shapes: [(&[usize], [Strided; 3]); 3] = [
        (&[1003], [of(&[1003], &[1]); 3]),
        (
            &[37, 24],
            [
                of(&[37, 24], &[24, 1]),
                of(&[24], &[1]),
                of(&[37, 1], &[1, 0]),
            ],
        ),
        (
            &[37, 20],
            [
                of(&[37, 20], &[1, 37]),
                of(&[37, 20], &[30, 1]),
                of(&[], &[]),
            ],
        ),
    ];
    let shapes = &shapes[..if run.is_small() { 2 } else { 3 }];
    for op in Op::ALL {
        for dtype in DType::ALL {
            let types = match op.arity() {
                3 if *op == Op::Where => vec![DType::Bool, dtype, dtype],
                arity => vec![dtype; arity],
            };
            run.cases(
                shapes
                    .iter()
                    .filter_map(|(extents, layouts)| on(*op, &types, extents, layouts)),
            );
        }
    }
    // Mixed types: all 256 cells of the promotion table, where they promote.
    let layouts = [of(&[3, 40], &[40, 1]), of(&[40], &[1])];
    for a in DType::ALL {
        run.cases(
            DType::ALL
                .iter()
                .filter_map(|b| on(Op::Add, &[a, *b], &[3, 40], &layouts)),
        );
    }
    Ok(())
}

/// An operator on inputs of these types and layouts, where it takes them: bits agree where it is exact or rounded once.
fn on(op: Op, types: &[DType], extents: &[usize], layouts: &[Strided]) -> Option<Elementwise> {
    let (compute, result) = types_of(op, types).ok()?;
    let wild = !APPROXIMATE.contains(&op) || compute.category() == Category::Int;
    let inputs = types.iter().zip(layouts);
    let inputs = inputs.map(|(dtype, layout)| Laid::new(*dtype, *layout).wild(wild));
    let out = Laid::new(result, Strided::row_major(extents).ok()?);
    let same = if wild { Same::Value } else { close(op, result) };
    Some(case(Work::Map(op), inputs.collect(), out, same))
}
