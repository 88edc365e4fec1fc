//! Reductions and row operations against the CPU.

use azulejo_kernels::cpu::{Reduction, Strided};
use azulejo_tensor::{DType, Element, with_dtype};

use crate::harness::{Failure, Guarded, Run, Work, exact, zero};

/// Extents, and the axes that are reduced.
type Shape = (&'static [usize], &'static [usize]);

const SHAPES: [Shape; 12] = [
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
            let wild = !matches!(op, Reduction::Sum | Reduction::Prod | Reduction::Mean);
            // What compares elements, also of nothing but zeros.
            let kinds = if wild { &[false, true][..] } else { &[false] };
            for (shape, zeros) in shapes
                .iter()
                .flat_map(|s| kinds.iter().map(move |z| (s, *z)))
            {
                reduced(run, dtype, *op, *shape, (wild, zeros))?;
            }
        }
    }
    [DType::F32, DType::F16, DType::BF16]
        .into_iter()
        .try_for_each(|dtype| norms(run, dtype))
}

fn reduced(
    run: &mut Run,
    dtype: DType,
    op: Reduction,
    (extents, axes): Shape,
    (wild, zeros): (bool, bool),
) -> Result<(), Failure> {
    let layout = Strided::row_major(extents)?;
    let mut elements = run.random.elements(dtype, layout.size(), wild);
    if zeros {
        elements.iter_mut().for_each(|x| *x = zero(dtype, *x));
    }
    let input = Guarded::holding(&run.stream, dtype, layout, 0, elements)?;
    let work = Work::Reduce(op, axes);
    let kept = extents
        .iter()
        .enumerate()
        .filter(|(axis, _)| !axes.contains(axis));
    let kept: Vec<usize> = kept.map(|(_, extent)| *extent).collect();
    let result = work.expected(&[input.array()?], dtype, &kept)?.dtype();
    let out = run.output(result, Strided::row_major(&kept)?, 0)?;
    // Sums and products in f64 differ in their order alone. A long product overflows on the way in one order and not in
    // another.
    let folded = layout.size() / out.layout.size().max(1);
    let any = op == Reduction::Prod && folded > 100;
    let near = |a: u64, b: u64| {
        with_dtype!(result, T => {
            let (x, y, eps) = (T::from_raw(a).to_f64(), T::from_raw(b).to_f64(), <T as Element>::EPSILON);
            (x - y).abs() <= (2.0 * eps + folded as f64 * 2e-16) * y.abs() + 1e-9
        })
    };
    let same = |a, b| any || exact(result)(a, b) || (!wild && near(a, b));
    run.work(
        format_args!("{op:?} {dtype} {extents:?} along {axes:?}"),
        work,
        &[input],
        out,
        same,
    );
    Ok(())
}

/// Softmax and layer norm of rows with gaps between them.
fn norms(run: &mut Run, dtype: DType) -> Result<(), Failure> {
    let shapes = [
        (5, 8),
        (3, 1000),
        (2, 1001),
        (4, 1),
        (1, 4096),
        (3, 20000),
        (2, 50001),
        (300, 129),
    ];
    let shapes = &shapes[..if run.is_small() { 5 } else { 8 }];
    // The smallest numbers of 16-bit types are coarser than a part of them.
    let least = if dtype == DType::F16 { 6e-8 } else { 0.0 };
    for ((rows, length), gap) in shapes.iter().flat_map(|s| [0, 8, 3].map(|gap| (*s, gap))) {
        let layout = Strided::new(&[rows, length], &[length + gap, 1])?;
        let row = Strided::row_major(&[length])?;
        for work in [Work::Softmax, Work::LayerNorm] {
            let mut inputs = vec![run.input(dtype, layout, 0, false)?];
            if let Work::LayerNorm = work {
                inputs.push(run.input(dtype, row, 0, false)?);
                inputs.push(run.input(dtype, row, 0, false)?);
            }
            let out = run.output(dtype, layout, 0)?;
            let same = |a: u64, b: u64| {
                with_dtype!(dtype, T => {
                    let (x, y, eps) = (T::from_raw(a).to_f64(), T::from_raw(b).to_f64(), <T as Element>::EPSILON);
                    let bound = match work {
                        Work::Softmax => (2e-5 + eps) * y.abs() + 1e-12,
                        _ => (1e-4 + eps) * (y.abs() + 8.0),
                    };
                    (x - y).abs() <= bound + least || (x.is_nan() && y.is_nan())
                })
            };
            let name = format!("{work:?} of {dtype} {rows} x {length} + {gap}");
            run.work(name, work, &inputs, out, same);
        }
    }
    Ok(())
}
