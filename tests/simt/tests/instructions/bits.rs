//! Shifts, fields and permutations.

use crate::snippet::{short, wide, word};

#[test]
fn shifts_beyond_the_width_leave_nothing_or_the_sign() {
    assert_eq!(word("shl.b32", [1, 31]), 0x8000_0000);
    assert_eq!(word("shl.b32", [1, 32]), 0);
    assert_eq!(word("shr.u32", [u32::MAX, 40]), 0);
    assert_eq!(word("shr.s32", [0x8000_0000, 40]), u32::MAX);
    assert_eq!(wide("shr.s64 %rd0, %rd1, %r2;", [1 << 63, 63]), u64::MAX);
    assert_eq!(short("shr.s16 %rs0, %rs1, 8;", [0x8000]), 0xFF80);
    assert_eq!(short("shl.b16 %rs0, %rs1, 16;", [0xFFFF]), 0);
}

#[test]
fn funnels_wrap_or_stop() {
    assert_eq!(word("shf.l.wrap.b32", [0x8000_0000, 1, 1]), 3);
    assert_eq!(word("shf.l.wrap.b32", [5, 7, 32]), 7);
    assert_eq!(word("shf.l.clamp.b32", [5, 7, 33]), 5);
    assert_eq!(word("shf.r.wrap.b32", [0, 3, 1]), 0x8000_0000);
}

#[test]
fn fields_are_cut_and_signed_fields_extended() {
    assert_eq!(word("bfe.u32", [0xABCD_1234, 8, 8]), 0x12);
    assert_eq!(word("bfe.s32", [0x0000_F000, 12, 4]), u32::MAX);
    assert_eq!(word("bfe.s32", [0x8000_0000, 28, 8]), 0xFFFF_FFF8);
    assert_eq!(word("bfe.u32", [u32::MAX, 0, 0]), 0);
    assert_eq!(
        wide("bfe.s64 %rd0, %rd1, 8, 8;", [0x8000]),
        0xFFFF_FFFF_FFFF_FF80
    );
    assert_eq!(
        word("bfi.b32 %r0, %r1, %r2, 4, 8;", [0xAB, 0xFFFF_FFFF]),
        0xFFFF_FABF
    );
}

#[test]
fn bytes_are_permuted_and_their_signs_repeated() {
    assert_eq!(
        word("prmt.b32", [0x3322_1100, 0x7766_5544, 0x7531]),
        0x7755_3311
    );
    assert_eq!(
        word("prmt.b32 %r0, %r1, %r2, 0x9810;", [0x0000_8000]),
        0xFF00_8000
    );
}

#[test]
fn three_operands_meet_in_any_function() {
    let (a, b, c) = (0xF0F0_F0F0, 0xCCCC_CCCC, 0xAAAA_AAAA);
    assert_eq!(
        word("lop3.b32 %r0, %r1, %r2, %r3, 0x96;", [a, b, c]),
        a ^ b ^ c
    );
    assert_eq!(
        word("lop3.b32 %r0, %r1, %r2, %r3, 0xE8;", [a, b, c]),
        a & b | a & c | b & c
    );
}

#[test]
fn bits_are_counted() {
    assert_eq!(word("clz.b32", [0]), 32);
    assert_eq!(word("clz.b64 %r0, %rd1;", [1]), 63);
    assert_eq!(word("popc.b32", [0xF00F]), 8);
    assert_eq!(word("brev.b32", [1]), 0x8000_0000);
}

#[test]
fn registers_are_packed_and_unpacked() {
    assert_eq!(
        wide(
            "{ .reg .b32 low, high; mov.b64 {low, high}, %rd1; mov.b64 %rd0, {high, low}; }",
            [0x1_0000_0002]
        ),
        0x2_0000_0001
    );
    assert_eq!(
        word(
            "{ .reg .b16 t; mov.b32 {t, %rs4}, %r1; cvt.u32.u16 %r0, %rs4; }",
            [0xABCD_1234]
        ),
        0xABCD
    );
}

#[test]
fn numbers_are_read_in_each_base() {
    // PTX ISA, integer constants: hexadecimal, octal, binary and decimal.
    for text in ["26", "032", "0x1A", "0b11010", "0B11010U", "032U"] {
        assert_eq!(wide(&format!("mov.b64 %rd0, {text};"), []), 26, "{text}");
    }
    assert_eq!(wide("mov.b64 %rd0, -010;", []) as i64, -8);
    assert_eq!(wide("mov.b64 %rd0, 0;", []), 0);
}
