//! Matrix descriptors: where `wgmma` finds an operand in shared memory (PTX ISA, matrix-descriptor format).

use super::Swizzle;

/// How an operand's elements follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// Those along K are contiguous.
    K,
    /// Those along M or N are contiguous, of 2 bytes each.
    Mn,
}

/// A descriptor's fields, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    start: u32,
    leading: u32,
    stride: u32,
    base: u32,
    swizzle: Swizzle,
}

impl Descriptor {
    /// The descriptor in these 64 bits.
    ///
    /// # Errors
    /// Says which reserved bits are set.
    pub fn decode(bits: u64) -> Result<Self, String> {
        const RESERVED: u64 = 0x3ff1_c000_c000_c000;
        if bits & RESERVED != 0 {
            return Err(format!(
                "reserved bits of the matrix descriptor {bits:#018x} are set"
            ));
        }
        let field = |at: u32| ((bits >> at) as u32 & 0x3fff) << 4;
        Ok(Self {
            start: field(0),
            leading: field(16),
            stride: field(32),
            base: (bits >> 49) as u32 & 7,
            swizzle: Swizzle::of_descriptor(bits),
        })
    }

    /// Where the byte `k` of the 32 along K of row `mn` lies, K contiguous.
    fn k_major(&self, mn: u32, k: u32) -> u32 {
        let group = self.start + mn / 8 * self.stride;
        if self.swizzle == Swizzle::None {
            return group + k / 16 * self.leading + mn % 8 * 16 + k % 16;
        }
        self.swizzle
            .address_from(group + mn % 8 * self.swizzle.span() + k, self.base)
    }

    /// Where the first byte of the two of element (`mn`, `k`) lies, M or N contiguous.
    fn mn_major(&self, mn: u32, k: u32) -> u32 {
        if self.swizzle == Swizzle::None {
            let core = self.start + mn / 8 * self.stride + k / 8 * self.leading;
            return core + k % 8 * 16 + mn % 8 * 2;
        }
        let span = self.swizzle.span();
        let panel = self.start + mn * 2 / span * self.leading + k / 8 * self.stride;
        self.swizzle
            .address_from(panel + k % 8 * span + mn * 2 % span, self.base)
    }

    /// Shared addresses of the runs of contiguous bytes of an operand of `extent` rows by 32 bytes of K, each with how many
    /// bytes it has, in the order (row, K) for [`Major::K`] and (K, row) for [`Major::Mn`].
    pub fn runs(&self, major: Major, extent: u32) -> impl Iterator<Item = u32> + '_ {
        let (outer, inner) = match major {
            Major::K => (extent, 2),
            Major::Mn => (16, extent / 8),
        };
        (0..outer).flat_map(move |slow| {
            (0..inner).map(move |fast| match major {
                Major::K => self.k_major(slow, fast * 16),
                Major::Mn => self.mn_major(fast * 8, slow),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Descriptor, Major};

    fn descriptor(start: u64, leading: u64, stride: u64, mode: u64) -> Descriptor {
        let bits = start >> 4 | (leading >> 4) << 16 | (stride >> 4) << 32 | mode << 62;
        Descriptor::decode(bits).unwrap()
    }

    #[test]
    fn rows_of_128_bytes_swizzle_within_their_group_of_eight() {
        // The second step along K of a tile of 64 rows: 32 bytes on.
        let tile = descriptor(2048 + 32, 16, 1024, 1);
        let runs: Vec<u32> = tile.runs(Major::K, 64).collect();
        for row in 0..64 {
            for chunk in 0..2 {
                let expected = 2048 + row * 128 + ((2 + chunk) ^ (row % 8)) * 16;
                assert_eq!(runs[(row * 2 + chunk) as usize], expected);
            }
        }
    }

    #[test]
    fn core_matrices_follow_the_two_offsets() {
        let tile = descriptor(0x100, 0x80, 0x400, 0);
        let runs: Vec<u32> = tile.runs(Major::K, 16).collect();
        assert_eq!(runs[..4], [0x100, 0x180, 0x110, 0x190]);
        assert_eq!(runs[16], 0x500);
        let runs: Vec<u32> = tile.runs(Major::Mn, 16).collect();
        assert_eq!(runs[..4], [0x100, 0x500, 0x110, 0x510]);
        assert_eq!(runs[16], 0x180);
    }

    #[test]
    fn panels_of_64_rows_follow_the_leading_offset() {
        let tile = descriptor(0, 8192, 1024, 1);
        let runs: Vec<u32> = tile.runs(Major::Mn, 128).collect();
        for k in 0..16 {
            for chunk in 0..16 {
                let expected =
                    chunk / 8 * 8192 + k / 8 * 1024 + k % 8 * 128 + ((chunk % 8) ^ (k % 8)) * 16;
                assert_eq!(runs[(k * 16 + chunk) as usize], expected);
            }
        }
    }

    #[test]
    fn reserved_bits_are_rejected() {
        assert!(Descriptor::decode(1 << 14).is_err());
        assert!(Descriptor::decode(1 << 46).is_err());
        assert!(Descriptor::decode(1 << 61).is_err());
        assert!(Descriptor::decode(7 << 49 | 1 << 62).is_ok());
    }
}
