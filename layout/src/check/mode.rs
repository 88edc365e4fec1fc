//! A mode, a bounded list of modes, and what can be read off them at once: size, span, offset of an index.

/// How many modes a [`Flat`] can hold.
///
/// Layouts of tensors and partitions have a handful of leaves; a power-of-two layout split into bits has at most 63.
pub const CAPACITY: usize = 64;

/// One mode of a layout: `size` elements, `stride` apart. Written `size:stride`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode {
    /// The number of coordinates of this mode, at least 1 in a well-formed layout.
    pub size: i64,
    /// The distance in elements between neighbours; 0 for a broadcast, negative for a reversed mode.
    pub stride: i64,
}

impl Mode {
    /// The mode `size:stride`.
    #[must_use]
    pub const fn new(size: i64, stride: i64) -> Self {
        Self { size, stride }
    }
}

/// A list of at most [`CAPACITY`] modes that lives on the stack and in constants.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    modes: [Mode; CAPACITY],
    len: usize,
}

impl Flat {
    /// The empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            modes: [Mode::new(1, 0); CAPACITY],
            len: 0,
        }
    }

    /// The modes of `modes` in their order; `None` when there are more than [`CAPACITY`].
    #[must_use]
    pub const fn from_slice(modes: &[Mode]) -> Option<Self> {
        let mut flat = Self::new();
        if flat.extend(modes) { Some(flat) } else { None }
    }

    /// Appends one mode; `false` (and no change) when the list is full.
    pub const fn push(&mut self, mode: Mode) -> bool {
        if self.len == CAPACITY {
            return false;
        }
        self.modes[self.len] = mode;
        self.len += 1;
        true
    }

    /// Appends all of `modes`; `false` when the list cannot hold them.
    pub const fn extend(&mut self, modes: &[Mode]) -> bool {
        let mut i = 0;
        while i < modes.len() {
            if !self.push(modes[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The modes as a slice.
    #[must_use]
    pub const fn as_slice(&self) -> &[Mode] {
        self.modes.split_at(self.len).0
    }

    /// The modes as a slice that may be changed in place.
    pub const fn as_mut_slice(&mut self) -> &mut [Mode] {
        self.modes.split_at_mut(self.len).0
    }

    /// The number of modes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no mode.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes and returns the last mode.
    pub const fn pop(&mut self) -> Option<Mode> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.modes[self.len])
    }
}

impl Default for Flat {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Flat {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Flat {}

/// The smallest and the largest offset of a layout; both are attained. `least <= 0 <= greatest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Sum of `(size - 1) * stride` over the modes with a negative stride.
    pub least: i64,
    /// Sum of `(size - 1) * stride` over the modes with a positive stride.
    pub greatest: i64,
}

impl Span {
    /// `greatest - least + 1`: the number of cells from the first to the last, CuTe's cosize; `None` beyond 64 bits.
    #[must_use]
    pub const fn cells(self) -> Option<i64> {
        match self.greatest.checked_sub(self.least) {
            Some(extent) => extent.checked_add(1),
            None => None,
        }
    }
}

/// The product of the sizes (1 for no mode); `None` when it does not fit 64 bits or a size is negative.
#[must_use]
pub const fn size(modes: &[Mode]) -> Option<i64> {
    let mut total: i64 = 1;
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size < 0 {
            return None;
        }
        total = match total.checked_mul(modes[i].size) {
            Some(product) => product,
            None => return None,
        };
        i += 1;
    }
    Some(total)
}

/// Whether there is no coordinate: some mode has none.
pub(super) const fn is_void(modes: &[Mode]) -> bool {
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size == 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// The least and greatest offset; `None` when one does not fit 64 bits.
///
/// This is the one overflow bound that a layout needs: every partial sum of an offset lies between the two, so an index
/// type that holds `least` and `greatest` holds all of them (see [`index_bits`]).
#[must_use]
pub const fn span(modes: &[Mode]) -> Option<Span> {
    let mut least: i64 = 0;
    let mut greatest: i64 = 0;
    let mut i = 0;
    while i < modes.len() {
        if modes[i].size > 1 {
            let reach = match (modes[i].size - 1).checked_mul(modes[i].stride) {
                Some(reach) => reach,
                None => return None,
            };
            let (sum, negative) = if reach < 0 {
                (least.checked_add(reach), true)
            } else {
                (greatest.checked_add(reach), false)
            };
            match (sum, negative) {
                (Some(sum), true) => least = sum,
                (Some(sum), false) => greatest = sum,
                (None, _) => return None,
            }
        }
        i += 1;
    }
    Some(Span { least, greatest })
}

/// The number of bits of the smallest signed integer type (8, 16, 32 or 64) that holds every offset of the layout
/// *and* every index below its size; `None` beyond 64 bits.
///
/// ```
/// use azulejo_layout::check::{index_bits, Mode};
/// assert_eq!(index_bits(&[Mode::new(4, 1), Mode::new(8, 4)]), Some(8));
/// assert_eq!(index_bits(&[Mode::new(65536, 1), Mode::new(65536, 65536)]), Some(64));
/// ```
#[must_use]
pub const fn index_bits(modes: &[Mode]) -> Option<u32> {
    let (total, span) = match (size(modes), span(modes)) {
        (Some(total), Some(span)) => (total, span),
        _ => return None,
    };
    let top = if total > span.greatest {
        total
    } else {
        span.greatest
    };
    if top <= i8::MAX as i64 && span.least >= i8::MIN as i64 {
        Some(8)
    } else if top <= i16::MAX as i64 && span.least >= i16::MIN as i64 {
        Some(16)
    } else if top <= i32::MAX as i64 && span.least >= i32::MIN as i64 {
        Some(32)
    } else {
        Some(64)
    }
}

/// The offset of a 1-D index: digits by size, leftmost fastest, the last digit unbounded, as CuTe defines it.
///
/// `None` when the offset does not fit 64 bits or a size that divides is not positive. A negative index has negative
/// digits (division truncates), so that the offset of `-i` is minus the offset of `i`.
#[must_use]
pub const fn offset(modes: &[Mode], index: i64) -> Option<i64> {
    let mut rest = index;
    let mut sum: i64 = 0;
    let mut i = 0;
    while i < modes.len() {
        let digit = if i + 1 < modes.len() {
            if modes[i].size <= 0 {
                return None;
            }
            let digit = rest % modes[i].size;
            rest /= modes[i].size;
            digit
        } else {
            rest
        };
        sum = match digit.checked_mul(modes[i].stride) {
            Some(part) => match sum.checked_add(part) {
                Some(sum) => sum,
                None => return None,
            },
            None => return None,
        };
        i += 1;
    }
    Some(sum)
}
