//! Conversions that lose nothing, the only ones that happen unasked: [`holds`], [`lost`]; and [`number`] and [`count`], of a text.

use std::path::Path;

use azulejo::tensor::{Category, DType};

/// Returns `true` if every value of `from` is a value of `to`.
pub fn holds(to: DType, from: DType) -> bool {
    let (source, target) = (Range::of(from), Range::of(to));
    source.digits <= target.digits
        && source.least >= target.least
        && source.most <= target.most
        && (!source.is_signed || target.is_signed)
        && from.category() <= to.category()
}

/// The numbers of a type: integers of so many bits, times powers of two.
struct Range {
    /// Bits of a significand; of an integer, those of its magnitude.
    digits: i32,
    /// The exponent of the smallest number above 0.
    least: i32,
    /// All numbers are below this power of two in magnitude, or equal it in the negative.
    most: i32,
    is_signed: bool,
}

impl Range {
    fn of(dtype: DType) -> Self {
        let (digits, least, most) = match dtype {
            DType::Bool => (1, 0, 1),
            DType::U8 | DType::U16 | DType::U32 | DType::U64 => {
                (dtype.bits() as i32, 0, dtype.bits() as i32)
            }
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => {
                (dtype.bits() as i32 - 1, 0, dtype.bits() as i32 - 1)
            }
            DType::F16 => (11, -24, 16),
            DType::BF16 => (8, -133, 128),
            DType::TF32 => (11, -136, 128),
            DType::F32 => (24, -149, 128),
            DType::F64 => (53, -1074, 1024),
            DType::F8E4M3 => (4, -9, 9),
            DType::F8E5M2 => (3, -16, 16),
        };
        let is_signed = match dtype.category() {
            Category::Bool => false,
            Category::Int => matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64),
            Category::Float => true,
        };
        Self {
            digits,
            least,
            most,
            is_signed,
        }
    }
}

/// What is said of a file whose elements would be rounded unasked.
pub fn lost(path: &Path, from: DType, to: DType) -> String {
    format!(
        "{0} holds {from}, and {to} does not hold all of it; cast it explicitly: azulejo cast {0} --out-dtype {1} -o NEW.npy",
        path.display(),
        to.short_name()
    )
}

/// The number that a text writes.
///
/// # Errors
/// What is no number, and a number that float64 makes infinite or 0, though it was not: `1e400`, `1e-400`.
pub fn number(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "write a number".to_owned())?;
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    let writes = |digit: fn(&u8) -> bool| digits.as_bytes().iter().any(digit);
    let overflows = number.is_infinite() && writes(u8::is_ascii_digit);
    let vanishes = number == 0.0 && writes(|digit| matches!(digit, b'1'..=b'9'));
    match overflows || vanishes {
        true => Err("float64 does not hold it; take one of 5e-324 to 1.7e308".to_owned()),
        false => Ok(number),
    }
}

/// The count that a text writes.
///
/// # Errors
/// What is no count, or does not fit the address space.
pub fn count(text: &str) -> Result<usize, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(count) if digits => Ok(count),
        _ if digits => Err("the number does not fit an address; write a smaller one".to_owned()),
        _ => Err("write a whole number, without a sign".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use azulejo::cpu::{AnyArray, Array};
    use azulejo::tensor::{DType, Element, Number, with_dtype};

    use super::{count, holds, number};

    /// All values of a type of 8 and 16 bits; of others those that need all of their digits, and the extremes.
    fn values(dtype: DType) -> AnyArray {
        with_dtype!(dtype, T => {
            let values: Vec<T> = match dtype.bits() {
                _ if dtype == DType::Bool => vec![T::from_f64(0.0), T::ONE],
                8 => (0..=0xFF).map(T::from_raw).collect(),
                16 => (0..=0xFFFF).map(T::from_raw).collect(),
                bits => {
                    let all = u64::MAX >> (64 - bits);
                    let raw = [all, all >> 1, (all >> 1) - 1, all ^ all >> 1, 1, 3, all - 2];
                    // The largest finite float, and the digits of 1.
                    let floats = [0x7F7F_FFFF, 0x3F80_0001, 0x7FEF_FFFF_FFFF_FFFF, 0x3FF0_0000_0000_0001];
                    let raw = raw.into_iter().chain(floats.into_iter().filter(|raw| *raw <= all));
                    raw.map(T::from_raw).collect()
                }
            };
            let count = values.len();
            Array::from_vec(values, &[count]).unwrap().into()
        })
    }

    fn is_exact(values: &AnyArray, to: DType) -> bool {
        let cast = values.cast(to, None, None).unwrap();
        let wide = |x: Number| match x {
            Number::Signed(x) => Ok(i128::from(x)),
            Number::Unsigned(x) => Ok(i128::from(x)),
            Number::Float(x) if x.fract() == 0.0 && x.abs() < 1e30 => Ok(x as i128),
            Number::Float(x) => Err(x),
        };
        (0..values.size()).all(|at| {
            let (x, y) = (values.get(at).unwrap(), cast.get(at).unwrap());
            let are_special = !x.to_f64().is_finite();
            are_special || wide(x) == wide(y)
        })
    }

    #[test]
    fn what_a_type_holds_is_converted_exactly() {
        for from in DType::ALL {
            let values = values(from);
            for to in DType::ALL {
                let exact = is_exact(&values, to) && from.category() <= to.category();
                assert_eq!(holds(to, from), exact, "{from} as {to}");
            }
        }
    }

    #[test]
    fn a_number_is_what_was_written() {
        for (text, value) in [
            ("1e-300", 1e-300),
            ("-.5", -0.5),
            ("0e400", 0.0),
            ("-0.00", 0.0),
            ("inf", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        assert!(number("nan").is_ok_and(f64::is_nan));
        for text in ["1e400", "-1e400", "1e-400", "-0.1e-350", "many", ""] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_count_is_a_whole_number() {
        assert_eq!(count("0"), Ok(0));
        assert_eq!(count("1024"), Ok(1024));
        for text in ["", "-1", "+1", "1.5", "1e3", "0x10", "٣", " 1"] {
            assert!(
                count(text).is_err_and(|why| why.contains("whole number")),
                "{text}"
            );
        }
        assert!(count("99999999999999999999").is_err_and(|why| why.contains("smaller")));
    }
}
