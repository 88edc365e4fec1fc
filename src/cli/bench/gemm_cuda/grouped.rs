//! Lists of products in one launch: integer jobs of mixed sizes, and experts of mixed loads against a loop of cuBLASLt calls.

use azulejo::kernels::device::gemm::hopper::table::{GROUPED, Row};
use azulejo::kernels::host::cublaslt::{Cublas, Product};
use azulejo::kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Sizes, StridedMatrix,
};
use azulejo::kernels::host::timing::{Pool, graph, median};
use azulejo::kernels::host::{Buffer, Error, Graph, Stream};
use azulejo::tensor::DType;

use super::data::{element, raw, value};
use super::jobs::{SMALL, a_value, b_value, steps};
use super::measure::replay;
use super::run::Flags;
use super::verify::operand;

/// Operands and result of one product on the device, lines padded to 16 bytes.
struct Expert {
    sizes: Sizes,
    buffers: [Buffer<u8>; 3],
}

/// Rows that are padded to 16 bytes.
fn matrix(region: Region<'_>, columns: u32, dtype: DType) -> StridedMatrix<'_> {
    StridedMatrix::row_major(region, 0, padded(columns, dtype) as u64)
}

/// Elements of a line padded to 16 bytes.
fn padded(run: u32, dtype: DType) -> u32 {
    run.next_multiple_of(128 / dtype.bits())
}

/// What a launch takes of each, with operands and results of these types.
fn members<'a>(experts: &'a mut [Expert], types: [DType; 3]) -> Vec<Arguments<'a>> {
    let of = |expert: &'a mut Expert| {
        let Sizes { n, k, .. } = expert.sizes;
        let [a, b, d] = &mut expert.buffers;
        Arguments {
            sizes: expert.sizes,
            a: matrix(Region::read(a), k, types[0]),
            b: matrix(Region::read(b), k, types[1]).transposed(),
            d: matrix(Region::write(d), n, types[2]),
            epilogue: Epilogue::default(),
        }
    };
    experts.iter_mut().map(of).collect()
}

fn sizes(m: u32, n: u32, k: u32) -> Sizes {
    Sizes {
        m,
        n,
        k,
        batches: 1,
    }
}

/// Every kernel for lists that is asked for on integer products of mixed sizes; how many kernels there were, or what was wrong.
pub(super) fn verify(stream: &Stream, args: &Flags) -> Result<usize, String> {
    let text = |e: Error| e.to_string();
    let rows = GROUPED.iter().copied().flatten();
    let rows: Vec<&'static Row> = rows.filter(|row| args.wants(row)).collect();
    for row in &rows {
        let ((bm, bn), bk) = (row.config.tile, row.config.block_k);
        let [ta, tb, _, td] = row.config.types;
        let mut experts = Vec::new();
        for (m, n, k) in [
            (1, 1, 1),
            (0, bn, bk),
            (3 * bm + 1, bn - 1, 7 * bk + 8),
            (bm, 2 * bn, bk),
            (5 * bm - 3, 3 * bn + 5, 3 * bk),
            (bm + 9, bn, 0),
            (bm, 0, bk),
            (2 * bm, 2 * bn + 16, 11 * bk),
        ] {
            if args.small && steps(row, sizes(m, n, k)) > SMALL {
                continue;
            }
            let a = operand(true, ta, 1, m, k, a_value).0;
            let b = operand(true, tb, 1, n, k, b_value).0;
            let d = vec![0xff; (m * padded(n, td) * td.bits() / 8) as usize];
            let upload = |bytes: &[u8]| stream.upload(bytes).map_err(text);
            experts.push(Expert {
                sizes: sizes(m, n, k),
                buffers: [upload(&a)?, upload(&b)?, upload(&d)?],
            });
        }
        for blocks in [3, stream.device().multiprocessors()] {
            let members = members(&mut experts, [ta, tb, td]);
            let list = Prepared::one(stream, |space| Part::grouped(space, row, &members, blocks))
                .map_err(text)?;
            list.launch().map_err(text)?;
            stream.synchronize().map_err(text)?;
        }
        for Expert { sizes, buffers } in &experts {
            let d = stream.download(&buffers[2]).map_err(text)?;
            let (m, n, k) = (sizes.m as usize, sizes.n as usize, sizes.k as usize);
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum: i64 = (0..k).map(|k| a_value(i % 7, k) * b_value(j % 5, k)).sum();
                let found = element(td, &d, i * padded(n as u32, td) as usize + j);
                if value(td, found) != value(td, raw(td, sum as f64)) {
                    return Err(format!(
                        "{}: {sizes:?}, D[{i}, {j}] is {}, not {sum}",
                        row.kernel.name,
                        value(td, found)
                    ));
                }
            }
        }
    }
    Ok(rows.len())
}

/// Times `count` experts of 1536 × 2048 weights that get 128 to 896 rows each against a loop of cuBLASLt calls.
pub(super) fn compare(
    stream: &Stream,
    cublas: &Cublas,
    count: u32,
    rounds: usize,
) -> Result<String, Error> {
    let (n, k) = (1536, 2048);
    let (pool, mut experts, mut flops) = (Pool::new(DType::BF16), Vec::new(), 0.0);
    for i in 0..count {
        let m = 128 + i * 48_271 % 13 * 64;
        let take = |lines: u32, at: u32| pool.take((i * 7919 + at) as usize, (lines * k) as usize);
        experts.push(Expert {
            sizes: sizes(m, n, k),
            buffers: [
                stream.upload(&take(m, 0))?,
                stream.upload(&take(n, 50_021))?,
                stream.zeros((m * n * 2) as usize)?,
            ],
        });
        flops += 2.0 * m as f64 * n as f64 * k as f64;
    }
    let products: Vec<_> = experts
        .iter()
        .map(|expert| {
            let product = Product {
                m: n as u64,
                n: expert.sizes.m as u64,
                k: k as u64,
                transpose_a: true,
                transpose_b: false,
                types: [DType::BF16; 3],
                batches: 1,
            };
            cublas.prepare(&product, 1)
        })
        .collect::<Result<_, _>>()?;
    let members = members(&mut experts, [DType::BF16; 3]);
    let calls = products
        .iter()
        .zip(&members)
        .map(|(product, e)| product.call(0, e.b.region, e.a.region, e.d.region))
        .collect::<Result<Vec<_>, _>>()?;
    let theirs = graph(stream, &calls, calls.len())?;
    let mut best: Option<(f64, f64, &str)> = None;
    let rows = GROUPED.iter().copied().flatten();
    for row in rows.filter(|row| row.config.types[0] == DType::BF16) {
        let blocks = stream.device().multiprocessors() * row.config.resident;
        let list = Prepared::one(stream, |space| Part::grouped(space, row, &members, blocks))?;
        let ours = Graph::record(stream, &[&list], 1)?;
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..=rounds {
            for (graph, times) in [&ours, &theirs].into_iter().zip(&mut times) {
                times.push(replay(stream, graph, 1)?);
            }
        }
        let [ours, theirs] = times.map(|mut times| median(&mut times));
        if best.is_none_or(|(time, ..)| ours < time) {
            best = Some((ours, theirs, row.kernel.name));
        }
    }
    let (ours, theirs, kernel) = best.unwrap_or((f64::NAN, f64::NAN, "none"));
    Ok(format!(
        "{count} experts: {:.1} TFLOP/s in one launch, {:.1} in a loop of cuBLASLt calls, ratio {:.3}  {kernel}",
        flops / ours / 1e6,
        flops / theirs / 1e6,
        theirs / ours
    ))
}
