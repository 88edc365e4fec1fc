//! One sum from the slices of a cluster, through distributed shared memory.
//!
//! Every consumer's sum is gathered by the block whose slice has the consumer's number; the others leave theirs in what
//! were stages. Two slices of a tile of two consumers, so that each block stores half of the tile:
//!
//! ```text
//!              consumer 0         consumer 1
//! slice 0      gathers, stores    leaves
//! slice 1      leaves             gathers, stores
//! ```
//!
//! A sum is added in the order of the slices from its block's on, so it does not depend on which was first.

use super::*;

/// Adds the cluster's slices of this consumer's sum; true where this block has the whole sum.
///
/// # Safety
/// Called by all consumer threads, their last batch complete, in blocks that work on one unit; the producers' threads
/// meet them at the cluster's barrier.
#[inline(always)]
pub unsafe fn reduce<C: Device>(
    storage: SharedStorage,
    consumer: ConsumerThread,
    cta: BlockInCluster,
    acc: &mut Fragments<C>,
) -> bool {
    let chunks = C::TILE.1 / 8;
    let region = storage.base + consumer.warp_group * (C::ROW_BLOCKS * chunks * 2048);
    let gathers = cta.k == consumer.warp_group;
    let at = #[inline(always)]
    |r: usize, i: usize| {
        region + ((r as u32 * chunks + i as u32) * 128 + consumer.thread_idx) * 16
    };
    // SAFETY: after the block's barrier no batch reads the stages, and no copy is under way into them: the unit was the
    // last. `at` lies in them by the configuration's check. Register indices are constants inside the fragment. What
    // another block left is complete after the cluster's barrier, and stays until the cluster's last.
    unsafe {
        warpgroup::sync(3, C::CONSUMERS * 128);
        if !gathers {
            unroll!(C::ROW_BLOCKS, |r| {
                unroll!(C::TILE.1 / 8, |i| {
                    let word = #[inline(always)]
                    |j: usize| acc.get(r, 4 * i + j).bits();
                    stmatrix::four(at(r, i), [word(0), word(1), word(2), word(3)]);
                });
            });
        }
        cluster::sync();
        if gathers {
            for slice in 1..C::SLICES {
                let k = (cta.k + slice) % C::SLICES;
                let rank = cta.m + C::CLUSTER.0 * (cta.n + C::CLUSTER.1 * k);
                unroll!(C::ROW_BLOCKS, |r| {
                    unroll!(C::TILE.1 / 8, |i| {
                        let words = cluster::load_four(at(r, i), rank);
                        unroll!(4, |j| {
                            let sum = acc.get(r, 4 * i + j);
                            let other = Acc::<C>::from_bits(words[j]);
                            acc.set(r, 4 * i + j, sum.add(other));
                        });
                    });
                });
            }
        }
    }
    gathers
}
