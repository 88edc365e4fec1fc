//! Products of all types, orders, strides, batches and epilogues.

use azulejo_gemm::gpu::{Sums, gemm_grouped};
use azulejo_kernels::device::gemm::args::activation;
use azulejo_tensor::DType::{BF16, F8E4M3, F8E5M2, F16, F32, F64, I8, I32, TF32};

use crate::prelude::*;

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

fn hopper(run: &Run) -> bool {
    run.device.variant() == Variant::Sm90a
}

fn types(run: &Run) -> Vec<[DType; 3]> {
    let more = if hopper(run) { &ON_HOPPER[..] } else { &[] };
    EVERYWHERE.iter().chain(more).copied().collect()
}

fn all(run: &mut Run, cases: Vec<Product>) -> Result<(), Failure> {
    run.cases(cases.into_iter().map(|case| Multiplied(By::Call, case)));
    Ok(())
}

/// A and B of these sizes by rows.
fn sized(types: [DType; 3], extents: [u32; 3]) -> Product {
    let orders = [Major::K, Major::Mn, Major::K];
    with!(Product::new(extents, types), orders: orders)
}

/// A of 40 × 48 and B of 48 × 24 by rows.
fn plain(types: [DType; 3]) -> Product {
    sized(types, [40, 24, 48])
}

/// Strides of one matrix.
fn matrix(row: isize, column: isize) -> Option<[isize; 4]> {
    Some([0, 0, row, column])
}

/// Adds a case that differs from another in these fields.
macro_rules! add {
    ($cases:ident: $($case:tt)*) => { $cases.push(with!($($case)*)) };
}

/// Every type, A, B and D by rows and by columns.
pub fn orders(run: &mut Run) -> Result<(), Failure> {
    let order = |is_k: bool| if is_k { Major::K } else { Major::Mn };
    let mut cases = Vec::new();
    for types in types(run) {
        for which in 0..4 {
            let orders = [which & 1 == 0, which & 2 != 0, which != 3].map(order);
            add!(cases: plain(types), orders: orders);
        }
    }
    all(run, cases)
}

/// A D of bf16 that runs backwards: the rows of A from the last on.
fn backwards(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let number = |i: u32| bf16::from_f64(f64::from(i % 13));
    let rows: Vec<bf16> = (0..64).map(number).collect();
    let one = |i: u32| bf16::from_f64(f64::from(u32::from(i.is_multiple_of(9))));
    let (a, b) = (
        stream.upload(&rows)?,
        stream.upload(&(0..64).map(one).collect::<Vec<_>>())?,
    );
    let mut d = stream.zeros::<bf16>(64)?;
    let (of_a, of_b) = (
        GpuMatRef::row_major(&a, 8, 8)?,
        GpuMatRef::row_major(&b, 8, 8)?,
    );
    let mut of_d = GpuMatMut::new(&mut d, (8, 8), (-8, 1))?;
    gemm(stream, of_a, of_b, &mut of_d, &GpuEpilogue::default())?;
    let expected: Vec<bf16> = rows.chunks(8).rev().flatten().copied().collect();
    let is_right = stream.download(&d)? == expected;
    run.is("a D that runs backwards", is_right);
    Ok(())
}

/// Lines that are not aligned, elements that are not contiguous, or repeated, or backwards; extents of 0 and 1.
pub fn strides(run: &mut Run) -> Result<(), Failure> {
    backwards(run)?;
    let mut cases = Vec::new();
    // Of one matrix: by row and column.
    let of = |a: [isize; 2], b: [isize; 2], d: Option<[isize; 2]>| {
        let matrix = |[row, column]: [isize; 2]| matrix(row, column);
        [matrix(a), matrix(b), d.and_then(matrix), None]
    };
    for types in types(run) {
        let case = plain(types);
        add!(cases: case, strides: of([49, 1], [1, 51], Some([27, 1])));
        add!(cases: case, strides: of([100, 2], [3, 150], None));
        // Lines of D that TMA can address and that end within 16 bytes.
        let lines = [
            ([40, 23], (32, 1)),
            ([41, 24], (1, 48)),
            ([1, 23], (32, 1)),
            ([40, 1], (16, 1)),
            ([1, 1], (1, 1)),
        ];
        for ([m, n], (row, column)) in lines {
            add!(cases: Product::new([m, n, 48], types), strides: [None, None, matrix(row, column), None]);
        }
        add!(cases: case, strides: of([0, 1], [24, 0], None));
    }
    for types in [[F32; 3], [F64; 3]] {
        add!(cases: plain(types), strides: of([-48, 1], [-24, -1], Some([60, 2])));
    }
    if hopper(run) {
        // Of a register with two columns of C the last has one: lines of D that threads store.
        let case = with!(Product::new([14, 37, 40], [F8E4M3, F8E4M3, BF16]), orders: [Major::Mn, Major::K, Major::Mn]);
        add!(cases: case, beta: 1.0, in_place: true);
    }
    let small = [
        [1, 24, 48],
        [40, 1, 48],
        [40, 24, 1],
        [40, 24, 0],
        [0, 24, 8],
        [1, 1, 1],
    ];
    for sizes in small {
        cases.extend([BF16, F32].map(|dtype| sized([dtype; 3], sizes)));
    }
    all(run, cases)
}

/// Batches: every matrix its own, one for all, broadcast in part, of two axes, by columns.
pub fn batches(run: &mut Run) -> Result<(), Failure> {
    let mut cases = Vec::new();
    for types in types(run) {
        let one = with!(sized(types, [16, 24, 32]), outer: 2, sizes.batches: 3);
        let (own, d) = (Some([3 * 512, 512, 32, 1]), Some([3 * 400, 400, 24, 1]));
        add!(cases: one, strides: [own, matrix(24, 1), d, None]);
        // Broadcast in part: no one step leads through A.
        let (a, b) = (Some([0, 512, 32, 1]), Some([800, 0, 24, 1]));
        add!(cases: one, strides: [a, b, d, None], beta: 2.0, in_place: true);
    }
    all(run, cases)
}

/// Factors, C, biases and activations.
pub fn epilogues(run: &mut Run) -> Result<(), Failure> {
    let mut cases = Vec::new();
    for types in EVERYWHERE {
        let (case, float) = (plain(types), types[2] != I32);
        let (of_c, alpha) = (|c| [None, None, None, c], if float { 0.5 } else { 3.0 });
        let by_columns = [Major::K, Major::Mn, Major::Mn];
        let bias = Some(Major::K);
        add!(cases: case, alpha: 2.0, beta: -1.0, in_place: true);
        add!(cases: case, beta: 3.0, strides: of_c(matrix(1, 40)), bias: bias, activation: activation::RELU);
        add!(cases: case, alpha: alpha, bias: Some(Major::Mn), orders: by_columns);
        add!(cases: case, alpha: 0.0, beta: 1.0, strides: of_c(matrix(0, 1)));
        if float && types[2] != F64 {
            for activation in [activation::GELU, activation::SILU] {
                add!(cases: case, bias: bias, activation: activation);
            }
        }
    }
    all(run, cases)
}

/// Scales and the largest magnitude, sums in full and in half precision.
pub fn scales(run: &mut Run) -> Result<(), Failure> {
    if !hopper(run) {
        return Ok(());
    }
    let mut cases = Vec::new();
    for types in [[F8E4M3, F8E4M3, BF16], [BF16; 3], [F8E4M3; 3]] {
        // Whole numbers of few digits, also as 8-bit floats.
        let alpha = if types[2] == F8E4M3 { 0.0 } else { 1.0 };
        for scales in [[false, false], [true, true], [true, false]] {
            add!(cases: plain(types), scales: Some(scales), alpha: alpha, bias: Some(Major::K));
        }
    }
    add!(cases: plain([F8E4M3, F8E4M3, F32]), sums: Sums::Full);
    for b in [Major::K, Major::Mn] {
        add!(cases: plain([F16; 3]), sums: Sums::Half, orders: [Major::K, b, Major::K]);
    }
    all(run, cases)
}

/// Grouped GEMMs: products of different sizes, in one launch and one after the other.
pub fn grouped(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    gemm_grouped(stream, &mut [])?;
    for dtype in [BF16, F32] {
        let sizes = [
            [40, 24, 48],
            [1, 8, 16],
            [0, 24, 48],
            [70, 24, 0],
            [9, 130, 33],
        ];
        let products = sizes.map(|sizes| Product::new(sizes, [dtype; 3]));
        let mut operands = each(&products, |product| product.operands(stream))?;
        let mut list = each(&mut operands, |of| -> Result<_, Failure> {
            let (a, b, d, epilogue) = of.views()?;
            let epilogue = named(epilogue);
            Ok(GpuProduct { a, b, d, epilogue })
        })?;
        gemm_grouped(stream, &mut list)?;
        drop(list);
        for (of, product) in operands.iter().zip(&products) {
            run.add(format_args!("in a list, {product:?}"), of.verify(stream));
        }
    }
    Ok(())
}
