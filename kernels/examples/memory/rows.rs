//! Reductions and row operations against the CPU.

use azulejo_kernels::{
    cpu::{self, Array, Reduction, Strided, View as CpuView},
    host::{DeviceElement, View, ViewMut, layer_norm, softmax},
};
use azulejo_tensor::{DType, Element, Float, bf16, f16, with_dtype};

use crate::area::Area;
use crate::harness::{EPSILON, Failure, Guarded, Work, exact, zero};

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

pub fn check(area: &mut Area) -> Result<(), Failure> {
    let shapes = &SHAPES[..if area.small { 7 } else { 12 }];
    for dtype in DType::ALL.into_iter().filter(|d| d.is_arithmetic()) {
        for op in Reduction::ALL {
            let wild = !matches!(op, Reduction::Sum | Reduction::Prod | Reduction::Mean);
            // What compares elements, also of nothing but zeros.
            let kinds = if wild { &[false, true][..] } else { &[false] };
            for (shape, zeros) in shapes
                .iter()
                .flat_map(|s| kinds.iter().map(move |z| (s, *z)))
            {
                reduced(area, dtype, *op, *shape, (wild, zeros))?;
            }
        }
    }
    norms::<f32>(area)?;
    norms::<f16>(area)?;
    norms::<bf16>(area)
}

fn reduced(
    area: &mut Area,
    dtype: DType,
    op: Reduction,
    (extents, axes): Shape,
    (wild, zeros): (bool, bool),
) -> Result<(), Failure> {
    let layout = Strided::row_major(extents)?;
    let mut elements = area.random.elements(dtype, layout.size(), wild);
    if zeros {
        elements.iter_mut().for_each(|x| *x = zero(dtype, *x));
    }
    let input = Guarded::holding(&area.stream, dtype, layout, 0, elements)?;
    let work = Work::Reduce(op, axes);
    let kept = extents
        .iter()
        .enumerate()
        .filter(|(axis, _)| !axes.contains(axis));
    let kept: Vec<usize> = kept.map(|(_, extent)| *extent).collect();
    let result = work.expected(&[input.array()?], dtype, &kept)?.dtype();
    let out = area.output(result, Strided::row_major(&kept)?, 0)?;
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
    area.case(
        format_args!("{op:?} {dtype} {extents:?} along {axes:?}"),
        work,
        &[input],
        out,
        same,
    );
    Ok(())
}

fn norms<T: DeviceElement + Float>(area: &mut Area) -> Result<(), Failure> {
    let stream = &area.stream.clone();
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
    let shapes = &shapes[..if area.small { 5 } else { 8 }];
    for ((rows, length), gap) in shapes.iter().flat_map(|s| [0, 8, 3].map(|gap| (*s, gap))) {
        let stride = length + gap;
        let data: Vec<T> = area.random.moderate(rows * stride);
        let (scale, shift): (Vec<T>, Vec<T>) =
            (area.random.moderate(length), area.random.moderate(length));
        let layout = Strided::new(&[rows, length], &[stride, 1])?;
        let x = stream.upload(&data)?;
        let (a, b) = (stream.upload(&scale)?, stream.upload(&shift)?);
        let (view, host) = (View::new(&x, layout)?, CpuView::new(&data, layout)?);
        let before: Vec<T> = area.random.moderate(rows * stride);
        for name in ["softmax", "layer norm"] {
            let mut y = stream.upload(&before)?;
            let mut out = ViewMut::new(&mut y, layout)?;
            let want: Array<T> = if name == "softmax" {
                softmax(stream, &view, &mut out)?;
                cpu::softmax(host)?
            } else {
                let (a, b) = (
                    View::row_major(&a, &[length])?,
                    View::row_major(&b, &[length])?,
                );
                layer_norm(stream, &view, Some(&a), Some(&b), EPSILON, &mut out)?;
                cpu::layer_norm(host, Some(&scale), Some(&shift), EPSILON)?
            };
            let name = format!("{name} of {} {rows} x {length} + {gap}", T::DTYPE);
            let mut got = stream.download(&y)?;
            for (index, at) in layout.offsets().enumerate() {
                let (x, y) = (got[at].to_f64(), want.data()[index].to_f64());
                let mut bound = match name.starts_with("softmax") {
                    true => (2e-5 + T::EPSILON) * y.abs() + 1e-12,
                    false => (1e-4 + T::EPSILON) * (y.abs() + 8.0),
                };
                // The smallest numbers of 16-bit types are coarser than that.
                if T::DTYPE == DType::F16 {
                    bound += 6e-8;
                }
                if (x - y).abs() > bound || x.is_nan() != y.is_nan() {
                    return Err(format!("{name}: element {index} is {x}, not {y}").into());
                }
                got[at] = before[at];
            }
            let untouched = got
                .iter()
                .zip(&before)
                .all(|(a, b)| a.to_raw() == b.to_raw());
            area.ensure(untouched, format_args!("{name} wrote between rows"))?;
        }
    }
    Ok(())
}
