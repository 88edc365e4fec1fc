//! What the constants of a kernel and its host need of an operand's tile in shared memory, read off its layout.

use azulejo_layout::check::SwizzledProperties;

pub use crate::device::gemm::major::Major;

/// An operand's tile. Sizes and steps are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Which index is contiguous.
    pub major: Major,
    /// An element.
    pub element: u32,
    /// The width of the swizzle atom.
    pub swizzle: u32,
    /// The tile.
    pub bytes: u32,
    /// From one 64-row block of A to the next, 0 where there is one.
    pub row_block_step: u32,
    /// From the K step of one instruction (32 bytes of K) to the next.
    pub k_step: u32,
}

impl Operand {
    /// Reads a tile of `mn` by K elements of `element` bytes off its layout.
    ///
    /// # Panics
    /// Where the layout has fewer elements, as a failed build in a `const`.
    pub const fn read(layout: &SwizzledProperties, mn: u32, element: u32) -> Self {
        let properties = layout.inner();
        let (Some(size), Some(next), Some(row_block), Some(k_step)) = (
            properties.size(),
            properties.at(1),
            properties.at(64 % mn as i64),
            properties.at((mn * 32 / element) as i64),
        ) else {
            panic!("a tile is static, and has more elements than an instruction reads")
        };
        Self {
            major: if next == 1 { Major::Mn } else { Major::K },
            element,
            swizzle: 16 << layout.swizzle().bits,
            bytes: size as u32 * element,
            row_block_step: row_block as u32 * element,
            k_step: k_step as u32 * element,
        }
    }

    /// Returns `true` if the tensor cores can read the tile where it is: M- or N-major ones of 16-bit elements only.
    pub const fn has_descriptor(&self) -> bool {
        matches!(self.major, Major::K) || self.element == 2
    }
}
