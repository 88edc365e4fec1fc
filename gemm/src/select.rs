//! From a problem to a configuration: a pure function of its arguments.

use crate::{Blocks, Config, GemmProblem, Isa};

/// Parts of C at most, for more threads than any machine has.
const MOST_PARTS: usize = 1 << 12;

/// Chooses how `problem` is run with `isa` on `threads` threads.
///
/// Nothing but the arguments is looked at, so equal arguments give equal configurations.
///
/// ```
/// use azulejo_gemm::{GemmProblem, Isa, select};
/// let config = select(&GemmProblem { m: 2048, n: 2048, k: 2048 }, Isa::Avx2, 4);
/// assert_eq!(config.to_string(), "cpu avx2 blocks 256x2048x256 parts 2x2");
/// ```
pub fn select(problem: &GemmProblem, isa: Isa, threads: usize) -> Config {
    let GemmProblem { m, n, k } = *problem;
    let small = m.saturating_mul(n).saturating_mul(k) < 100 * 100 * 100;
    let parts = if small {
        (1, 1)
    } else {
        parts(m, n, threads.clamp(1, MOST_PARTS))
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

/// Cuts C in `threads` parts: those whose largest has the fewest elements, then the shortest edges, since every part packs
/// the rows of A and the columns of B along its own; then along the rows.
fn parts(m: usize, n: usize, threads: usize) -> (usize, usize) {
    let largest = |rows: usize| {
        let part = (whole(m, rows), whole(n, threads / rows));
        (part.0.saturating_mul(part.1), part.0.saturating_add(part.1))
    };
    let rows = (1..=threads)
        .rev()
        .filter(|rows| threads.is_multiple_of(*rows));
    let rows = rows.min_by_key(|rows| largest(*rows)).unwrap_or(1);
    (rows, threads / rows)
}

/// The largest of `parts` parts of `size` in whole tiles, which are some multiple of this long.
fn whole(size: usize, parts: usize) -> usize {
    const TILE: usize = 8;
    let size = size.div_ceil(parts);
    size.checked_next_multiple_of(TILE).unwrap_or(size)
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn c_is_cut_in_parts_that_are_nearly_square() {
        assert_eq!(parts(2048, 2048, 1), (1, 1));
        assert_eq!(parts(2048, 2048, 2), (2, 1));
        assert_eq!(parts(64, 2048, 2), (1, 2));
        assert_eq!(parts(4096, 64, 8), (8, 1));
        assert_eq!(parts(2048, 2048, 64), (8, 8));
        assert_eq!(parts(1000, 3000, 12), (3, 4));
        assert_eq!(parts(5, 7, 7), (7, 1));
    }
}
