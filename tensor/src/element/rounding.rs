//! Rounding modes: a run-time [`RoundingMode`] and one zero-sized marker type a mode.
//!
//! | mode | text | marker | 2049 as `f16` (between 2048 and 2050) | -65520 as `f16` |
//! |---|---|---|--:|--:|
//! | nearest, ties to even | `nearest_even` | [`RN`] | 2048 | -inf |
//! | toward zero | `zero` | [`RZ`] | 2048 | -65504 |
//! | toward minus infinity | `negative_inf` | [`RM`] | 2048 | -inf |
//! | toward plus infinity | `positive_inf` | [`RP`] | 2050 | -65504 |
//! | nearest, ties away from zero | `nearest_away` | [`RA`] | 2050 | -inf |
//!
//! `nearest_int_to_zero` ([`RZI`]) is for float to integer; `full` ([`Full`]) and `approx` ([`Approx`]) are for division and
//! functions on a device.

use core::fmt;
use core::str::FromStr;

use super::ElementError;

macro_rules! modes {
    ($($(#[$doc:meta])* $variant:ident $marker:ident $text:literal;)*) => {
        /// How a value between two representable ones is rounded.
        ///
        /// ```
        /// use azulejo_tensor::RoundingMode;
        /// for mode in RoundingMode::ALL {
        ///     assert_eq!(mode.as_str().parse(), Ok(mode));
        /// }
        /// assert!("up".parse::<RoundingMode>().is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum RoundingMode { $($(#[$doc])* $variant,)* }

        impl RoundingMode {
            /// Every mode.
            pub const ALL: [RoundingMode; 8] = [$(RoundingMode::$variant),*];

            /// The text form: `nearest_even`.
            pub const fn as_str(self) -> &'static str {
                match self { $(RoundingMode::$variant => $text,)* }
            }
        }

        impl FromStr for RoundingMode {
            type Err = ElementError;

            fn from_str(text: &str) -> Result<Self, ElementError> {
                match text { $($text => Ok(RoundingMode::$variant),)* _ => Err(ElementError::UnknownRounding) }
            }
        }

        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $marker;

        impl Rounding for $marker {
            const MODE: RoundingMode = RoundingMode::$variant;
        })*
    };
}

/// A rounding mode as a type.
pub trait Rounding: Copy {
    /// The mode.
    const MODE: RoundingMode;
}

modes! {
    /// Nearest, ties to even: IEEE 754's default.
    NearestEven RN "nearest_even";
    /// Toward zero.
    Zero RZ "zero";
    /// Toward minus infinity.
    NegativeInf RM "negative_inf";
    /// Toward plus infinity.
    PositiveInf RP "positive_inf";
    /// Nearest, ties away from zero.
    NearestAway RA "nearest_away";
    /// The fast device form with full range; not a cast mode.
    Full Full "full";
    /// The fastest device form; not a cast mode.
    Approx Approx "approx";
    /// To an integer, toward zero; float to integer casts only.
    NearestIntToZero RZI "nearest_int_to_zero";
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A mode that a float to float cast takes: [`RN`], [`RZ`], [`RM`], [`RP`] or [`RA`].
///
/// ```compile_fail
/// use azulejo_tensor::{cast_with, f16, rounding::RZI};
/// let x: f16 = cast_with::<f32, f16, RZI>(1.5); // RZI rounds to integers
/// ```
#[diagnostic::on_unimplemented(
    message = "rounding mode `{Self}` does not apply to a float to float cast",
    note = "use RN, RZ, RM, RP or RA"
)]
pub trait FloatRounding: Rounding {}

impl FloatRounding for RN {}
impl FloatRounding for RZ {}
impl FloatRounding for RM {}
impl FloatRounding for RP {}
impl FloatRounding for RA {}
