use azulejo_tensor::rounding::{RA, RM, RN, RP, RZ};
use azulejo_tensor::{
    Element, Number, Overflow, RoundingMode, bf16, cast, cast_mode, cast_with, f16,
};

#[test]
fn single_to_half_in_each_mode() {
    let all = |x: f32| {
        [
            cast_with::<f32, f16, RN>(x).to_bits(),
            cast_with::<f32, f16, RZ>(x).to_bits(),
            cast_with::<f32, f16, RM>(x).to_bits(),
            cast_with::<f32, f16, RP>(x).to_bits(),
        ]
    };
    assert_eq!(all(65520.0), [0x7c00, 0x7bff, 0x7bff, 0x7c00]);
    assert_eq!(all(-65520.0), [0xfc00, 0xfbff, 0xfc00, 0xfbff]);
    assert_eq!(all(2049.0), [0x6800, 0x6800, 0x6800, 0x6801]);
    assert_eq!(all(2051.0), [0x6802, 0x6801, 0x6801, 0x6802]);
    assert_eq!(all(1.5 * 2f32.powi(-25)), [0x0001, 0x0000, 0x0000, 0x0001]);
    assert_eq!(all(-1.5 * 2f32.powi(-25)), [0x8001, 0x8000, 0x8001, 0x8000]);
    assert_eq!(cast_with::<f32, f16, RA>(2049.0).to_bits(), 0x6801);
}

/// Nearest even equals the language's own conversion, on a grid of patterns over the whole range.
#[test]
fn double_to_single_equals_the_language() {
    let mut bits = 1u64;
    for _ in 0..200_000 {
        bits = bits
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        // Exponents near the single range, so that subnormals, normals and overflow all occur.
        let exponent = 1023 - 160 + (bits >> 40) % 320;
        let x = f64::from_bits((bits & ((1 << 63) | ((1 << 52) - 1))) | (exponent << 52));
        let packed = f32::from_number(
            Number::Float(x),
            RoundingMode::NearestEven,
            Overflow::Saturate,
        );
        let native = x as f32;
        assert_eq!(packed, native.clamp(f32::MIN, f32::MAX), "{x:e}");
        let down = cast_with::<f64, f32, RM>(x);
        let up = cast_with::<f64, f32, RP>(x);
        assert!(down as f64 <= x && x <= up as f64);
        assert!(down == up || down.next_up() == up);
        assert!(native == down || native == up);
        assert_eq!(
            cast_with::<f64, f32, RZ>(x),
            if x > 0.0 { down } else { up }
        );
    }
}

#[test]
fn integers_are_rounded_once() {
    // 2^60 + 2^52 is the tie of two bfloat16 values; one more must round up, though f64 to f32 first would lose it.
    let tie = (1i64 << 60) + (1 << 52);
    assert_eq!(cast::<i64, bf16>(tie).to_f64(), (1i64 << 60) as f64);
    assert_eq!(
        cast::<i64, bf16>(tie + 1).to_f64(),
        ((1i64 << 60) + (1 << 53)) as f64
    );
    for x in [
        i64::MIN,
        -16777217,
        16777217,
        16777219,
        i64::MAX,
        (1 << 53) + 1,
    ] {
        assert_eq!(cast::<i64, f32>(x), x as f32);
        let packed: f32 = cast_mode(x, RoundingMode::NearestEven, Overflow::Ieee).unwrap();
        assert_eq!(packed, x as f32);
        let down: f64 = cast_mode(x, RoundingMode::NegativeInf, Overflow::Ieee).unwrap();
        assert!(down as i128 <= x as i128);
    }
}

#[test]
fn sixteenths_of_a_small_ramp_in_half_and_brain_float() {
    let half: Vec<u16> = (0..256)
        .map(|i| cast::<f32, f16>(i as f32 / 256.0).to_bits())
        .collect();
    let brain: Vec<u16> = (0..256)
        .map(|i| cast::<f32, bf16>(i as f32 / 256.0).to_bits())
        .collect();
    assert_eq!(
        (half[100], brain[100], brain[255]),
        (0x3640, 0x3ec8, 0x3f7f)
    );
}

#[test]
fn modes_without_meaning_are_rejected() {
    for mode in [
        RoundingMode::Full,
        RoundingMode::Approx,
        RoundingMode::NearestIntToZero,
    ] {
        assert!(cast_mode::<f32, f16>(1.0, mode, Overflow::Ieee).is_err());
    }
    assert!(cast_mode::<f32, i8>(1.0, RoundingMode::NearestIntToZero, Overflow::Ieee).is_ok());
}
