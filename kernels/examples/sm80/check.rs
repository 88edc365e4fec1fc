//! Every kernel on integers, exactly, and on random ones within the bound of their sums.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::sm80::args::activation;
use azulejo_kernels::device::gemm::sm80::table::{Access, Along, FAMILIES, Row, VECTORS};
use azulejo_kernels::host::gemm::Algorithm;
use azulejo_tensor::DType;

use crate::harness::{Failure, Gaps, Numbers, Product, Run, Size, sizes};

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
pub fn rows(run: &Run) -> Vec<&'static Row> {
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
        for product in cases(run, row, &sizes) {
            run.product(row.kernel.name, &product, Algorithm::Sm80(Some(row)));
        }
    }
    Ok(())
}

/// Lines whose vectors are aligned, or are not and have other elements between theirs.
fn gaps(pad: usize, step: usize) -> [Gaps; 3] {
    let lines = Gaps {
        pad,
        ..Gaps::ALIGNED
    };
    let operand = Gaps { step, ..lines };
    [operand, operand, lines]
}

/// The products of a kernel: every order that it takes, sizes, epilogues, types of D, strides.
fn cases(run: &Run, row: &Row, all: &[[u32; 3]]) -> Vec<Product> {
    let (input, natural) = row.types;
    let orders = |access: Access| match access.along() {
        None => vec![Major::K, Major::Mn],
        Some(Along::K) => vec![Major::K],
        Some(_) => vec![Major::Mn],
    };
    let vectors = |access: &Access| matches!(access, Access::Vectorized(..) | Access::Tma(_));
    let pads = if row.access.iter().any(vectors) {
        &[0][..]
    } else {
        &[0, 3]
    };
    let mut cases = Vec::new();
    // The kernels of one row of D.
    let one_row = row.tile.0 == 1;
    let [of_a, of_b] = row.access.map(orders);
    for (index, [m, n, k]) in all.iter().enumerate() {
        let m = if one_row { 1 } else { *m };
        for (a, b) in of_a.iter().flat_map(|a| of_b.iter().map(move |b| (*a, *b))) {
            for &pad in pads {
                let mut plain = Product::new([m, *n, *k], [input, input, natural]);
                plain.sizes.batches = 1 + index as u32 % 2;
                plain.orders = [a, b, Major::K];
                plain.gaps = gaps(pad, 1);
                cases.push(plain);
                if pad > 0 {
                    cases.push(Product {
                        gaps: gaps(pad, 2),
                        ..plain
                    });
                }
                let along = if index % 2 == 0 { Major::K } else { Major::Mn };
                cases.push(Product {
                    alpha: 2.0,
                    beta: -3.0,
                    bias: Some(along),
                    activation: activation::RELU,
                    ..plain
                });
                if natural.bytes() == 2 {
                    cases.push(Product {
                        types: [input, input, DType::F32],
                        ..plain
                    });
                }
                if m > 16 || one_row {
                    cases.push(Product {
                        numbers: Numbers::Random,
                        ..plain
                    });
                }
            }
        }
    }
    let one = cases[0];
    let sized = |extents| Product {
        sizes: sizes(extents),
        ..one
    };
    if let Some(stage) = row.sliced {
        // Few tiles and a long K: blocks share all of them.
        let few = sized([41, 55, 43 * stage + 3]);
        cases.push(Product {
            alpha: 2.0,
            beta: -3.0,
            bias: Some(Major::K),
            ..few
        });
        cases.push(Product {
            numbers: Numbers::Random,
            ..few
        });
        // Four tiles more than have room at once: blocks share those, a slice of K each.
        let room = run.device.sm_count() * row.kernel.min_ctas;
        let (m, n) = ((room.div_ceil(4) + 1) * row.tile.0 - 5, 4 * row.tile.1 - 6);
        let shared = sized([m, n, if run.size == Size::Tiny { 70 } else { 300 }]);
        cases.push(shared);
        cases.push(Product {
            beta: 3.0,
            numbers: Numbers::Random,
            ..shared
        });
    }
    let none = sized([if one_row { 1 } else { 41 }, 55, 0]);
    cases.extend([Product { beta: 3.0, ..none }, sized([0, 5, 3])]);
    cases
}

/// What a user calls: any order of D, the kernel chosen, large odd operands repacked.
pub fn chosen(run: &mut Run) -> Result<(), Failure> {
    let sizes = match run.is_small() {
        true => &[[41, 55, 37], [1, 77, 70], [75, 1, 33]][..],
        false => &[[41, 55, 37], [257, 300, 259], [1, 300, 259], [515, 1, 77]],
    };
    use DType::{BF16, F16, F32, F64, I8, TF32};
    for input in [F32, F64, F16, BF16, TF32, I8] {
        let mut rows = FAMILIES.iter().copied().flatten();
        let row = rows.find(|row| row.types.0 == input);
        let out = row.map_or(F32, |row| row.types.1);
        for (size, bits) in sizes
            .iter()
            .flat_map(|size| (0..16).map(move |bits| (*size, bits)))
        {
            let order = |bit: u32| if bits & bit == 0 { Major::K } else { Major::Mn };
            let mut product = Product {
                orders: [order(1), order(2), order(4)],
                gaps: gaps(if bits & 8 == 0 { 0 } else { 1 }, 1),
                beta: 2.0,
                bias: Some(Major::K),
                ..Product::new(size, [input, input, out])
            };
            product.sizes.batches = 2;
            run.product("chosen", &product, Algorithm::Sm80(None));
        }
    }
    // Operands at odd strides, copied before products that are not small.
    for input in [F32, F64] {
        for orders in [[Major::K, Major::K], [Major::K, Major::Mn], [Major::Mn; 2]] {
            for size in [[41, 55, 1861], [1, 16, 1409]] {
                run.product(
                    "copied",
                    &Product {
                        orders: [orders[0], orders[1], Major::K],
                        gaps: gaps(1, 1),
                        ..Product::new(size, [input; 3])
                    },
                    Algorithm::Sm80(None),
                );
            }
        }
    }
    // 2048 would mean that sums were kept in f16.
    let sums: &[DType] = if run.is_small() { &[] } else { &[F16, BF16] };
    for &input in sums {
        let ones = Product {
            numbers: Numbers::Given(|_, _, _| 1.0, |_, _, _| 1.0),
            ..Product::new([128, 128, 4096], [input, input, F32])
        };
        run.product("4096 ones", &ones, Algorithm::Sm80(None));
    }
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
    let is_f32 = |row: &&Row| row.types.0 == DType::F32 && row.tile.0 > 1;
    for row in rows(run).into_iter().filter(is_f32) {
        let order = |access: Access| match access.along() {
            None | Some(Along::K) => Major::K,
            Some(_) => Major::Mn,
        };
        let [a, b] = row.access.map(order);
        let product = Product {
            orders: [a, b, Major::K],
            numbers: Numbers::Given(left, right),
            ..Product::new([256, 128, K as u32], [DType::F32; 3])
        };
        run.product(row.kernel.name, &product, Algorithm::Sm80(Some(row)));
    }
    Ok(())
}
