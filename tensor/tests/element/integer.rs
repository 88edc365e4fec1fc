use azulejo_tensor::{
    Bool, DType, Element, ElementError, F8E4M3, F8E5M2, Integer, Number, Overflow, RoundingMode,
    bf16, cast, cast_mode, cast_saturating, f16, try_cast, with_dtype,
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

#[test]
fn a_checked_conversion_gives_the_value_or_names_it() {
    // 300 to u8 in the three ways.
    let rejected = ElementError::ConstantOutOfRange {
        value: 300,
        dtype: Some(DType::U8),
    };
    assert_eq!(try_cast::<i32, u8>(300), Err(rejected));
    assert_eq!(cast_saturating::<i32, u8>(300), 255);
    assert_eq!(cast::<i32, u8>(300), 44);

    assert_eq!(try_cast::<i64, i32>(2147483647), Ok(i32::MAX));
    assert!(try_cast::<i64, i32>(2147483648).is_err());
    assert!(try_cast::<i64, u64>(-1).is_err());
    assert!(try_cast::<u64, i64>(1 << 63).is_err());
    assert_eq!(try_cast::<f32, i32>(-2.9), Ok(-2));
    assert_eq!(try_cast::<f32, u8>(-0.9), Ok(0));
    assert_eq!(try_cast::<f64, u8>(255.9), Ok(255));
    // The largest integers are no floats: the next float is one too many.
    assert!(try_cast::<f64, i64>(9223372036854775808.0).is_err());
    assert_eq!(try_cast::<f64, i64>(-9223372036854775808.0), Ok(i64::MIN));
    assert!(try_cast::<f64, u64>(18446744073709551616.0).is_err());
    assert!(try_cast::<f32, i32>(2147483648.0).is_err());
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        assert!(try_cast::<f64, i64>(x).is_err());
    }

    assert!(try_cast::<f64, f32>(1e300).is_err());
    assert_eq!(try_cast::<f64, f32>(0.1), Ok(0.1f32));
    assert_eq!(try_cast::<f64, f32>(f64::INFINITY), Ok(f32::INFINITY));
    assert!(try_cast::<f64, f32>(f64::NAN).unwrap().is_nan());
    assert_eq!(try_cast::<f32, f16>(65519.0), Ok(f16::MAX));
    assert!(try_cast::<f32, f16>(65520.0).is_err());
    assert_eq!(try_cast::<u64, f16>(65519), Ok(f16::MAX));
    assert!(try_cast::<u64, f16>(u64::MAX).is_err());
    assert!(try_cast::<u64, bf16>(u64::MAX).is_ok());
    // No infinity: neither it nor what would round to it fits.
    assert_eq!(
        try_cast::<f32, F8E4M3>(464.0).map(F8E4M3::to_f64),
        Ok(448.0)
    );
    assert!(try_cast::<f32, F8E4M3>(465.0).is_err());
    assert!(try_cast::<f32, F8E4M3>(f32::INFINITY).is_err());
    assert!(try_cast::<f32, F8E4M3>(f32::NAN).unwrap().to_f64().is_nan());
    assert!(try_cast::<f32, F8E5M2>(61440.0).is_err());
    assert!(try_cast::<f32, F8E5M2>(f32::INFINITY).is_ok());
    assert_eq!(try_cast::<i32, Bool>(1), Ok(Bool::TRUE));
    assert!(try_cast::<i32, Bool>(2).is_err());
    assert!(try_cast::<f32, Bool>(f32::NAN).is_err());

    let text = try_cast::<f64, f16>(-1e300).unwrap_err().to_string();
    assert!(
        text.contains("-1e300") && text.contains("float16"),
        "{text}"
    );
}

/// What fits is what `cast` gives, between all pairs of types: equal for integers, finite or not for floats.
#[test]
fn a_checked_conversion_is_the_cast_wherever_the_value_fits() {
    fn pair<A: Element, B: Element>() {
        for bits in (0..=u16::MAX).step_by(7).map(u64::from) {
            // Low and high bits of the wider types too.
            for raw in [bits, bits << 16, bits << 48, !bits] {
                let x = A::from_raw(raw);
                let plain = cast::<A, B>(x);
                let (from, to) = (x.to_number(), plain.to_number());
                let whole = |number| match number {
                    Number::Signed(x) => Some(i128::from(x)),
                    Number::Unsigned(x) => Some(i128::from(x)),
                    // Beyond this, every integer type is left far behind.
                    Number::Float(x) => (x.abs() < 1e30).then_some(x as i128),
                };
                let expected = match (B::DTYPE.category(), from, to) {
                    (azulejo_tensor::Category::Float, _, _) => {
                        let x = from.to_f64();
                        // An 8-bit float clamps unless it is told not to.
                        let ieee = B::from_number(from, RoundingMode::NearestEven, Overflow::Ieee);
                        let (y, clamped) = (ieee.to_f64(), to.to_f64());
                        x.is_nan() || y.is_finite() && y == clamped || x.is_infinite() && y == x
                    }
                    (azulejo_tensor::Category::Bool, ..) => {
                        matches!(from.to_f64(), 0.0 | 1.0)
                    }
                    _ => {
                        !from.to_f64().is_nan() && whole(from).is_some_and(|x| whole(to) == Some(x))
                    }
                };
                match try_cast::<A, B>(x) {
                    Ok(y) => assert!(
                        expected && (y.to_raw() == plain.to_raw() || y.to_f64() == x.to_f64()),
                        "{x:?} {:?}",
                        B::DTYPE
                    ),
                    Err(_) => assert!(!expected, "{x:?} {:?}", B::DTYPE),
                }
            }
        }
    }
    for from in DType::ALL {
        for to in DType::ALL {
            with_dtype!(from, A => with_dtype!(to, B => pair::<A, B>()));
        }
    }
}
