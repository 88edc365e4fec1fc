//! Checks of arguments that calls share, each with its error.

use std::sync::Arc;

use cudarc::driver::CudaContext;

use super::Error;
use azulejo_cpu::{ArrayError, Strided};

/// What is expected where an element type has no arithmetic.
pub(crate) const ARITHMETIC: &str = "an integer, float16, bfloat16, float32 or float64";

/// Rejects what is of another context than the stream.
pub(crate) fn same_device(
    argument: &'static str,
    stream: &Arc<CudaContext>,
    found: &Arc<CudaContext>,
) -> Result<(), Error> {
    if found == stream {
        return Ok(());
    }
    Err(Error::WrongDevice {
        argument,
        expected: stream.ordinal(),
        found: found.ordinal(),
    })
}

/// Rejects an address that is not a multiple of `align`.
pub(crate) fn aligned(argument: &'static str, address: u64, align: u64) -> Result<(), Error> {
    if address.is_multiple_of(align) {
        return Ok(());
    }
    Err(Error::Misaligned {
        argument,
        address,
        align,
    })
}

/// Rejects a layout that spans more elements than there are.
pub(crate) fn in_bounds(argument: &'static str, needed: u128, len: u64) -> Result<(), Error> {
    if needed <= u128::from(len) {
        return Ok(());
    }
    Err(Error::OutOfBounds {
        argument,
        needed: u64::try_from(needed).unwrap_or(u64::MAX),
        len,
    })
}

/// Rejects an output that shares bytes with what is read: first bytes, and one past the last.
pub(crate) fn apart(
    argument: &'static str,
    with: &'static str,
    [written, read]: [(u64, u64); 2],
) -> Result<(), Error> {
    match written.0.max(read.0) < written.1.min(read.1) {
        true => Err(Error::overlap(argument, with)),
        false => Ok(()),
    }
}

/// Rejects another shape than the one that an argument needs.
pub(crate) fn same_shape(
    argument: &'static str,
    expected: &[usize],
    found: &[usize],
) -> Result<(), Error> {
    match expected == found {
        true => Ok(()),
        false => Err(Error::shape(argument, expected, found)),
    }
}

/// Rejects a row that is not of `families`, the table of this name: launches are sound for the rows of tables alone.
pub(crate) fn listed<Row: PartialEq>(
    families: &[&[Row]],
    table: &str,
    (row, name): (&Row, &str),
) -> Result<(), Error> {
    let is_same = |of: &Row| std::ptr::eq(of, row);
    let all = || families.iter().copied().flatten();
    Error::ensure(
        all().any(is_same) || all().any(|of| of == row),
        "row",
        || format!("{name} is not a row of {table}: pass one of its rows, unchanged"),
    )
}

/// Rejects the layout of an output two of whose elements share a place.
pub(crate) fn injective(layout: &Strided) -> Result<(), Error> {
    if layout.is_injective() {
        return Ok(());
    }
    let (extents, strides) = (layout.extents().to_vec(), layout.strides().to_vec());
    Err(ArrayError::Overlap { extents, strides }.into())
}
