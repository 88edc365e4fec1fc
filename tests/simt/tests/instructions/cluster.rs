//! Two blocks that share a load and read each other's memory; then the same without what keeps them together.

use azulejo_simt::hopper::{ElementType, Swizzle, TensorMap};
use azulejo_simt::{Launch, Memory, Module, run};

use crate::snippet::{finds, kernel};

/// Block 0 loads 32 words for both; each stores those of the other.
const TEXT: &str = "
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry pair(.param .u64 map, .param .u64 out)
{
    .reg .pred %p<8>;
    .reg .b16 %rs<2>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<8>;
    ld.param.b64 %rd1, [map];
    ld.param.b64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mov.u32 %r3, %cluster_ctarank;
    mov.b32 %r2, smem;
    setp.ne.b32 %p1, %r1, 0;
    setp.ne.b32 %p2, %r3, 0;
    @%p1 bra $ready;
    mbarrier.init.shared::cta.b64 [%r2+1024], 1;
    mbarrier.init.shared::cta.b64 [%r2+1032], 2;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2+1024], 128;
$ready:
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    @%p2 bra $full;
    elect.sync _|%p3, 0xffffffff;
    mov.b16 %rs1, 3;
    @%p3 cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%rd1, {0}], [%r2+1024], %rs1;
$full:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r2+1024], 0;
    @!%p4 bra $full;
    mapa.shared::cluster.u32 %r4, %r2, 0;
    @!%p1 mbarrier.arrive.shared::cluster.b64 _, [%r4+1032];
    @%p2 bra $read;
$left:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r2+1032], 0;
    @!%p4 bra $left;
$read:
    xor.b32 %r5, %r3, 1;
    mapa.shared::cluster.u32 %r6, %r2, %r5;
    shl.b32 %r7, %r1, 2;
    add.s32 %r8, %r6, %r7;
    ld.shared::cluster.b32 %r9, [%r8];
    shl.b32 %r10, %r3, 7;
    add.s32 %r11, %r10, %r7;
    cvt.u64.u32 %rd3, %r11;
    add.s64 %rd4, %rd2, %rd3;
    st.global.b32 [%rd4], %r9;
    barrier.cluster.arrive.relaxed.aligned;
    barrier.cluster.wait.acquire.aligned;
    ret;
}
";

/// Runs the text and looks at what it has stored; or says what was found wrong.
fn pair(text: &str) -> Result<(), String> {
    let mut memory = Memory::new();
    let words: Vec<u8> = (100..132u32).flat_map(u32::to_le_bytes).collect();
    let (from, map, out) = (
        memory.allocate(128)?,
        memory.allocate(128)?,
        memory.allocate(256)?,
    );
    let element = ElementType::of(2).ok_or("no such type")?;
    let tensor = TensorMap::new(element, from, &[32], &[], &[32], &[1], Swizzle::None)?;
    memory.write(from, &words)?;
    memory.write(map, &tensor.encode())?;
    kernel(text, ("pair", [2, 2, 32, 1040]), &[map, out], &mut memory)?;
    let mut stored = vec![0; 256];
    memory.read(out, &mut stored)?;
    match stored == [&words[..], &words[..]].concat() {
        true => Ok(()),
        false => Err("other words were stored".into()),
    }
}

#[test]
fn both_blocks_get_what_one_loads() {
    pair(TEXT).unwrap();
}

#[test]
fn blocks_that_do_not_meet_are_found() {
    let first = "    barrier.cluster.arrive.aligned;\n    barrier.cluster.wait.aligned;\n";
    let last =
        "    barrier.cluster.arrive.relaxed.aligned;\n    barrier.cluster.wait.acquire.aligned;\n";
    for change in [
        (first, "", "shared memory"),
        (last, "", "has ended"),
        ("%rs1, 3;", "%rs1, 1;", "no warp can go on"),
        ("%rs1, 3;", "%rs1, 7;", "smaller cluster"),
        ("[%r2+1032], 2;", "[%r2+1032], 3;", "no warp can go on"),
        ("%r4, %r2, 0;", "%r4, %r2, 2;", "block 2 of a cluster of 2"),
        (
            "barrier.cluster.wait.aligned;",
            "barrier.cluster.arrive.aligned;",
            "twice",
        ),
    ] {
        finds(TEXT, change, pair);
    }
}

/// What block 0 waits for.
const SEEN: &str = "$left:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r2+1032], 0;
    @!%p4 bra $left;
";

#[test]
fn a_signal_that_no_wait_sees_is_found() {
    let text = TEXT.replace("    @%p2 bra $read;\n", "").replace(SEEN, "");
    let found = pair(&text).unwrap_err();
    assert!(
        found.contains("arrival of block 1 of its cluster"),
        "{found}"
    );
    // A release completes what the thread has done.
    let arrive = "barrier.cluster.arrive.relaxed.aligned;";
    for release in [
        "barrier.cluster.arrive.release.aligned;",
        "barrier.cluster.arrive.aligned;",
        "fence.acq_rel.cluster;\n    barrier.cluster.arrive.relaxed.aligned;",
    ] {
        pair(&text.replace(arrive, release)).unwrap();
    }
}

#[test]
fn blocks_and_clusters_whose_number_wraps_are_rejected() {
    let module = Module::parse(TEXT).unwrap();
    let wraps = [1 << 16, 1 << 16, 1];
    for (block, cluster, fault) in [
        (wraps, [1; 3], "threads"),
        ([1; 3], wraps, "more than 16"),
        ([1; 3], [17, 1, 1], "more than 16"),
    ] {
        let launch = Launch {
            module: &module,
            entry: "pair",
            grid: cluster,
            cluster,
            block,
            dynamic_shared: 0,
            parameters: &[0; 16],
        };
        let found = run(&launch, &mut Memory::new()).unwrap_err().to_string();
        assert!(found.contains(fault), "{block:?} {cluster:?}: {found}");
    }
}

/// A warp that has arrived and ended is not counted for one that has not arrived.
#[test]
fn a_barrier_of_a_cluster_waits_for_each_warp_that_runs() {
    let text = "
        .version 8.0
        .target sm_90
        .address_size 64
        .visible .entry main(.param .u64 flag)
        {
            .reg .pred %p<4>;
            .reg .b32 %r<8>;
            .reg .b64 %rd<4>;
            ld.param.u64 %rd1, [flag];
            mov.u32 %r1, %warpid;
            setp.eq.u32 %p1, %r1, 0;
            setp.eq.u32 %p2, %r1, 3;
            @%p2 bra LATE;
            barrier.cluster.arrive.aligned;
            @%p1 bra END;
            barrier.cluster.wait.aligned;
            ld.global.u32 %r2, [%rd1];
            st.global.u32 [%rd1+4], %r2;
            bra.uni END;
            LATE: mov.b32 %r3, 0;
            SPIN: add.s32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 20000; @%p3 bra SPIN;
            mov.b32 %r2, 7;
            st.global.u32 [%rd1], %r2;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            END: ret;
        }";
    let mut memory = Memory::new();
    let flag = memory.allocate(8).unwrap();
    memory.write(flag, &[0; 8]).unwrap();
    kernel(text, ("main", [1, 1, 128, 0]), &[flag], &mut memory).unwrap();
    let mut found = [0; 8];
    memory.read(flag, &mut found).unwrap();
    assert_eq!(found, [7, 0, 0, 0, 7, 0, 0, 0]);
}
