//! [`Packed`]: elements of 16 bits, of which two fill a register.

use azulejo_device::ptx::math;
use azulejo_tensor::{bf16, f16};

/// An element of which two fill a register, and whose f32 is one instruction away.
pub trait Packed: Copy {
    /// The f32.
    fn widen(self) -> f32;
    /// The two as f32.
    fn unpack(word: u32) -> [f32; 2];
    /// Two rounded f32, the first in the low half.
    fn pack(low: f32, high: f32) -> u32;
}

impl Packed for bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits((self.to_bits() as u32) << 16)
    }
    #[inline(always)]
    fn unpack(word: u32) -> [f32; 2] {
        [
            f32::from_bits(word << 16),
            f32::from_bits(word & 0xffff_0000),
        ]
    }
    #[inline(always)]
    fn pack(low: f32, high: f32) -> u32 {
        math::bf16x2(low, high)
    }
}

impl Packed for f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        math::f16_to_f32(self.to_bits())
    }
    #[inline(always)]
    fn unpack(word: u32) -> [f32; 2] {
        [
            math::f16_to_f32(word as u16),
            math::f16_to_f32((word >> 16) as u16),
        ]
    }
    #[inline(always)]
    fn pack(low: f32, high: f32) -> u32 {
        math::f16x2(low, high)
    }
}
