//! [`ConvertPacked`]: types whose values one instruction converts several at a time.

/// A type whose values become `T` several at a time.
///
/// # Safety
/// `In` is as large as `VALUES` values of this type, and `Out` as so many of `T`, with an alignment of at most 16 bytes that divides its
/// size. Any bits are a value of both.
#[diagnostic::on_unimplemented(
    message = "no packed instruction converts `{Self}` to `{T}`",
    note = "f32 becomes f16, bf16, F8E4M3 and F8E5M2, and these become f32, as i32 does; 8-bit floats and integers of 8 and 4 bits become f16 and bf16"
)]
pub unsafe trait ConvertPacked<T>: Copy {
    /// How many values one conversion takes.
    const VALUES: usize;
    /// Their registers.
    type In: Copy;
    /// The registers of the results.
    type Out;

    /// Converts.
    fn convert(values: Self::In) -> Self::Out;
}
