//! [`Dtype`]: InfiniCore's element types by their numbers.

use azulejo_tensor::DType;

use crate::Error;

macro_rules! dtypes {
    ($($(#[doc = $doc:literal])* $variant:ident $id:literal $own:expr;)*) => {
        /// An element type as InfiniCore numbers it.
        ///
        /// | number | name | dtype |
        /// |--:|---|---|
        $(#[doc = concat!("| ", $id, " | `", stringify!($variant), "` |", $($doc,)* " |")])*
        ///
        /// ```
        /// use azulejo_runtime::infini::Dtype;
        /// use azulejo_tensor::DType;
        /// assert_eq!(Dtype::try_from(19)?, Dtype::BF16);
        /// assert_eq!((Dtype::BF16.id(), Dtype::BF16.dtype()?), (19, DType::BF16));
        /// assert_eq!(Dtype::C64.dtype().unwrap_err().infini_status(), 2);
        /// # Ok::<(), azulejo_runtime::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        pub enum Dtype { $($(#[doc = $doc])* $variant = $id,)* }

        impl Dtype {
            /// Every type, by number.
            pub const ALL: &[Dtype] = &[$(Dtype::$variant),*];

            /// The element type.
            ///
            /// # Errors
            /// [`Error::NotImplemented`] for the complex types.
            pub fn dtype(self) -> Result<DType, Error> {
                let own: Option<DType> = match self { $(Dtype::$variant => $own,)* };
                own.ok_or_else(|| Error::not_implemented(format!("dtype {self:?}")))
            }
        }
    };
}

dtypes! {
    /// `uint8`
    Byte 1 Some(DType::U8);
    /// `bool_`
    Bool 2 Some(DType::Bool);
    /// `int8`
    I8 3 Some(DType::I8);
    /// `int16`
    I16 4 Some(DType::I16);
    /// `int32`
    I32 5 Some(DType::I32);
    /// `int64`
    I64 6 Some(DType::I64);
    /// `uint8`
    U8 7 Some(DType::U8);
    /// `uint16`
    U16 8 Some(DType::U16);
    /// `uint32`
    U32 9 Some(DType::U32);
    /// `uint64`
    U64 10 Some(DType::U64);
    /// `float8_e4m3fn`
    F8 11 Some(DType::F8E4M3);
    /// `float16`
    F16 12 Some(DType::F16);
    /// `float32`
    F32 13 Some(DType::F32);
    /// `float64`
    F64 14 Some(DType::F64);
    /// complex of two 8-bit floats, not implemented
    C16 15 None;
    /// complex of two `float16`, not implemented
    C32 16 None;
    /// complex of two `float32`, not implemented
    C64 17 None;
    /// complex of two `float64`, not implemented
    C128 18 None;
    /// `bfloat16`
    BF16 19 Some(DType::BF16);
}

impl Dtype {
    /// Returns the number.
    pub const fn id(self) -> i32 {
        self as i32
    }
}

impl TryFrom<i32> for Dtype {
    type Error = Error;

    fn try_from(id: i32) -> Result<Self, Error> {
        let found = Self::ALL.iter().find(|dtype| dtype.id() == id);
        found.copied().ok_or_else(|| Error::Dtype {
            argument: "dtype",
            found: format!("number {id}"),
            expected: "a number of the table of `infini::Dtype`".into(),
            casts: false,
        })
    }
}

impl TryFrom<DType> for Dtype {
    type Error = Error;

    /// [`Error::Dtype`] for `tfloat32` and `float8_e5m2`, which InfiniCore has not.
    fn try_from(dtype: DType) -> Result<Self, Error> {
        // BYTE is the first of the two names of uint8; the number of U8 is the usual one.
        let found = Self::ALL
            .iter()
            .rev()
            .find(|own| own.dtype().is_ok_and(|own| own == dtype));
        found
            .copied()
            .ok_or_else(|| Error::dtype("dtype", dtype, "a type that InfiniCore has"))
    }
}
