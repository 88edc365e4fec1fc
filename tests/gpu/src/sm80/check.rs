//! Every kernel on integers, exactly, and on random ones within the bound of their sums.

use azulejo_kernels::device::gemm::sm80::args::activation;
use azulejo_kernels::device::gemm::sm80::table::{Access, FAMILIES, KernelEntry, VECTORS};

use crate::prelude::*;

/// Sizes of a tiny check; small ones have a larger second one, and whole ones those of [`MORE`] too.
const SIZES: [[u32; 3]; 2] = [[41, 55, 37], [131, 67, 69]];
const SMALL: [u32; 3] = [129, 257, 269];
const MORE: [[u32; 3]; 10] = [
    [1, 1, 1],
    [16, 8, 16],
    [128, 128, 64],
    [130, 70, 133],
    [257, 129, 65],
    [64, 300, 100],
    [1, 513, 40],
    [300, 1, 4096],
    [200, 150, 260],
    // Tiles inside the matrices and at their edges, K of many stages.
    [260, 300, 520],
];

/// The kernels that `--only` names, on a GPU that has them.
pub fn rows(run: &Run) -> Vec<&'static KernelEntry> {
    let all = FAMILIES.iter().chain(VECTORS).copied().flatten();
    all.filter(|row| row.runs(run.device.variant()) && run.args.wants(row.kernel.name))
        .collect()
}

/// Every kernel by name.
pub fn kernels(run: &mut Run) -> Result<(), Failure> {
    let mut sizes = SIZES.to_vec();
    if run.size > Size::Tiny {
        sizes[1] = SMALL;
    }
    if !run.is_small() {
        sizes.extend(MORE);
    }
    for row in rows(run) {
        let by = By::Algorithm(Algorithm::Sm80(Some(row)));
        let cases = cases(run, row, &sizes);
        run.cases(cases.into_iter().map(|product| Multiplied(by, product)));
    }
    Ok(())
}

/// Lines whose vectors are aligned, or are not and have other elements between theirs.
fn gaps(pad: usize, step: usize) -> [Gaps; 3] {
    let lines = with!(Gaps::ALIGNED, pad: pad);
    let operand = with!(lines, step: step);
    [operand, operand, lines]
}

/// The orders of an operand that a kernel takes.
pub fn orders(access: Access) -> &'static [Major] {
    match access.along() {
        None => &[Major::K, Major::Mn],
        Some(Major::K) => &[Major::K],
        Some(_) => &[Major::Mn],
    }
}

/// The products of a kernel: every order that it takes, sizes, epilogues, types of D, strides.
fn cases(run: &Run, row: &KernelEntry, all: &[[u32; 3]]) -> Vec<Product> {
    let (input, natural) = row.types;
    let vectors = |access: &Access| matches!(access, Access::Vectorized(..) | Access::Tma(_));
    let is_aligned = row.access.iter().any(vectors);
    let pads = if is_aligned { &[0][..] } else { &[0, 3] };
    let (one_row, random) = (row.tile.0 == 1, Numbers::Random);
    let mut cases = Vec::new();
    let [of_a, of_b] = row.access.map(orders);
    for (index, [m, n, k]) in all.iter().enumerate() {
        let m = if one_row { 1 } else { *m };
        let along = Some(if index % 2 == 0 { Major::K } else { Major::Mn });
        for (a, b) in cross(of_a, of_b) {
            for &pad in pads {
                let plain = Product::new([m, *n, *k], [input, input, natural]);
                let plain = with!(plain, orders: [a, b, Major::K], gaps: gaps(pad, 1), sizes.batches: 1 + index as u32 % 2);
                cases.push(plain);
                if pad > 0 {
                    cases.push(with!(plain, gaps: gaps(pad, 2)));
                }
                cases.push(
                    with!(plain, alpha: 2.0, beta: -3.0, bias: along, activation: activation::RELU),
                );
                if natural.bytes() == 2 {
                    cases.push(with!(plain, types: [input, input, DType::F32]));
                }
                if m > 16 || one_row {
                    cases.push(with!(plain, numbers: random));
                }
            }
        }
    }
    let sized = |extents| with!(cases[0], sizes: sizes(extents));
    let mut more = Vec::new();
    if let Some(stage) = row.sliced {
        // Few tiles and a long K: blocks share all of them.
        let few = sized([41, 55, 43 * stage + 3]);
        more.push(with!(few, alpha: 2.0, beta: -3.0, bias: Some(Major::K)));
        more.push(with!(few, numbers: random));
        if row.is_small() {
            // A tile a batch: blocks share those of all batches.
            let batches = sized([20, 20, 43 * stage + 3]);
            more.push(with!(batches, beta: 3.0, sizes.batches: 3));
        }
        if row.is_small() && run.device.sm_count() > 16 {
            // One tile in so many splits that they are added in groups.
            let one = sized([41, 20, 120 * stage + 3]);
            more.extend([with!(one, beta: 3.0), with!(one, numbers: random)]);
        }
        // Four tiles more than have room at once: blocks share those, a slice of K each.
        let room = run.device.sm_count() * row.kernel.min_ctas;
        let (m, n) = ((room.div_ceil(4) + 1) * row.tile.0 - 5, 4 * row.tile.1 - 6);
        let shared = sized([m, n, if run.size == Size::Tiny { 70 } else { 300 }]);
        more.extend([shared, with!(shared, beta: 3.0, numbers: random)]);
    }
    if row.can_split_k() {
        // Few tiles and a long K: slices, a rest, and a second grid.
        let few = sized([41, 55, 2048 / row.types.0.bytes() as u32 + 5]);
        let along = Some(Major::Mn);
        more.push(with!(few, alpha: 2.0, beta: -3.0, bias: along, activation: activation::RELU));
        if run.size > Size::Tiny {
            let many = sized([3, 130, 8 * few.sizes.k]);
            more.extend([many, with!(few, numbers: random)]);
            if natural.bytes() == 2 {
                more.push(with!(many, types: [input, input, DType::F32]));
            }
        }
    }
    let none = sized([if one_row { 1 } else { 41 }, 55, 0]);
    more.extend([with!(none, beta: 3.0), sized([0, 5, 3])]);
    [cases, more].concat()
}

/// What a user calls: any order of D, the kernel chosen, large odd operands repacked.
pub fn chosen(run: &mut Run) -> Result<(), Failure> {
    let sizes = run.few(
        &[[41, 55, 37], [1, 77, 70], [75, 1, 33]],
        &[[41, 55, 37], [257, 300, 259], [1, 300, 259], [515, 1, 77]],
    );
    use DType::{BF16, F16, F32, F64, I8, I32, TF32};
    let mut cases = Vec::new();
    for input in [F32, F64, F16, BF16, TF32, I8] {
        let mut rows = FAMILIES.iter().copied().flatten();
        let row = rows.find(|row| row.types.0 == input);
        let types = [input, input, row.map_or(F32, |row| row.types.1)];
        for (size, bits) in cross(&sizes, &(0..16).collect::<Vec<u32>>()) {
            let order = |bit: u32| if bits & bit == 0 { Major::K } else { Major::Mn };
            let (orders, pad) = ([1, 2, 4].map(order), usize::from(bits & 8 != 0));
            cases.push(with!(Product::new(size, types), orders: orders, gaps: gaps(pad, 1), beta: 2.0, bias: Some(Major::K), sizes.batches: 2));
        }
    }
    // Operands at odd strides, copied before products that are not small.
    for input in [F32, F64] {
        for [a, b] in [[Major::K, Major::K], [Major::K, Major::Mn], [Major::Mn; 2]] {
            for size in [[41, 55, 1861], [1, 16, 1409]] {
                cases.push(with!(Product::new(size, [input; 3]), orders: [a, b, Major::K], gaps: gaps(1, 1)));
            }
        }
    }
    // Few tiles and a long K, in slices.
    for input in [F16, BF16, TF32, I8, F32] {
        let size = [41, 70, 2080 / input.bytes() as u32];
        let product = Product::new(size, [input, input, if input == I8 { I32 } else { F32 }]);
        let orders = [Major::K, Major::Mn].map(|d| [Major::K, Major::K, d]);
        cases.extend(orders.map(|orders| with!(product, orders: orders)));
    }
    if !run.is_small() {
        // 2048 would mean that sums were kept in f16.
        let ones = Numbers::Given(|_, _, _| 1.0, |_, _, _| 1.0);
        let product = |input| Product::new([128, 128, 4096], [input, input, F32]);
        cases.extend([F16, BF16].map(|input| with!(product(input), numbers: ones)));
    }
    let by = By::Algorithm(Algorithm::Sm80(None));
    run.cases(cases.into_iter().map(|product| Multiplied(by, product)));
    Ok(())
}

/// NaN, infinite, and subnormal values, through the kernels for f32: a whole tile of every kernel, and more
/// k-tiles than are in flight at once.
pub fn specials(run: &mut Run) -> Result<(), Failure> {
    const K: usize = 48;
    fn left(_: usize, i: usize, l: usize) -> f64 {
        let at = i % (K - 1);
        match (i % 8, l) {
            (1, l) if l == at => f64::NAN,
            (2 | 3, l) if l == at => f64::INFINITY,
            (3, l) if l == at + 1 => f64::NEG_INFINITY,
            (4, _) => 2f64.powi(-149),
            (5, _) => -3.0 * 2f64.powi(-140),
            (6, l) if l == at => f32::MAX as f64,
            (6, l) if l == at + 1 => f32::MIN as f64,
            (6, _) => 0.0,
            (7, _) => -0.0,
            _ => 1.0,
        }
    }
    fn right(_: usize, j: usize, _: usize) -> f64 {
        if j % 16 == 5 { 0.0 } else { 1.0 }
    }
    let is_f32 = |row: &&KernelEntry| row.types.0 == DType::F32 && row.tile.0 > 1;
    let rows = rows(run).into_iter().filter(is_f32);
    let cases = rows.map(|row| {
        let [a, b] = row.access.map(|access| orders(access)[0]);
        let product = Product::new([256, 128, K as u32], [DType::F32; 3]);
        let product =
            with!(product, orders: [a, b, Major::K], numbers: Numbers::Given(left, right));
        Multiplied(By::Algorithm(Algorithm::Sm80(Some(row))), product)
    });
    run.cases(cases);
    Ok(())
}
