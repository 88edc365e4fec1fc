use azulejo_tensor::{DType, Element, ElementError, Loose, Promote, bf16, f16};

const CUTILE: &str = include_str!("../data/promotion_cutile.csv");

#[test]
fn every_cell_of_cutiles_table() {
    let mut lines = CUTILE.lines();
    let columns: Vec<DType> = lines
        .next()
        .unwrap()
        .split(',')
        .skip(1)
        .map(|c| c.parse().unwrap())
        .collect();
    let (mut accepted, mut rejected) = (0, 0);
    for line in lines {
        let mut cells = line.split(',');
        let row: DType = cells.next().unwrap().parse().unwrap();
        for (&column, cell) in columns.iter().zip(cells) {
            let got = row.promote(column);
            if cell == "ERROR" {
                rejected += 1;
                assert_eq!(
                    got,
                    Err(ElementError::NoImplicitPromotion {
                        lhs: row,
                        rhs: column
                    })
                );
            } else {
                accepted += 1;
                assert_eq!(got, cell.parse());
                assert_eq!(column.promote(row), got);
            }
        }
        assert_eq!(row.promote(row), Ok(row));
    }
    assert_eq!((accepted, rejected), (138, 118));
}

#[test]
fn the_trait_agrees_with_the_function() {
    fn agrees<A: Promote<B>, B: Element>() {
        assert_eq!(A::DTYPE.promote(B::DTYPE), Ok(A::Output::DTYPE));
    }
    agrees::<azulejo_tensor::Bool, i8>();
    agrees::<u8, u16>();
    agrees::<i8, i16>();
    agrees::<i32, f32>();
    agrees::<f16, f32>();
    agrees::<bf16, f32>();
    agrees::<i64, f16>();
    agrees::<u8, bf16>();
}

#[test]
fn implicit_stores_follow_the_table() {
    assert!(DType::F16.casts_implicitly_to(DType::F32));
    assert!(DType::I32.casts_implicitly_to(DType::F16));
    assert!(!DType::F32.casts_implicitly_to(DType::F16));
    assert!(!DType::I32.casts_implicitly_to(DType::I16));
    assert!(!DType::U8.casts_implicitly_to(DType::I8));
    assert!(!DType::TF32.casts_implicitly_to(DType::F32));
}

#[test]
fn loose_constants_take_the_other_type_or_their_own() {
    assert_eq!(Loose::Int(5) + Loose::Int(7), Loose::Int(12));
    assert_eq!(Loose::Int(5) + Loose::Float(3.0), Loose::Float(8.0));
    let concrete = |x| Loose::Int(x).concretize();
    assert_eq!(concrete(2147483647), Ok(DType::I32));
    assert_eq!(concrete(2147483648), Ok(DType::I64));
    assert_eq!(concrete(9223372036854775808), Ok(DType::U64));
    assert_eq!(concrete(-1), Ok(DType::I32));
    assert_eq!(
        concrete(1 << 64),
        Err(ElementError::ConstantOutOfRange {
            value: 1 << 64,
            dtype: None
        })
    );
    assert_eq!(Loose::Float(2.75).concretize(), Ok(DType::F32));
    assert_eq!(Loose::Int(-18).promote(DType::I8), Ok(DType::I8));
    assert_eq!(
        Loose::Int(-170).promote(DType::I8),
        Err(ElementError::ConstantOutOfRange {
            value: -170,
            dtype: Some(DType::I8)
        })
    );
    assert_eq!(Loose::Float(1.0).promote(DType::F16), Ok(DType::F16));
    assert_eq!(Loose::Float(1.0).promote(DType::I16), Ok(DType::F32));
    assert_eq!(Loose::Int(1).promote(DType::U8), Ok(DType::U8));
    assert_eq!(Loose::Int(1).promote(DType::Bool), Ok(DType::I32));
}

#[test]
fn h_05_constants_that_a_float_type_does_not_hold() {
    for (dtype, largest, next) in [
        (DType::F16, 65519.99, 65520.0),
        (DType::BF16, 3.3961e38, 3.3962e38),
        (DType::TF32, 3.4e38, 3.402e38),
        (DType::F32, 3.4028235677e38, 3.4028235678e38),
        (DType::F8E4M3, 463.9, 464.0),
        (DType::F8E5M2, 61439.0, 61440.0),
    ] {
        for sign in [1.0, -1.0] {
            assert_eq!(Loose::Float(sign * largest).promote(dtype), Ok(dtype));
            let value = sign * next;
            let error = Err(ElementError::FloatOutOfRange { value, dtype });
            assert_eq!(Loose::Float(value).promote(dtype), error);
        }
        assert_eq!(Loose::Float(f64::NAN).promote(dtype), Ok(dtype));
        assert_eq!(Loose::Float(f64::NEG_INFINITY).promote(dtype), Ok(dtype));
    }
    assert!(Loose::Int(65520).promote(DType::F16).is_err());
    assert_eq!(Loose::Float(f64::MAX).promote(DType::F64), Ok(DType::F64));
    let (value, dtype) = (1e300, DType::F32);
    let error = Err(ElementError::FloatOutOfRange { value, dtype });
    assert_eq!(Loose::Float(value).concretize(), error);
}
