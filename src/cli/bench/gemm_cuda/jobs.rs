//! The integer jobs of a kernel: every feature it has, at sizes around its tile.

use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::{fixed::Fixed, operand::Major, table::Row};
use azulejo::kernels::host::gemm::Sizes;
use azulejo::tensor::DType;

use crate::harness::sizes;

/// One job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) sizes: Sizes,
    pub(super) splits: u32,
    pub(super) d_order: Major,
    /// alpha 2, beta 3, with C.
    pub(super) scaled: bool,
    /// alpha 0: neither A nor B is read, whatever the schedule says of them.
    pub(super) nothing: bool,
    /// A bias along this index, then an activation.
    pub(super) bias: Option<Major>,
    /// One of [`activation`].
    pub(super) activation: u32,
    /// Lines of A and B without padding, and in the other order than the kernel's.
    pub(super) awkward: bool,
    /// Lines of A and B without padding, in the kernel's order.
    pub(super) packed: bool,
    /// On two clusters, so that each works on several tiles.
    pub(super) few: bool,
    /// A factor for each row and column, one for D, and the largest magnitude asked for.
    pub(super) factored: bool,
    /// As the transpose.
    pub(super) swap: bool,
}

impl Job {
    /// A job of these sizes, stored by rows as it is; an activation, where one is asked for, is ReLU.
    fn new(m: u32, n: u32, k: u32) -> Self {
        Self {
            sizes: sizes([m, n, k]),
            splits: 1,
            d_order: Major::K,
            scaled: false,
            nothing: false,
            bias: None,
            activation: activation::RELU,
            awkward: false,
            packed: false,
            few: false,
            factored: false,
            swap: false,
        }
    }

    /// So many products.
    fn batches(mut self, batches: u32) -> Self {
        self.sizes.batches = batches;
        self
    }
}

/// Tiles of a product times the blocks of K that each takes.
pub(super) fn steps(row: &Row, sizes: Sizes) -> u64 {
    let c = &row.config;
    let (m, n) = (sizes.m.div_ceil(c.tile.0), sizes.n.div_ceil(c.tile.1));
    [m, n, sizes.batches, sizes.k.div_ceil(c.block_k)]
        .iter()
        .map(|extent| *extent as u64)
        .product()
}

/// The most [`steps`] of a small job: a few tiles, each feature once.
pub(super) const SMALL: u64 = 12;

/// The jobs of a kernel with a fixed epilogue: sizes around its tile that TMA takes, one and several tiles a block, batches.
fn fixed_jobs(row: &Row, fixed: &Fixed) -> Vec<Job> {
    let c = &row.config;
    let ((bm, bn), bk) = (c.tile, c.block_k);
    let job = |m, n, k, batches, few| Job {
        scaled: fixed.c,
        bias: fixed.bias.then_some(Major::K),
        activation: fixed.activation,
        few,
        ..Job::new(m, n, k).batches(batches)
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
pub(super) fn jobs(row: &Row) -> Vec<Job> {
    let c = &row.config;
    if let Some(fixed) = &c.fixed {
        return fixed_jobs(row, fixed);
    }
    let ((bm, bn), bk) = (c.tile, c.block_k);
    // Sums of integers are stored as they are.
    let finishes = c.types[3] != DType::I32;
    let mut jobs = Vec::new();
    // The fields that differ from a plain job of these sizes.
    macro_rules! job {
        ($m:expr, $n:expr, $k:expr $(, $field:ident: $value:expr)*) => {
            jobs.push(Job { $($field: $value,)* ..Job::new($m, $n, $k) })
        };
    }
    let (along_n, along_m) = (Some(Major::K), Some(Major::Mn));
    job!(1, 1, 1);
    job!(bm - 1, bn - 1, bk + 1);
    job!(bm + 1, bn + 16, 3 * bk - 1);
    job!(2 * bm, 2 * bn, 5 * bk);
    job!(5 * bm + 8, 3 * bn + 8, 9 * bk + 8);
    job!(bm + 9, bn + 1, 2 * bk, d_order: Major::Mn);
    jobs.push(Job::new(bm + 8, bn - 8, bk).batches(3));
    job!(bm + 3, bn + 5, bk + 7, awkward: true);
    job!(bm + 3, bn + 5, bk + 7, packed: true);
    job!(41, 55, 0);
    // Without rows or columns: nothing is launched.
    job!(0, bn, bk);
    job!(bm, 0, bk, scaled: finishes, d_order: Major::Mn);
    if finishes {
        job!(41, 55, 0, scaled: true);
        job!(bm + 1, bn + 9, bk, scaled: true);
        job!(2 * bm - 3, bn + 16, bk, bias: along_n);
        job!(bm, bn, 2 * bk, bias: along_m, scaled: true);
        job!(bm + 7, bn + 3, bk, factored: true, scaled: true, bias: along_n);
        job!(bm + 7, bn + 4, bk, factored: true, scaled: true, bias: along_n);
        // C that comes by TMA, for several tiles a block, by rows and by columns.
        job!(5 * bm - 1, 3 * bn, 2 * bk, scaled: true, few: true);
        let columns = Job {
            scaled: true,
            few: true,
            bias: along_n,
            d_order: Major::Mn,
            ..Job::new(2 * bm + 16, 3 * bn - 3, bk)
        };
        let factored = Job {
            factored: true,
            ..columns.batches(2)
        };
        jobs.extend([columns, factored]);
        for activation in [activation::GELU, activation::SILU] {
            jobs.push(Job {
                bias: along_n,
                activation,
                ..Job::new(bm + 1, bn + 8, bk)
            });
        }
    }
    // D whose lines TMA cannot take, by rows and by columns.
    job!(bm + 7, bn + 3, bk);
    job!(2 * bm + 7, bn + 8, bk, d_order: Major::Mn);
    job!(2 * bm + 8, 3 * bn + 8, 3 * bk, d_order: Major::Mn, few: true);
    job!(bn + 8, 2 * bm + 8, 2 * bk + 8, swap: true);
    if finishes {
        job!(bn - 3, bm + 8, 2 * bk, swap: true, scaled: true, factored: true, bias: along_n);
    }
    for (tiles_m, tiles_n, blocks_k) in [(5, 4, 9), (3, 3, 1), (3, 2, 2 * c.stages + 1)] {
        job!(tiles_m * bm - 1, tiles_n * bn, blocks_k * bk, few: true);
    }
    if c.can_split {
        job!(bm + 1, bn + 8, 16 * bk, splits: 4);
        job!(bm, bn - 1, 29 * bk + 3, splits: 13, d_order: Major::Mn);
        job!(bm + 1, bn + 8, 16 * bk, splits: 4, nothing: true);
        if finishes {
            for unread in [false, true] {
                job!(bm - 5, bn, 7 * bk, splits: 3, scaled: true, factored: true, bias: along_n, nothing: unread);
            }
        }
    }
    jobs
}
