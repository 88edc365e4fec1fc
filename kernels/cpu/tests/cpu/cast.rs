//! Casts: rounding in each direction, saturation, and a pipeline of precisions.

use azulejo_cpu::{AnyArray, Array, ArrayError, View, ViewMut, cast};
use azulejo_tensor::{DType, Element, ElementError, Overflow, RoundingMode, bf16, f16};

const MODES: [RoundingMode; 4] = [
    RoundingMode::NearestEven,
    RoundingMode::Zero,
    RoundingMode::NegativeInf,
    RoundingMode::PositiveInf,
];

/// The bits of numbers that are cast to `U`.
fn bits<T: Element, U: Element>(x: &[T], mode: RoundingMode) -> Vec<u64> {
    let mut out = vec![U::ZERO; x.len()];
    let to = &mut ViewMut::from_slice(&mut out);
    cast(View::from_slice(x), to, mode, Overflow::Ieee).unwrap();
    out.iter().map(|x| x.to_raw()).collect()
}

#[test]
fn f32_to_f16_rounds_in_every_direction() {
    let (tie, big) = (1.5 * 2f32.powi(-25), 65520.0);
    let x = [big, -big, 2049.0, 2051.0, tie, -tie];
    for (mode, expected) in MODES.into_iter().zip([
        [0x7C00, 0xFC00, 0x6800, 0x6802, 0x0001, 0x8001],
        [0x7BFF, 0xFBFF, 0x6800, 0x6801, 0x0000, 0x8000],
        [0x7BFF, 0xFC00, 0x6800, 0x6801, 0x0000, 0x8001],
        [0x7C00, 0xFBFF, 0x6801, 0x6802, 0x0001, 0x8000],
    ]) {
        assert_eq!(bits::<f32, f16>(&x, mode), expected, "{mode}");
    }
}

#[test]
fn division_rounds_in_every_direction() {
    // x / 3, from the quotient in f64: a third of a 24-bit number is never close to a tie of f32.
    for (x, expected) in [
        (1.0, [0x3EAA_AAAB, 0x3EAA_AAAA, 0x3EAA_AAAA, 0x3EAA_AAAB]),
        (-1.0, [0xBEAA_AAAB, 0xBEAA_AAAA, 0xBEAA_AAAB, 0xBEAA_AAAA]),
        (10.0, [0x4055_5555, 0x4055_5555, 0x4055_5555, 0x4055_5556]),
        (-10.0, [0xC055_5555, 0xC055_5555, 0xC055_5556, 0xC055_5555]),
    ] {
        for (mode, expected) in MODES.into_iter().zip(expected) {
            let found = bits::<f64, f32>(&[x / 3.0], mode);
            assert_eq!(found, [expected], "{x} {mode}");
        }
    }
}

#[test]
fn floats_become_integers_toward_zero_and_saturate() {
    let x: AnyArray = Array::from_vec(vec![2.9f32, -2.9, -0.5, 3e9, f32::NAN, -1.0, 300.7], &[7])
        .unwrap()
        .into();
    let as_f64 = |dtype| -> Vec<f64> {
        let y = x.cast(dtype, None, None).unwrap();
        (0..7).map(|i| y.get(i).unwrap().to_f64()).collect()
    };
    assert_eq!(
        as_f64(DType::I32),
        [2.0, -2.0, 0.0, 2_147_483_647.0, 0.0, -1.0, 300.0]
    );
    assert_eq!(as_f64(DType::U8), [2.0, 0.0, 0.0, 255.0, 0.0, 0.0, 255.0]);
    assert_eq!(as_f64(DType::Bool), [1.0; 7]);
}

#[test]
fn four_precisions_in_a_row_keep_their_bits() {
    #[allow(clippy::approx_constant)] // nine digits of pi are the input, not the number
    let start = [1.123456789f64, 2.987654321, 3.141592653, 4.567890123];
    let x: AnyArray = Array::from_vec(start.repeat(16), &[64]).unwrap().into();
    let f = x.cast(DType::F32, None, None).unwrap();
    let h = f.cast(DType::F16, None, None).unwrap();
    let i = h.cast(DType::I32, None, None).unwrap();
    let sum = |array: &AnyArray| (0..64).map(|i| array.get(i).unwrap().to_f64()).sum::<f64>();
    assert_eq!(
        (sum(&f), sum(&h), sum(&i)),
        (189.12950325012207, 189.09375, 160.0)
    );
    let AnyArray::F32(f) = f else { panic!() };
    let AnyArray::F16(h) = h else { panic!() };
    let bits: Vec<u32> = f.data()[..4].iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0x3F8F_CD6F, 0x403F_35BA, 0x4049_0FDB, 0x4092_2C28]);
    let bits: Vec<u16> = h.data()[60..].iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0x3C7E, 0x41FA, 0x4248, 0x4491]);
}

#[test]
fn every_pair_of_types_agrees_with_its_scalar_cast() {
    let values: Vec<f64> = vec![
        0.0, 1.0, -1.0, 0.5, 1.5, 2.5, 100.0, 449.0, 70000.0, -70000.0, 3e9,
    ];
    let start: AnyArray = Array::from_vec(values.clone(), &[values.len()])
        .unwrap()
        .into();
    for from in DType::ALL {
        let x = start.cast(from, None, None).unwrap();
        for to in DType::ALL {
            let y = x.cast(to, None, None).unwrap();
            assert_eq!(y.dtype(), to);
            for i in 0..values.len() {
                let expected = azulejo_tensor::with_dtype!(to, T => {
                    let number = x.get(i).unwrap();
                    let mode = if to.category() == azulejo_tensor::Category::Float {
                        RoundingMode::NearestEven
                    } else {
                        RoundingMode::Zero
                    };
                    let overflow = <T as azulejo_tensor::Element>::OVERFLOW;
                    let value = <T as azulejo_tensor::Element>::from_number(number, mode, overflow);
                    azulejo_tensor::Element::to_f64(value)
                });
                assert_eq!(
                    y.get(i).unwrap().to_f64(),
                    expected,
                    "{from} to {to}: {:?}",
                    x.get(i)
                );
            }
        }
    }
}

#[test]
fn modes_that_are_no_direction_are_rejected() {
    let x: AnyArray = Array::from_vec(vec![bf16::ONE], &[1]).unwrap().into();
    for mode in [
        RoundingMode::Full,
        RoundingMode::Approx,
        RoundingMode::NearestIntToZero,
    ] {
        let error = x.cast(DType::F16, Some(mode), None).unwrap_err();
        assert!(
            matches!(
                error,
                ArrayError::Element(ElementError::RoundingNotSupported {
                    from: DType::BF16,
                    to: DType::F16,
                    ..
                })
            ),
            "{error}"
        );
    }
}
