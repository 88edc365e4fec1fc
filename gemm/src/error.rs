//! What can be wrong with a matrix product before it starts.

/// Why a matrix product was rejected; each names the argument, its value and the remedy.
///
/// Nothing has been written when an error is returned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GemmError {
    /// The columns of A are not the rows of B.
    #[error("A is {a:?} and B is {b:?}: A's {} columns must equal B's {} rows; transpose one of them or pass matching matrices", a.1, b.0)]
    InnerMismatch {
        /// Shape of A, (M, K).
        a: (usize, usize),
        /// Shape of B, (K, N).
        b: (usize, usize),
    },
    /// C has not the shape of the product.
    #[error("C is {c:?} but A*B is {product:?}: pass a C of that shape")]
    OutputMismatch {
        /// Shape of C as given.
        c: (usize, usize),
        /// The shape that it must have, (M, N).
        product: (usize, usize),
    },
    /// A slice is too short for its shape and strides.
    #[error(
        "`data` of the {shape:?} matrix with strides {strides:?} has {len} elements but its layout reaches {needed}: pass a longer slice or a smaller shape"
    )]
    ShortSlice {
        /// Rows and columns.
        shape: (usize, usize),
        /// Elements from one row, and from one column, to the next.
        strides: (isize, isize),
        /// The elements that the layout spans.
        needed: usize,
        /// The elements that the slice holds.
        len: usize,
    },
    /// An extent, or the span of shape and strides, is above `isize::MAX`.
    #[error(
        "a {shape:?} matrix with strides {strides:?} has an extent or a span above {}, the most that an address counts: make it smaller",
        isize::MAX
    )]
    TooLarge {
        /// Rows and columns.
        shape: (usize, usize),
        /// Elements from one row, and from one column, to the next.
        strides: (isize, isize),
    },
    /// A view of the crate `ndarray` whose elements fill no slice: what lies between them may be borrowed elsewhere.
    #[cfg(feature = "ndarray")]
    #[error(
        "a view of shape {shape:?} with strides {strides:?} leaves elements out or repeats them, and cannot be borrowed as a slice: copy it with `to_owned`"
    )]
    NotContiguous {
        /// Rows and columns.
        shape: (usize, usize),
        /// Elements from one row, and from one column, to the next.
        strides: (isize, isize),
    },
    /// The packed blocks of A and B do not fit in memory.
    #[error(
        "`config.blocks` of mc {}, kc {} and nc {} takes {needed} bytes or more a thread for this product, which cannot be had: pass smaller blocks, such as those of `select`", blocks.mc, blocks.kc, blocks.nc
    )]
    BlocksTooLarge {
        /// The block sizes as given.
        blocks: crate::Blocks,
        /// Bytes that a thread needs; the largest `usize` if they are more.
        needed: usize,
    },
    /// Two coordinates of an output are the same element.
    #[error("the output's strides {strides:?} over shape {shape:?} map two coordinates to one element: outputs must not overlap themselves; give it strides like ({}, 1)", shape.1)]
    OutputAliases {
        /// Rows and columns.
        shape: (usize, usize),
        /// Elements from one row, and from one column, to the next.
        strides: (isize, isize),
    },
    /// The bias has not one value per column.
    #[error("`bias` has {len} values but C has {columns} columns: pass one value per column")]
    BiasLength {
        /// Values in the bias.
        len: usize,
        /// Columns of C.
        columns: usize,
    },
    /// The batches differ in length.
    #[error(
        "the batch has {a} matrices A, {b} matrices B and {c} matrices C: give as many A and B as C, or one of them for all"
    )]
    BatchMismatch {
        /// Matrices on the left.
        a: usize,
        /// Matrices on the right.
        b: usize,
        /// Matrices to write.
        c: usize,
    },
    /// The activation is not defined on integers.
    #[error(
        "activation `{activation}` needs a floating-point accumulator, and these inputs accumulate in {accumulator}: use `relu` or none"
    )]
    IntegerActivation {
        /// The activation asked for.
        activation: crate::Activation,
        /// The accumulator's type.
        accumulator: &'static str,
    },
}
