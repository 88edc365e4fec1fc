//! The elementwise operators against the CPU's.

use azulejo_runtime::types_of;
use azulejo_tensor::Category;

use crate::prelude::*;

/// Within 16 units in the last place of `f32` or the type's own one, whichever is more.
fn close(dtype: DType) -> Same {
    let epsilon = with_dtype!(dtype, T => <T as Element>::EPSILON);
    let units = if dtype.bytes() == 2 { 1.0 } else { 16.0 };
    Same::Near(units * epsilon, 0.0, 1e-37)
}

/// Every operator on every type that has it, and every pair of types that promote.
pub fn check(run: &mut Run) -> Result<(), Failure> {
    let shapes: [(&[usize], _); 3] = [
        (&[1003], layouts! { [1003] [1], [1003] [1], [1003] [1] }),
        (
            &[37, 24],
            layouts! { [37, 24] [24, 1], [24] [1], [37, 1] [1, 0] },
        ),
        (
            &[37, 20],
            layouts! { [37, 20] [1, 37], [37, 20] [30, 1], [] [] },
        ),
    ];
    let shapes = &shapes[..if run.is_small() { 2 } else { 3 }];
    for (op, dtype) in cross(Op::ALL, &DType::ALL) {
        let types = match op.arity() {
            3 if op == Op::Where => vec![DType::Bool, dtype, dtype],
            arity => vec![dtype; arity],
        };
        let shapes = shapes.iter();
        run.cases(shapes.filter_map(|(extents, layouts)| by_rows(op, &types, extents, layouts)));
    }
    // Where an exponential would be infinite, and the result is a normal number.
    let tail = |dtype| Laid {
        kind: Kind::Tail,
        ..Laid::new(dtype, strided(&[1003], &[1]))
    };
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        let out = Laid::new(dtype, strided(&[1003], &[1]));
        let same = close(dtype);
        run.cases([Work::Map(Op::Silu).on(&[tail(dtype)], out, same)]);
    }
    // Mixed types: all 256 cells of the promotion table, where they promote.
    let layouts = layouts! { [3, 40] [40, 1], [40] [1] };
    let pairs = cross(&DType::ALL, &DType::ALL).into_iter();
    run.cases(pairs.filter_map(|(a, b)| by_rows(Op::Add, &[a, b], &[3, 40], &layouts)));
    Ok(())
}

/// An operator on inputs of these types and layouts, where it takes them, with a result by rows.
fn by_rows(op: Op, types: &[DType], extents: &[usize], layouts: &[Strided]) -> Option<Elementwise> {
    let (result, same, wild) = on(op, types)?;
    let inputs = types.iter().zip(layouts);
    let inputs = inputs.map(|(dtype, layout)| Laid::new(*dtype, *layout).at(0, wild));
    let inputs: Vec<Laid> = inputs.collect();
    let out = Laid::new(result, Strided::row_major(extents).ok()?);
    Some(Work::Map(op).on(&inputs, out, same))
}

/// The type of an operator's result, how near the CPU's it is, and whether it takes elements of any size, of inputs of types that
/// it takes: bits agree where it is exact or rounded once.
pub fn on(op: Op, types: &[DType]) -> Option<(DType, Same, bool)> {
    let (compute, result) = types_of(op, types).ok()?;
    use Op::{Cos, Exp, Exp2, Gelu, Log, Log2, Pow, Sigmoid, Silu, Sin, Tanh};
    let approximate = [
        Cos, Exp, Exp2, Gelu, Log, Log2, Pow, Sigmoid, Silu, Sin, Tanh,
    ];
    let wild = !approximate.contains(&op) || compute.category() == Category::Int;
    let same = if wild { Same::Value } else { close(result) };
    Some((result, same, wild))
}
