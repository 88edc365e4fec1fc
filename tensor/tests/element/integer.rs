use azulejo_tensor::{
    Bool, Element, Integer, Overflow, RoundingMode, cast, cast_mode, cast_saturating,
};

#[test]
fn float_to_integer_truncates_saturates_and_zeroes_nan() {
    assert_eq!(cast::<f32, i32>(2.9), 2);
    assert_eq!(cast::<f32, i32>(-2.9), -2);
    assert_eq!(cast::<f32, i32>(-0.5), 0);
    assert_eq!(cast::<f64, i32>(3e9), i32::MAX);
    assert_eq!(cast::<f32, i32>(f32::NAN), 0);
    assert_eq!(cast::<f32, u8>(-1.0), 0);
    assert_eq!(cast::<f32, u8>(300.7), 255);
    assert_eq!(cast::<f64, i64>(f64::NEG_INFINITY), i64::MIN);
    assert_eq!(cast::<f64, u64>(1e30), u64::MAX);
}

#[test]
fn integers_wrap_and_clamp_by_name() {
    let sums = [100i16, 382, -128, 0];
    assert_eq!(sums.map(cast::<i16, i8>), [100, 126, -128, 0]);
    assert_eq!(sums.map(cast_saturating::<i16, i8>), [100, 127, -128, 0]);
    assert_eq!(cast_saturating::<u64, i64>(u64::MAX), i64::MAX);
    assert_eq!(cast_saturating::<i64, i8>(i64::MIN), i8::MIN);
    assert_eq!(cast::<i64, u32>(-1), u32::MAX);
    assert_eq!(cast::<Bool, i32>(Bool::TRUE), 1);
    assert_eq!(cast::<i32, Bool>(256), Bool::TRUE);
}

/// Every mode on multiples of a quarter, against `f64`'s own rounding functions.
fn modes_agree<T: Integer>() {
    for quarter in -600..=600 {
        let x = quarter as f64 / 4.0;
        for (mode, rounded) in [
            (RoundingMode::NearestEven, x.round_ties_even()),
            (RoundingMode::NearestAway, x.round()),
            (RoundingMode::Zero, x.trunc()),
            (RoundingMode::NearestIntToZero, x.trunc()),
            (RoundingMode::NegativeInf, x.floor()),
            (RoundingMode::PositiveInf, x.ceil()),
        ] {
            let expected = rounded.clamp(T::MIN.to_f64(), T::MAX.to_f64());
            for overflow in [Overflow::Ieee, Overflow::Saturate] {
                let got: T = cast_mode(x, mode, overflow).unwrap();
                assert_eq!(got.to_f64(), expected, "{x} by {mode}");
            }
        }
    }
}

#[test]
fn float_to_integer_in_every_mode() {
    modes_agree::<i8>();
    modes_agree::<u8>();
    modes_agree::<i16>();
    modes_agree::<i32>();
    modes_agree::<u64>();
}

#[test]
fn raw_bits_round_trip() {
    for bits in 0..=255u64 {
        assert_eq!(i8::from_raw(bits).to_raw(), bits);
        assert_eq!(u8::from_raw(bits).to_raw(), bits);
        assert_eq!(Bool::from_raw(bits).to_raw(), (bits != 0) as u64);
    }
    assert_eq!((-1i64).to_raw(), u64::MAX);
    assert_eq!((-1i16).to_raw(), 0xffff);
}
