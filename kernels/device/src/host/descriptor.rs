//! Operands of `wgmma` in the arena, by their descriptors.
//!
//! Source: PTX ISA, "Asynchronous warpgroup level matrix shared memory layout" and "Matrix descriptor format".

use std::vec::Vec;

use super::shared::pointer;

/// A descriptor's fields, in bytes.
pub(crate) struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    /// Bytes of a swizzled row: 16, 32, 64 or 128.
    span: u32,
}

impl Descriptor {
    pub(crate) fn new(bits: u64) -> Self {
        let field = |at: u32| ((bits >> at) as u32 & 0x3fff) << 4;
        Descriptor {
            start: field(0),
            leading: field(16),
            stride: field(32),
            span: match bits >> 62 {
                0 => 16,
                1 => 128,
                2 => 64,
                _ => 32,
            },
        }
    }

    /// The address of the element (`mn`, `k`) of `bytes` bytes.
    fn address(&self, mn: u32, k: u32, bytes: u32, k_major: bool) -> u32 {
        let Descriptor {
            start,
            leading,
            stride,
            span,
        } = *self;
        // Along the major mode in bytes, and along the other mode.
        let (fast, slow) = if k_major {
            (k * bytes, mn)
        } else {
            (mn * bytes, k)
        };
        let linear = match (span, k_major) {
            // Core matrices of 8 rows of 16 bytes.
            (16, true) => slow / 8 * stride + fast / 16 * leading + slow % 8 * 16 + fast % 16,
            (16, false) => fast / 16 * stride + slow / 8 * leading + slow % 8 * 16 + fast % 16,
            (_, true) => slow / 8 * stride + slow % 8 * span + fast,
            (_, false) => fast / span * leading + slow / 8 * stride + slow % 8 * span + fast % span,
        };
        let address = start + linear;
        // The 16-byte units of a line of 128 bytes change places with the line's number.
        address ^ ((address >> 7 & (span / 16 - 1)) << 4)
    }

    /// The bits of the elements of an operand of `extent` by `depth`, at `mn + extent k`.
    pub(crate) fn read<T: Copy>(&self, extent: usize, depth: usize, k_major: bool) -> Vec<T> {
        (0..extent * depth)
            .map(|at| {
                let (mn, k) = ((at % extent) as u32, (at / extent) as u32);
                let bytes = size_of::<T>();
                let address = self.address(mn, k, bytes as u32, k_major);
                // SAFETY: `pointer` checks the bytes; `wgmma` promises complete tiles, which no thread writes meanwhile, and every
                // bit pattern is a value of an operand's type.
                unsafe { pointer(address, bytes).cast::<T>().read() }
            })
            .collect()
    }
}
