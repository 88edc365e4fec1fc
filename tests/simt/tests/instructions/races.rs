//! Accesses that barriers in memory, copies and the barrier of a cluster order; then the same without what orders them.

use azulejo_simt::Memory;

use crate::snippet::{Lanes, block, finds, kernel};

/// Warp 0 fills a stage of 256 bytes twice by bulk copies; warp 1 reads it both times, and adds the words up.
const STAGE: &str = "
mov.u32 %r4, dynamic; mov.u32 %r6, 256; mov.b64 %rd0, 0;
and.b32 %r5, %r31, 31; shl.b32 %r5, %r5, 3; add.s32 %r5, %r5, %r4;
setp.eq.u32 %p0, %r31, 0; setp.ge.u32 %p1, %r31, 32; setp.eq.u32 %p3, %r31, 32;
@%p0 mbarrier.init.shared::cta.b64 [%r4+1024], 1;
@%p0 mbarrier.init.shared::cta.b64 [%r4+1032], 1;
@%p0 fence.mbarrier_init.release.cluster;
bar.sync 0;
@%p1 bra CONSUMER;
@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4+1024], 256;
@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd30], %r6, [%r4+1024];
EMPTY: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+1032], 0; @!%p2 bra EMPTY;
@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4+1024], 256;
@%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd30+256], %r6, [%r4+1024];
bra END;
CONSUMER:
FULL: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+1024], 0; @!%p2 bra FULL;
ld.shared.b64 %rd0, [%r5]; @%p3 mbarrier.arrive.shared::cta.b64 _, [%r4+1032];
AGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+1024], 1; @!%p2 bra AGAIN;
ld.shared.b64 %rd4, [%r5]; add.s64 %rd0, %rd0, %rd4;
END: ";

#[test]
fn a_stage_is_filled_when_it_has_been_read() {
    let first: Lanes = std::array::from_fn(|lane| lane as u64);
    let second = first.map(|word| 1000 * word);
    let run = |text: &str| block(text, 64, &[first, second]);
    let sums = run(STAGE).unwrap();
    assert_eq!(sums[32..], first.map(|word| 1001 * word));
    let wrong = [
        // The producer waits for its own copy.
        (
            "%p2, [%r4+1032], 0",
            "%p2, [%r4+1024], 0",
            "with no barrier between",
        ),
        // The consumer releases the stage before it reads.
        (
            "ld.shared.b64 %rd0, [%r5]; @%p3 mbarrier.arrive.shared::cta.b64 _, [%r4+1032];",
            "@%p3 mbarrier.arrive.shared::cta.b64 _, [%r4+1032]; ld.shared.b64 %rd0, [%r5];",
            "with no barrier between",
        ),
        // What it has read is not released.
        (
            "@%p3 mbarrier.arrive.shared::cta.b64",
            "@%p3 mbarrier.arrive.relaxed.cta.shared::cta.b64",
            "of shared memory, which warp 1 read with no barrier between",
        ),
    ];
    for wrong in wrong {
        finds(STAGE, wrong, run);
    }
}

#[test]
fn a_fence_releases_what_an_arrival_does_not() {
    let fenced = STAGE.replace(
        "@%p3 mbarrier.arrive.shared::cta.b64",
        "fence.acq_rel.cluster; @%p3 mbarrier.arrive.relaxed.cluster.shared::cta.b64",
    );
    block(&fenced, 64, &[[1; 32], [2; 32]]).unwrap();
}

/// Each of two blocks reads a word that the other has stored.
const PAIR: &str = "
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 smem[];
.visible .entry pair(.param .u64 out)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.b64 %rd1, [out];
    mov.u32 %r1, %cluster_ctarank;
    mov.b32 %r2, smem;
    add.s32 %r3, %r1, 7;
    st.shared.b32 [%r2], %r3;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    xor.b32 %r4, %r1, 1;
    mapa.shared::cluster.u32 %r5, %r2, %r4;
    ld.shared::cluster.b32 %r6, [%r5];
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    st.global.b32 [%rd1], %r6;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ret;
}
";

#[test]
fn blocks_of_a_cluster_meet_before_they_read_each_other() {
    let run = |text: &str| {
        let mut memory = Memory::new();
        let out = memory.allocate(8)?;
        kernel(text, ("pair", [2, 2, 32, 16]), &[out], &mut memory)?;
        let mut found = [0; 8];
        memory.read(out, &mut found)?;
        Ok(found)
    };
    assert_eq!(run(PAIR), Ok([8, 0, 0, 0, 7, 0, 0, 0]));
    let relaxed = (
        "barrier.cluster.arrive.release.aligned",
        "barrier.cluster.arrive.relaxed.aligned",
        "of the cluster wrote with no barrier between",
    );
    finds(PAIR, relaxed, run);
}
