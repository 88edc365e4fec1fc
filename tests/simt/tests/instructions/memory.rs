//! Loads, stores, atomics and asynchronous copies.

use crate::snippet::{Lanes, block, lanes, try_lanes};

fn counted() -> [u64; 32] {
    std::array::from_fn(|lane| lane as u64)
}

#[test]
fn narrow_loads_extend_as_their_type_says() {
    let lines = "ld.global.s8 %rd4, [%rd30]; ld.global.u8 %rd5, [%rd30]; shl.b64 %rd5, %rd5, 32; xor.b64 %rd0, %rd4, %rd5;";
    assert_eq!(lanes(lines, [[0x80; 32]])[5], 0xFFFF_FF7F_FFFF_FF80);
}

#[test]
fn vectors_are_stored_and_loaded_in_order() {
    let lines = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 4; add.s32 %r4, %r4, %r5;
        mov.b32 %r5, 1; mov.b32 %r6, 2; mov.b32 %r7, 3; mov.b32 %r8, 4;
        st.shared.v4.b32 [%r4], {%r5, %r6, %r7, %r8};
        ld.shared.v2.b64 {%rd4, %rd5}, [%r4]; sub.s64 %rd0, %rd5, %rd4;";
    assert_eq!(lanes(lines, [])[9], 0x2_0000_0002);
}

#[test]
fn generic_addresses_reach_shared_memory() {
    let lines = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 3; add.s32 %r4, %r4, %r5; cvt.u64.u32 %rd4, %r4;
        cvta.shared.u64 %rd5, %rd4; st.b64 [%rd5], %rd1; ld.shared.b64 %rd0, [%r4];";
    assert_eq!(lanes(lines, [counted()]), counted());
}

#[test]
fn atomics_see_each_other() {
    let lines = "
        mov.u32 %r4, dynamic; setp.eq.b32 %p0, %r31, 0; @%p0 st.shared.u32 [%r4], 0; bar.sync 0;
        atom.shared.add.u32 %r5, [%r4], 2; cvt.u64.u32 %rd0, %r5;";
    assert_eq!(
        lanes(lines, []),
        std::array::from_fn(|lane| 2 * lane as u64)
    );
    let lines = "
        mov.u32 %r4, dynamic; st.shared.u32 [%r4], 7; atom.shared.cas.b32 %r5, [%r4], 7, 9; cvt.u64.u32 %rd0, %r5;";
    assert_eq!(lanes(lines, [])[..2], [7, 9]);
}

#[test]
fn reductions_of_vectors_add_to_each_value() {
    // 1.5 and -2.0, to which 0.5 and 4.0 are added.
    let lines = "
        mov.b32 %r4, 0x3F000000; mov.b32 %r5, 0x40800000;
        red.relaxed.gpu.global.add.v2.f32 [%rd30], {%r4, %r5}; ld.global.b64 %rd0, [%rd30];";
    let input = [0xC000_0000_3FC0_0000; 32];
    assert_eq!(lanes(lines, [input])[31], 0x4000_0000_4000_0000);
}

#[test]
fn a_copy_has_happened_when_it_is_waited_for_and_fills_up_with_zeros() {
    let lines = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 3; add.s32 %r4, %r4, %r5; mov.b32 %r6, 4;
        cp.async.ca.shared.global [%r4], [%rd30], 8, %r6; cp.async.commit_group; cp.async.wait_group 0;
        ld.shared.b64 %rd0, [%r4];";
    assert_eq!(lanes(lines, [[0x1234_5678_9ABC_DEF0; 32]])[31], 0x9ABC_DEF0);
}

#[test]
fn the_latest_groups_may_stay_under_way() {
    let lines = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 4; add.s32 %r4, %r4, %r5;
        cp.async.ca.shared.global [%r4], [%rd30], 8; cp.async.commit_group;
        cp.async.ca.shared.global [%r4+8], [%rd30], 8; cp.async.commit_group;
        cp.async.wait_group 1; ld.shared.b64 %rd0, [%r4];";
    assert_eq!(lanes(lines, [counted()]), counted());
}

#[test]
fn a_copy_takes_a_policy_after_what_it_reads() {
    let lines = |hints: &str, rest: &str| {
        format!(
            "mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 3; add.s32 %r4, %r4, %r5; mov.b32 %r6, 4; mov.b64 %rd5, 0x12f0000000000000;
             cp.async.ca.shared.global{hints} [%r4], [%rd30], 8{rest}; cp.async.commit_group; cp.async.wait_group 0;
             ld.shared.b64 %rd0, [%r4];"
        )
    };
    for (hints, rest, expected) in [
        (".L2::cache_hint", ", %rd5", 0x1234_5678_9ABC_DEF0),
        (".L2::cache_hint.L2::128B", ", %r6, %rd5", 0x9ABC_DEF0),
        (".L2::64B", ", %r6", 0x9ABC_DEF0),
        (".L2::256B", "", 0x1234_5678_9ABC_DEF0),
    ] {
        let got = lanes(&lines(hints, rest), [[0x1234_5678_9ABC_DEF0; 32]]);
        assert_eq!(got[9], expected, "{hints}{rest}");
    }
}

/// A copy of eight bytes with a last operand, over ones.
fn copied(last: &str) -> Result<[u64; 32], String> {
    let lines = format!(
        "mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 3; add.s32 %r4, %r4, %r5;
         setp.lt.u32 %p1, %r31, 16;
         cp.async.ca.shared.global [%r4], [%rd30], {last}; cp.async.commit_group; cp.async.wait_group 0;
         ld.shared.b64 %rd0, [%r4];"
    );
    try_lanes(&lines, [[0x0102_0304_0506_0708; 32]])
}

#[test]
fn a_predicate_says_that_a_copy_ignores_its_source() {
    let found = copied("8, %p1").unwrap();
    assert_eq!((found[0], found[16]), (0, 0x0102_0304_0506_0708));
}

#[test]
fn a_copy_is_of_4_8_or_16_bytes() {
    for size in ["0", "2", "12", "32", "18446744073709551615"] {
        let said = copied(size).unwrap_err();
        assert!(
            said.contains("bytes") && said.contains("rejected"),
            "{size}: {said}"
        );
    }
}

/// Lanes of warp 0 copy, and the last copy brings about the arrival that warp 1 waits for.
#[test]
fn a_warp_that_has_waited_for_its_copies_may_end_before_they_are_used() {
    let lines = |wait: &str| {
        format!(
            "mov.u32 %r4, dynamic; setp.eq.u32 %p0, %r31, 0; mov.b64 %rd0, 0;
             @%p0 mbarrier.init.shared::cta.b64 [%r4+512], 32; bar.sync 0;
             setp.ge.u32 %p1, %r31, 32; and.b32 %r5, %r31, 31; shl.b32 %r5, %r5, 3; add.s32 %r5, %r5, %r4;
             @%p1 bra USE;
             cp.async.ca.shared.global [%r5], [%rd30], 8; cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r4+512]; {wait} bra END;
             USE: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+512], 0; @!%p2 bra USE;
             ld.shared.b64 %rd0, [%r5];
             END: "
        )
    };
    let values: Lanes = std::array::from_fn(|lane| 7 * lane as u64);
    let waits = lines("cp.async.commit_group; cp.async.wait_group 0;");
    let found = block(&waits, 64, &[values]).unwrap();
    assert_eq!(found[32..], values);
    let fault = block(&lines(""), 64, &[values]).unwrap_err();
    assert!(
        fault.contains("before its arrivals after copies: wait for the copies"),
        "{fault}"
    );
}
