//! Padding: what a load gives for places outside the array.

use azulejo_tensor::{Element, F8E4M3, F8E5M2, Tf32, bf16, f16};

/// A padding mode for elements of type `T` (cuTile's padding modes).
///
/// | mode | value | types |
/// |---|---|---|
/// | [`pad::Undetermined`] | none to rely on; it is 0 | all |
/// | [`pad::Zero`] | 0 | all |
/// | [`pad::NegZero`] | -0 | floats |
/// | [`pad::NaN`] | a quiet NaN | floats |
/// | [`pad::PosInf`], [`pad::NegInf`] | the infinities | floats that have them |
///
/// Zeros suit sums, `PosInf` a minimum, `NegInf` a maximum, `NaN` marks what is no data.
#[diagnostic::on_unimplemented(
    message = "padding value `{Self}` is not one of `{T}`",
    note = "neg_zero, nan and the infinities can only be used with floating-point types that have them"
)]
pub trait Pad<T: Element>: Copy {
    /// The bits of the value.
    const BITS: u64;
}

/// A type with a negative zero.
#[diagnostic::on_unimplemented(message = "`{Self}` has no negative zero")]
pub trait HasNegZero: Element {
    /// The bits.
    const NEG_ZERO: u64;
}

/// A type with a value that is no number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no NaN",
    note = "padding value nan can only be used with floating-point types"
)]
pub trait HasNan: Element {
    /// The bits of a quiet one.
    const NAN: u64;
}

/// A type with infinities.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no infinity",
    note = "the padding values pos_inf and neg_inf can only be used with f16, bf16, f32, f64, tf32 and e5m2"
)]
pub trait HasInfinity: Element {
    /// The bits of infinity.
    const POSITIVE: u64;
    /// The bits of minus infinity.
    const NEGATIVE: u64;
}

/// The padding modes.
pub mod pad {
    /// No particular value; programs must not rely on it. It is 0.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Undetermined;
    /// 0.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Zero;
    /// -0.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct NegZero;
    /// A quiet NaN.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct NaN;
    /// Infinity.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct PosInf;
    /// Minus infinity.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct NegInf;
}

impl<T: Element> Pad<T> for pad::Undetermined {
    const BITS: u64 = 0;
}

impl<T: Element> Pad<T> for pad::Zero {
    const BITS: u64 = 0;
}

macro_rules! special {
    ($($t:ident $neg_zero:literal $nan:literal $($pos:literal $neg:literal)?;)*) => {$(
        impl HasNegZero for $t {
            const NEG_ZERO: u64 = $neg_zero;
        }
        impl HasNan for $t {
            const NAN: u64 = $nan;
        }
        $(impl HasInfinity for $t {
            const POSITIVE: u64 = $pos;
            const NEGATIVE: u64 = $neg;
        })?
    )*};
}

special! {
    f16 0x8000 0x7e00 0x7c00 0xfc00;
    bf16 0x8000 0x7fc0 0x7f80 0xff80;
    f32 0x8000_0000 0x7fc0_0000 0x7f80_0000 0xff80_0000;
    f64 0x8000_0000_0000_0000 0x7ff8_0000_0000_0000 0x7ff0_0000_0000_0000 0xfff0_0000_0000_0000;
    Tf32 0x8000_0000 0x7fc0_0000 0x7f80_0000 0xff80_0000;
    F8E5M2 0x80 0x7e 0x7c 0xfc;
    F8E4M3 0x80 0x7f;
}

impl<T: HasNegZero> Pad<T> for pad::NegZero {
    const BITS: u64 = T::NEG_ZERO;
}

impl<T: HasNan> Pad<T> for pad::NaN {
    const BITS: u64 = T::NAN;
}

impl<T: HasInfinity> Pad<T> for pad::PosInf {
    const BITS: u64 = T::POSITIVE;
}

impl<T: HasInfinity> Pad<T> for pad::NegInf {
    const BITS: u64 = T::NEGATIVE;
}
