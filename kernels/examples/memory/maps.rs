//! The elementwise operators against the CPU's.

use azulejo_kernels::cpu::{Op, Strided};
use azulejo_kernels::host::types_of;
use azulejo_tensor::{Category, DType, Element, with_dtype};

use crate::arrays::strided;
use crate::harness::{Failure, Guarded, Run, Work, exact};

/// Returns `true` if the operator is exact or rounded once in `dtype` on a device, so that bits must agree.
fn is_exact(op: Op, dtype: DType) -> bool {
    use Op::{Cos, Exp, Exp2, Gelu, Log, Log2, Pow, Sigmoid, Silu, Sin, Tanh};
    let approximate = [
        Exp, Exp2, Log, Log2, Sin, Cos, Tanh, Sigmoid, Silu, Gelu, Pow,
    ];
    !approximate.contains(&op) || dtype.category() == Category::Int
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

/// Every operator on every type that has it, and every pair of types that promote.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    let line = strided(&[1003], &[1]);
    let shapes: [(&[usize], [Strided; 3]); 3] = [
        (&[1003], [line, line, line]),
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
    let shapes = &shapes[..if run.is_small() { 2 } else { 3 }];
    for (op, dtype) in Op::ALL
        .iter()
        .flat_map(|op| DType::ALL.map(|dtype| (*op, dtype)))
    {
        let types = match op.arity() {
            3 if op == Op::Where => vec![DType::Bool, dtype, dtype],
            arity => vec![dtype; arity],
        };
        for (extents, layouts) in shapes {
            case(run, op, &types, extents, layouts)?;
        }
    }
    // Mixed types: all 256 cells of the promotion table, where they promote.
    let layouts = [strided(&[3, 40], &[40, 1]), strided(&[40], &[1])];
    for (a, b) in DType::ALL.iter().flat_map(|a| DType::ALL.map(|b| (*a, b))) {
        case(run, Op::Add, &[a, b], &[3, 40], &layouts)?;
    }
    Ok(())
}

/// An operator on inputs of these types and layouts, where it takes them.
fn case(
    run: &mut Run,
    op: Op,
    types: &[DType],
    extents: &[usize],
    layouts: &[Strided],
) -> Result<(), Failure> {
    let Ok((compute, result)) = types_of(op, types) else {
        return Ok(());
    };
    let wild = is_exact(op, compute);
    let inputs = types.iter().zip(layouts);
    let inputs = inputs.map(|(dtype, layout)| run.input(*dtype, *layout, 0, wild));
    let inputs = inputs.collect::<Result<Vec<Guarded>, _>>()?;
    let out = run.output(result, Strided::row_major(extents)?, 0)?;
    let (near, equal) = (close(op, result), exact(result));
    let same = |a, b| if wild { equal(a, b) } else { near(a, b) };
    run.work(
        format_args!("{op} {types:?} {extents:?}"),
        Work::Map(op),
        &inputs,
        out,
        same,
    );
    Ok(())
}
