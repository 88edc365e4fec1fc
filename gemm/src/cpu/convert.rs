//! Conversions without branches or calls, so that loops over them become vector instructions of any set.
//!
//! Those of the crate `half` ask at every element what the processor can do.

use half::f16;

/// The bits of infinity in f32.
const INFINITY: u32 = 0x7f80_0000;

/// `x` as f32: exact, and a NaN for a NaN.
#[inline(always)]
pub fn from_f16(x: f16) -> f32 {
    let bits = u32::from(x.to_bits());
    let (sign, magnitude) = ((bits & 0x8000) << 16, (bits & 0x7fff) << 13);
    // The exponent's bias is 15 in f16 and 127 in f32; the product normalises what was subnormal.
    let scaled = f32::from_bits(magnitude) * f32::from_bits((127 + 127 - 15) << 23);
    let is_special = bits & 0x7c00 == 0x7c00;
    let special = magnitude | INFINITY;
    f32::from_bits(
        sign | if is_special {
            special
        } else {
            scaled.to_bits()
        },
    )
}

/// `x` as f16: to nearest, ties to even; beyond the largest value infinity, and a NaN for a NaN.
#[inline(always)]
pub fn to_f16(x: f32) -> f16 {
    let bits = x.to_bits();
    let (sign, magnitude) = ((bits >> 16) & 0x8000, bits & 0x7fff_ffff);
    // Half a unit less one, plus the kept part's last bit, carries exactly where nearest even rounds up.
    let rounded = magnitude.wrapping_add(0x0fff + ((magnitude >> 13) & 1)) >> 13;
    let normal = rounded.wrapping_sub((127 - 15) << 10).min(0x7c00);
    // A unit in the last place of 1/2 is 2^-24, that of the subnormal f16: the sum rounds to it.
    let subnormal = (f32::from_bits(magnitude) + 0.5)
        .to_bits()
        .wrapping_sub(0.5f32.to_bits());
    let finite = if magnitude < 0x3880_0000 {
        subnormal
    } else {
        normal
    };
    let nan = 0x7e00 | ((magnitude >> 13) & 0x3ff);
    let value = if magnitude > INFINITY { nan } else { finite };
    f16::from_bits((sign | value) as u16)
}

/// `x` rounded to the 10 bits of fraction of tf32: to nearest, ties to even; infinity and NaN stay what they are.
#[inline(always)]
pub fn to_tf32(x: f32) -> f32 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x0fff + ((bits >> 13) & 1)) & !0x1fff;
    let magnitude = bits & 0x7fff_ffff;
    let quiet = (bits & !0x1fff) | if magnitude > INFINITY { 1 << 22 } else { 0 };
    f32::from_bits(if magnitude >= INFINITY {
        quiet
    } else {
        rounded
    })
}

#[cfg(test)]
mod tests {
    use azulejo_tensor::{Element, Tf32};

    use super::*;

    /// Every bit pattern of the upper 16 bits with lower ones around each rounding boundary.
    fn patterns() -> impl Iterator<Item = f32> {
        let low = [
            0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x2000, 0x2fff, 0x3000, 0x3001, 0x7fff, 0xffff,
        ];
        (0..=0xffffu32).flat_map(move |high| low.map(|low| f32::from_bits(high << 16 | low)))
    }

    #[test]
    fn every_f16_widens_as_half_says() {
        for bits in 0..=u16::MAX {
            let x = f16::from_bits(bits);
            let (ours, theirs) = (from_f16(x), x.to_f32());
            assert!(
                ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()),
                "{bits:#x}"
            );
        }
    }

    #[test]
    fn f32_narrows_to_f16_as_half_says() {
        for x in patterns() {
            let (ours, theirs) = (to_f16(x), f16::from_f32(x));
            assert!(
                ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()),
                "{x:e}: {ours} and {theirs}"
            );
        }
    }

    #[test]
    fn f32_rounds_to_tf32_as_the_element_type_says() {
        for x in patterns() {
            let (ours, theirs) = (to_tf32(x), Tf32::from_f32(x).to_f32());
            assert_eq!(ours.to_bits(), theirs.to_bits(), "{x:e}");
        }
    }
}
