//! [`copy`] on a device: any layout to any layout.

use super::{
    Error, Launch, Operand, Place, Stream, Target, fill::MAX_GRID, operand::Raw, plan::Nest,
};
use crate::{
    device::{
        copy::{EDGE_TILE, KERNELS, THREADS, Tile, Transpose, UNROLL},
        modes::Modes,
    },
    table::Kernel,
};

/// Copies every element of `from`, broadcast to the shape of `to`, to the element of `to` at the same coordinate.
///
/// The modes are sorted by the destination's strides and merged. One run on both sides is a plain copy; runs in one mode
/// are copied in the widest vectors that fit both sides; runs in different modes go through shared memory tile by tile,
/// so that both sides move whole lines.
///
/// # Errors
/// [`Error::Dtype`] where the element types differ, [`Error::Array`] where the shapes do not broadcast, [`Error::Overlap`] where the two share memory,
/// [`Error::WrongDevice`], [`Error::NullPointer`], [`Error::Misaligned`], or the driver's.
///
/// ```no_run
/// use azulejo_kernels::host::{Device, View, ViewMut, copy};
/// let stream = Device::new(0)?.stream()?;
/// let data = stream.upload(&[1, 2, 3, 4, 5, 6])?;
/// let mut transposed = stream.zeros::<i32>(6)?;
/// let from = View::row_major(&data, &[2, 3])?.permute(&[1, 0])?;
/// copy(&stream, &from, &mut ViewMut::row_major(&mut transposed, &[3, 2])?)?;
/// assert_eq!(stream.download(&transposed)?, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), azulejo_kernels::host::Error>(())
/// ```
pub fn copy(stream: &Stream, from: &dyn Operand, to: &mut dyn Target) -> Result<(), Error> {
    if from.dtype() != to.dtype() {
        return Err(Error::dtype("input", from.dtype()));
    }
    let layout = from.layout().broadcast(to.layout().extents())?;
    let (dtype, to_layout) = (to.dtype(), *to.layout());
    let src = from.place(stream)?;
    let dst = to.place(stream)?;
    dst.apart(&src, "the input")?;
    let _order = Place::order(stream, [&src, &dst])?;
    let from = Raw {
        address: src.address,
        layout,
        dtype,
    };
    let to = Raw {
        address: dst.address,
        layout: to_layout,
        dtype,
    };
    // SAFETY: the views checked reach and alignment, `to` is borrowed for writing and apart from `from`, and the guards
    // keep the buffers until the work is done.
    unsafe { copy_raw(stream, &from, &to) }
}

/// Launches a copy between two places of one shape and type.
///
/// # Safety
/// Both must be live on the stream's device, `to` writable and apart from `from`, aligned to their elements.
pub(crate) unsafe fn copy_raw(stream: &Stream, from: &Raw, to: &Raw) -> Result<(), Error> {
    let size = to.size();
    let nest = Nest::new([&to.layout, &from.layout], [size; 2]);
    if nest.total() == 0 {
        return Ok(());
    }
    let (dst, src) = (to, from);
    let addresses = [dst.address, src.address];
    let s = size as i64;
    if let [(extent, strides)] = nest.modes[..]
        && ((strides == [s, s] || extent == 1) && addresses[0] % 16 == addresses[1] % 16)
    {
        let bytes = extent * size as u64;
        let function = stream.device().function(&KERNELS[0])?;
        let grid = bytes
            .div_ceil(16 * (THREADS * UNROLL) as u64)
            .clamp(1, MAX_GRID as u64) as u32;
        let launch = Launch::new(stream, &function).grid(grid, 1, 1);
        // SAFETY: `azulejo_copy_bytes(*mut u8, *const u8, u64)`: both layouts reach these bytes, `to` is borrowed
        // for writing, the two are apart, and the guards keep the buffers until the work is done.
        return unsafe { launch.run((dst.address, src.address, bytes)) };
    }
    if let Some(plan) = transposed(&nest, size, addresses) {
        let function = stream.device().function(plan.kernel)?;
        for (at, shape, blocks) in plan.parts {
            let launch = Launch::new(stream, &function)
                .grid(blocks, 1, 1)
                .shared(plan.shared);
            let [dst, src] = [
                dst.address.wrapping_add_signed(at[0]),
                src.address.wrapping_add_signed(at[1]),
            ];
            // SAFETY: `azulejo_transpose_N(*mut u8, *const u8, Transpose)`: `transposed` made the shape from the two
            // layouts and checked alignment; see above for the buffers.
            unsafe { launch.run((dst, src, shape)) }?;
        }
        return Ok(());
    }
    let whole = nest.modes[0].1 == [s, s];
    let v = if whole {
        nest.vector([size; 2], addresses, 16 / size as u64)
    } else {
        1
    };
    let function = stream
        .device()
        .function(&KERNELS[1 + (v as usize * size).trailing_zeros() as usize])?;
    for part in nest.in_vectors(v).parts()? {
        let launch =
            Launch::new(stream, &function).grid(part.total.div_ceil(THREADS * UNROLL), 1, 1);
        let [dst, src] = [
            dst.address.wrapping_add_signed(part.start[0]),
            src.address.wrapping_add_signed(part.start[1]),
        ];
        // SAFETY: `azulejo_copy_N(*mut u8, *const u8, Modes<2>, u32)`: the nest visits the elements of both layouts,
        // each vector at a multiple of its width; see above for the buffers.
        unsafe { launch.run((dst, src, part.modes, part.total)) }?;
    }
    Ok(())
}

/// A transposing copy: its kernel, bytes of shared memory, and launches (start, shape, blocks).
struct Transposed {
    kernel: &'static Kernel,
    shared: u32,
    parts: Vec<([i64; 2], Transpose, u32)>,
}

/// The transposing copy for a nest whose two runs are in different modes; `None` where they are not, where either is
/// too short to be worth a tile, or where a tile index would not fit.
fn transposed(nest: &Nest<2>, size: usize, addresses: [u64; 2]) -> Option<Transposed> {
    let s = size as i64;
    if size > 8 || nest.modes.len() < 2 {
        return None;
    }
    let (rows, [dst_run, src_stride]) = nest.modes[0];
    if dst_run != s || src_stride == s || src_stride == 0 {
        return None;
    }
    let at = nest.modes[1..].iter().position(|(_, [_, src])| *src == s)? + 1;
    let (columns, [dst_stride, _]) = nest.modes[at];
    if rows < 8 || columns < 8 || rows >= 1 << 31 || columns >= 1 << 31 {
        return None;
    }
    let tile = Tile::of(size as u32);
    let outer: Vec<_> = nest.modes[1..]
        .iter()
        .enumerate()
        .filter(|(k, _)| k + 1 != at)
        .map(|(_, m)| *m)
        .collect();
    let wide = rows.is_multiple_of(tile.vector as u64)
        && columns.is_multiple_of(tile.vector as u64)
        && addresses.iter().all(|a| a % 16 == 0)
        && dst_stride % 16 == 0
        && src_stride % 16 == 0
        && outer
            .iter()
            .all(|(_, strides)| strides.iter().all(|s| s % 16 == 0));
    let (r, c) = if wide {
        (tile.rows, tile.columns)
    } else {
        (EDGE_TILE, EDGE_TILE)
    };
    let shared = if wide {
        tile.bytes()
    } else {
        EDGE_TILE * (EDGE_TILE + 1) * size as u32
    };
    let inner = [
        (
            rows.div_ceil(r as u64),
            [r as i64 * s, r as i64 * src_stride],
        ),
        (
            columns.div_ceil(c as u64),
            [c as i64 * dst_stride, c as i64 * s],
        ),
    ];
    let tiles = Nest {
        modes: inner.into_iter().chain(outer).collect(),
    };
    let kernel = &KERNELS[6 + size.trailing_zeros() as usize + if wide { 0 } else { 4 }];
    let shape = |modes: Modes<2>| Transpose {
        tiles: modes,
        rows: rows as u32,
        columns: columns as u32,
        dst_stride,
        src_stride,
    };
    let parts = tiles.parts().ok()?;
    // A cut through the tiles of one matrix would change what is left of its extents.
    if parts.len() > 1 && inner[0].0 * inner[1].0 >= 1 << 31 {
        return None;
    }
    Some(Transposed {
        kernel,
        shared,
        parts: parts
            .into_iter()
            .map(|p| (p.start, shape(p.modes), p.total))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Strided;

    fn plan(
        extents: &[usize],
        dst: &[usize],
        src: &[usize],
        size: usize,
    ) -> Option<(&'static str, u32)> {
        let (dst, src) = (
            Strided::new(extents, dst).unwrap(),
            Strided::new(extents, src).unwrap(),
        );
        transposed(&Nest::new([&dst, &src], [size; 2]), size, [4096, 8192])
            .map(|t| (t.kernel.name, t.parts[0].2))
    }

    #[test]
    fn kernels_are_found_by_layout() {
        assert_eq!(KERNELS[5].name, "azulejo_copy_16");
        assert_eq!(
            plan(&[128, 192], &[192, 1], &[1, 128], 4),
            Some(("azulejo_transpose_4", 6))
        );
        assert_eq!(
            plan(&[128, 192], &[192, 1], &[1, 128], 2),
            Some(("azulejo_transpose_2", 3))
        );
        assert_eq!(
            plan(&[3, 64, 64], &[4096, 64, 1], &[4096, 1, 64], 8),
            Some(("azulejo_transpose_8", 6))
        );
        assert_eq!(
            plan(&[130, 193], &[193, 1], &[1, 130], 1),
            Some(("azulejo_transpose_1_edge", 35))
        );
        assert_eq!(plan(&[128, 192], &[192, 1], &[192, 1], 4), None);
        assert_eq!(plan(&[128, 192], &[192, 1], &[1, 0], 4), None);
        assert_eq!(plan(&[4, 192], &[192, 1], &[1, 4], 4), None);
    }
}
