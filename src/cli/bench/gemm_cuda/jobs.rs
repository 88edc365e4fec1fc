//! The integer jobs of a kernel: every feature it has, at sizes around its tile.

use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::{fixed::Fixed, operand::Major, table::Row};
use azulejo::kernels::host::gemm::Sizes;
use azulejo::tensor::DType;

/// A[m, k], B[n, k], C[m, n] of the job.
pub(super) fn a_value(m: usize, k: usize) -> i64 {
    ((3 * m + 5 * k) % 7) as i64 - 3
}
pub(super) fn b_value(n: usize, k: usize) -> i64 {
    ((2 * n + 7 * k) % 5) as i64 - 2
}
pub(super) fn c_value(m: usize, n: usize) -> i64 {
    ((m + 2 * n) % 9) as i64 - 4
}

pub(super) fn row_factor(m: usize) -> f32 {
    (1 + m % 2) as f32
}
pub(super) fn column_factor(n: usize) -> f32 {
    (1 + n % 3) as f32
}

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
        sizes: Sizes { m, n, k, batches },
        splits: 1,
        d_order: Major::K,
        scaled: fixed.c,
        nothing: false,
        bias: fixed.bias.then_some(Major::K),
        activation: fixed.activation,
        awkward: false,
        packed: false,
        few,
        factored: false,
        swap: false,
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
    let plain = |m, n, k| Job {
        sizes: Sizes {
            m,
            n,
            k,
            batches: 1,
        },
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
    };
    let mut jobs = vec![
        plain(1, 1, 1),
        plain(bm - 1, bn - 1, bk + 1),
        plain(bm + 1, bn + 16, 3 * bk - 1),
        plain(2 * bm, 2 * bn, 5 * bk),
        plain(5 * bm + 8, 3 * bn + 8, 9 * bk + 8),
        Job {
            d_order: Major::Mn,
            ..plain(bm + 9, bn + 1, 2 * bk)
        },
        Job {
            sizes: Sizes {
                m: bm + 8,
                n: bn - 8,
                k: bk,
                batches: 3,
            },
            ..plain(1, 1, 1)
        },
    ];
    jobs.push(Job {
        awkward: true,
        ..plain(bm + 3, bn + 5, bk + 7)
    });
    jobs.push(Job {
        packed: true,
        ..plain(bm + 3, bn + 5, bk + 7)
    });
    jobs.push(plain(41, 55, 0));
    // Without rows or columns: nothing is launched.
    jobs.push(plain(0, bn, bk));
    jobs.push(Job {
        scaled: c.types[3] != DType::I32,
        d_order: Major::Mn,
        ..plain(bm, 0, bk)
    });
    if c.types[3] != DType::I32 {
        jobs.push(Job {
            scaled: true,
            ..plain(41, 55, 0)
        });
        jobs.push(Job {
            scaled: true,
            ..plain(bm + 1, bn + 9, bk)
        });
        jobs.push(Job {
            bias: Some(Major::K),
            ..plain(2 * bm - 3, bn + 16, bk)
        });
        jobs.push(Job {
            bias: Some(Major::Mn),
            scaled: true,
            ..plain(bm, bn, 2 * bk)
        });
        jobs.push(Job {
            factored: true,
            scaled: true,
            bias: Some(Major::K),
            ..plain(bm + 7, bn + 3, bk)
        });
        jobs.push(Job {
            factored: true,
            scaled: true,
            bias: Some(Major::K),
            ..plain(bm + 7, bn + 4, bk)
        });
        // C that comes by TMA, for several tiles a block, by rows and by columns.
        jobs.push(Job {
            scaled: true,
            few: true,
            ..plain(5 * bm - 1, 3 * bn, 2 * bk)
        });
        let columns = Job {
            scaled: true,
            few: true,
            bias: Some(Major::K),
            d_order: Major::Mn,
            ..plain(2 * bm + 16, 3 * bn - 3, bk)
        };
        jobs.push(columns);
        jobs.push(Job {
            factored: true,
            sizes: Sizes {
                batches: 2,
                ..columns.sizes
            },
            ..columns
        });
        for activation in [activation::GELU, activation::SILU] {
            jobs.push(Job {
                bias: Some(Major::K),
                activation,
                ..plain(bm + 1, bn + 8, bk)
            });
        }
    }
    // D whose lines TMA cannot take, by rows and by columns.
    jobs.push(plain(bm + 7, bn + 3, bk));
    jobs.push(Job {
        d_order: Major::Mn,
        ..plain(2 * bm + 7, bn + 8, bk)
    });
    let transposed = Job {
        d_order: Major::Mn,
        few: true,
        ..plain(2 * bm + 8, 3 * bn + 8, 3 * bk)
    };
    jobs.push(transposed);
    jobs.push(Job {
        swap: true,
        ..plain(bn + 8, 2 * bm + 8, 2 * bk + 8)
    });
    if c.types[3] != DType::I32 {
        jobs.push(Job {
            swap: true,
            scaled: true,
            factored: true,
            bias: Some(Major::K),
            ..plain(bn - 3, bm + 8, 2 * bk)
        });
    }
    for (tiles_m, tiles_n, blocks_k) in [(5, 4, 9), (3, 3, 1), (3, 2, 2 * c.stages + 1)] {
        jobs.push(Job {
            few: true,
            ..plain(tiles_m * bm - 1, tiles_n * bn, blocks_k * bk)
        });
    }
    if c.can_split {
        jobs.push(Job {
            splits: 4,
            ..plain(bm + 1, bn + 8, 16 * bk)
        });
        jobs.push(Job {
            splits: 13,
            d_order: Major::Mn,
            ..plain(bm, bn - 1, 29 * bk + 3)
        });
        jobs.push(Job {
            splits: 4,
            nothing: true,
            ..plain(bm + 1, bn + 8, 16 * bk)
        });
        if c.types[3] != DType::I32 {
            let all = Job {
                splits: 3,
                scaled: true,
                factored: true,
                bias: Some(Major::K),
                ..plain(bm - 5, bn, 7 * bk)
            };
            jobs.extend([
                all,
                Job {
                    nothing: true,
                    ..all
                },
            ]);
        }
    }
    jobs
}
