//! Integer products for each kernel of Hopper: every feature it has, at sizes around its tile; and lists of them.

use azulejo_kernels::device::gemm::hopper::args::activation;
use azulejo_kernels::device::gemm::hopper::{fusion::Fusion, operand::Major, table::KernelEntry};
use azulejo_runtime::Stream;
use azulejo_runtime::gemm::{Algorithm, Prepared, ProblemShape, Schedule};
use azulejo_tensor::DType;

use super::run::{Case, with};
use super::{By, Failure, Gaps, Multiplied, Operands, Product, Random, each};

/// One job.
#[derive(Clone, Copy, Debug)]
struct Job {
    product: Product,
    splits: u32,
    /// On two clusters, so that each works on several tiles.
    few: bool,
    /// As the transpose.
    swap: bool,
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
/// A factor for each row and column alone.
const BROADCAST: Change =
    |job| (job.product.scales, job.product.measured) = (Some([true; 2]), false);
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
const GELU: Change = |job| job.product.activation = activation::GELU;
const SILU: Change = |job| job.product.activation = activation::SILU;
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
fn aligned(dtype: DType) -> Gaps {
    with!(Gaps::NONE, multiple: 16 / dtype.bytes())
}

impl Job {
    /// A job of these sizes with some changes.
    fn new(row: &KernelEntry, extents: [u32; 3], changes: &[Change]) -> Self {
        let (c, [ta, tb, _, td]) = (&row.config, row.config.types);
        let product = Product::new(extents, [ta, tb, td]);
        let gaps = [aligned(ta), aligned(tb), Gaps::NONE];
        let mut job = Self {
            product: with!(product, orders: [c.a.major, c.b.major, Major::K], gaps: gaps),
            splits: 1,
            few: false,
            swap: false,
        };
        changes.iter().for_each(|change| change(&mut job));
        job
    }
}

/// Jobs of a kernel: sizes, changes, `x` how many products, `/` how many splits of K.
macro_rules! jobs {
    ($row:ident: $([$($size:tt)*] $(, $($change:ident),+)? $(; x $batches:literal)? $(; / $splits:literal)?)|+) => {
        [$(with!(Job::new($row, [$($size)*], &[$($($change),+)?]), $(product.sizes.batches: $batches)? $(splits: $splits)?)),+]
    };
}

/// Tiles of a product times the blocks of K that each takes.
fn steps(row: &KernelEntry, sizes: ProblemShape) -> u64 {
    let c = &row.config;
    let (m, n) = (sizes.m.div_ceil(c.tile.0), sizes.n.div_ceil(c.tile.1));
    [m, n, sizes.batches, sizes.k.div_ceil(c.block_k)]
        .iter()
        .map(|extent| *extent as u64)
        .product()
}

/// The most [`steps`] of a small job: a few tiles, each feature once.
const SMALL: u64 = 12;

/// The products of a kernel on a device of so many SMs, or the small ones.
pub fn cases(row: &'static KernelEntry, sm_count: u32, small: bool) -> Vec<Multiplied> {
    let mut all = jobs(row);
    all.retain(|job| !small || steps(row, job.product.sizes) <= SMALL);
    let case = |job: Job| {
        let few = 2 * row.config.blocks();
        let schedule = Schedule {
            splits: job.splits,
            group_m: 3,
            ctas: if job.few { few } else { sm_count },
            pdl: true,
            swap_ab: job.swap,
        };
        Multiplied(By::Algorithm(Algorithm::Hopper(row, schedule)), job.product)
    };
    all.into_iter().map(case).collect()
}

/// Products of mixed sizes by a kernel for lists, or the small ones: by few blocks and by one for each SM.
pub struct List(pub &'static KernelEntry, pub bool);

impl Case for List {
    fn name(&self) -> String {
        self.0.kernel.name.to_owned()
    }

    fn check(&self, stream: &Stream, _: &mut Random) -> Result<(), Failure> {
        let Self(row, small) = *self;
        let ((bm, bn), bk) = (row.config.tile, row.config.block_k);
        let [ta, tb, _, td] = row.config.types;
        #[rustfmt::skip]
        let sizes = [
            [1, 1, 1], [0, bn, bk], [3 * bm + 1, bn - 1, 7 * bk + 8], [bm, 2 * bn, bk], [5 * bm - 3, 3 * bn + 5, 3 * bk],
            [bm + 9, bn, 0], [bm, 0, bk], [2 * bm, 2 * bn + 16, 11 * bk],
        ];
        let gaps = [ta, tb, td].map(aligned);
        let products = sizes.map(|sizes| with!(Product::new(sizes, [ta, tb, td]), gaps: gaps));
        let is_wanted = |of: &&Product| !small || steps(row, of.sizes) <= SMALL;
        let products: Vec<&Product> = products.iter().filter(is_wanted).collect();
        listed(stream, row, &products, &[3, stream.device().sm_count()])?;
        // C by elements, for a D that TMA does not take, and then by TMA to where that was.
        let sums = [[bm, bn - 1, bk], [bm, bn, bk]];
        let sums = sums.map(|of| with!(Product::new(of, [ta, tb, td]), gaps: gaps, beta: 2.0));
        listed(stream, row, &sums.each_ref(), &[1])
    }
}

/// Computes products by a kernel for lists, by each of these numbers of blocks, and verifies them.
fn listed(
    stream: &Stream,
    row: &'static KernelEntry,
    products: &[&Product],
    blocks: &[u32],
) -> Result<(), Failure> {
    let mut operands = each(products, |of| of.operands(stream))?;
    for blocks in blocks {
        let products = each(&mut operands, Operands::call)?;
        Prepared::grouped(stream, &products, row, *blocks)?.launch()?;
        stream.synchronize()?;
    }
    operands.iter().try_for_each(|of| of.verify(stream))
}

/// The jobs of a kernel with a fused epilogue: sizes around its tile that TMA takes, one and several tiles a block, batches.
fn fused_jobs(row: &KernelEntry, fusion: &Fusion) -> Vec<Job> {
    let (c, (bm, bn), bk) = (&row.config, row.config.tile, row.config.block_k);
    let mut jobs = jobs! { row:
        [1, 8, 1] | [bm - 1, bn - 8, bk + 1] | [bm + 1, bn + 16, 3 * bk - 1] | [bm + 8, bn - 8, bk]; x 3 |
        [5 * bm + 8, 3 * bn + 8, 9 * bk + 8] | [5 * bm - 1, 4 * bn, 9 * bk], FEW | [3 * bm, 3 * bn - 8, bk], FEW; x 2 |
        [3 * bm - 1, 2 * bn, (2 * c.stages + 1) * bk], FEW
    };
    for job in &mut jobs {
        if fusion.c {
            SCALED(job);
        }
        job.product.bias = fusion.bias.then_some(Major::K);
        job.product.activation = fusion.activation;
    }
    jobs.to_vec()
}

/// Every job of a kernel: sizes one off its tile, several tiles, batches, D by columns, epilogues, splits of K.
fn jobs(row: &KernelEntry) -> Vec<Job> {
    let c = &row.config;
    if let Some(fusion) = &c.fusion {
        return fused_jobs(row, fusion);
    }
    let ((bm, bn), bk) = (c.tile, c.block_k);
    // Sums of integers are stored as they are.
    let finishes = c.types[3] != DType::I32;
    let scaled: Change = if finishes { SCALED } else { |_| () };
    let mut jobs = jobs! { row:
        [1, 1, 1] | [bm - 1, bn - 1, bk + 1] | [bm + 1, bn + 16, 3 * bk - 1] | [2 * bm, 2 * bn, 5 * bk] |
        [5 * bm + 8, 3 * bn + 8, 9 * bk + 8] | [bm + 9, bn + 1, 2 * bk], COLUMNS | [bm + 8, bn - 8, bk]; x 3 |
        [bm + 3, bn + 5, bk + 7], AWKWARD | [bm + 3, bn + 5, bk + 7], PACKED | [41, 55, 0] |
        // Without rows or columns: nothing is launched.
        [0, bn, bk] | [bm, 0, bk], COLUMNS, scaled |
        // D whose lines TMA cannot take, by rows and by columns.
        [bm + 7, bn + 3, bk] | [2 * bm + 7, bn + 8, bk], COLUMNS | [2 * bm + 8, 3 * bn + 8, 3 * bk], COLUMNS, FEW |
        [bn + 8, 2 * bm + 8, 2 * bk + 8], SWAP | [5 * bm - 1, 4 * bn, 9 * bk], FEW | [3 * bm - 1, 3 * bn, bk], FEW |
        [3 * bm - 1, 2 * bn, (2 * c.stages + 1) * bk], FEW
    }
    .to_vec();
    if finishes {
        jobs.extend(jobs! { row:
            [41, 55, 0], SCALED | [bm + 1, bn + 9, bk], SCALED | [2 * bm - 3, bn + 16, bk], ALONG_N | [bm, bn, 2 * bk], ALONG_M, SCALED |
            [bm + 7, bn + 3, bk], FACTORED, SCALED, ALONG_N | [bm + 7, bn + 4, bk], FACTORED, SCALED, ALONG_N |
            // C that comes by TMA, for several tiles a block, by rows and by columns.
            [5 * bm - 1, 3 * bn, 2 * bk], SCALED, FEW | [2 * bm + 16, 3 * bn - 3, bk], SCALED, FEW, ALONG_N, COLUMNS |
            [2 * bm + 16, 3 * bn - 3, bk], SCALED, FEW, ALONG_N, COLUMNS, FACTORED; x 2 |
            [bn - 3, bm + 8, 2 * bk], SWAP, SCALED, FACTORED, ALONG_N |
            // What all of a row or a column have alike, by rows and by columns, of even and of odd lengths.
            [bm + 9, bn + 8, bk], BROADCAST, ALONG_N | [5 * bm - 1, 3 * bn, 2 * bk], BROADCAST, ALONG_M, FEW | [bm, bn, 2 * bk], ALONG_M |
            [2 * bm + 16, 3 * bn - 2, bk], BROADCAST, ALONG_N, COLUMNS; x 2 | [bm + 16, bn - 3, bk], BROADCAST, ALONG_M, COLUMNS |
            [bn - 2, bm + 8, 2 * bk], SWAP, BROADCAST, ALONG_N |
            [bm + 1, bn + 8, bk], ALONG_N, GELU | [bm + 1, bn + 8, bk], ALONG_N, SILU
        });
    }
    if c.can_split {
        jobs.extend(jobs! { row:
            [bm + 1, bn + 8, 16 * bk]; / 4 | [bm, bn - 1, 29 * bk + 3], COLUMNS; / 13 | [bm + 1, bn + 8, 16 * bk], NOTHING; / 4
        });
    }
    if c.can_split && finishes {
        jobs.extend(jobs! { row:
            [bm - 5, bn, 7 * bk], SCALED, FACTORED, ALONG_N; / 3 | [bm - 5, bn, 7 * bk], SCALED, FACTORED, ALONG_N, NOTHING; / 3
        });
    }
    jobs
}
