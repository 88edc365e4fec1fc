use azulejo_tensor::{Category, DType, Element, ElementError, with_dtype};

#[test]
fn names_and_widths_are_cutiles() {
    let rows = [
        ("bool_", 8, 1),
        ("uint8", 8, 1),
        ("uint16", 16, 2),
        ("uint32", 32, 4),
        ("uint64", 64, 8),
        ("int8", 8, 1),
        ("int16", 16, 2),
        ("int32", 32, 4),
        ("int64", 64, 8),
        ("float16", 16, 2),
        ("float32", 32, 4),
        ("float64", 64, 8),
        ("bfloat16", 16, 2),
        ("tfloat32", 32, 4),
        ("float8_e4m3fn", 8, 1),
        ("float8_e5m2", 8, 1),
    ];
    for (dtype, (name, bits, bytes)) in DType::ALL.into_iter().zip(rows) {
        assert_eq!(
            (dtype.name(), dtype.bits(), dtype.bytes()),
            (name, bits, bytes)
        );
        assert_eq!(name.parse(), Ok(dtype));
        assert_eq!(dtype.short_name().parse(), Ok(dtype));
        assert_eq!(DType::try_from(dtype as u8), Ok(dtype));
        with_dtype!(dtype, T => {
            assert_eq!(T::DTYPE, dtype);
            assert_eq!(size_of::<T>(), bytes);
            assert_eq!(T::ZERO.to_f64(), 0.0);
            assert_eq!(T::ONE.to_f64(), 1.0);
            assert_eq!(T::from_f64(1.0), T::ONE);
            assert_eq!(T::from_raw(T::ONE.to_raw()), T::ONE);
            assert_eq!(T::default(), T::ZERO);
        });
    }
}

#[test]
fn every_spelling_of_the_8_bit_floats_is_accepted() {
    let spellings = [
        (
            DType::F8E4M3,
            "float8_e4m3fn float8_e4m3 float8e4m3 float8e4m3fn f8E4M3FN f8E4M3 F8E4M3 f8e4m3fn cuda_fp8_e4m3 \
             __nv_fp8_e4m3 fp8_e4m3 fp8e4nv e4m3 E4M3 e4m3fn fp8",
        ),
        (
            DType::F8E5M2,
            "float8_e5m2 float8e5m2 f8E5M2 F8E5M2 f8e5m2 cuda_fp8_e5m2 __nv_fp8_e5m2 fp8_e5m2 fp8e5 e5m2 E5M2",
        ),
        (DType::F32, "float32 Float32 F32 f32 fp32 FLOAT"),
    ];
    for (dtype, names) in spellings {
        for name in names.split_whitespace() {
            assert_eq!(name.parse(), Ok(dtype), "{name}");
        }
    }
    for name in [
        "",
        "e4m3fnuz",
        "float8_e4m3fnuz",
        "float8_e4m3b11fnuz",
        "f8",
        "e5m2 ",
        "float8",
    ] {
        assert_eq!(
            name.parse::<DType>(),
            Err(ElementError::UnknownDType),
            "{name}"
        );
    }
}

#[test]
fn categories_are_ordered_and_unknown_names_rejected() {
    assert!(Category::Bool < Category::Int && Category::Int < Category::Float);
    assert_eq!("float33".parse::<DType>(), Err(ElementError::UnknownDType));
    assert_eq!(
        DType::try_from(99),
        Err(ElementError::UnknownCode { code: 99 })
    );
    assert!(ElementError::UnknownDType.to_string().contains("bf16"));
}
