//! From a problem to a configuration: a pure function of its arguments.

use crate::{Blocks, Config, GemmProblem, Isa};

/// Chooses how `problem` is run with `isa` on `threads` threads.
///
/// Nothing but the arguments is looked at, so equal arguments give equal configurations.
pub fn select(problem: &GemmProblem, isa: Isa, threads: usize) -> Config {
    let GemmProblem { m, n, k } = *problem;
    let small = m.saturating_mul(n).saturating_mul(k) < 100 * 100 * 100;
    let parts = if small || threads < 2 {
        (1, 1)
    } else if n > m {
        (1, threads)
    } else {
        (threads, 1)
    };
    Config {
        isa,
        blocks: Blocks {
            mc: 256,
            kc: 256,
            nc: 2048,
        },
        parts,
    }
}
