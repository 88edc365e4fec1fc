//! Sums, products and quotients.

use crate::snippet::{double, holds, short, single, wide, word};

#[test]
fn sums_wrap_at_their_width() {
    assert_eq!(word("add.s32", [u32::MAX, 2]), 1);
    assert_eq!(short("sub.s16", [0, 1]), u16::MAX);
    assert_eq!(wide("add.s64 %rd0, %rd1, -1;", []), u64::MAX);
}

#[test]
fn wide_products_keep_their_sign() {
    assert_eq!(
        wide("mul.wide.s32 %rd0, %r1, %r2;", [0xFFFF_FFFF, 3]) as i64,
        -3
    );
    assert_eq!(
        wide("mul.wide.u32 %rd0, %r1, %r2;", [0xFFFF_FFFF, 3]),
        0x2_FFFF_FFFD
    );
    assert_eq!(
        wide("mad.wide.s32 %rd0, %r1, %r2, %rd3;", [0xFFFF_FFFE, 5, 100]) as i64,
        90
    );
    assert_eq!(
        word("mul.wide.u16 %r0, %rs1, %rs2;", [0xFFFF, 0xFFFF]),
        0xFFFE_0001
    );
    assert_eq!(
        word("mul.wide.s16 %r0, %rs1, %rs2;", [0xFFFF, 0x7FFF]) as i32,
        -32767
    );
}

#[test]
fn high_halves_of_products_are_exact() {
    assert_eq!(wide("mul.hi.u64", [u64::MAX, u64::MAX]), u64::MAX - 1);
    assert_eq!(wide("mul.hi.s64", [u64::MAX, u64::MAX]), 0);
    assert_eq!(word("mul.hi.u32", [0x8000_0000, 6]), 3);
    assert_eq!(word("mul.hi.s32", [0x8000_0000, 2]), 0xFFFF_FFFF);
}

#[test]
fn division_truncates_and_remainders_have_the_dividends_sign() {
    assert_eq!(word("div.s32", [-7_i32 as u32, 2]) as i32, -3);
    assert_eq!(word("rem.s32", [-7_i32 as u32, 2]) as i32, -1);
    assert_eq!(word("div.u32", [0xFFFF_FFF9, 2]), 0x7FFF_FFFC);
    assert_eq!(
        word("div.s32", [i32::MIN as u32, u32::MAX]),
        i32::MIN as u32
    );
}

#[test]
fn minima_and_maxima_clamp_at_zero() {
    let of = |line: &str, a: i32, b: i32| word(line, [a as u32, b as u32]) as i32;
    assert_eq!(of("min.relu.s32 %r0, %r1, %r2;", -7, 2), 0);
    assert_eq!(of("min.relu.s32 %r0, %r1, %r2;", 7, 2), 2);
    assert_eq!(of("max.relu.s32 %r0, %r1, %r2;", -7, -2), 0);
    assert_eq!(of("max.relu.s32 %r0, %r1, %r2;", -7, 9), 9);
}

#[test]
fn carries_pass_from_one_sum_to_the_next() {
    let lines = "add.cc.s64 %rd4, %rd1, %rd2; addc.cc.s64 %rd0, %rd3, 0;";
    assert_eq!(wide(lines, [u64::MAX, 1, 7]), 8);
    assert_eq!(wide(lines, [5, 1, 7]), 7);
    let lines = "sub.cc.s64 %rd4, %rd1, %rd2; subc.cc.s64 %rd0, %rd3, 0;";
    assert_eq!(wide(lines, [1, 2, 7]), 6);
    assert_eq!(wide(lines, [2, 2, 7]), 7);
}

#[test]
fn dot_products_of_bytes_are_signed_as_they_say() {
    assert_eq!(
        word("dp4a.s32.s32", [0xFF02_03FF, 0x0101_0101, 10]) as i32,
        13
    );
    assert_eq!(word("dp4a.u32.u32", [0xFF02_03FF, 0x0101_0101, 10]), 525);
}

#[test]
fn directed_rounding_goes_the_way_it_is_told() {
    let tiny = f32::from_bits(1);
    let above = f32::from_bits(0x3F80_0001);
    let below = f32::from_bits(0x3F7F_FFFF);
    assert_eq!(single("add.rn.f32", [1.0, tiny]), 1.0);
    assert_eq!(single("add.rp.f32", [1.0, tiny]), above);
    assert_eq!(single("add.rm.f32", [1.0, tiny]), 1.0);
    assert_eq!(single("add.rz.f32", [1.0, -tiny]), below);
    assert_eq!(single("sub.rm.f32", [1.0, tiny]), below);
    assert_eq!(
        double("div.rp.f64", [1.0, 3.0]),
        f64::from_bits((1.0_f64 / 3.0).to_bits() + 1)
    );
    assert_eq!(double("div.rm.f64", [1.0, 3.0]), 1.0 / 3.0);
    assert_eq!(
        double("sqrt.rz.f64", [2.0]),
        f64::from_bits(2.0_f64.sqrt().to_bits() - 1)
    );
    assert_eq!(double("sqrt.rp.f64", [2.0]), 2.0_f64.sqrt());
    assert_eq!(single("mul.rz.f32", [f32::MAX, 2.0]), f32::MAX);
    assert_eq!(single("mul.rp.f32", [f32::MAX, 2.0]), f32::INFINITY);
    assert_eq!(single("add.rm.f32", [1.0, -1.0]).to_bits(), 0x8000_0000);
}

#[test]
fn nearest_and_exact_rounding_agree_with_the_processor() {
    // Both neighbours of an exact result are found, and the processor's is the nearer one.
    let mut state = 1_u64;
    for _ in 0..40 {
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            f32::from_bits((state >> 32) as u32 & 0xBFFF_FFFF)
        };
        let (a, b, c) = (next(), next(), next());
        if !(a.is_finite() && b.is_finite() && c.is_finite()) {
            continue;
        }
        let [down, near, up] = ["rm", "rn", "rp"]
            .map(|mode| single(&format!("fma.{mode}.f32 %r0, %r1, %r2, %r3;"), [a, b, c]));
        assert_eq!(near, a.mul_add(b, c));
        assert!(
            down <= near && near <= up && (near == down || near == up),
            "{a} {b} {c}: {down} {near} {up}"
        );
        assert!(up == down || up == down.next_up());
    }
}

#[test]
fn a_fused_product_rounds_once() {
    let a = 1.0 + f64::EPSILON;
    assert_eq!(double("fma.rn.f64", [a, a, -1.0]), a.mul_add(a, -1.0));
    assert_eq!(double("fma.rz.f64", [a, a, -1.0]), 2.0 * f64::EPSILON);
    assert!(double("fma.rp.f64", [a, a, -1.0]) > 2.0 * f64::EPSILON);
}

#[test]
fn the_greater_of_a_number_and_a_nan_is_the_number_unless_asked() {
    assert_eq!(single("max.f32", [f32::NAN, -3.0]), -3.0);
    assert!(single("max.NaN.f32", [f32::NAN, -3.0]).is_nan());
    assert_eq!(single("max.f32", [-0.0, 0.0]).to_bits(), 0);
    assert_eq!(single("min.f32", [0.0, -0.0]).to_bits(), 0x8000_0000);
    assert_eq!(word("add.rn.f32", [0x7F80_0000, 0xFF80_0000]), 0x7FFF_FFFF);
}

#[test]
fn approximations_flush_what_is_too_small_if_they_say_so() {
    assert_eq!(single("ex2.approx.f32", [3.0]), 8.0);
    assert!(single("ex2.approx.f32", [-140.0]) > 0.0);
    assert_eq!(single("ex2.approx.ftz.f32", [-140.0]), 0.0);
    assert_eq!(single("rcp.approx.ftz.f32", [4.0]), 0.25);
}

#[test]
fn comparisons_order_nans_as_they_say() {
    let (one, nan) = (1.0_f32.to_bits().into(), f32::NAN.to_bits().into());
    assert!(holds("setp.lt.s32 %p0, %r1, %r2;", 0xFFFF_FFFF, 0));
    assert!(!holds("setp.lt.u32 %p0, %r1, %r2;", 0xFFFF_FFFF, 0));
    assert!(!holds("setp.lt.f32 %p0, %r1, %r2;", one, nan));
    assert!(holds("setp.ltu.f32 %p0, %r1, %r2;", one, nan));
    assert!(!holds("setp.ne.f32 %p0, %r1, %r2;", one, nan));
    assert!(holds("setp.neu.f32 %p0, %r1, %r2;", one, nan));
    assert!(holds("setp.nan.f32 %p0, %r1, %r2;", one, nan));
    assert!(holds("setp.num.f32 %p0, %r1, %r2;", one, one));
    assert!(holds(
        "setp.eq.s32 %p1, 1, 1; setp.gt.and.u32 %p0, %r1, %r2, %p1;",
        2,
        1
    ));
}

#[test]
fn copysign_takes_the_sign_of_its_first_operand() {
    for (sign, size, result) in [(-2.0f32, 3.0, -3.0f32), (2.0, -3.0, 3.0), (-0.0, 0.0, -0.0)] {
        let found = single("copysign.f32", [sign, size]);
        assert_eq!(found.to_bits(), result.to_bits());
    }
    let found = double("copysign.f64", [-1.0, f64::INFINITY]);
    assert_eq!(found, f64::NEG_INFINITY);
}

#[test]
fn short_products_and_sums_are_rounded_once() {
    // 545 · 2^-14 · 481 · 2^-15 + 1: a product rounded first would leave 1.
    let text = "fma.rn.f16 %rs0, %rs1, %rs2, %rs3;";
    assert_eq!(short(text, [0x2842, 0x2384, 0x3C00]), 0x3C01);
    assert_eq!(short(text, [0x7C00, 0x3C00, 0x3C00]), 0x7C00);
    assert_eq!(short(text, [0x7C00, 0x0000, 0x3C00]), 0x7FFF);
    let text = "fma.rn.bf16 %rs0, %rs1, %rs2, %rs3;";
    assert_eq!(short(text, [0xC458, 0xF9D0, 0xA023]), 0x7EAF);
}

#[test]
fn pairs_of_short_floats_are_computed_each() {
    // (1.5, -2), (0.5, 3), (1, 7).
    let (a, b, c) = (0xC000_3E00, 0x4200_3800, 0x4700_3C00);
    assert_eq!(word("add.f16x2", [a, b]), 0x3C00_4000);
    assert_eq!(word("sub.rn.f16x2", [a, b]), 0xC500_3C00);
    assert_eq!(word("mul.f16x2", [a, b]), 0xC600_3A00);
    assert_eq!(
        word("fma.rn.f16x2 %r0, %r1, %r2, %r3;", [a, b, c]),
        0x3C00_3F00
    );
    assert_eq!(
        word("fma.rn.relu.f16x2 %r0, %r1, %r2, %r3;", [a, b, 0]),
        0x0000_3A00
    );
    assert_eq!(word("add.sat.f16x2", [a, b]), 0x3C00_3C00);
    assert_eq!(word("neg.f16x2 %r0, %r1;", [a]), 0x4000_BE00);
    assert_eq!(word("abs.bf16x2 %r0, %r1;", [0xBF80_8000]), 0x3F80_0000);
    // 1 + 2^-8 is half way between two bf16, of which the even one is 1; 1 + 3 · 2^-8 goes up.
    assert_eq!(
        word("add.rn.bf16x2", [0x3F80_3F80, 0x3B80_3C40]),
        0x3F80_3F82
    );
    assert_eq!(
        word("ex2.approx.ftz.bf16x2 %r0, %r1;", [0x4000_BF80]),
        0x4080_3F00
    );
    assert_eq!(short("tanh.approx.f16 %rs0, %rs1;", [0x7C00]), 0x3C00);
}

#[test]
fn extremes_of_short_floats_take_numbers_before_nan() {
    let (zero, minus_zero, one, nan) = (0x0000, 0x8000, 0x3C00, 0x7E01);
    assert_eq!(short("min.f16", [zero, minus_zero]), minus_zero);
    assert_eq!(short("max.f16", [minus_zero, zero]), zero);
    assert_eq!(short("max.f16", [nan, one]), one);
    assert_eq!(short("min.f16", [one, nan]), one);
    assert_eq!(short("min.NaN.f16", [one, nan]), 0x7FFF);
    assert_eq!(short("max.bf16", [nan, 0x7FC0]), 0x7E01);
    assert_eq!(word("max.f16x2", [0xBC00_3C00, 0x4000_C000]), 0x4000_3C00);
}

#[test]
fn quotients_that_flush_have_no_subnormals() {
    let small = f32::from_bits(1);
    for line in ["div.approx.ftz.f32", "div.full.ftz.f32"] {
        assert_eq!(single(line, [-small, 0.5]).to_bits(), 1 << 31, "{line}");
        assert_eq!(single(line, [f32::MIN_POSITIVE, 4.0]), 0.0, "{line}");
        assert!(single(line, [1.0, small]).is_infinite(), "{line}");
        assert_eq!(single(line, [6.0, 4.0]), 1.5, "{line}");
    }
    assert!(single("div.full.f32", [f32::MIN_POSITIVE, 4.0]) > 0.0);
}

#[test]
fn a_product_with_zero_leaves_a_small_term() {
    assert_eq!(double("fma.rz.f64", [0.0, 1e300, 1e-100]), 1e-100);
}
