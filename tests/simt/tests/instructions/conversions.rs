//! Conversions between numbers.

use crate::snippet::{short, single, wide, word};

#[test]
fn floats_round_to_integers_and_stop_at_the_ends() {
    let to = |line: &str, value: f32| word(line, [value.to_bits()]) as i32;
    assert_eq!(to("cvt.rzi.s32.f32 %r0, %r1;", -2.7), -2);
    assert_eq!(to("cvt.rni.s32.f32 %r0, %r1;", 2.5), 2);
    assert_eq!(to("cvt.rmi.s32.f32 %r0, %r1;", -2.1), -3);
    assert_eq!(to("cvt.rpi.s32.f32 %r0, %r1;", 2.1), 3);
    assert_eq!(to("cvt.rzi.s32.f32 %r0, %r1;", 3e9), i32::MAX);
    assert_eq!(to("cvt.rzi.u32.f32 %r0, %r1;", -5.0), 0);
    assert_eq!(to("cvt.rzi.s32.f32 %r0, %r1;", f32::NAN), 0);
    assert_eq!(short("cvt.rzi.s16.f32 %rs0, 0f48000000;", []), 32767);
    assert_eq!(single("cvt.rmi.f32.f32", [-0.5]), -1.0);
    assert_eq!(
        f64::from_bits(wide("cvt.rni.f64.f64", [3.5_f64.to_bits()])),
        4.0
    );
}

#[test]
fn integers_round_to_floats() {
    let odd = (1_u64 << 24) + 1;
    assert_eq!(single("cvt.rn.f32.u64 %r0, 16777217;", []), 16_777_216.0);
    assert_eq!(
        f32::from_bits(word("cvt.rp.f32.u32", [odd as u32])),
        16_777_218.0
    );
    assert_eq!(
        f32::from_bits(word("cvt.rz.f32.s64 %r0, -16777217;", [])),
        -16_777_216.0
    );
    assert_eq!(
        f64::from_bits(wide("cvt.rn.f64.s32 %rd0, %r1;", [0xFFFF_FFFF])),
        -1.0
    );
}

#[test]
fn integers_are_cut_and_extended() {
    assert_eq!(wide("cvt.s64.s32 %rd0, %r1;", [0xFFFF_FFFE]) as i64, -2);
    assert_eq!(wide("cvt.u64.u32 %rd0, %r1;", [0xFFFF_FFFE]), 0xFFFF_FFFE);
    assert_eq!(word("cvt.s32.s8", [0x180]) as i32, -128);
    assert_eq!(short("cvt.s8.s32 %rs0, %r1;", [0x80]), 0xFF80);
    assert_eq!(wide("cvt.s64.s16", [0x1_8000]) as i64, -32768);
}

#[test]
fn halves_round_to_even_and_keep_subnormals() {
    let half = |value: f32| {
        short(
            "cvt.rn.f16.f32 %rs0, %r4;"
                .replace("%r4", &format!("0f{:08X}", value.to_bits()))
                .as_str(),
            [],
        )
    };
    assert_eq!(half(1.0), 0x3C00);
    assert_eq!(half(65519.0), 0x7BFF);
    assert_eq!(half(65520.0), 0x7C00);
    assert_eq!(half(5.960_464_5e-8), 1);
    assert_eq!(half(2.0_f32.powi(-25)), 0);
    assert_eq!(half(1.5 * 2.0_f32.powi(-25)), 1);
    assert_eq!(half(-1.0 - 3.0 * 2.0_f32.powi(-11)), 0xBC02);
    assert_eq!(
        single("cvt.f32.f16 %r0, %rs1;", [f32::from_bits(1)]),
        2.0_f32.powi(-24)
    );
    assert_eq!(short("cvt.rn.bf16.f32 %rs0, 0f3F808000;", []), 0x3F80);
    assert_eq!(short("cvt.rn.bf16.f32 %rs0, 0f3F818000;", []), 0x3F82);
    assert_eq!(short("cvt.rn.bf16.f32 %rs0, 0f7FC00000;", []), 0x7FFF);
}

#[test]
fn pairs_hold_the_first_operand_above() {
    assert_eq!(
        word("cvt.rn.f16x2.f32 %r0, 0f3F800000, 0f40000000;", []),
        0x3C00_4000
    );
    assert_eq!(
        word("cvt.rn.bf16x2.f32 %r0, 0f3F800000, 0f40000000;", []),
        0x3F80_4000
    );
    assert_eq!(
        short(
            "cvt.rn.satfinite.e4m3x2.f32 %rs0, 0f3F800000, 0f461C4000;",
            []
        ),
        0x387E
    );
    assert_eq!(
        short(
            "cvt.rn.satfinite.e5m2x2.f32 %rs0, 0fBF800000, 0f7F800000;",
            []
        ),
        0xBC7B
    );
    assert_eq!(
        word("cvt.rn.f16x2.e4m3x2 %r0, %rs1;", [0x387E]),
        0x3C00_5F00
    );
    assert_eq!(
        word("cvt.rn.f16x2.e5m2x2 %r0, %rs1;", [0xBC7B]),
        0xBC00_7B00
    );
}

#[test]
fn tf32_rounds_ties_away_from_zero() {
    assert_eq!(word("cvt.rna.tf32.f32", [0x3F80_1000]), 0x3F80_2000);
    assert_eq!(word("cvt.rna.tf32.f32", [0x3F80_0FFF]), 0x3F80_0000);
    assert_eq!(word("cvt.rna.tf32.f32", [0xBF80_1000]), 0xBF80_2000);
}

#[test]
fn doubles_narrow_in_every_direction() {
    let third = (1.0_f64 / 3.0).to_bits();
    let narrow = |mode: &str| {
        f32::from_bits(wide(
            &format!("cvt.{mode}.f32.f64 %r0, %rd1; cvt.u64.u32 %rd0, %r0;"),
            [third],
        ) as u32)
    };
    assert_eq!(narrow("rn"), 1.0_f64 as f32 / 3.0);
    assert_eq!(narrow("rp"), narrow("rz").next_up());
}

/// PTX ISA, `cvt`: NaN is zero of 32-bit integers and less from floats of 32 bits and less, and the highest bit alone otherwise.
#[test]
fn a_nan_becomes_what_the_instruction_set_says() {
    let nan = u64::from(f32::NAN.to_bits());
    let wide_nan = f64::NAN.to_bits();
    assert_eq!(
        wide("cvt.rzi.u32.f32 %r0, %r1; cvt.u64.u32 %rd0, %r0;", [nan]),
        0
    );
    assert_eq!(wide("cvt.rzi.s64.f32 %rd0, %r1;", [nan]), 1 << 63);
    assert_eq!(wide("cvt.rzi.u64.f32 %rd0, %r1;", [nan]), 1 << 63);
    assert_eq!(wide("cvt.rzi.s64.f64", [wide_nan]), 1 << 63);
    assert_eq!(
        wide(
            "cvt.rzi.s32.f64 %r0, %rd1; cvt.u64.u32 %rd0, %r0;",
            [wide_nan]
        ),
        1 << 31
    );
    assert_eq!(
        wide(
            "cvt.rzi.u32.f64 %r0, %rd1; cvt.u64.u32 %rd0, %r0;",
            [wide_nan]
        ),
        1 << 31
    );
}

/// What is too large becomes the greatest number with `.satfinite`, and a NaN the canonical one.
#[test]
fn one_number_saturates_too() {
    let huge = 1e30_f32.to_bits();
    assert_eq!(
        wide(
            "cvt.rn.satfinite.f16.f32 %rs0, %r1; cvt.u64.u16 %rd0, %rs0;",
            [huge.into()]
        ),
        0x7BFF
    );
    assert_eq!(
        wide(
            "cvt.rn.satfinite.bf16.f32 %rs0, %r1; cvt.u64.u16 %rd0, %rs0;",
            [0xFF80_0000]
        ),
        0xFF7F
    );
    assert_eq!(
        word("cvt.rna.satfinite.tf32.f32", [0x7F7F_FFFF]),
        0x7F7F_E000
    );
    assert_eq!(
        word("cvt.rna.satfinite.tf32.f32", [0xFF80_0000]),
        0xFF7F_E000
    );
    assert_eq!(word("cvt.rna.tf32.f32", [0x7F7F_FFFF]), 0x7F80_0000);
    // Both halves: 65504 and an infinity.
    assert_eq!(
        short("cvt.rn.satfinite.e5m2x2.f16x2 %rs0, 0x7BFFFC00;", []),
        0x7BFB
    );
    assert_eq!(
        short("cvt.rn.satfinite.e4m3x2.f16x2 %rs0, 0x7C007E00;", []),
        0x7E7F
    );
}
