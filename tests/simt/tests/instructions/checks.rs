//! What is a fault, and what it says.

use crate::snippet::{block, lanes, try_lanes};

/// The fault of lines that are wrong.
fn fault(lines: &str) -> String {
    try_lanes(lines, []).expect_err("no fault")
}

#[test]
fn an_address_outside_of_its_allocation_is_a_fault_that_names_the_place() {
    let said = fault("setp.eq.b32 %p0, %r31, 7; @%p0 ld.global.u64 %rd0, [%rd30+4096];");
    for part in [
        "reads 8 bytes",
        "snippet",
        "thread (7, 0, 0)",
        "ld.global.u64",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert!(fault("st.global.u64 [%rd31+256], %rd1;").contains("writes 8 bytes"));
    assert!(fault("mov.b32 %r4, 0; st.shared.u32 [%r4], %r4;").contains("shared memory at 0"));
    assert!(
        fault("mov.u32 %r4, dynamic; ld.shared.u32 %r4, [%r4+4096];").contains("shared memory")
    );
}

#[test]
fn an_address_between_elements_is_a_fault() {
    assert!(fault("ld.global.u64 %rd0, [%rd30+4];").contains("not a multiple of 8"));
}

#[test]
fn what_is_computed_from_unwritten_bytes_may_not_be_used() {
    let load = "mov.u32 %r4, dynamic; ld.shared.u32 %r5, [%r4]; add.s32 %r6, %r5, 1; cvt.u64.u32 %rd0, %r6;";
    assert!(
        fault(load).contains("stores a value that reads 4 bytes of shared memory at 1024"),
        "{}",
        fault(load)
    );
    let branch = "mov.u32 %r4, dynamic; ld.shared.u32 %r5, [%r4]; setp.eq.b32 %p0, %r5, 0; @%p0 bra END; END: mov.b64 %rd0, 0;";
    assert!(
        fault(branch).contains("decides by a value"),
        "{}",
        fault(branch)
    );
    let address = "mov.u32 %r4, dynamic; ld.shared.u32 %r5, [%r4]; add.s32 %r4, %r4, %r5; ld.shared.u32 %r5, [%r4];";
    assert!(
        fault(address).contains("reads at a value"),
        "{}",
        fault(address)
    );
}

#[test]
fn unwritten_bytes_that_nobody_uses_are_no_fault() {
    let lines = "mov.u32 %r4, dynamic; ld.shared.u32 %r5, [%r4]; setp.eq.b32 %p0, 0, 1; selp.b32 %r6, %r5, 3, %p0; cvt.u64.u32 %rd0, %r6;";
    assert_eq!(lanes(lines, []), [3; 32]);
}

#[test]
fn an_element_beside_an_unwritten_one_is_no_fault() {
    // The words of a row that begins at an odd element of 16 bits: the last holds one element of D, and what is past its end.
    let shift = |kind: &str, low: &str, high: &str| {
        format!(
            "mov.u32 %r4, dynamic; mov.b32 %r6, 0x12345678; ld.shared.u32 %r5, [%r4]; \
             shf.{kind}.b32 %r7, {low}, {high}, 16; cvt.u16.u32 %rs4, %r7; cvt.u64.u16 %rd0, %rs4;"
        )
    };
    for kind in ["l.wrap", "r.wrap", "l.clamp", "r.clamp"] {
        assert_eq!(
            lanes(&shift(kind, "%r6", "%r5"), []),
            [0x1234; 32],
            "{kind}"
        );
        // The other element is no number, and not the one that was there.
        assert_eq!(
            lanes(&shift(kind, "%r5", "%r6"), []),
            [0xFFFF; 32],
            "{kind}"
        );
        let both = fault(&shift(kind, "%r5", "%r5"));
        assert!(both.contains("stores a value that reads 4 bytes"), "{both}");
        let bytes = shift(kind, "%r6", "%r5").replace(", 16;", ", 8;");
        assert!(
            fault(&bytes).contains("stores a value that reads"),
            "{kind}"
        );
    }
}

#[test]
fn a_copy_that_is_not_waited_for_has_not_happened() {
    let copy = "
        mov.u32 %r4, dynamic; shl.b32 %r5, %r31, 3; add.s32 %r4, %r4, %r5; st.shared.b64 [%r4], %rd1;
        cp.async.ca.shared.global [%r4], [%rd30], 8; cp.async.commit_group;";
    let said = fault(&format!("{copy} ld.shared.b64 %rd0, [%r4];"));
    assert!(said.contains("has not been waited for"), "{said}");
    let said = fault(&format!(
        "{copy} cp.async.wait_group 1; ld.shared.b64 %rd0, [%r4];"
    ));
    assert!(said.contains("has not been waited for"), "{said}");
    lanes(
        &format!("{copy} cp.async.wait_group 0; ld.shared.b64 %rd0, [%r4];"),
        [],
    );
}

#[test]
fn an_unknown_instruction_is_rejected_when_it_is_reached() {
    let said = fault("mov.b64 %rd0, 0; fancy.new.b32 %r0, %r1;");
    assert!(
        said.contains("rejected") && said.contains("fancy.new.b32 %r0, %r1;"),
        "{said}"
    );
    lanes(
        "mov.b64 %rd0, 0; bra.uni END; fancy.new.b32 %r0, %r1; END: ",
        [],
    );
}

/// Lines in which the second of two warps reads what the first has written.
fn two_warps(between: &str) -> Result<Vec<u64>, String> {
    let lines = format!(
        "mov.b64 %rd0, 0; mov.u32 %r4, dynamic; setp.ge.u32 %p0, %r31, 32; @%p0 bra SECOND;
         st.shared.u8 [%r4+3], %r31; {between} bra.uni END;
         SECOND: {between} ld.shared.u8 %r5, [%r4+3];
         END: "
    );
    block(&lines, 64, &[])
}

#[test]
fn a_byte_that_two_warps_touch_without_a_barrier_between_is_a_race() {
    let said = two_warps("").unwrap_err();
    assert!(
        said.contains("which warp 0 wrote with no barrier between"),
        "{said}"
    );
    two_warps("bar.sync 3, 64;").unwrap();
}

#[test]
fn a_trap_is_a_fault() {
    assert!(fault("trap;").contains("traps"));
}

/// Text that no assembler takes is rejected, and nothing of this library fails on it.
#[test]
fn malformed_text_is_rejected() {
    for line in [
        "mov.b32 {}, %r1;",
        "mov.b32 %r1, {};",
        "mov.b64 {%rd1}, %rd2;",
        "mov.b64 %rd1, {%rd2};",
        "mov.b32 {%rs1, %rs2, %rs3}, %r1;",
        "stmatrix.sync.aligned.m8n8 [%r1], {%r2};",
        "mma.sync.aligned.m16n8k4611686018427387904.row.col.f32.f16.f16.f32 {%r1}, {%r1}, {%r1}, {%r1};",
        "ld.param.u64 %rd1, [from+18446744073709551615];",
        "cp.async.wait_group 18446744073709551615;",
        ".reg .b32 %x<18446744073709551615>;",
        ".local .b64 x[4611686018427387904];",
        ".local .b8 x[18446744073709551615]; .local .b8 y[16];",
        ".local .align 16 .b8 x[2][3];",
        ".local .align 3 .b8 x[2];",
        ".local .b8;",
        ".reg;",
        "@;",
        "@%p0;",
        "call;",
        "brx.idx;",
        "lop3.b32;",
        "{",
        "}",
        "}}}}",
        "setmaxnreg.dec.sync.aligned.u32;",
        "wgmma.;",
        "mbarrier.;",
        "cp.async.bulk;",
        "cp.async.bulk.tensor;",
        "red;",
        "ld;",
        "atom.;",
        "f32;",
        "f16;",
        "s32;",
    ] {
        let text = format!("mov.b64 %rd0, 0; {line}");
        let ended = std::panic::catch_unwind(|| try_lanes(&text, []));
        assert!(ended.is_ok(), "{line}");
    }
}
