//! The elementwise operators against the CPU's.

use azulejo_kernels::{
    cpu::{self, AnyArray, Op, Strided},
    host::{Operand, Stream, map, types_of},
};
use azulejo_tensor::{DType, Element, with_dtype};

use crate::{
    Failure,
    check::strided,
    guard::{Input, Output, Random, array, bits, exact},
};

/// Whether the operator is exact or rounded once in `dtype` on a device, so that bits must agree.
fn is_exact(op: Op, dtype: DType) -> bool {
    let approximate = matches!(
        op,
        Op::Exp
            | Op::Exp2
            | Op::Log
            | Op::Log2
            | Op::Sin
            | Op::Cos
            | Op::Tanh
            | Op::Sigmoid
            | Op::Silu
            | Op::Gelu
            | Op::Pow
    );
    !approximate || matches!(dtype.category(), azulejo_tensor::Category::Int)
}

/// Within 16 units in the last place of `f32` or the type's own one, whichever is more.
fn close(op: Op, dtype: DType) -> impl Fn(u64, u64) -> bool {
    // The CPU's gelu adds its tanh to 1, which cancels on the negative side: what it loses is relative to 1.
    let slack = if op == Op::Gelu { 8.0 } else { 0.0 };
    move |a, b| {
        with_dtype!(dtype, T => {
            let (x, y, eps) = (T::from_raw(a).to_f64(), T::from_raw(b).to_f64(), <T as Element>::EPSILON);
            let relative = if dtype.bytes() == 2 { eps } else { 16.0 * eps };
            exact(dtype)(a, b) || (x - y).abs() <= relative * y.abs() + slack * eps.max(1e-16) + 1e-37
        })
    }
}

/// Every operator on every type that has it, and every pair of types that promote. Goes on after a failure.
pub fn check(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    let mut random = Random(4);
    let mut failures = Vec::new();
    let shapes: &[(&[usize], [Strided; 3])] = &[
        (
            &[1003],
            [
                strided(&[1003], &[1]),
                strided(&[1003], &[1]),
                strided(&[1003], &[1]),
            ],
        ),
        (
            &[37, 24],
            [
                strided(&[37, 24], &[24, 1]),
                strided(&[24], &[1]),
                strided(&[37, 1], &[1, 0]),
            ],
        ),
        (
            &[37, 20],
            [
                strided(&[37, 20], &[1, 37]),
                strided(&[37, 20], &[30, 1]),
                strided(&[], &[]),
            ],
        ),
    ];
    let shapes = if small { &shapes[..2] } else { shapes };
    for op in Op::ALL {
        for dtype in DType::ALL {
            let types: Vec<DType> = match op.arity() {
                1 => vec![dtype],
                2 => vec![dtype, dtype],
                _ if *op == Op::Where => vec![DType::Bool, dtype, dtype],
                _ => vec![dtype; 3],
            };
            let Ok((compute, result)) = types_of(*op, &types) else {
                continue;
            };
            for (extents, layouts) in shapes {
                if let Err(e) = check_map(
                    stream,
                    *op,
                    &types,
                    compute,
                    result,
                    extents,
                    &layouts[..op.arity()],
                    &mut random,
                ) {
                    failures.push(format!("{op} {dtype} {extents:?}: {e}"));
                }
                *n += 1;
            }
        }
    }
    // Mixed types: all 256 cells of the promotion table, where they promote.
    for a in DType::ALL {
        for b in DType::ALL {
            let Ok((_, result)) = types_of(Op::Add, &[a, b]) else {
                continue;
            };
            let layouts = [strided(&[3, 40], &[40, 1]), strided(&[40], &[1])];
            if let Err(e) = check_map(
                stream,
                Op::Add,
                &[a, b],
                result,
                result,
                &[3, 40],
                &layouts,
                &mut random,
            ) {
                failures.push(format!("{a} + {b}: {e}"));
            }
            *n += 1;
        }
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

#[allow(clippy::too_many_arguments)] // One case is all of these.
fn check_map(
    stream: &Stream,
    op: Op,
    types: &[DType],
    compute: DType,
    result: DType,
    extents: &[usize],
    layouts: &[Strided],
    random: &mut Random,
) -> Result<(), Failure> {
    let wild = is_exact(op, compute);
    let inputs: Vec<Input> = types
        .iter()
        .zip(layouts)
        .map(|(dtype, layout)| {
            Input::new(
                stream,
                *dtype,
                random.elements(*dtype, layout.cosize(), wild),
                0,
            )
        })
        .collect::<Result<_, _>>()?;
    let arrays: Vec<AnyArray> = inputs
        .iter()
        .zip(layouts)
        .map(|(input, layout)| array(input.dtype, &input.gathered(layout), layout.extents()))
        .collect::<Result<_, _>>()?;
    let want = cpu::elementwise(op, &arrays.iter().collect::<Vec<_>>())?;
    let compact = Strided::row_major(extents)?;
    let mut out = Output::new(stream, result, compact.size(), 0, random)?;
    // Views borrow pieces, so they nest.
    let mut run = |views: &[&dyn Operand]| out.view(compact, |z| Ok(map(stream, op, views, z)?));
    match layouts {
        [a] => inputs[0].view(*a, |x| run(&[x]))?,
        [a, b] => inputs[0].view(*a, |x| inputs[1].view(*b, |y| run(&[x, y])))?,
        [a, b, c] => inputs[0].view(*a, |x| {
            inputs[1].view(*b, |y| inputs[2].view(*c, |z| run(&[x, y, z])))
        })?,
        _ => return Err("no such arity".into()),
    }
    let same = |a: u64, b: u64| {
        if wild {
            exact(result)(a, b)
        } else {
            close(op, result)(a, b)
        }
    };
    out.expect(stream, &compact, &bits(&want), same)
}
