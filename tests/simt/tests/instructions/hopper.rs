//! One product by way of tensor copies and a warpgroup; then the same without each of the things that make it right.

use azulejo_simt::Memory;
use azulejo_simt::hopper::{ElementType, Swizzle, TensorMap};

use crate::snippet::{finds, kernel, lanes};

/// D (64 × 8, f32) = A (64 × 16, bf16) · B (8 × 16, bf16), each K contiguous.
const TEXT: &str = "
.version 8.0
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry product(.param .u64 a, .param .u64 b, .param .u64 d)
{
    .reg .pred %p<4>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<8>;
    ld.param.b64 %rd1, [a];
    ld.param.b64 %rd2, [b];
    ld.param.b64 %rd3, [d];
    mov.u32 %r1, %tid.x;
    mov.b32 %r2, smem;
    setp.ne.b32 %p1, %r1, 0;
    @%p1 bra $ready;
    mbarrier.init.shared::cta.b64 [%r2+8192], 1;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2+8192], 2304;
    cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd1, {0, 0}], [%r2+8192];
    cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2+2048], [%rd2, {0, 0}], [%r2+8192];
$ready:
    bar.sync 0;
$wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2+8192], 0;
    @!%p2 bra $wait;
    shr.u32 %r3, %r2, 4;
    cvt.u64.u32 %rd4, %r3;
    or.b64 %rd4, %rd4, 0xC000001000010000;
    add.s64 %rd5, %rd4, 128;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r8, %r9, %r10, %r11}, %rd4, %rd5, 0, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
    shr.u32 %r4, %r1, 5;
    shl.b32 %r4, %r4, 9;
    and.b32 %r5, %r1, 31;
    shl.b32 %r5, %r5, 3;
    add.s32 %r4, %r4, %r5;
    add.s32 %r4, %r4, %r2;
    st.shared.v2.b32 [%r4+3072], {%r8, %r9};
    st.shared.v2.b32 [%r4+3328], {%r10, %r11};
    fence.proxy.async.shared::cta;
    bar.sync 1, 128;
    @%p1 bra $end;
    cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd3, {0, 0}], [%r2+3072];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group.read 0;
$end:
    ret;
}
";

fn a(row: usize, k: usize) -> f32 {
    ((row * 3 + k * 5) % 13) as f32 - 6.0
}

fn b(column: usize, k: usize) -> f32 {
    ((column * 7 + k) % 11) as f32 - 4.0
}

/// Runs the text and compares D; or says what was found wrong.
fn product(text: &str) -> Result<(), String> {
    let mut memory = Memory::new();
    let bf16 = |value: f32| ((value.to_bits() >> 16) as u16).to_le_bytes();
    let rows = |count: usize, element: fn(usize, usize) -> f32| -> Vec<u8> {
        (0..count * 16)
            .flat_map(|at| bf16(element(at / 16, at % 16)))
            .collect()
    };
    let mut parameters = Vec::new();
    let mut tensor = |bytes: usize, number: u32, sizes: [u64; 2], swizzle| {
        let address = memory.allocate(bytes)?;
        let element = ElementType::of(number).ok_or("no such type")?;
        let extent = sizes.map(|size| size as u32);
        let map = TensorMap::new(element, address, &sizes, &[32], &extent, &[1, 1], swizzle)?;
        let place = memory.allocate(128)?;
        memory.write(place, &map.encode())?;
        parameters.push(place);
        Ok::<u64, String>(address)
    };
    let to_a = tensor(2048, 9, [16, 64], Swizzle::Bytes32)?;
    let to_b = tensor(256, 9, [16, 8], Swizzle::Bytes32)?;
    let to_d = tensor(2048, 7, [8, 64], Swizzle::None)?;
    memory.write(to_a, &rows(64, a))?;
    memory.write(to_b, &rows(8, b))?;
    kernel(
        text,
        ("product", [1, 1, 128, 8200]),
        &parameters,
        &mut memory,
    )?;
    let mut d = vec![0; 2048];
    memory.read(to_d, &mut d)?;
    for (at, word) in d.chunks_exact(4).enumerate() {
        let (row, column) = (at / 8, at % 8);
        let expected: f32 = (0..16).map(|k| a(row, k) * b(column, k)).sum();
        if word != expected.to_le_bytes() {
            return Err(format!("row {row}, column {column} is wrong"));
        }
    }
    Ok(())
}

#[test]
fn a_product_is_exact() {
    product(TEXT).unwrap();
}

#[test]
fn what_is_left_out_is_missed() {
    for (line, fault) in [
        (
            "fence.mbarrier_init.release.cluster;",
            "initialisation is not fenced",
        ),
        ("@!%p2 bra $wait;", "shared memory"),
        ("wgmma.fence.sync.aligned;", "without a wgmma.fence"),
        ("wgmma.wait_group.sync.aligned 0;", ""),
        (
            "fence.proxy.async.shared::cta;",
            "without a fence.proxy.async",
        ),
        ("bar.sync 1, 128;", "shared memory"),
        ("cp.async.bulk.commit_group;", "before its bulk stores"),
        ("cp.async.bulk.wait_group.read 0;", "before its bulk stores"),
    ] {
        finds(TEXT, (line, "", fault), product);
    }
}

#[test]
fn what_is_wrong_is_found() {
    for change in [
        (
            "[%r2+8192], 2304;",
            "[%r2+8192], 2300;",
            "awaits 0 of 1 arrivals and the announcement of 4 bytes that have come",
        ),
        (
            "[%r2+8192], 2304;",
            "[%r2+8192], 2308;",
            "awaits 0 of 1 arrivals and 4 bytes",
        ),
        (
            "[%r2+8192], 1;",
            "[%r2+8192], 2;",
            "no warp can go on: block [0, 0, 0] warps 0 to 3 lanes 0xffffffff",
        ),
        (
            "[%r2+8192], 1;",
            "[%r2+8192], 2;",
            "awaits 1 of 2 arrivals and 0 bytes",
        ),
        (
            "[%r2+2048], [%rd2",
            "[%r2+1920], [%rd2",
            "two loads in flight",
        ),
        (
            "[%r2+2048], [%rd2",
            "[%r2+2064], [%rd2",
            "not a multiple of 128",
        ),
        ("[%rd1, {0, 0}]", "[%rd6, {0, 0}]", ""),
        ("%p2, [%r2+8192], 0", "%p2, [%r2+8192], 1", "shared memory"),
        ("0xC000001000010000", "0xC000001000014000", "reserved bits"),
        ("0xC000001000010000", "0x8000001000010000", ""),
        (", 0, 1, 1, 0, 0;", ", 0, 1, -1, 0, 0;", "wrong"),
    ] {
        finds(TEXT, change, product);
    }
}

/// A thread may do its own part of what it tests for.
#[test]
fn a_test_does_not_wait() {
    let lines = "
        mov.u32 %r4, dynamic; setp.eq.u32 %p0, %r31, 0; mov.b64 %rd0, 0;
        @%p0 mbarrier.init.shared::cta.b64 [%r4], 1; bar.warp.sync -1;
        AGAIN: mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r4], 0; @%p1 bra END;
        add.s64 %rd0, %rd0, 1; setp.eq.u64 %p2, %rd0, 5; and.pred %p2, %p2, %p0;
        @%p2 mbarrier.arrive.shared::cta.b64 _, [%r4];
        bra.uni AGAIN;
        END: ";
    assert_eq!(lanes(lines, [])[0], 5);
}

/// The first try may come back without an answer, whichever mbarrier was tried before.
#[test]
fn the_first_try_of_each_mbarrier_comes_back() {
    let lines = "
        mov.u32 %r4, dynamic; setp.eq.u32 %p0, %r31, 0;
        @%p0 mbarrier.init.shared::cta.b64 [%r4], 1; @%p0 mbarrier.init.shared::cta.b64 [%r4+8], 1; bar.warp.sync -1;
        mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r4], 0;
        mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+8], 0;
        or.pred %p1, %p1, %p2; selp.b64 %rd0, 1, 0, %p1;";
    assert_eq!(lanes(lines, []), [0; 32]);
}
