//! How TMA and the tensor cores spread 16-byte chunks over the banks (PTX ISA, swizzling modes).

/// A swizzling mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swizzle {
    /// Chunks stay where they are.
    None,
    /// Chunks of 32 bytes change places; the pattern repeats after 256 bytes.
    Bytes32,
    /// Chunks of 64 bytes change places; the pattern repeats after 512 bytes.
    Bytes64,
    /// Chunks of 128 bytes change places; the pattern repeats after 1024 bytes.
    Bytes128,
}

impl Swizzle {
    /// The mode that a tensor map's creation numbers so (driver API, `CUtensorMapSwizzle`).
    pub fn of_map(number: u32) -> Option<Self> {
        [Self::None, Self::Bytes32, Self::Bytes64, Self::Bytes128]
            .get(number as usize)
            .copied()
    }

    /// The mode in bits 62 and 63 of a matrix descriptor (PTX ISA, matrix-descriptor format).
    pub fn of_descriptor(descriptor: u64) -> Self {
        match descriptor >> 62 {
            0 => Self::None,
            1 => Self::Bytes128,
            2 => Self::Bytes64,
            _ => Self::Bytes32,
        }
    }

    /// The number of [`Swizzle::of_map`].
    pub fn map_number(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Bytes32 => 1,
            Self::Bytes64 => 2,
            Self::Bytes128 => 3,
        }
    }

    /// Bytes over which chunks change places; 16 where they do not.
    pub fn span(self) -> u32 {
        16 << self.map_number()
    }

    /// Where the byte that lies linearly at `address` is found, with a pattern that begins `base` lines of 128 bytes
    /// after a multiple of its length.
    pub fn address_from(self, address: u32, base: u32) -> u32 {
        let chunks = self.span() / 16 - 1;
        address ^ (((address >> 7).wrapping_sub(base) & chunks) << 4)
    }

    /// Where the byte that lies linearly at `address` is found.
    pub fn address(self, address: u32) -> u32 {
        self.address_from(address, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Swizzle;

    #[test]
    fn rows_of_128_bytes_rotate_eight_chunks() {
        for row in 0..16 {
            for chunk in 0..8 {
                let found = Swizzle::Bytes128.address(row * 128 + chunk * 16 + 5);
                assert_eq!(found, row * 128 + ((chunk ^ (row % 8)) * 16) + 5);
            }
        }
    }

    #[test]
    fn shorter_spans_change_after_whole_lines() {
        assert_eq!(Swizzle::Bytes64.address(128), 128 + 16);
        assert_eq!(Swizzle::Bytes64.address(64), 64);
        assert_eq!(Swizzle::Bytes64.address(3 * 128), 3 * 128 + 48);
        assert_eq!(Swizzle::Bytes64.address(4 * 128), 4 * 128);
        assert_eq!(Swizzle::Bytes32.address(128), 128 + 16);
        assert_eq!(Swizzle::Bytes32.address(96), 96);
        assert_eq!(Swizzle::Bytes32.address(256), 256);
        assert_eq!(Swizzle::None.address(0x3ff), 0x3ff);
    }

    #[test]
    fn a_base_moves_the_pattern() {
        assert_eq!(Swizzle::Bytes128.address_from(128, 1), 128);
        assert_eq!(Swizzle::Bytes128.address_from(256, 1), 256 + 16);
    }
}
