//! [`DType`]: the run-time name of an element type.

use core::fmt;
use core::str::FromStr;

use super::ElementError;

/// The three categories of element types, in promotion order.
///
/// ```
/// use azulejo_tensor::Category;
/// assert!(Category::Bool < Category::Int && Category::Int < Category::Float);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Truth values.
    Bool,
    /// Signed and unsigned integers.
    Int,
    /// Floating-point numbers.
    Float,
}

macro_rules! dtypes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal, $short:literal, $bits:literal, $category:ident;)*) => {
        /// The sixteen element types.
        ///
        /// | dtype | name | bits | bytes |
        /// |---|---|--:|--:|
        $(#[doc = concat!("| `", stringify!($variant), "` | ", $name, " | ", $bits, " |")])*
        ///
        /// ```
        /// use azulejo_tensor::DType;
        /// assert_eq!(DType::F32.name(), "float32");
        /// assert_eq!(DType::F32.bits(), 32);
        /// assert_eq!("bf16".parse(), Ok(DType::BF16));
        /// assert!(DType::try_from(99u8).is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum DType {
            $($(#[$doc])* $variant = $code,)*
        }

        impl DType {
            /// Every dtype, in the order of their codes.
            pub const ALL: [DType; 16] = [$(DType::$variant),*];

            /// The full name, as cuTile prints it: `float32`, `float8_e4m3fn`.
            ///
            /// ```
            /// use azulejo_tensor::DType;
            /// assert_eq!((DType::BF16.name(), DType::BF16.short_name()), ("bfloat16", "bf16"));
            /// assert_eq!((DType::BF16.bits(), DType::BF16.bytes()), (16, 2));
            /// ```
            pub const fn name(self) -> &'static str {
                match self { $(DType::$variant => $name,)* }
            }

            /// The short name: `f32`, `e4m3`.
            pub const fn short_name(self) -> &'static str {
                match self { $(DType::$variant => $short,)* }
            }

            /// Width in bits.
            pub const fn bits(self) -> u32 {
                match self { $(DType::$variant => $bits,)* }
            }

            /// Boolean, integral or floating-point.
            pub const fn category(self) -> Category {
                match self { $(DType::$variant => Category::$category,)* }
            }
        }
    };
}

dtypes! {
    /// Truth value, one byte, 0 or 1.
    Bool = 0, "bool_", "bool", 8, Bool;
    /// Unsigned 8-bit integer.
    U8 = 1, "uint8", "u8", 8, Int;
    /// Unsigned 16-bit integer.
    U16 = 2, "uint16", "u16", 16, Int;
    /// Unsigned 32-bit integer.
    U32 = 3, "uint32", "u32", 32, Int;
    /// Unsigned 64-bit integer.
    U64 = 4, "uint64", "u64", 64, Int;
    /// Signed 8-bit integer.
    I8 = 5, "int8", "i8", 8, Int;
    /// Signed 16-bit integer.
    I16 = 6, "int16", "i16", 16, Int;
    /// Signed 32-bit integer.
    I32 = 7, "int32", "i32", 32, Int;
    /// Signed 64-bit integer.
    I64 = 8, "int64", "i64", 64, Int;
    /// IEEE half: 1 sign, 5 exponent, 10 fraction bits.
    F16 = 9, "float16", "f16", 16, Float;
    /// IEEE single.
    F32 = 10, "float32", "f32", 32, Float;
    /// IEEE double.
    F64 = 11, "float64", "f64", 64, Float;
    /// Brain float: 1 sign, 8 exponent, 7 fraction bits.
    BF16 = 12, "bfloat16", "bf16", 16, Float;
    /// Tensor float: 1 sign, 8 exponent, 10 fraction bits, in a 32-bit container.
    TF32 = 13, "tfloat32", "tf32", 32, Float;
    /// 8-bit float: 1 sign, 4 exponent, 3 fraction bits, no infinity, largest 448.
    F8E4M3 = 14, "float8_e4m3fn", "e4m3", 8, Float;
    /// 8-bit float: 1 sign, 5 exponent, 2 fraction bits, largest 57344.
    F8E5M2 = 15, "float8_e5m2", "e5m2", 8, Float;
}

impl DType {
    /// Width in bytes.
    ///
    /// ```
    /// use azulejo_tensor::DType;
    /// assert_eq!(DType::BF16.bytes(), 2);
    /// ```
    pub const fn bytes(self) -> usize {
        self.bits() as usize / 8
    }

    /// True where the four operations are defined: not for `bool_`, `tfloat32` and the 8-bit floats, which are cast first.
    pub const fn is_arithmetic(self) -> bool {
        !matches!(
            self,
            DType::Bool | DType::TF32 | DType::F8E4M3 | DType::F8E5M2
        )
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl TryFrom<u8> for DType {
    type Error = ElementError;

    fn try_from(code: u8) -> Result<Self, ElementError> {
        DType::ALL
            .get(code as usize)
            .copied()
            .ok_or(ElementError::UnknownCode { code })
    }
}

/// Other spellings than a type's full and short name.
const ALIASES: [(DType, &[&str]); 5] = [
    (DType::F16, &["fp16", "half"]),
    (DType::F32, &["fp32", "float", "single"]),
    (DType::F64, &["fp64", "double"]),
    (
        DType::F8E4M3,
        &[
            "fp8",
            "e4m3fn",
            "f8e4m3",
            "f8e4m3fn",
            "float8e4m3",
            "float8e4m3fn",
            "float8_e4m3",
            "fp8_e4m3",
            "fp8e4nv",
            "cuda_fp8_e4m3",
            "__nv_fp8_e4m3",
        ],
    ),
    (
        DType::F8E5M2,
        &[
            "f8e5m2",
            "float8e5m2",
            "fp8_e5m2",
            "fp8e5",
            "cuda_fp8_e5m2",
            "__nv_fp8_e5m2",
        ],
    ),
];

impl FromStr for DType {
    type Err = ElementError;

    /// Takes the full name, the short name or another usual spelling, in upper or lower case: `fp16`, `half`, `float`,
    /// `double`, and for the 8-bit floats those of Tile IR, CUDA, Triton and `ml_dtypes` without infinities.
    ///
    /// ```
    /// use azulejo_tensor::DType;
    /// for name in ["e4m3", "float8_e4m3fn", "float8e4m3", "f8E4M3FN", "cuda_fp8_e4m3"] {
    ///     assert_eq!(name.parse(), Ok(DType::F8E4M3));
    /// }
    /// ```
    fn from_str(text: &str) -> Result<Self, ElementError> {
        let is = |name: &&str| text.eq_ignore_ascii_case(name);
        let named = DType::ALL
            .into_iter()
            .find(|dtype| is(&dtype.name()) || is(&dtype.short_name()));
        let alias = || ALIASES.iter().find(|(_, names)| names.iter().any(is));
        named
            .or_else(|| alias().map(|(dtype, _)| *dtype))
            .ok_or(ElementError::UnknownDType)
    }
}
