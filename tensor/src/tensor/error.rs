//! [`TensorError`]: why a tensor or a view was rejected.

use core::fmt;

/// Why an operation on tensors was rejected.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{make_tensor, TensorError};
/// let data = [0u8; 31];
/// let error = make_tensor(&data[..], layout!((_4, _8))).unwrap_err();
/// assert_eq!(error, TensorError::BufferTooShort { len: 31, needed: 32 });
/// assert_eq!(error.to_string(), "the buffer holds 31 elements, but the layout reaches 32: pass a longer buffer or a smaller layout");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TensorError {
    /// The layout's cosize exceeds the buffer's length.
    BufferTooShort {
        /// Elements in the buffer.
        len: usize,
        /// Elements that the layout reaches.
        needed: usize,
    },
    /// The layout reaches offsets below the base of the buffer.
    NegativeOffset {
        /// The smallest offset.
        offset: i64,
    },
    /// The layout's offsets do not fit the integers of its dynamic leaves, or 64 bits.
    IndexOverflow,
    /// A coordinate is outside the shape.
    IndexOutOfSpace,
    /// Two tensors that are combined element by element have different sizes.
    SizeMismatch {
        /// Size of the first.
        lhs: usize,
        /// Size of the second.
        rhs: usize,
    },
    /// The base is no place for elements of another type, or for the words of a copy.
    Misaligned {
        /// Where the base is, in bytes.
        address: usize,
        /// What it must be a multiple of.
        bytes: usize,
    },
    /// A stride is not an integral number of wider elements.
    RecastStride {
        /// The stride in elements.
        stride: i64,
        /// How many of them make up a wider one.
        unit: i64,
    },
    /// Elements do not fill whole elements of another width.
    RecastSize {
        /// How many.
        elements: i64,
        /// The short name of their type.
        from: &'static str,
        /// That of the other type.
        to: &'static str,
    },
    /// The extents of a product do not agree.
    ShapeMismatch {
        /// Which extent: `M`, `N` or `K`.
        extent: char,
        /// In the first operand.
        lhs: usize,
        /// In the second.
        rhs: usize,
    },
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TensorError::BufferTooShort { len, needed } => write!(
                f,
                "the buffer holds {len} elements, but the layout reaches {needed}: pass a longer buffer or a smaller layout"
            ),
            TensorError::NegativeOffset { offset } => write!(
                f,
                "the layout reaches offset {offset}, below the start of the buffer: move its base or make its strides positive"
            ),
            TensorError::IndexOverflow => {
                f.write_str("the layout's offsets do not fit the integers of its leaves: use a smaller shape, or wider integers")
            }
            TensorError::IndexOutOfSpace => f.write_str(
                "the coordinate is outside the shape: each entry must be below the size of its mode",
            ),
            TensorError::SizeMismatch { lhs, rhs } => write!(
                f,
                "the tensors have {lhs} and {rhs} elements: give both the same size"
            ),
            TensorError::Misaligned { address, bytes } => write!(
                f,
                "the base is at address {address:#x}, or inside a byte there: start at a multiple of {bytes} bytes"
            ),
            TensorError::RecastStride { stride, unit } => write!(
                f,
                "a stride is {stride} elements, not a multiple of the {unit} that make up one of the new width: pad it to a multiple"
            ),
            TensorError::RecastSize { elements, from, to } => write!(
                f,
                "{elements} elements of {from} do not fill whole ones of {to}: the mode of stride 1 must be a multiple of the ratio of the widths"
            ),
            TensorError::ShapeMismatch { extent, lhs, rhs } => write!(
                f,
                "extent {extent} is {lhs} in one operand and {rhs} in another: give both the same"
            ),
        }
    }
}

impl core::error::Error for TensorError {}
