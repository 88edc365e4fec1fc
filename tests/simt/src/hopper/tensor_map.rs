//! Tensor maps: what `cuTensorMapEncodeTiled` writes and a copy reads.
//!
//! The hardware's 128 bytes are opaque; these are packed here, so that only a map made by [`TensorMap::encode`] is read.

use super::Swizzle;
use crate::op::rounding::{BF16, F16, Format, Mode};

/// Bytes of an encoded map.
pub const BYTES: usize = 128;

/// Bits in every encoded map, so that other memory is not taken for one.
const MARK: u32 = 0x7a75_6c01;

/// What an element is, by its number in `CUtensorMapDataType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementType(u8);

impl ElementType {
    /// The type of this number, 0 to 12.
    pub fn of(number: u32) -> Option<Self> {
        (number <= 12).then_some(Self(number as u8))
    }

    /// Bytes of an element.
    pub fn bytes(self) -> u32 {
        match self.0 {
            0 => 1,
            1 | 6 | 9 => 2,
            4 | 5 | 8 => 8,
            _ => 4,
        }
    }

    /// One element of global memory combined with one of shared memory, as `cp.reduce` names it; `None` where the type has
    /// no such combination.
    pub fn combine(self, op: &str, global: &[u8], shared: &[u8]) -> Option<Vec<u8>> {
        let word = |bytes: &[u8]| {
            let mut all = [0; 8];
            all[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(all)
        };
        let (a, b, bytes) = (word(global), word(shared), self.bytes() as usize);
        let bits = 8 * bytes as u32;
        let signed = |x: u64| (x << (64 - bits)) as i64 >> (64 - bits);
        let out = match (self.0, op) {
            (2..=5, "and") => a & b,
            (2..=5, "or") => a | b,
            (2..=5, "xor") => a ^ b,
            (2..=5, "add") => a.wrapping_add(b),
            (2 | 4, "min") => a.min(b),
            (2 | 4, "max") => a.max(b),
            (3 | 5, "min") => signed(a).min(signed(b)) as u64,
            (3 | 5, "max") => signed(a).max(signed(b)) as u64,
            (7, "add") => {
                let sum = f32::from_bits(a as u32) + f32::from_bits(b as u32);
                u64::from(sum.to_bits())
            }
            (6, _) => half(F16, op, [a, b])?,
            (9, _) => half(BF16, op, [a, b])?,
            (8, "add") => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
            _ => return None,
        };
        Some(out.to_le_bytes()[..bytes].to_vec())
    }

    /// Returns `true` if loads round f32 to tf32 on their way.
    pub fn rounds(self) -> bool {
        self.0 == 11 || self.0 == 12
    }
}

/// The reductions of floats of 16 bits: the lesser and the greater of a number and NaN are the number.
fn half(format: Format, op: &str, bits: [u64; 2]) -> Option<u64> {
    let [a, b] = bits.map(|bits| format.value(bits));
    let less = a < b || a == b && a.is_sign_negative();
    Some(match op {
        "add" => format.rounded(a + b, Mode::Nearest),
        "min" | "max" if a.is_nan() && b.is_nan() => format.nan(),
        "min" => bits[usize::from(a.is_nan() || !less && !b.is_nan())],
        "max" => bits[usize::from(a.is_nan() || less && !b.is_nan())],
        _ => return None,
    })
}

/// A tensor in global memory and the box of it that one copy moves; mode 0 is contiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorMap {
    /// What its elements are.
    pub element: ElementType,
    /// How many modes it has, 1 to 5.
    pub rank: usize,
    /// Where it begins.
    pub address: u64,
    /// Elements along each mode; 1 from `rank` on.
    pub sizes: [u64; 5],
    /// Bytes from one element to the next along each mode; the first is the element's size.
    pub strides: [u64; 5],
    /// Elements of a box along each mode; 1 from `rank` on.
    pub extent: [u32; 5],
    /// How a box lies in shared memory.
    pub swizzle: Swizzle,
}

impl TensorMap {
    /// A map of these properties; `strides` has an entry for each mode but the first.
    ///
    /// # Errors
    /// Names the requirement of the driver API that is not met, or what is not modelled (strides between elements).
    pub fn new(
        element: ElementType,
        address: u64,
        sizes: &[u64],
        strides: &[u64],
        extent: &[u32],
        steps: &[u32],
        swizzle: Swizzle,
    ) -> Result<Self, &'static str> {
        let rank = sizes.len();
        macro_rules! demand {
            ($($met:expr, $what:literal;)*) => {$(
                if !$met {
                    return Err($what);
                }
            )*};
        }
        demand! {
            (1..=5).contains(&rank), "a rank of 1 to 5";
            strides.len() + 1 == rank && extent.len() == rank && steps.len() == rank, "an entry for each mode";
            address != 0 && address.is_multiple_of(16), "an address aligned to 16";
            sizes.iter().all(|&size| (1..=1 << 32).contains(&size)), "sizes of 1 to 2^32";
            strides.iter().all(|&stride| stride.is_multiple_of(16) && stride < 1 << 40), "strides that are multiples of 16 below 2^40";
            extent.iter().all(|&count| (1..=256).contains(&count)), "boxes of 1 to 256 elements a mode";
            steps.iter().all(|&step| step == 1), "element strides of 1, others are not modelled";
        }
        let line = extent[0] * element.bytes();
        demand! {
            line.is_multiple_of(16), "a box's contiguous bytes in multiples of 16";
            swizzle == Swizzle::None || line <= swizzle.span(), "a box's contiguous bytes within the swizzle's span";
        }
        let mut map = Self {
            element,
            rank,
            address,
            sizes: [1; 5],
            strides: [0; 5],
            extent: [1; 5],
            swizzle,
        };
        map.sizes[..rank].copy_from_slice(sizes);
        map.strides[0] = u64::from(element.bytes());
        map.strides[1..rank].copy_from_slice(strides);
        map.extent[..rank].copy_from_slice(extent);
        Ok(map)
    }

    /// Contiguous bytes as a tensor of one box.
    ///
    /// # Errors
    /// If the address or the number is not a multiple of 16.
    pub fn of_bytes(address: u64, bytes: u32) -> Result<Self, String> {
        if !address.is_multiple_of(16) || !bytes.is_multiple_of(16) || bytes == 0 {
            return Err(format!(
                "a bulk copy of {bytes} bytes at {address:#x}, which are not multiples of 16"
            ));
        }
        Ok(Self {
            element: ElementType(0),
            rank: 1,
            address,
            sizes: [u64::from(bytes), 1, 1, 1, 1],
            strides: [1, 0, 0, 0, 0],
            extent: [bytes, 1, 1, 1, 1],
            swizzle: Swizzle::None,
        })
    }

    /// The same bytes as f32.
    pub fn of_f32(self) -> Self {
        let [bytes, ..] = self.extent;
        Self {
            element: ElementType(7),
            sizes: [u64::from(bytes / 4), 1, 1, 1, 1],
            strides: [4, 0, 0, 0, 0],
            extent: [bytes / 4, 1, 1, 1, 1],
            ..self
        }
    }

    /// Bytes of a box, which a load counts whether they are in range or not.
    pub fn box_bytes(&self) -> u32 {
        let extents = self.extent.iter();
        extents.fold(self.element.bytes(), |bytes, &extent| {
            bytes.saturating_mul(extent)
        })
    }

    /// The map as memory holds it.
    pub fn encode(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..4].copy_from_slice(&MARK.to_le_bytes());
        bytes[4] = self.element.0;
        bytes[5] = self.rank as u8;
        bytes[6] = self.swizzle.map_number() as u8;
        bytes[8..16].copy_from_slice(&self.address.to_le_bytes());
        for mode in 0..5 {
            let put = |bytes: &mut [u8; BYTES], at: usize, value: u64| {
                bytes[at + mode * 8..][..8].copy_from_slice(&value.to_le_bytes());
            };
            put(&mut bytes, 16, self.sizes[mode]);
            put(&mut bytes, 56, self.strides[mode]);
            // One less, so that 256 fits into a byte.
            bytes[96 + mode] = (self.extent[mode] - 1) as u8;
        }
        bytes
    }

    /// The map in `bytes`, or nothing if they are no map.
    pub fn decode(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        if word(0) as u32 != MARK {
            return None;
        }
        let rank = usize::from(bytes[5]);
        Some(Self {
            element: ElementType::of(u32::from(bytes[4]))?,
            rank: (1..=5).contains(&rank).then_some(rank)?,
            address: word(8),
            sizes: std::array::from_fn(|mode| word(16 + mode * 8)),
            strides: std::array::from_fn(|mode| word(56 + mode * 8)),
            extent: std::array::from_fn(|mode| u32::from(bytes[96 + mode]) + 1),
            swizzle: Swizzle::of_map(u32::from(bytes[6]))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ElementType, Swizzle, TensorMap};

    fn bf16(sizes: &[u64], strides: &[u64], extent: &[u32]) -> Result<TensorMap, &'static str> {
        let steps = vec![1; sizes.len()];
        let element = ElementType::of(9).unwrap();
        TensorMap::new(
            element,
            0x1000,
            sizes,
            strides,
            extent,
            &steps,
            Swizzle::Bytes128,
        )
    }

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let map = bf16(&[1 << 32, 7, 3], &[1 << 33, 1 << 34], &[64, 256, 1]).unwrap();
        assert_eq!(TensorMap::decode(&map.encode()), Some(map));
        assert_eq!(map.box_bytes(), 64 * 256 * 2);
    }

    #[test]
    fn other_memory_is_no_map() {
        assert_eq!(TensorMap::decode(&[0; 128]), None);
    }

    #[test]
    fn what_the_driver_rejects_is_rejected() {
        assert!(bf16(&[64, 8], &[136], &[64, 8]).is_err());
        assert!(bf16(&[64, 8], &[128], &[128, 8]).is_err());
        assert!(bf16(&[64, 8], &[128], &[64, 257]).is_err());
        assert!(bf16(&[64, 0], &[128], &[64, 8]).is_err());
        assert!(bf16(&[64, 8], &[128], &[4, 8]).is_err());
    }
}
