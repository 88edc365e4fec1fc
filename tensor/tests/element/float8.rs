use azulejo_tensor::{Element, F8E4M3, F8E5M2, Number, Overflow, RoundingMode, Tf32, bf16, f16};

/// The value of 8 bits by the definition of the format.
fn by_definition(bits: u8, exponent_bits: u32, fraction_bits: u32, has_infinity: bool) -> f64 {
    let sign = if bits & 0x80 == 0 { 1.0 } else { -1.0 };
    let fraction = (bits & ((1 << fraction_bits) - 1)) as f64 / (1u32 << fraction_bits) as f64;
    let exponent = (bits as u32 >> fraction_bits) & ((1 << exponent_bits) - 1);
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let all_ones = exponent == (1 << exponent_bits) - 1;
    if has_infinity && all_ones {
        return if fraction == 0.0 {
            sign * f64::INFINITY
        } else {
            f64::NAN
        };
    }
    if !has_infinity && bits & 0x7f == 0x7f {
        return f64::NAN;
    }
    match exponent {
        0 => sign * fraction * 2f64.powi(1 - bias),
        e => sign * (1.0 + fraction) * 2f64.powi(e as i32 - bias),
    }
}

#[test]
fn every_byte_decodes_by_definition_and_encodes_back() {
    for bits in 0..=255u8 {
        let (e4m3, e5m2) = (
            by_definition(bits, 4, 3, false),
            by_definition(bits, 5, 2, true),
        );
        let (a, b) = (
            F8E4M3::from_bits(bits).to_f64(),
            F8E5M2::from_bits(bits).to_f64(),
        );
        assert!(
            a.to_bits() == e4m3.to_bits() || a.is_nan() && e4m3.is_nan(),
            "{bits:#x}"
        );
        assert!(
            b.to_bits() == e5m2.to_bits() || b.is_nan() && e5m2.is_nan(),
            "{bits:#x}"
        );
        if !a.is_nan() {
            assert_eq!(F8E4M3::from_f64(a).to_bits(), bits);
        }
        if b.is_finite() {
            assert_eq!(F8E5M2::from_f64(b).to_bits(), bits);
        }
    }
}

/// The nearest finite value by exhaustive search, ties to the even pattern, beyond the largest saturated.
fn nearest(x: f64, finite: &[(u8, f64)]) -> u8 {
    let negative = x.is_sign_negative();
    let x = x.abs();
    let mut best = finite[0];
    for &(bits, value) in finite {
        let (old, new) = ((x - best.1).abs(), (x - value).abs());
        if new < old || new == old && bits % 2 == 0 && best.0 % 2 == 1 {
            best = (bits, value);
        }
    }
    best.0 | (negative as u8) << 7
}

fn encodes_to_nearest<T: Element>(decode: impl Fn(u8) -> f64) {
    let finite: Vec<(u8, f64)> = (0..0x80)
        .map(|bits| (bits, decode(bits)))
        .filter(|(_, v)| v.is_finite())
        .collect();
    for bits in 0..=u16::MAX {
        let x = f16::from_bits(bits).to_f64();
        if x.is_nan() {
            assert!(T::from_f64(x).to_f64().is_nan());
            continue;
        }
        let expected = nearest(x.clamp(-65504.0, 65504.0), &finite);
        assert_eq!(T::from_f64(x).to_raw(), expected as u64, "{x}");
        assert_eq!(T::from_f32(x as f32).to_raw(), expected as u64, "{x}");
        for mode in [RoundingMode::NegativeInf, RoundingMode::PositiveInf] {
            let directed = T::from_number(Number::Float(x), mode, Overflow::Saturate).to_f64();
            let top = finite.last().unwrap().1;
            if x.abs() <= top {
                let below = mode == RoundingMode::NegativeInf;
                assert!(if below { directed <= x } else { directed >= x });
                let gap_is_one_step = finite.iter().all(|&(_, v)| {
                    [v, -v].into_iter().all(|v| {
                        if below {
                            !(directed < v && v <= x)
                        } else {
                            !(x <= v && v < directed)
                        }
                    })
                });
                assert!(gap_is_one_step, "{x} by {mode} gave {directed}");
            } else {
                assert_eq!(directed.abs(), top);
            }
        }
    }
}

#[test]
fn every_half_encodes_to_the_nearest_e4m3() {
    encodes_to_nearest::<F8E4M3>(|bits| by_definition(bits, 4, 3, false));
}

#[test]
fn every_half_encodes_to_the_nearest_e5m2() {
    encodes_to_nearest::<F8E5M2>(|bits| by_definition(bits, 5, 2, true));
}

#[test]
fn overflow_is_saturation_unless_ieee_is_asked_for() {
    let ieee = |x| (Number::Float(x), RoundingMode::NearestEven, Overflow::Ieee);
    let e4m3 = |x| {
        let (n, m, o) = ieee(x);
        F8E4M3::from_number(n, m, o).to_bits()
    };
    let e5m2 = |x| {
        let (n, m, o) = ieee(x);
        F8E5M2::from_number(n, m, o).to_bits()
    };
    assert_eq!(e4m3(464.0), 0x7e); // the tie between 448 and the first unrepresentable value
    assert_eq!(e4m3(465.0), 0x7f);
    assert_eq!(e4m3(-1e9), 0xff);
    assert_eq!(e5m2(61440.0), 0x7c);
    assert_eq!(e5m2(-61439.0), 0xfb);
    assert_eq!(F8E4M3::from_f64(f64::NEG_INFINITY).to_bits(), 0xfe);
    assert_eq!(F8E5M2::from_f64(1e9).to_f64(), 57344.0);
}

#[test]
fn sixteen_bit_floats_agree_with_their_crate_on_every_pattern() {
    for bits in 0..=u16::MAX {
        let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
        for x in [half.to_f32(), brain.to_f32()] {
            if x.is_nan() {
                assert!(f16::from_f64(x as f64).is_nan() && bf16::from_f64(x as f64).is_nan());
                continue;
            }
            assert_eq!(<f16 as Element>::from_f64(x as f64), f16::from_f32(x));
            assert_eq!(<bf16 as Element>::from_f64(x as f64), bf16::from_f32(x));
        }
        if !half.is_nan() {
            assert_eq!(Element::to_f64(half), half.to_f64());
            assert_eq!(
                <f16 as Element>::from_f64(Element::to_f64(half)).to_bits(),
                bits
            );
        }
        if !brain.is_nan() {
            assert_eq!(Element::to_f32(brain), brain.to_f32());
            assert_eq!(
                <bf16 as Element>::from_f64(Element::to_f64(brain)).to_bits(),
                bits
            );
        }
    }
}

#[test]
fn tf32_keeps_ten_fraction_bits_by_nearest_even() {
    for k in 0..=u16::MAX as u32 {
        let bits = k.wrapping_mul(0x9e37_79b9);
        let x = f32::from_bits(bits);
        let general = <Tf32 as Element>::from_f64(x as f64);
        if x.is_nan() {
            assert!(general.to_f32().is_nan() && Tf32::from_f32(x).to_f32().is_nan());
            continue;
        }
        assert_eq!(general.to_bits(), Tf32::from_f32(x).to_bits(), "{x:e}");
        assert_eq!(general.to_bits() & 0x1fff, 0);
        assert!(
            (general.to_f64() - x as f64).abs() <= x.abs() as f64 / 2048.0 + 2f64.powi(-137)
                || general.to_f32().is_infinite()
        );
    }
    assert_eq!(Tf32::from_f32(1.0 + 2f32.powi(-11)).to_f32(), 1.0);
    assert_eq!(
        Tf32::from_f32(1.0 + 3.0 * 2f32.powi(-11)).to_f32(),
        1.0 + 2f32.powi(-9)
    );
}
