//! The blocks of queries that see the keys of a CTA of attention's backward, and the rows of its workspace.

use azulejo_kernels::device::attention::backward::args::ROUND;
use azulejo_kernels::device::attention::backward::work::{Work, first_row, rows};

#[test]
fn blocks_are_those_that_see_a_key_and_turns_count_them() {
    const MOST: i32 = 1 << 29;
    for (q, k) in [(1, 1), (65, 129), (300, 70), (70, 300), (128, 256)] {
        for window in [
            [MOST, MOST],
            [MOST, 0],
            [20, 3],
            [0, 0],
            [0, MOST],
            [100, 50],
        ] {
            let work = |block: i32, n: i32| Work {
                key: block * n,
                head: 0,
                batch: 0,
                start: [0; 2],
                seq: [q, k],
                row: 0,
            };
            for (m, n) in [(64, 128), (128, 128), (16, 32)] {
                let sees = |i: i32, j: i32| {
                    let own = i + k - q;
                    own - window[0] <= j && j <= own + window[1]
                };
                for block in 0..(k + n - 1) / n {
                    let here = work(block, n);
                    let blocks = here.blocks(m, n, window);
                    let keys = here.key..(here.key + n).min(k);
                    for i in 0..q {
                        let any = keys.clone().any(|j| sees(i, j));
                        let all = keys.clone().all(|j| sees(i, j)) && keys.len() as i32 == n;
                        assert!(!any || (blocks.first..blocks.end).contains(&(i / m)));
                        assert!(!blocks.is_plain(i / m) || all, "{here:?} {blocks:?} {i}");
                    }
                    for of_q in blocks.first..blocks.first + blocks.count() {
                        let before = (0..block)
                            .filter(|n2| {
                                let other = work(*n2, n).blocks(m, n, window);
                                (other.first..other.end).contains(&of_q)
                            })
                            .count() as i32;
                        assert_eq!(block - here.first_keys(of_q, m, n, window), before);
                    }
                }
            }
        }
    }
}

#[test]
fn rows_of_packed_sequences_are_apart() {
    for lengths in [&[1u32, 0, 128, 129, 5][..], &[300, 0, 0, 7], &[0]] {
        let (mut start, mut end) = (0, 0);
        for (batch, length) in lengths.iter().enumerate() {
            let first = first_row(start, batch as u32, true, *length as i32);
            assert!(first >= end && first.is_multiple_of(ROUND));
            end = first + length.next_multiple_of(ROUND);
            start += *length as i32;
        }
        assert!(Some(end) <= rows(lengths.len() as u32, 0, Some(start as u32)));
    }
}
