//! Reductions and row operations against the CPU.

use azulejo_kernels::{
    cpu::{self, Array, Reduction, Strided, View as CpuView},
    host::{DeviceElement, Stream, View, ViewMut, layer_norm, reduce, softmax},
};
use azulejo_tensor::{DType, Element, Float, bf16, f16, with_dtype};

use crate::{
    Failure,
    guard::{Input, Output, Random, array, bits, exact, zero},
};

pub fn check(stream: &Stream, small: bool, n: &mut usize) -> Result<(), Failure> {
    let mut random = Random(5);
    let mut failures = Vec::new();
    let mut shapes: Vec<(&[usize], &[usize])> = vec![
        (&[4, 6], &[1]),
        (&[4, 6], &[0]),
        (&[3, 5, 17], &[0, 2]),
        (&[2, 1000], &[1]),
        (&[7, 64, 16], &[1, 2]),
        (&[5], &[0]),
        (&[6, 5], &[]),
    ];
    if !small {
        shapes.push((&[3, 20001], &[1]));
        shapes.push((&[300, 64], &[0]));
        shapes.push((&[301, 1040], &[0]));
        shapes.push((&[17, 33, 48], &[0, 1]));
        shapes.push((&[6, 77, 131], &[1]));
    }
    for dtype in DType::ALL.into_iter().filter(|d| d.is_arithmetic()) {
        for op in Reduction::ALL {
            let wild = !matches!(op, Reduction::Sum | Reduction::Prod | Reduction::Mean);
            // What compares elements, also of nothing but zeros.
            let kinds = if wild { &[false, true][..] } else { &[false] };
            for ((extents, axes), zeros) in shapes
                .iter()
                .flat_map(|shape| kinds.iter().map(move |zeros| (shape, *zeros)))
            {
                let layout = Strided::row_major(extents)?;
                let mut elements = random.elements(dtype, layout.size(), wild);
                if zeros {
                    elements.iter_mut().for_each(|x| *x = zero(dtype, *x));
                }
                let input = Input::new(stream, dtype, elements, 0)?;
                let signed: Vec<i64> = axes.iter().map(|axis| *axis as i64).collect();
                let want = cpu::reduce(
                    *op,
                    &array(dtype, &input.host, extents)?,
                    Some(&signed),
                    false,
                )?;
                let to = Strided::row_major(want.extents())?;
                let mut out = Output::new(stream, want.dtype(), to.size(), 0, &mut random)?;
                input.view(layout, |x| {
                    out.view(to, |y| Ok(reduce(stream, *op, x, axes, y)?))
                })?;
                let result = want.dtype();
                // Sums and products in f64 differ in their order alone. A long product overflows on the way in one order
                // and not in another.
                let folded = layout.size() / to.size().max(1);
                if *op == Reduction::Prod && folded > 100 {
                    continue;
                }
                let close = |a: u64, b: u64| {
                    with_dtype!(result, T => {
                        let (x, y, eps) = (T::from_raw(a).to_f64(), T::from_raw(b).to_f64(), <T as Element>::EPSILON);
                        exact(result)(a, b) || (!wild && (x - y).abs() <= (2.0 * eps + folded as f64 * 2e-16) * y.abs() + 1e-9)
                    })
                };
                if let Err(e) = out.expect(stream, &to, &bits(&want), close) {
                    failures.push(format!("{op:?} {dtype} {extents:?} along {axes:?}: {e}"));
                }
                *n += 1;
            }
        }
    }
    norms::<f32>(stream, small, &mut random, n)?;
    norms::<f16>(stream, small, &mut random, n)?;
    norms::<bf16>(stream, small, &mut random, n)?;
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("\n").into())
    }
}

fn norms<T: DeviceElement + Float>(
    stream: &Stream,
    small: bool,
    random: &mut Random,
    n: &mut usize,
) -> Result<(), Failure> {
    let mut shapes = vec![(5, 8), (3, 1000), (2, 1001), (4, 1), (1, 4096)];
    if !small {
        shapes.extend([(3, 20000), (2, 50001), (300, 129)]);
    }
    for (rows, length) in shapes {
        for gap in [0, 8, 3] {
            let stride = length + gap;
            let data: Vec<T> = random.moderate(rows * stride);
            let (scale, shift): (Vec<T>, Vec<T>) =
                (random.moderate(length), random.moderate(length));
            let layout = Strided::new(&[rows, length], &[stride, 1])?;
            let x = stream.upload(&data)?;
            let (a, b) = (stream.upload(&scale)?, stream.upload(&shift)?);
            let view = View::new(&x, layout)?;
            let before: Vec<T> = random.moderate(rows * stride);
            for which in 0..2 {
                let mut y = stream.upload(&before)?;
                let mut out = ViewMut::new(&mut y, layout)?;
                let host = CpuView::new(&data, layout)?;
                let want: Array<T> = if which == 0 {
                    softmax(stream, &view, &mut out)?;
                    cpu::softmax(host)?
                } else {
                    let (a, b) = (
                        View::row_major(&a, &[length])?,
                        View::row_major(&b, &[length])?,
                    );
                    layer_norm(stream, &view, Some(&a), Some(&b), 1e-5, &mut out)?;
                    cpu::layer_norm(host, Some(&scale), Some(&shift), 1e-5)?
                };
                let got = stream.download(&y)?;
                let mut touched = vec![false; got.len()];
                for (index, at) in layout.offsets().enumerate() {
                    touched[at] = true;
                    let (x, y) = (got[at].to_f64(), want.data()[index].to_f64());
                    let bound = if which == 0 {
                        (2e-5 + T::EPSILON) * y.abs() + 1e-12
                    } else {
                        (1e-4 + T::EPSILON) * (y.abs() + 8.0)
                    };
                    // The smallest numbers of 16-bit types are coarser than that.
                    let bound = if T::DTYPE == DType::F16 {
                        bound + 6e-8
                    } else {
                        bound
                    };
                    if (x - y).abs() > bound || x.is_nan() != y.is_nan() {
                        return Err(format!("operation {which} of {} {rows} x {length} + {gap}: element {index} is {x}, not {y}", T::DTYPE).into());
                    }
                }
                if touched
                    .iter()
                    .zip(got.iter().zip(&before))
                    .any(|(t, (a, b))| !t && a.to_raw() != b.to_raw())
                {
                    return Err(format!("operation {which} wrote between rows of {length}").into());
                }
                *n += 1;
            }
        }
    }
    Ok(())
}
