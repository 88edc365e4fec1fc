//! Operands that no kernel reads by vectors, copied to ones that can be, before each launch.

use azulejo_tensor::DType;

use crate::cpu::Strided;
use crate::device::gemm::ladder::args::View;
use crate::host::gemm::{Space, pitch};
use crate::host::{Error, Stream, copy::copy_raw, operand::Raw};

/// A copy to be made before each launch.
pub(super) struct Repacked {
    from: Raw,
    to: Raw,
}

impl Repacked {
    /// A copy of `view` with K contiguous and lines at multiples of 16 bytes, and its view.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and those of [`Strided::new`]; for a negative stride `Ok(None)`.
    pub fn new(
        space: &mut Space<'_>,
        view: &View,
        [mn, k, batches]: [u64; 3],
        dtype: DType,
    ) -> Result<Option<(View, Self)>, Error> {
        let strides = [view.batch, view.row, view.column];
        let Ok([batch, row, column]) = strides
            .map(usize::try_from)
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
            .map(|s| [s[0], s[1], s[2]])
        else {
            return Ok(None);
        };
        let element = dtype.bytes() as u64;
        let ld = pitch(k * element) / element;
        let bytes = [mn, batches, element]
            .into_iter()
            .try_fold(ld, u64::checked_mul);
        let Some(bytes) = bytes else {
            return Ok(None);
        };
        let base = space.zeros(bytes)?;
        let extents = [batches as usize, mn as usize, k as usize];
        // The copy moves bits: a type of the same width will do.
        let plain = match element {
            1 => DType::U8,
            2 => DType::U16,
            _ => DType::U32,
        };
        let raw = |address, strides: [usize; 3]| -> Result<Raw, Error> {
            Ok(Raw {
                address,
                layout: Strided::new(&extents, &strides)?,
                dtype: plain,
            })
        };
        let packed = View {
            base,
            row: ld as i64,
            column: 1,
            batch: (ld * mn) as i64,
        };
        let copy = Self {
            from: raw(view.base, [batch, row, column])?,
            to: raw(base, [(ld * mn) as usize, ld as usize, 1])?,
        };
        Ok(Some((packed, copy)))
    }

    /// Makes the copy.
    pub fn start(&self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: `from` was checked against its region, which the launch borrows; `to` is room in the product's space.
        unsafe { copy_raw(stream, &self.from, &self.to) }
    }
}
