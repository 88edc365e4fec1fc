//! [`DescriptorIterator`] and [`LowWordDescriptorIterator`]: `wgmma` descriptors as the engine of a tensor.

use core::marker::PhantomData;

use azulejo_layout::Int;
use azulejo_layout::check::rules::Desc;

use super::AsRegisters;
use super::Moves;

/// Storage with an address in the shared memory of a thread block.
///
/// # Safety
/// `shared_address` is the byte address of the engine's base in the shared memory of the block that runs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no address in shared memory",
    note = "take the tensor from `shared_storage!` or `make_tensor(SharedPtr::new(..), layout)`"
)]
pub unsafe trait SharedBase {
    /// The address of the base in bytes.
    fn shared_address(&self) -> u32;
}

/// A `wgmma` matrix descriptor, moved by offsets in elements of `T`.
///
/// The low word holds the start address and the leading byte offset, the high word the stride byte offset and the swizzle:
///
/// ```text
/// bits   0..14   address / 16              bits  32..46   stride byte offset / 16
/// bits  16..30   leading byte offset / 16  bits  62..64   swizzle: 0 none, 1 128 B, 2 64 B, 3 32 B
/// ```
///
/// Moving adds to the low word alone, one 32-bit addition; the operand of an instruction is one 64-bit addition away from it, or
/// a 32-bit one after [`DescriptorIterator::by_low_word`].
///
/// Source: PTX ISA, "Matrix descriptor format"; CuTe, `DescriptorIterator` and `make_gmma_desc` in `mma_traits_sm90_gmma.hpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptorIterator<T> {
    low: u32,
    high: u32,
    element: PhantomData<T>,
}

impl<T> DescriptorIterator<T> {
    /// The descriptor of a tile that starts `offset` elements after the byte `address` of shared memory.
    #[inline(always)]
    pub(crate) fn new(address: u32, offset: isize, fields: DescriptorFields) -> Self {
        let start = (address & 0x3_ffff) >> 4;
        DescriptorIterator {
            low: (start | fields.leading << 16).wrapping_add(Self::step(offset)),
            high: fields.stride | fields.swizzle << 30,
            element: PhantomData,
        }
    }

    /// The 64 bits that the instruction takes.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }

    /// The same descriptor, for operands that differ in the low word alone.
    #[inline(always)]
    pub const fn by_low_word(self) -> LowWordDescriptorIterator<T>
    where
        T: Copy,
    {
        LowWordDescriptorIterator(self)
    }

    /// Units of 16 bytes in `offset` elements.
    #[inline(always)]
    const fn step(offset: isize) -> u32 {
        ((offset * size_of::<T>() as isize) >> 4) as u32
    }
}

impl<T: Copy, O: Int> Moves<O> for DescriptorIterator<T> {
    type View<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn moved(&self, by: O) -> Self {
        let low = self.low.wrapping_add(Self::step(by.value() as isize));
        DescriptorIterator { low, ..*self }
    }
}

// SAFETY: a descriptor is a number; no memory is read.
unsafe impl<T: Copy> AsRegisters<u64> for DescriptorIterator<T> {
    type Value = T;

    #[inline(always)]
    unsafe fn registers(&self, offset: isize) -> u64 {
        self.bits().wrapping_add(Self::step(offset) as u64)
    }
}

/// A [`DescriptorIterator`] whose operands differ in the low word alone: the high word is in one register for all of them, which
/// a kernel short of registers needs more than the addition saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowWordDescriptorIterator<T>(DescriptorIterator<T>);

impl<T: Copy, O: Int> Moves<O> for LowWordDescriptorIterator<T> {
    type View<'a>
        = Self
    where
        Self: 'a;

    #[inline(always)]
    fn moved(&self, by: O) -> Self {
        LowWordDescriptorIterator(self.0.moved(by))
    }
}

// SAFETY: a descriptor is a number; no memory is read.
unsafe impl<T: Copy> AsRegisters<u64> for LowWordDescriptorIterator<T> {
    type Value = T;

    #[inline(always)]
    unsafe fn registers(&self, offset: isize) -> u64 {
        let low = self
            .0
            .low
            .wrapping_add(DescriptorIterator::<T>::step(offset));
        DescriptorIterator { low, ..self.0 }.bits()
    }
}

/// The fields of a descriptor that follow from a layout, in units of 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptorFields {
    leading: u32,
    stride: u32,
    swizzle: u32,
}

impl DescriptorFields {
    /// The fields of one instruction's operand in shared memory.
    ///
    /// `tile` is its `(M or N, K)` mode with M or N fastest, `[mn, k]` its extents, `bytes` the width of an element and `bits` the
    /// swizzle's: 0 to 3.
    pub(crate) const fn of(
        tile: &Desc,
        [mn, k]: [usize; 2],
        k_major: bool,
        bytes: usize,
        bits: i64,
    ) -> Self {
        let (mn, k, chunk) = (mn as i64, k as i64, (16 / bytes) as i64);
        // Elements of one swizzled row.
        let row = chunk << bits;
        assert!(
            offset_in(tile, if k_major { mn } else { 1 }) == 1,
            "the operand in shared memory is not contiguous along its major mode: choose the other `Major` for the atom, or another layout for the tile"
        );
        // Elements from one group of 8 rows (or of a row's length along the major mode) to the next, along M or N and along K.
        let (along_mn, along_k) = if k_major {
            (
                next_in(tile, 8, mn > 8, chunk),
                next_in(tile, mn * chunk, bits == 0, chunk),
            )
        } else {
            (
                next_in(tile, row, mn > row, chunk),
                next_in(tile, mn * 8, k > 8, chunk),
            )
        };
        let mut i = 0;
        while i < mn {
            let linear = match k_major {
                true => i / 8 * along_mn + i % 8 * row,
                false => i / row * along_mn + i % row,
            };
            assert!(offset_in(tile, i) == linear, "{}", NO_BLOCKS);
            i += 1;
        }
        let mut i = 0;
        while i < k {
            let linear = match (k_major, bits) {
                (true, 0) => i / chunk * along_k + i % chunk,
                (true, _) => i,
                _ => i / 8 * along_k + i % 8 * row,
            };
            assert!(offset_in(tile, mn * i) == linear, "{}", NO_BLOCKS);
            i += 1;
        }
        let (along_mn, along_k) = (units(along_mn, bytes), units(along_k, bytes));
        let (leading, stride) = match (k_major, bits) {
            (true, 0) | (false, 0) => (along_k, along_mn),
            (true, _) => (1, along_mn),
            (false, _) => (along_mn, along_k),
        };
        DescriptorFields {
            leading,
            stride,
            swizzle: match bits {
                3 => 1,
                2 => 2,
                1 => 3,
                _ => 0,
            },
        }
    }
}

/// What is said of a tile that a descriptor cannot name.
const NO_BLOCKS: &str = "the operand in shared memory is not made of the blocks that `wgmma` reads: build its layout by `tile_to_shape` from a `Layout_K_*_Atom` or `Layout_MN_*_Atom`";

/// The offset of `index` if it is in the tile, else one unit.
const fn next_in(tile: &Desc, index: i64, there: bool, unit: i64) -> i64 {
    if there { offset_in(tile, index) } else { unit }
}

/// An offset in elements as a descriptor's field: units of 16 bytes.
const fn units(offset: i64, bytes: usize) -> u32 {
    let bytes = offset * bytes as i64;
    assert!(bytes % 16 == 0, "{}", NO_BLOCKS);
    assert!(
        0 <= bytes && bytes < 1 << 18,
        "the operand in shared memory spans more than a descriptor can address: use a smaller tile"
    );
    (bytes / 16) as u32
}
/// The offset of the 1-D coordinate `index` in a static mode, in elements.
pub(crate) const fn offset_in(mode: &Desc, index: i64) -> i64 {
    match mode {
        Desc::Nil => 0,
        Desc::Mode(_, stride, _) => match *stride {
            azulejo_layout::Known::Static(stride) => index * stride,
            _ => panic!("the layout of an operand in shared memory is static"),
        },
        Desc::Cons(head, tail) => {
            let size = match head.size() {
                Some(size) => size,
                None => panic!("the layout of an operand in shared memory is static"),
            };
            if matches!(tail, Desc::Nil) {
                offset_in(head, index)
            } else {
                offset_in(head, index % size) + offset_in(tail, index / size)
            }
        }
    }
}
