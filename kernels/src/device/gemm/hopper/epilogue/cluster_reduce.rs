//! One sum from the splits of a cluster, through distributed shared memory.
//!
//! Every consumer's sum is gathered by the block whose split has the consumer's number; the others leave theirs in what
//! were stages. Two splits of a tile of two consumers, so that each block stores half of the tile:
//!
//! ```text
//!              consumer 0         consumer 1
//! split 0      gathers, stores    leaves
//! split 1      leaves             gathers, stores
//! ```
//!
//! A sum is added in the order of the splits from its block's on, so it does not depend on which was first.

use super::generic::load_c;
use super::routes::route;
use super::*;

/// Epilogue `E` of whole sums, in the block that has them. A cluster has one work tile.
pub struct ClusterReduce<E>(PhantomData<E>);

impl Epilogue for ClusterReduce<Generic> {
    /// C waits for the sums, which are left where it comes to.
    #[inline(always)]
    unsafe fn load<C: Device>(share: TileShare<'_>) {
        // SAFETY: upheld by the caller.
        unsafe { broadcast::prefetch::<C>(share) };
    }

    #[inline(always)]
    unsafe fn ahead<C: Device>(share: TileShare<'_>) -> Bias {
        // SAFETY: upheld by the caller.
        unsafe { broadcast::ahead::<C>(share) }
    }

    /// Meets the consumers at the cluster's barrier in [`store`](Epilogue::store).
    #[inline(always)]
    unsafe fn end_load() {
        // SAFETY: every thread of the cluster calls this once, the producer's here by the caller.
        unsafe { cluster::sync() };
    }

    /// Adds the cluster's splits of the consumer's sum, and stores it where this block has the whole.
    #[inline(always)]
    unsafe fn store<C: Device, const STAGES: usize>(
        consumer: &mut Consumer<C, STAGES>,
        tile: Tile<'_>,
        last: PipelineState<STAGES>,
        bias: Bias,
        acc: &mut Fragments<C>,
    ) {
        const {
            assert!(
                C::CONSUMERS_PER_STAGE == C::CONSUMERS && C::CONSUMERS <= C::CLUSTER_K,
                "each consumer's partial sums of a tile are gathered in a block of its own"
            );
            assert!(
                C::CONSUMERS * C::ROW_BLOCKS * 64 * C::TILE.1 * 4 <= C::STAGES * C::STAGE,
                "partial sums must fit into the stages"
            );
        }
        let (storage, thread, cta) = (consumer.storage, consumer.thread, consumer.cta);
        let chunks = C::TILE.1 / 8;
        let region = storage.base + thread.warp_group * (C::ROW_BLOCKS * chunks * 2048);
        let gathers = cta.k == thread.warp_group;
        let at = inlined!(|r: usize, i: usize| {
            region + ((r as u32 * chunks + i as u32) * 128 + thread.thread_idx) * 16
        });
        // SAFETY: all threads of the consumer are here, by the caller, after the work tile's last products. After the block's barrier no
        // batch reads the stages, and no copy is in flight into them: the work tile was the last. `at` lies in them by the check above.
        // What another block left is complete after the cluster's barrier, and
        // stays until the cluster's last.
        unsafe {
            consumer.finish(last, acc);
            named_barrier::sync(3, C::CONSUMERS * 128);
            if !gathers {
                unroll!(C::ROW_BLOCKS, |r| {
                    unroll!(C::TILE.1 / 8, |i| {
                        let word = inlined!(|j: usize| acc.get(r, 4 * i + j).bits());
                        shared::st_v4(at(r, i), [word(0), word(1), word(2), word(3)]);
                    });
                });
            }
            cluster::sync();
            if !gathers {
                return;
            }
            for k_split in 1..C::CLUSTER_K {
                let k = (cta.k + k_split) % C::CLUSTER_K;
                let rank = cta.m + C::CLUSTER.0 * (cta.n + C::CLUSTER.1 * k);
                unroll!(C::ROW_BLOCKS, |r| {
                    unroll!(C::TILE.1 / 8, |i| {
                        let words = cluster::ld_shared_v4(at(r, i), rank);
                        unroll!(4, |j| {
                            let sum = acc.get(r, 4 * i + j);
                            let other = Acc::<C>::from_bits(words[j]);
                            acc.set(r, 4 * i + j, sum.add(other));
                        });
                    });
                });
            }
            load_c::<C>(consumer.share(tile.work_tile));
            route(consumer, tile, bias, acc);
        }
    }
}
