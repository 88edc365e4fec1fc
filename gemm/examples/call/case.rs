//! [`Case`]: a product of small integers, on the device and by the CPU's `gemm`.

use azulejo_gemm::gpu::{
    GpuBias, GpuEpilogue, GpuMatMut, GpuMatRef, GpuVecMut, GpuVecRef, Sums, gemm,
};
use azulejo_gemm::{Activation, Epilogue, MatMut, MatRef};
use azulejo_kernels::cpu::{AnyArray, Array, Stored};
use azulejo_kernels::host::{Buffer, Error, Stream};
use azulejo_tensor::{DType, with_dtype};

use crate::harness::Failure;

/// A matrix, or a batch of them, in memory of its own.
#[derive(Clone, Debug)]
pub struct Placed {
    pub shape: (usize, usize),
    pub strides: (isize, isize),
    pub extents: Vec<usize>,
    pub steps: Vec<isize>,
}

impl Placed {
    pub fn new(shape: (usize, usize), strides: (isize, isize)) -> Self {
        Self {
            shape,
            strides,
            extents: Vec::new(),
            steps: Vec::new(),
        }
    }

    pub fn rows(m: usize, n: usize) -> Self {
        Self::new((m, n), (n as isize, 1))
    }

    pub fn columns(m: usize, n: usize) -> Self {
        Self::new((m, n), (1, m as isize))
    }

    pub fn batched(self, extents: &[usize], steps: &[isize]) -> Self {
        Self {
            extents: extents.to_vec(),
            steps: steps.to_vec(),
            ..self
        }
    }

    /// Elements of one matrix's memory.
    fn span(&self) -> usize {
        let reach = |extent: usize, stride: isize| (extent.max(1) - 1) * stride.unsigned_abs();
        1 + reach(self.shape.0, self.strides.0) + reach(self.shape.1, self.strides.1)
    }

    /// Elements of the whole memory, with a few behind the last.
    pub fn len(&self) -> usize {
        let steps = self.extents.iter().zip(&self.steps);
        self.span()
            + steps
                .map(|(extent, step)| (extent.max(&1) - 1) * *step as usize)
                .sum::<usize>()
            + 5
    }

    /// Where the memory of each matrix begins, for the batch of D.
    fn starts(&self, of: &[usize]) -> Vec<usize> {
        let mut starts = vec![0];
        for (axis, extent) in of.iter().enumerate() {
            let own = (axis + self.extents.len()).checked_sub(of.len());
            let step = own
                .filter(|own| self.extents[*own] == *extent)
                .map_or(0, |own| self.steps[own] as usize);
            starts = starts
                .iter()
                .flat_map(|start| (0..*extent).map(move |i| start + i * step))
                .collect();
        }
        starts
    }
}

/// One product.
#[derive(Clone, Debug)]
pub struct Case {
    pub types: [DType; 3],
    pub a: Placed,
    pub b: Placed,
    pub d: Placed,
    /// C of its own; none is D.
    pub c: Option<Placed>,
    pub alpha: f64,
    pub beta: f64,
    /// Whether there is a bias, one value a column or a row.
    pub bias: Option<bool>,
    pub activation: Activation,
    /// Scales: of A one or one a row, of B one or one a column, and of D, with the largest magnitude.
    pub scales: Option<[bool; 2]>,
    pub sums: Sums,
}

impl Case {
    pub fn new(types: [DType; 3], a: Placed, b: Placed, d: Placed) -> Self {
        Self {
            types,
            a,
            b,
            d,
            c: None,
            alpha: 1.0,
            beta: 0.0,
            bias: None,
            activation: Activation::None,
            scales: None,
            sums: Sums::Fast,
        }
    }
}

/// Small integers, the same for the same seed.
pub fn numbers(len: usize, seed: usize) -> Vec<f32> {
    (0..len)
        .map(|i| ((i * 7 + i / 5 * 3 + seed * 11) % 5) as f32 - 2.0)
        .collect()
}

/// Those numbers in a type, on the device.
pub fn upload(stream: &Stream, values: &[f32], dtype: DType) -> Result<Buffer<u8>, Failure> {
    let array = AnyArray::from(Array::from_vec(values.to_vec(), &[values.len()])?);
    let array = if dtype == DType::F32 {
        array
    } else {
        array.cast(dtype, None, None)?
    };
    Ok(with_dtype!(dtype, T => stream.upload_bytes(T::peek(&array).map_or(&[][..], Array::data)))?)
}

/// What bytes on the device hold.
pub fn download(stream: &Stream, bytes: &Buffer<u8>, dtype: DType) -> Result<Vec<f64>, Failure> {
    let array: AnyArray = with_dtype!(dtype, T => {
        let data = stream.download_as::<T>(bytes)?;
        let len = data.len();
        Array::<T>::from_vec(data, &[len])?.into()
    });
    let value = |i| array.get(i).map_or(f64::NAN, |number| number.to_f64());
    Ok((0..array.size()).map(value).collect())
}

/// A view of bytes on the device.
pub fn view<'a>(data: &'a Buffer<u8>, dtype: DType, of: &Placed) -> Result<GpuMatRef<'a>, Error> {
    GpuMatRef::of_bytes(data, dtype, of.shape, of.strides)?.batched(&of.extents, &of.steps)
}

/// The same, to write.
pub fn view_mut<'a>(
    data: &'a mut Buffer<u8>,
    dtype: DType,
    of: &Placed,
) -> Result<GpuMatMut<'a>, Error> {
    GpuMatMut::of_bytes(data, dtype, of.shape, of.strides)?.batched(&of.extents, &of.steps)
}

/// Powers of two.
fn factors(len: usize) -> Vec<f32> {
    (0..len).map(|i| [1.0, 2.0, 0.5][i % 3]).collect()
}

/// Runs the case on the device and compares every element, and what lies between them, with the CPU's.
pub fn check(stream: &Stream, case: &Case) -> Result<(), Failure> {
    let [ta, tb, td] = case.types;
    let ((m, n), k) = (case.d.shape, case.a.shape.1);
    let (a, b) = (numbers(case.a.len(), 1), numbers(case.b.len(), 2));
    let mut d = numbers(case.d.len(), 3);
    let c = case.c.as_ref().map(|c| numbers(c.len(), 4));
    let bias = case
        .bias
        .map(|by_column| numbers(if by_column { n } else { m }, 5));
    let [sa, sb] = case.scales.map_or([vec![], vec![]], |[rows, columns]| {
        [
            factors(if rows { m } else { 1 }),
            factors(if columns { n } else { 1 }),
        ]
    });

    let (on_a, on_b) = (upload(stream, &a, ta)?, upload(stream, &b, tb)?);
    let mut on_d = upload(stream, &d, td)?;
    let on_c = c.as_ref().map(|c| upload(stream, c, td)).transpose()?;
    let on_bias = bias
        .as_ref()
        .map(|bias| upload(stream, bias, td))
        .transpose()?;
    let scales = [
        stream.upload(&sa)?,
        stream.upload(&sb)?,
        stream.upload(&[0.5f32])?,
    ];
    let mut amax = stream.upload(&[0.0f32])?;
    let of = |at: usize| case.scales.map(|_| GpuVecRef::new(&scales[at]));
    let epilogue = GpuEpilogue {
        alpha: case.alpha,
        beta: case.beta,
        c: match (&on_c, &case.c) {
            (Some(data), Some(c)) => Some(view(data, td, c)?),
            _ => None,
        },
        bias: on_bias.as_ref().zip(case.bias).map(|(data, by_column)| {
            let bias = GpuVecRef::of_bytes(data, td);
            if by_column {
                GpuBias::PerColumn(bias)
            } else {
                GpuBias::PerRow(bias)
            }
        }),
        activation: case.activation,
        scale_a: of(0),
        scale_b: of(1),
        scale_d: of(2),
        amax: case.scales.map(|_| GpuVecMut::new(&mut amax)),
        sums: case.sums,
    };
    gemm(
        stream,
        view(&on_a, ta, &case.a)?,
        view(&on_b, tb, &case.b)?,
        &mut view_mut(&mut on_d, td, &case.d)?,
        &epilogue,
    )?;
    let found = download(stream, &on_d, td)?;

    let starts = [&case.a, &case.b, &case.d].map(|of| of.starts(&case.d.extents));
    let from_c = case.c.as_ref().map(|c| c.starts(&case.d.extents));
    let mut largest = 0.0f32;
    for batch in 0..starts[2].len() {
        let [at_a, at_b, at_d] = [0, 1, 2].map(|of| starts[of][batch]);
        let left = MatRef::new(&a[at_a..], case.a.shape, case.a.strides)?;
        let right = MatRef::new(&b[at_b..], case.b.shape, case.b.strides)?;
        let mut rows = vec![0.0f32; m * n];
        azulejo_gemm::gemm(
            left,
            right,
            MatMut::row_major(&mut rows, m, n)?,
            &Epilogue::default(),
        )?;
        let place = |of: &Placed, start: usize, i: usize, j: usize| {
            let at = |extent: usize, stride: isize, i: usize| {
                if stride < 0 {
                    (extent - 1 - i) * stride.unsigned_abs()
                } else {
                    i * stride as usize
                }
            };
            start + at(of.shape.0, of.strides.0, i) + at(of.shape.1, of.strides.1, j)
        };
        let old = d.clone();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let at = place(&case.d, at_d, i, j);
            let before = match (&case.c, &c, &from_c) {
                (Some(of), Some(c), Some(starts)) => c[place(of, starts[batch], i, j)],
                _ => old[at],
            };
            let scale = |of: &[f32], i: usize| if of.is_empty() { 1.0 } else { of[i % of.len()] };
            let mut x = case.alpha as f32 * scale(&sa, i) * scale(&sb, j) * rows[i * n + j];
            x += case.beta as f32 * if case.beta == 0.0 { 0.0 } else { before };
            x += bias.as_ref().map_or(0.0, |bias| {
                bias[if case.bias == Some(true) { j } else { i }]
            });
            // The CPU's own activation.
            let mut out = [x];
            let (one, of) = ([1.0f32], [x]);
            azulejo_gemm::gemm(
                MatRef::row_major(&of, 1, 1)?,
                MatRef::row_major(&one, 1, 1)?,
                MatMut::row_major(&mut out, 1, 1)?,
                &Epilogue {
                    activation: case.activation,
                    ..Epilogue::default()
                },
            )?;
            largest = largest.max(out[0].abs());
            d[at] = out[0] * if case.scales.is_some() { 0.5 } else { 1.0 };
        }
    }
    let expected = download(stream, &upload(stream, &d, td)?, td)?;
    // The device has its own exponential.
    let slack = match case.activation {
        Activation::Gelu | Activation::Silu => 2.0 * unit(td),
        _ => 0.0,
    };
    for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let off = (found - expected).abs();
        if off.is_nan() || off > slack * (expected.abs() + 0.01) {
            return Err(format!(
                "element {at} of D is {found}, not {expected}, K being {k}: {case:?}"
            )
            .into());
        }
    }
    if case.scales.is_some() && stream.download(&amax)? != [largest] {
        return Err(format!(
            "amax is {:?}, not {largest}: {case:?}",
            stream.download(&amax)?
        )
        .into());
    }
    Ok(())
}

/// How far apart numbers of a type are, as a part of them.
fn unit(dtype: DType) -> f64 {
    match dtype {
        DType::BF16 => 1.0 / 128.0,
        DType::F16 => 1.0 / 1024.0,
        DType::F32 | DType::F64 => 1e-5,
        _ => 0.125,
    }
}
