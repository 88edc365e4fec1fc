//! Products of all types, orders, strides, batches and epilogues.

use azulejo_gemm::Activation;
use azulejo_gemm::gpu::{GpuEpilogue, GpuProduct, Sums, gemm_grouped};
use azulejo_kernels::host::Stream;
use azulejo_tensor::DType::{self, BF16, F8E4M3, F8E5M2, F16, F32, F64, I8, I32, TF32};

use crate::case::{Case, Placed, check, download, numbers, upload, view, view_mut};
use crate::harness::Failure;

/// Types of A, B and D that every GPU multiplies, and those that compute capability 9.0 does.
const EVERYWHERE: [[DType; 3]; 6] = [
    [BF16; 3],
    [F16, F16, F32],
    [TF32, TF32, F32],
    [F32; 3],
    [F64; 3],
    [I8, I8, I32],
];
const ON_HOPPER: [[DType; 3]; 2] = [[F8E4M3, F8E4M3, BF16], [F8E5M2, F8E4M3, F32]];

fn hopper(stream: &Stream) -> bool {
    stream.device().capability() >= (9, 0)
}

fn types(stream: &Stream) -> Vec<[DType; 3]> {
    let more = if hopper(stream) { &ON_HOPPER[..] } else { &[] };
    EVERYWHERE.iter().chain(more).copied().collect()
}

fn all(stream: &Stream, cases: Vec<Case>) -> Result<usize, Failure> {
    cases.iter().try_for_each(|case| check(stream, case))?;
    Ok(cases.len())
}

/// A case that differs from another in these fields.
macro_rules! with {
    ($case:expr $(, $field:ident: $value:expr)*) => {
        Case { $($field: $value,)* ..$case.clone() }
    };
}

/// A and B of these sizes by rows.
fn sized(types: [DType; 3], [m, n, k]: [usize; 3]) -> Case {
    Case::new(
        types,
        Placed::rows(m, k),
        Placed::rows(k, n),
        Placed::rows(m, n),
    )
}

/// A of 40 × 48 and B of 48 × 24 by rows.
fn plain(types: [DType; 3]) -> Case {
    sized(types, [40, 24, 48])
}

/// Every type, A, B and D by rows and by columns.
pub fn orders(stream: &Stream) -> Result<usize, Failure> {
    let order = |by_rows: bool, m, n| match by_rows {
        true => Placed::rows(m, n),
        false => Placed::columns(m, n),
    };
    let of = |types: [DType; 3]| {
        (0..4).map(move |which| {
            let (a, b) = (order(which & 1 == 0, 40, 48), order(which & 2 == 0, 48, 24));
            Case::new(types, a, b, order(which != 3, 40, 24))
        })
    };
    all(stream, types(stream).into_iter().flat_map(of).collect())
}

/// Lines that are not aligned, elements that are not contiguous, or repeated, or backwards; extents of 0 and 1.
pub fn strides(stream: &Stream) -> Result<usize, Failure> {
    let mut cases = Vec::new();
    let a = |strides| Placed::new((40, 48), strides);
    let b = |strides| Placed::new((48, 24), strides);
    let d = |strides| Placed::new((40, 24), strides);
    for types in types(stream) {
        let case = plain(types);
        cases.push(with!(case, a: a((49, 1)), b: b((1, 51)), d: d((27, 1))));
        cases.push(with!(case, a: a((100, 2)), b: b((3, 150))));
        // Lines of D that TMA can address and that end within 16 bytes.
        for (shape, strides) in [
            ((40, 23), (32, 1)),
            ((41, 24), (1, 48)),
            ((1, 23), (32, 1)),
            ((40, 1), (16, 1)),
            ((1, 1), (1, 1)),
        ] {
            let (a, b) = (Placed::rows(shape.0, 48), Placed::columns(48, shape.1));
            cases.push(with!(case, a: a, b: b, d: Placed::new(shape, strides)));
        }
        cases.push(with!(case, a: a((0, 1)), b: b((24, 0))));
    }
    for types in [[F32; 3], [F64; 3]] {
        cases.push(with!(plain(types), a: a((-48, 1)), b: b((-24, -1)), d: d((60, 2))));
    }
    for sizes in [
        [1, 24, 48],
        [40, 1, 48],
        [40, 24, 1],
        [40, 24, 0],
        [0, 24, 8],
        [1, 1, 1],
    ] {
        cases.extend([BF16, F32].map(|dtype| sized([dtype; 3], sizes)));
    }
    all(stream, cases)
}

/// Batches: every matrix its own, one for all, broadcast in part, of two axes, by columns.
pub fn batches(stream: &Stream) -> Result<usize, Failure> {
    let mut cases = Vec::new();
    for types in types(stream) {
        let one = sized(types, [16, 24, 32]);
        let (a, b) = (one.a.clone(), one.b.clone());
        let one = with!(one, d: one.d.clone().batched(&[2, 3], &[3 * 400, 400]));
        cases.push(with!(one, a: a.clone().batched(&[2, 3], &[3 * 512, 512])));
        // Broadcast in part: no one step leads through A.
        let (a, b) = (a.batched(&[3], &[512]), b.batched(&[2, 1], &[800, 1]));
        cases.push(with!(one, a: a, b: b, beta: 2.0));
    }
    all(stream, cases)
}

/// Factors, C, biases and activations.
pub fn epilogues(stream: &Stream) -> Result<usize, Failure> {
    let mut cases = Vec::new();
    for types in EVERYWHERE {
        let (case, float) = (plain(types), types[2] != I32);
        let (columns, line) = (Placed::columns(40, 24), Placed::new((40, 24), (0, 1)));
        let (bias, alpha) = (Some(true), if float { 0.5 } else { 3.0 });
        cases.push(with!(case, alpha: 2.0, beta: -1.0));
        cases.push(with!(case, beta: 3.0, c: Some(columns.clone()), bias: bias, activation: Activation::Relu));
        cases.push(with!(case, alpha: alpha, bias: Some(false), d: columns));
        cases.push(with!(case, alpha: 0.0, beta: 1.0, c: Some(line)));
        if float && types[2] != F64 {
            for activation in [Activation::Gelu, Activation::Silu] {
                cases.push(with!(case, bias: bias, activation: activation));
            }
        }
    }
    all(stream, cases)
}

/// Scales and the largest magnitude, sums in full and in half precision.
pub fn scales(stream: &Stream) -> Result<usize, Failure> {
    if !hopper(stream) {
        return Ok(0);
    }
    let mut cases = Vec::new();
    for types in [[F8E4M3, F8E4M3, BF16], [BF16; 3], [F8E4M3; 3]] {
        // Whole numbers of few digits, also as 8-bit floats.
        let alpha = if types[2] == F8E4M3 { 0.0 } else { 1.0 };
        for scales in [[false, false], [true, true], [true, false]] {
            cases.push(with!(plain(types), scales: Some(scales), alpha: alpha, bias: Some(true)));
        }
    }
    cases.push(with!(plain([F8E4M3, F8E4M3, F32]), sums: Sums::Full));
    for b in [Placed::columns(48, 24), Placed::rows(48, 24)] {
        cases.push(with!(plain([F16; 3]), sums: Sums::Half, b: b));
    }
    all(stream, cases)
}

/// Lists of products of different sizes, in one launch and one after the other.
pub fn grouped(stream: &Stream) -> Result<usize, Failure> {
    gemm_grouped(stream, &mut [])?;
    let mut count = 0;
    for dtype in [BF16, F32] {
        let sizes = [
            (40, 24, 48),
            (1, 8, 16),
            (0, 24, 48),
            (70, 24, 0),
            (9, 130, 33),
        ];
        let mut memory = Vec::new();
        for (m, n, k) in sizes {
            let (a, b, d) = (
                Placed::rows(m, k),
                Placed::columns(k, n),
                Placed::rows(m, n),
            );
            let of = |of: &Placed, seed| upload(stream, &numbers(of.len(), seed), dtype);
            memory.push((of(&a, 1)?, of(&b, 2)?, of(&d, 3)?, [a, b, d]));
        }
        let mut list = memory
            .iter_mut()
            .map(|(a, b, d, [of_a, of_b, of_d])| {
                Ok(GpuProduct {
                    a: view(a, dtype, of_a)?,
                    b: view(b, dtype, of_b)?,
                    d: view_mut(d, dtype, of_d)?,
                    epilogue: GpuEpilogue::default(),
                })
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        gemm_grouped(stream, &mut list)?;
        drop(list);
        for (_, _, d, [a, b, of_d]) in &memory {
            let found = download(stream, d, dtype)?;
            let ((m, n), k) = (of_d.shape, a.shape.1);
            let (left, right) = (numbers(a.len(), 1), numbers(b.len(), 2));
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: f32 = (0..k).map(|l| left[i * k + l] * right[l + j * k]).sum();
                if found[i * n + j] != sum as f64 {
                    return Err(format!(
                        "{m} x {n} x {k} of {dtype}: D[{i}, {j}] is {}, not {sum}",
                        found[i * n + j]
                    )
                    .into());
                }
            }
            count += 1;
        }
    }
    Ok(count)
}
