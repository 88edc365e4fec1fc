//! [`ArrayError`]: everything that an array operation on the CPU can reject.

use azulejo_tensor::{DType, ElementError};

/// Why an array operation was rejected. Nothing is written when one is returned.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ArrayError {
    /// More dimensions than [`MAX_RANK`](super::MAX_RANK).
    RankTooLarge {
        /// The rank given.
        rank: usize,
    },
    /// Two lists that must be equally long are not.
    RankMismatch {
        /// The rank expected.
        expected: usize,
        /// The rank given.
        got: usize,
    },
    /// The layout reaches past the end of its data.
    OutOfBounds {
        /// Elements that the layout spans.
        cosize: u64,
        /// Elements that are there.
        len: u64,
    },
    /// The number of elements or of bytes does not fit the address space.
    IndexOverflow {
        /// The extents.
        extents: Vec<usize>,
    },
    /// There is not so much memory.
    OutOfMemory {
        /// The extents.
        extents: Vec<usize>,
        /// The bytes that they take.
        bytes: usize,
    },
    /// Two arrays that must have the same shape have not.
    ShapeMismatch {
        /// The shape expected.
        expected: Vec<usize>,
        /// The shape given.
        got: Vec<usize>,
    },
    /// Two shapes that do not broadcast; `axis` counts in the result.
    NotBroadcastable {
        /// One shape.
        lhs: Vec<usize>,
        /// The other shape.
        rhs: Vec<usize>,
        /// The last axis at which the extents differ and neither is 1.
        axis: usize,
    },
    /// An output that stores two elements in one place.
    Overlap {
        /// The extents.
        extents: Vec<usize>,
        /// The strides.
        strides: Vec<usize>,
    },
    /// A negative stride, which no array here takes.
    NegativeStride {
        /// The stride.
        stride: i64,
    },
    /// A layout that is not a list of extents and strides: a swizzle or a coordinate layout.
    NotStrided {
        /// The layout, in the notation.
        layout: String,
    },
    /// Another shape or type of the same elements that only a copy can have.
    WouldCopy {
        /// What was asked for.
        what: String,
    },
    /// Element `index`, counted with the last mode fastest, does not fit the type of a checked conversion.
    ElementOutOfRange {
        /// The element.
        index: usize,
        /// The value and the type.
        error: ElementError,
    },
    /// An axis that is outside the shape or given twice.
    BadAxis {
        /// The axis.
        axis: i64,
        /// The rank of the array.
        rank: usize,
    },
    /// A tile that lies wholly outside the array.
    IndexOutOfSpace {
        /// The index of the tile.
        index: Vec<usize>,
        /// Tiles along each axis.
        space: Vec<usize>,
    },
    /// A reduction over no elements that has no neutral value.
    EmptyReduction {
        /// The reduction.
        op: &'static str,
    },
    /// An operator that is not defined for a type.
    NotSupported {
        /// The operator.
        op: &'static str,
        /// The type.
        dtype: DType,
    },
    /// An operator with the wrong number of operands.
    WrongArity {
        /// The operator.
        op: &'static str,
        /// Operands it takes.
        expected: usize,
        /// Operands given.
        got: usize,
    },
    /// What the element types themselves reject: a promotion, a rounding mode, a constant.
    Element(ElementError),
}

/// The text of an error, a row a variant; variants whose text depends on more have match arms below.
#[doc(hidden)]
#[macro_export]
macro_rules! error_texts {
    ($error:ident, $f:ident; $($variant:ident $({ $($field:ident),* })? => $text:literal $(, $argument:expr)*;)* _ { $($arms:tt)* }) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, $f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),* })? => write!($f, $text $(, $argument)*),)*
                    $($arms)*
                }
            }
        }
    };
}

error_texts! { ArrayError, f;
    RankTooLarge { rank } => "rank {rank} is above the limit of {}: merge axes", super::MAX_RANK;
    RankMismatch { expected, got } => "expected rank {expected}, got rank {got}: reshape it";
    OutOfBounds { cosize, len } => "the layout spans {cosize} elements, but there are {len}: pass more of them, or smaller extents";
    IndexOverflow { extents } => "an array of shape {extents:?} does not fit the address space: take smaller extents";
    OutOfMemory { extents, bytes } => "an array of shape {extents:?} takes {bytes} bytes, more memory than can be had: take smaller extents";
    ShapeMismatch { expected, got } => "expected shape {expected:?}, got {got:?}: pass an array of that shape";
    NotBroadcastable { lhs, rhs, axis } => "shapes {lhs:?} and {rhs:?} do not broadcast: they differ at axis {axis} and neither extent is 1; reshape one";
    Overlap { extents, strides } => "an output of shape {extents:?} with strides {strides:?} stores two elements in one place: give each its own";
    NegativeStride { stride } => "stride {stride} is negative; flip the array before";
    NotStrided { layout } => "{layout} is not a list of extents and strides";
    WouldCopy { what } => "{what} needs a copy: copy or cast into an array of its own first";
    ElementOutOfRange { index, error } => "element {index}: {error}; clamp or wrap it with `cast`";
    BadAxis { axis, rank } => "axis {axis} is given twice or outside an array of rank {rank}: name each once, from 0 on";
    IndexOutOfSpace { index, space } => "tile {index:?} is outside the {space:?} tiles of the array";
    EmptyReduction { op } => "{op} of no elements has no value: pass at least one";
    NotSupported { op, dtype } => "{op} is not defined for {dtype}; cast the operand first";
    WrongArity { op, expected, got } => "{op} takes {expected} operand{}, got {got}: give as many", if *expected == 1 { "" } else { "s" };
    _ { Self::Element(error) => error.fmt(f) }
}

impl std::error::Error for ArrayError {}

impl From<ElementError> for ArrayError {
    fn from(error: ElementError) -> Self {
        ArrayError::Element(error)
    }
}
