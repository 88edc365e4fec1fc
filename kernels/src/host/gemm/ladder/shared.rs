//! Memory for tiles that several blocks share.

use crate::device::gemm::ladder::slices::Slices;
use crate::device::gemm::ladder::table::Row;
use crate::host::{Error, gemm::Space};

/// How `tiles` tiles with `stages` stages of K are shared among blocks, with memory for their counts, which are 0, and sums.
///
/// # Errors
/// [`Error::OutOfMemory`], or the driver's.
pub(super) fn shared_tiles(
    space: &mut Space<'_>,
    row: &Row,
    tiles: u32,
    stages: u32,
) -> Result<Slices, Error> {
    let multiprocessors = space.stream().device().multiprocessors();
    let slices = Slices::for_grid(tiles, multiprocessors, row.kernel.min_ctas, stages);
    if slices.parts <= 1 {
        return Ok(slices);
    }
    // At most half as many slices as there are places, so the bytes are few.
    let cut = (tiles - slices.wholes) as usize;
    let counts = (4 * cut).next_multiple_of(256);
    let sums = cut * (slices.parts * row.tile.0 * row.tile.1 * row.sum()) as usize;
    // A sum is read by the last block of its tile alone, that is by the one which finds that all slices of the tile have been
    // counted, and each is counted by its block after a fence.
    let base = space.zeros((counts + sums) as u64)?;
    Ok(Slices {
        counts: base,
        sums: base + counts as u64,
        ..slices
    })
}
