//! Reductions and row operations against the CPU.

use crate::prelude::*;

/// Extents, and the axes that are reduced.
type Shape<'a> = (&'a [usize], &'static [usize]);

const SHAPES: [Shape<'_>; 12] = [
    (&[4, 6], &[1]),
    (&[4, 6], &[0]),
    (&[3, 5, 17], &[0, 2]),
    (&[2, 1000], &[1]),
    (&[7, 64, 16], &[1, 2]),
    (&[5], &[0]),
    (&[6, 5], &[]),
    // The others are left out of a small check.
    (&[3, 20001], &[1]),
    (&[300, 64], &[0]),
    (&[301, 1040], &[0]),
    (&[17, 33, 48], &[0, 1]),
    (&[6, 77, 131], &[1]),
];

pub fn check(run: &mut Run) -> Result<(), Failure> {
    let shapes = &SHAPES[..if run.is_small() { 7 } else { 12 }];
    for dtype in DType::ALL.into_iter().filter(|d| d.is_arithmetic()) {
        for op in Reduction::ALL {
            // What compares elements, also of nothing but zeros.
            let kinds = match op {
                // A mean of numbers whose sum 64 bits do not hold.
                Reduction::Mean if is_wide(dtype) => &[Kind::Moderate, Kind::Wild][..],
                Reduction::Sum | Reduction::Prod | Reduction::Mean => &[Kind::Moderate],
                _ => &[Kind::Wild, Kind::Zero],
            };
            for (shape, kind) in cross(shapes, kinds) {
                run.cases([reduced(dtype, *op, shape, kind)?]);
            }
        }
    }
    // Rows and their lengths, of which a small check has five.
    let rows =
        extents! { 5 x 8, 3 x 1000, 2 x 1001, 4 x 1, 1 x 4096, 3 x 20000, 2 x 50001, 300 x 129 };
    let rows = cross(&rows[..if run.is_small() { 5 } else { 8 }], &[0, 8, 3]);
    for (dtype, (shape, gap)) in cross(&[DType::F32, DType::F16, DType::BF16], &rows) {
        run.cases(norms(dtype, shape, gap)?);
    }
    Ok(())
}

/// Whether sums of integers of this type may leave 64 bits.
fn is_wide(dtype: DType) -> bool {
    matches!(dtype, DType::I64 | DType::U64)
}

fn epsilon(dtype: DType) -> f64 {
    with_dtype!(dtype, T => <T as Element>::EPSILON)
}

pub fn reduced(
    dtype: DType,
    op: Reduction,
    shape: Shape<'_>,
    kind: Kind,
) -> Result<Elementwise, Failure> {
    let (extents, axes) = shape;
    let all = extents.iter().enumerate();
    let kept = all.filter(|(axis, _)| !axes.contains(axis));
    let kept: Vec<usize> = kept.map(|(_, extent)| *extent).collect();
    let work = Work::Reduce(op, axes);
    let result = work
        .expected(&[AnyArray::zeros(dtype, extents)?], dtype, &kept)?
        .dtype();
    let (input, out) = (Strided::row_major(extents)?, Strided::row_major(&kept)?);
    // Sums and products in f64 differ in their order alone. A long product overflows on the way in one order and not in
    // another.
    let folded = input.size() / out.size().max(1);
    let near = |floor| Same::Near(2.0 * epsilon(result) + folded as f64 * 2e-16, floor, 1e-9);
    let same = match kind {
        _ if op == Reduction::Prod && folded > 100 => Same::Any,
        Kind::Moderate => near(0.0),
        // Of terms up to 2^64 with both signs.
        Kind::Wild if op == Reduction::Mean => near(2f64.powi(63)),
        _ => Same::Value,
    };
    let input = with!(Laid::new(dtype, input), kind: kind);
    Ok(work.on(&[input], Laid::new(result, out), same))
}

/// Softmax and layer norm of rows with gaps between them.
pub fn norms(
    dtype: DType,
    [rows, length]: [usize; 2],
    gap: usize,
) -> Result<[Elementwise; 2], Failure> {
    let whole = Laid::new(dtype, Strided::new(&[rows, length], &[length + gap, 1])?);
    let row = Laid::new(dtype, Strided::row_major(&[length])?);
    // The smallest numbers of 16-bit types are coarser than a part of them.
    let least = if dtype == DType::F16 { 6e-8 } else { 0.0 };
    let near = |part, distance| Same::Near(part, 0.0, distance + least);
    let (part, of_softmax) = (1e-4 + epsilon(dtype), near(2e-5 + epsilon(dtype), 1e-12));
    Ok([
        Work::Softmax.on(&[whole], whole, of_softmax),
        Work::LayerNorm.on(&[whole, row, row], whole, near(part, 8.0 * part)),
    ])
}
