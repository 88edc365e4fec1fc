//! What the element files share: one macro for the integers, one for the floats, and the dispatch on a [`DType`](super::DType).

/// Implements an integer element.
macro_rules! integer_element {
    ($ty:ident, $dtype:ident, $acc:ty, $number:ident as $wide:ty) => {
        impl $crate::element::traits::Sealed for $ty {}

        impl $crate::element::Element for $ty {
            const DTYPE: $crate::element::DType = $crate::element::DType::$dtype;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const EPSILON: f64 = 0.0;
            type Acc = $acc;

            #[inline]
            fn to_number(self) -> $crate::element::Number {
                $crate::element::Number::$number(self as $wide)
            }

            #[inline]
            fn from_number(
                value: $crate::element::Number,
                mode: $crate::element::RoundingMode,
                overflow: $crate::element::Overflow,
            ) -> Self {
                use $crate::element::{Number, Overflow, RoundingMode};
                match (value, overflow) {
                    (Number::Signed(x), Overflow::Ieee) => x as $ty,
                    (Number::Unsigned(x), Overflow::Ieee) => x as $ty,
                    (Number::Float(x), _)
                        if matches!(mode, RoundingMode::NearestIntToZero | RoundingMode::Zero) =>
                    {
                        x as $ty
                    }
                    _ => {
                        let (negative, magnitude) = $crate::element::pack::to_integer(
                            value.exact(),
                            mode,
                            (<$ty>::MIN as i128).unsigned_abs() as u64,
                            <$ty>::MAX as u64,
                        );
                        if negative {
                            (magnitude as $ty).wrapping_neg()
                        } else {
                            magnitude as $ty
                        }
                    }
                }
            }

            #[inline]
            fn to_raw(self) -> u64 {
                u64::from_le_bytes({
                    let mut bytes = [0; 8];
                    bytes[..size_of::<$ty>()].copy_from_slice(&self.to_le_bytes());
                    bytes
                })
            }

            #[inline]
            fn from_raw(bits: u64) -> Self {
                bits as $ty
            }
        }

        impl $crate::element::Numeric for $ty {}

        #[diagnostic::do_not_recommend]
        impl $crate::element::Arithmetic for $ty {
            #[inline]
            fn add(a: Self, b: Self) -> Self {
                a.wrapping_add(b)
            }
            #[inline]
            fn sub(a: Self, b: Self) -> Self {
                a.wrapping_sub(b)
            }
            #[inline]
            fn mul(a: Self, b: Self) -> Self {
                a.wrapping_mul(b)
            }
            #[inline]
            fn fma(a: Self, b: Self, c: Self) -> Self {
                Self::mul_add(a, b, c)
            }
        }

        impl $crate::element::Integer for $ty {
            const MIN: Self = <$ty>::MIN;
            const MAX: Self = <$ty>::MAX;
        }
    };
}

/// Implements the bit-level half of a float element through `pack`, given its bits type and format.
macro_rules! float_element {
    ($ty:ident, $dtype:ident, $bits:ty, $format:expr, $overflow:ident, acc $acc:ty, zero $zero:expr, one $one:expr, $($rest:item)*) => {
        impl $crate::element::traits::Sealed for $ty {}

        impl $crate::element::Element for $ty {
            const DTYPE: $crate::element::DType = $crate::element::DType::$dtype;
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const OVERFLOW: $crate::element::Overflow = $crate::element::Overflow::$overflow;
            const EPSILON: f64 = 1.0 / (1u64 << <$ty as $crate::element::Float>::FORMAT.fraction_bits) as f64;
            type Acc = $acc;

            #[inline]
            fn from_number(
                value: $crate::element::Number,
                mode: $crate::element::RoundingMode,
                overflow: $crate::element::Overflow,
            ) -> Self {
                let format = <$ty as $crate::element::Float>::FORMAT;
                let bits = $crate::element::pack::pack(value.exact(), format, mode, overflow);
                <$ty as $crate::element::Element>::from_raw(bits << (<$bits>::BITS - 1 - format.exponent_bits - format.fraction_bits))
            }

            #[inline]
            fn to_raw(self) -> u64 {
                self.to_bits() as u64
            }

            #[inline]
            fn from_raw(bits: u64) -> Self {
                <$ty>::from_bits(bits as $bits)
            }

            $($rest)*
        }

        impl $crate::element::Numeric for $ty {}

        impl $crate::element::Float for $ty {
            const FORMAT: $crate::element::FloatFormat = $format;
        }
    };
}

/// Implements [`Arithmetic`](super::Arithmetic) by the operators of the type.
macro_rules! operator_arithmetic {
    ($ty:ident) => {
        #[diagnostic::do_not_recommend]
        impl $crate::element::Arithmetic for $ty {
            #[inline]
            fn add(a: Self, b: Self) -> Self {
                a + b
            }
            #[inline]
            fn sub(a: Self, b: Self) -> Self {
                a - b
            }
            #[inline]
            fn mul(a: Self, b: Self) -> Self {
                a * b
            }
            #[inline]
            fn fma(a: Self, b: Self, c: Self) -> Self {
                $crate::element::fma::Fused::fused(a, b, c)
            }
        }
    };
}

/// Implements `f32` or `f64`, whose nearest-even conversions the language has.
macro_rules! native_float_element {
    ($ty:ident, $dtype:ident, $bits:ty, $format:expr) => {
        impl $crate::element::traits::Sealed for $ty {}

        impl $crate::element::Element for $ty {
            const DTYPE: $crate::element::DType = $crate::element::DType::$dtype;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const EPSILON: f64 = <$ty>::EPSILON as f64;
            type Acc = $ty;

            #[inline]
            fn to_number(self) -> $crate::element::Number {
                $crate::element::Number::Float(self as f64)
            }

            #[inline]
            fn from_number(
                value: $crate::element::Number,
                mode: $crate::element::RoundingMode,
                overflow: $crate::element::Overflow,
            ) -> Self {
                use $crate::element::{Number, Overflow, RoundingMode};
                match (value, mode, overflow) {
                    (Number::Signed(x), RoundingMode::NearestEven, _) => x as $ty,
                    (Number::Unsigned(x), RoundingMode::NearestEven, _) => x as $ty,
                    (Number::Float(x), RoundingMode::NearestEven, Overflow::Ieee) => x as $ty,
                    _ => {
                        let format = <$ty as $crate::element::Float>::FORMAT;
                        let bits =
                            $crate::element::pack::pack(value.exact(), format, mode, overflow);
                        <$ty>::from_bits(bits as $bits)
                    }
                }
            }

            #[inline]
            fn to_raw(self) -> u64 {
                self.to_bits().into()
            }

            #[inline]
            fn from_raw(bits: u64) -> Self {
                <$ty>::from_bits(bits as $bits)
            }
        }

        impl $crate::element::Numeric for $ty {}

        impl $crate::element::Float for $ty {
            const FORMAT: $crate::element::FloatFormat = $format;
        }

        $crate::element::macros::operator_arithmetic!($ty);
    };
}

/// What the two 8-bit floats share: bits, and comparison by value (NaN is unequal to itself, -0 equals 0).
macro_rules! float8_common {
    ($ty:ident) => {
        impl $ty {
            /// The 8 bits.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0
            }

            /// The value with these bits.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                $ty(bits)
            }
        }

        impl PartialEq for $ty {
            fn eq(&self, other: &Self) -> bool {
                use $crate::element::Element;
                self.to_f32() == other.to_f32()
            }
        }

        impl PartialOrd for $ty {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                use $crate::element::Element;
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }

        impl core::fmt::Debug for $ty {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                use $crate::element::Element;
                core::fmt::Debug::fmt(&self.to_f32(), f)
            }
        }
    };
}

pub(crate) use {
    float_element, float8_common, integer_element, native_float_element, operator_arithmetic,
};

/// Runs an expression with a type alias bound to the Rust type of a run-time [`DType`](crate::DType).
///
/// ```
/// use azulejo_tensor::{with_dtype, DType, Element};
/// let bytes = |dtype: DType| with_dtype!(dtype, T => size_of::<T>());
/// assert_eq!(bytes(DType::BF16), 2);
/// assert_eq!(bytes(DType::F64), 8);
/// ```
#[macro_export]
macro_rules! with_dtype {
    ($dtype:expr, $t:ident => $body:expr) => {
        $crate::with_dtype!(@ $dtype, $t, $body,
            Bool $crate::Bool, U8 u8, U16 u16, U32 u32, U64 u64, I8 i8, I16 i16, I32 i32, I64 i64, F16 $crate::f16, F32 f32,
            F64 f64, BF16 $crate::bf16, TF32 $crate::Tf32, F8E4M3 $crate::F8E4M3, F8E5M2 $crate::F8E5M2)
    };
    (@ $dtype:expr, $t:ident, $body:expr, $($variant:ident $ty:ty),*) => {
        match $dtype {
            $($crate::DType::$variant => {
                #[allow(dead_code)]
                type $t = $ty;
                $body
            })*
        }
    };
}
