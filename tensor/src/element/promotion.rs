//! Type promotion by cuTile's table: one source for the trait (compile time) and for [`DType::promote`] (run time).
//!
//! A row and a column name a type; `_` marks the pairs that must be cast explicitly. In words: the higher category wins and keeps
//! its width; within a category the wider type wins; signed never meets unsigned, `float16` never meets `bfloat16`, and
//! `tfloat32` and the 8-bit floats meet only themselves.

use half::{bf16, f16};

use super::{Bool, DType, Element, ElementError, F8E4M3, F8E5M2, Tf32};

/// The type of an operation on `Self` and `Rhs`.
///
/// ```
/// use azulejo_tensor::{bf16, DType, Element, Promote};
/// assert_eq!(<<i32 as Promote<bf16>>::Output as Element>::DTYPE, DType::BF16);
/// ```
/// ```compile_fail
/// use azulejo_tensor::Promote;
/// type T = <u8 as Promote<i8>>::Output; // cast explicitly
/// let x: T = 0;
/// ```
#[diagnostic::on_unimplemented(
    message = "implicit promotion of `{Self}` and `{Rhs}` is not supported, cast explicitly",
    note = "both operands can be cast to a common type with `cast`"
)]
pub trait Promote<Rhs: Element>: Element {
    /// The promoted type.
    type Output: Element;
}

/// A type whose values a store to `Dst` converts by itself: promotion of the two is `Dst`.
///
/// ```
/// use azulejo_tensor::{f16, ImplicitCast};
/// fn store<S: ImplicitCast<D>, D: azulejo_tensor::Element>(_: S) {}
/// store::<f16, f32>(f16::ONE);
/// store::<i32, f16>(3);
/// ```
/// ```compile_fail
/// use azulejo_tensor::{f16, ImplicitCast};
/// fn store<S: ImplicitCast<D>, D: azulejo_tensor::Element>(_: S) {}
/// store::<f32, f16>(1.0); // narrowing needs `cast`
/// ```
#[diagnostic::on_unimplemented(
    message = "a `{Self}` is not stored into `{Dst}` implicitly",
    note = "use `cast`"
)]
pub trait ImplicitCast<Dst: Element>: Element {}

#[diagnostic::do_not_recommend]
impl<S: Promote<D, Output = D>, D: Element> ImplicitCast<D> for S {}

macro_rules! promotion_table {
    ($columns:tt $($row:ident: $cells:tt;)*) => {
        $(promotion_table!(@row $row $columns $cells);)*
        const TABLE: [[Option<DType>; 16]; 16] = [$(promotion_table!(@values $cells)),*];
    };
    (@row $row:ident [$($column:ident)*] [$($cell:tt)*]) => { $(promotion_table!(@cell $row $column $cell);)* };
    (@cell $row:ident $column:ident _) => {};
    (@cell $row:ident $column:ident $output:ident) => {
        #[diagnostic::do_not_recommend]
        impl Promote<$column> for $row {
            type Output = $output;
        }
    };
    (@values [$($cell:tt)*]) => { [$(promotion_table!(@value $cell)),*] };
    (@value _) => { None };
    (@value $output:ident) => { Some(<$output as Element>::DTYPE) };
}

#[rustfmt::skip]
promotion_table! {
            [Bool u8   u16  u32  u64  i8   i16  i32  i64  f16  f32 f64 bf16 Tf32 F8E4M3 F8E5M2]
    Bool:   [Bool u8   u16  u32  u64  i8   i16  i32  i64  f16  f32 f64 bf16 _    _      _     ];
    u8:     [u8   u8   u16  u32  u64  _    _    _    _    f16  f32 f64 bf16 _    _      _     ];
    u16:    [u16  u16  u16  u32  u64  _    _    _    _    f16  f32 f64 bf16 _    _      _     ];
    u32:    [u32  u32  u32  u32  u64  _    _    _    _    f16  f32 f64 bf16 _    _      _     ];
    u64:    [u64  u64  u64  u64  u64  _    _    _    _    f16  f32 f64 bf16 _    _      _     ];
    i8:     [i8   _    _    _    _    i8   i16  i32  i64  f16  f32 f64 bf16 _    _      _     ];
    i16:    [i16  _    _    _    _    i16  i16  i32  i64  f16  f32 f64 bf16 _    _      _     ];
    i32:    [i32  _    _    _    _    i32  i32  i32  i64  f16  f32 f64 bf16 _    _      _     ];
    i64:    [i64  _    _    _    _    i64  i64  i64  i64  f16  f32 f64 bf16 _    _      _     ];
    f16:    [f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32 f64 _    _    _      _     ];
    f32:    [f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32 f64 f32  _    _      _     ];
    f64:    [f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 f64 f64  _    _      _     ];
    bf16:   [bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 _    f32 f64 bf16 _    _      _     ];
    Tf32:   [_    _    _    _    _    _    _    _    _    _    _   _   _    Tf32 _      _     ];
    F8E4M3: [_    _    _    _    _    _    _    _    _    _    _   _   _    _    F8E4M3 _     ];
    F8E5M2: [_    _    _    _    _    _    _    _    _    _    _   _   _    _    _      F8E5M2];
}

impl DType {
    /// The type of an operation on `self` and `rhs`, the run-time form of [`Promote`].
    ///
    /// # Errors
    /// [`ElementError::NoImplicitPromotion`] for the pairs that must be cast explicitly.
    ///
    /// ```
    /// use azulejo_tensor::DType;
    /// assert_eq!(DType::I64.promote(DType::F16), Ok(DType::F16));
    /// assert_eq!(DType::F16.promote(DType::F32), Ok(DType::F32));
    /// assert!(DType::F16.promote(DType::BF16).is_err());
    /// ```
    pub const fn promote(self, rhs: DType) -> Result<DType, ElementError> {
        match TABLE[self as usize][rhs as usize] {
            Some(dtype) => Ok(dtype),
            None => Err(ElementError::NoImplicitPromotion { lhs: self, rhs }),
        }
    }

    /// Whether a store converts `self` to `target` by itself, the run-time form of [`ImplicitCast`].
    ///
    /// ```
    /// use azulejo_tensor::DType;
    /// assert!(DType::I8.casts_implicitly_to(DType::F16));
    /// assert!(!DType::F32.casts_implicitly_to(DType::F16));
    /// ```
    pub const fn casts_implicitly_to(self, target: DType) -> bool {
        matches!(self.promote(target), Ok(dtype) if dtype as u8 == target as u8)
    }
}
