//! The integer jobs of a kernel: every feature it has, at sizes around its tile.

use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::{fusion::Fusion, operand::Major, table::KernelEntry};
use azulejo::kernels::host::gemm::ProblemShape;
use azulejo::tensor::DType;

use crate::harness::{Gaps, Product};

/// One job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) product: Product,
    pub(super) splits: u32,
    /// On two clusters, so that each works on several tiles.
    pub(super) few: bool,
    /// As the transpose.
    pub(super) swap: bool,
}

/// What differs from a plain job.
type Change = fn(&mut Job);

/// alpha 2, beta 3, with C.
const SCALED: Change = |job| (job.product.alpha, job.product.beta) = (2.0, 3.0);
/// Neither A nor B is read, whatever the schedule says of them.
const NOTHING: Change = |job| job.product.alpha = 0.0;
/// A bias along this index, then ReLU.
const ALONG_N: Change = |job| along(job, Major::K);
const ALONG_M: Change = |job| along(job, Major::Mn);
/// A factor for each row and column, one for D, and the largest magnitude asked for.
const FACTORED: Change = |job| job.product.scales = Some([true; 2]);
/// D by columns.
const COLUMNS: Change = |job| job.product.orders[2] = Major::Mn;
/// Lines of A and B without padding, in the kernel's order.
const PACKED: Change = |job| job.product.gaps = [Gaps::NONE; 3];
/// The same in the other order.
const AWKWARD: Change = |job| {
    PACKED(job);
    let [a, b, d] = job.product.orders;
    job.product.orders = [a.other(), b.other(), d];
};
const FEW: Change = |job| job.few = true;
const SWAP: Change = |job| {
    job.swap = true;
    job.product.types.swap(0, 1);
    job.product.orders.swap(0, 1);
    job.product.gaps.swap(0, 1);
};

fn along(job: &mut Job, along: Major) {
    (job.product.bias, job.product.activation) = (Some(along), activation::RELU);
}

/// Lines at multiples of 16 bytes.
pub(super) fn aligned(dtype: DType) -> Gaps {
    Gaps {
        multiple: 16 / dtype.bytes(),
        ..Gaps::NONE
    }
}

impl Job {
    /// A job of these sizes with some changes.
    fn new(row: &KernelEntry, extents: [u32; 3], changes: &[Change]) -> Self {
        let (c, [ta, tb, _, td]) = (&row.config, row.config.types);
        let mut job = Self {
            product: Product {
                orders: [c.a.major, c.b.major, Major::K],
                gaps: [aligned(ta), aligned(tb), Gaps::NONE],
                ..Product::new(extents, [ta, tb, td])
            },
            splits: 1,
            few: false,
            swap: false,
        };
        changes.iter().for_each(|change| change(&mut job));
        job
    }

    /// So many products.
    fn batches(mut self, batches: u32) -> Self {
        self.product.sizes.batches = batches;
        self
    }

    /// In so many slices of K.
    fn slices(self, splits: u32) -> Self {
        Self { splits, ..self }
    }
}

/// Tiles of a product times the blocks of K that each takes.
pub(super) fn steps(row: &KernelEntry, sizes: ProblemShape) -> u64 {
    let c = &row.config;
    let (m, n) = (sizes.m.div_ceil(c.tile.0), sizes.n.div_ceil(c.tile.1));
    [m, n, sizes.batches, sizes.k.div_ceil(c.block_k)]
        .iter()
        .map(|extent| *extent as u64)
        .product()
}

/// The most [`steps`] of a small job: a few tiles, each feature once.
pub(super) const SMALL: u64 = 12;

/// The jobs of a kernel with a fused epilogue: sizes around its tile that TMA takes, one and several tiles a block, batches.
fn fused_jobs(row: &KernelEntry, fusion: &Fusion) -> Vec<Job> {
    let c = &row.config;
    let ((bm, bn), bk) = (c.tile, c.block_k);
    let job = |m, n, k, batches, few| {
        let mut job = Job::new(row, [m, n, k], if fusion.c { &[SCALED] } else { &[] });
        job.few = few;
        job.product.bias = fusion.bias.then_some(Major::K);
        job.product.activation = fusion.activation;
        job.batches(batches)
    };
    vec![
        job(1, 8, 1, 1, false),
        job(bm - 1, bn - 8, bk + 1, 1, false),
        job(bm + 1, bn + 16, 3 * bk - 1, 1, false),
        job(bm + 8, bn - 8, bk, 3, false),
        job(5 * bm + 8, 3 * bn + 8, 9 * bk + 8, 1, false),
        job(5 * bm - 1, 4 * bn, 9 * bk, 1, true),
        job(3 * bm, 3 * bn - 8, bk, 2, true),
        job(3 * bm - 1, 2 * bn, (2 * c.stages + 1) * bk, 1, true),
    ]
}

/// Every job of a kernel: sizes one off its tile, several tiles, batches, D by columns, epilogues, slices of K.
pub(super) fn jobs(row: &KernelEntry) -> Vec<Job> {
    let c = &row.config;
    if let Some(fusion) = &c.fusion {
        return fused_jobs(row, fusion);
    }
    let ((bm, bn), bk) = (c.tile, c.block_k);
    // Sums of integers are stored as they are.
    let finishes = c.types[3] != DType::I32;
    let job = |m, n, k, changes: &[Change]| Job::new(row, [m, n, k], changes);
    let mut jobs = vec![
        job(1, 1, 1, &[]),
        job(bm - 1, bn - 1, bk + 1, &[]),
        job(bm + 1, bn + 16, 3 * bk - 1, &[]),
        job(2 * bm, 2 * bn, 5 * bk, &[]),
        job(5 * bm + 8, 3 * bn + 8, 9 * bk + 8, &[]),
        job(bm + 9, bn + 1, 2 * bk, &[COLUMNS]),
        job(bm + 8, bn - 8, bk, &[]).batches(3),
        job(bm + 3, bn + 5, bk + 7, &[AWKWARD]),
        job(bm + 3, bn + 5, bk + 7, &[PACKED]),
        job(41, 55, 0, &[]),
        // Without rows or columns: nothing is launched.
        job(0, bn, bk, &[]),
        job(
            bm,
            0,
            bk,
            if finishes {
                &[COLUMNS, SCALED]
            } else {
                &[COLUMNS]
            },
        ),
        // D whose lines TMA cannot take, by rows and by columns.
        job(bm + 7, bn + 3, bk, &[]),
        job(2 * bm + 7, bn + 8, bk, &[COLUMNS]),
        job(2 * bm + 8, 3 * bn + 8, 3 * bk, &[COLUMNS, FEW]),
        job(bn + 8, 2 * bm + 8, 2 * bk + 8, &[SWAP]),
    ];
    for (tiles_m, tiles_n, blocks_k) in [(5, 4, 9), (3, 3, 1), (3, 2, 2 * c.stages + 1)] {
        jobs.push(job(tiles_m * bm - 1, tiles_n * bn, blocks_k * bk, &[FEW]));
    }
    if finishes {
        let columns = job(
            2 * bm + 16,
            3 * bn - 3,
            bk,
            &[SCALED, FEW, ALONG_N, COLUMNS],
        );
        let factored = job(
            2 * bm + 16,
            3 * bn - 3,
            bk,
            &[SCALED, FEW, ALONG_N, COLUMNS, FACTORED],
        );
        jobs.extend([
            job(41, 55, 0, &[SCALED]),
            job(bm + 1, bn + 9, bk, &[SCALED]),
            job(2 * bm - 3, bn + 16, bk, &[ALONG_N]),
            job(bm, bn, 2 * bk, &[ALONG_M, SCALED]),
            job(bm + 7, bn + 3, bk, &[FACTORED, SCALED, ALONG_N]),
            job(bm + 7, bn + 4, bk, &[FACTORED, SCALED, ALONG_N]),
            // C that comes by TMA, for several tiles a block, by rows and by columns.
            job(5 * bm - 1, 3 * bn, 2 * bk, &[SCALED, FEW]),
            columns,
            factored.batches(2),
            job(bn - 3, bm + 8, 2 * bk, &[SWAP, SCALED, FACTORED, ALONG_N]),
        ]);
        for activation in [activation::GELU, activation::SILU] {
            let mut gelu_or_silu = job(bm + 1, bn + 8, bk, &[ALONG_N]);
            gelu_or_silu.product.activation = activation;
            jobs.push(gelu_or_silu);
        }
    }
    if c.can_split {
        jobs.extend([
            job(bm + 1, bn + 8, 16 * bk, &[]).slices(4),
            job(bm, bn - 1, 29 * bk + 3, &[COLUMNS]).slices(13),
            job(bm + 1, bn + 8, 16 * bk, &[NOTHING]).slices(4),
        ]);
        if finishes {
            let all = [SCALED, FACTORED, ALONG_N, NOTHING];
            jobs.extend([3, 4].map(|count| job(bm - 5, bn, 7 * bk, &all[..count]).slices(3)));
        }
    }
    jobs
}
