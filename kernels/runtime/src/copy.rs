//! [`copy`] on a device: any layout to any layout.

use super::{
    Error, Launch, Operand, Stream, Target,
    fill::MAX_GRID,
    operand::{Raw, between},
    plan::{Nest, Part},
};
use azulejo_kernels::{
    device::{
        copy::{KERNELS, THREADS, Tile, Transpose, UNROLL},
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
/// [`Error::WrongDevice`], [`Error::NullPointer`], [`Error::Misaligned`], or any CUDA driver error.
///
/// ```no_run
/// use azulejo_runtime::{Device, View, ViewMut, copy};
/// let stream = Device::new(0)?.stream()?;
/// let data = stream.upload(&[1, 2, 3, 4, 5, 6])?;
/// let mut transposed = stream.zeros::<i32>(6)?;
/// let from = View::row_major(&data, &[2, 3])?.permute(&[1, 0])?;
/// copy(&stream, &from, &mut ViewMut::row_major(&mut transposed, &[3, 2])?)?;
/// assert_eq!(stream.download(&transposed)?, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn copy(stream: &Stream, from: &dyn Operand, to: &mut dyn Target) -> Result<(), Error> {
    if from.dtype() != to.dtype() {
        let expected = format!("{}, the output's", to.dtype());
        return Err(Error::dtype("input", from.dtype(), expected));
    }
    // SAFETY: `between` says that both are live, aligned and apart, and `to` is borrowed for writing.
    between(stream, from, to, |from, to| unsafe {
        copy_raw(stream, from, to)
    })
}

/// Launches a copy between two places of one shape and type.
///
/// # Safety
/// Both must be live on the stream's device, `to` writable and apart from `from`, aligned to their elements.
pub(crate) unsafe fn copy_raw(stream: &Stream, from: &Raw, to: &Raw) -> Result<(), Error> {
    let Some(Plan { kernel, way }) = plan(to, from) else {
        return Ok(());
    };
    let function = stream.device().function(kernel)?;
    let launch = |blocks| Launch::new(stream, &function).grid(blocks, 1, 1);
    let places = [to.address, from.address];
    match way {
        Way::Run(bytes) => {
            let grid = bytes
                .div_ceil(16 * (THREADS * UNROLL) as u64)
                .clamp(1, MAX_GRID as u64) as u32;
            // SAFETY: `azulejo_copy_bytes(*mut u8, *const u8, u64)`: both layouts reach these bytes; both places are live, `to`
            // writable and apart from `from`, by this function's contract.
            unsafe { launch(grid).run((to.address, from.address, bytes)) }?;
        }
        Way::Tiles { shared, parts } => {
            for (part, shape) in parts {
                let [dst, src] = part.places(places);
                // SAFETY: `azulejo_transpose_N(*mut u8, *const u8, Transpose)`: `transposed` made the shape from the two
                // layouts and checked alignment; see above for the places.
                unsafe { launch(part.total).shared(shared).run((dst, src, shape)) }?;
            }
        }
        Way::Vectors(nest) => {
            for part in nest.parts()? {
                let [dst, src] = part.places(places);
                let launch = launch(part.total.div_ceil(THREADS * UNROLL));
                // SAFETY: `azulejo_copy_N(*mut u8, *const u8, Modes<2>, u32)`: the nest visits the elements of both layouts,
                // each vector at a multiple of its width; see above for the places.
                unsafe { launch.run((dst, src, part.modes, part.total)) }?;
            }
        }
    }
    Ok(())
}

/// A copy: its kernel, and what that is launched on.
pub(super) struct Plan {
    pub(super) kernel: &'static Kernel,
    way: Way,
}

enum Way {
    /// So many bytes.
    Run(u64),
    /// Tiles through shared memory: launches, and the shape of each.
    Tiles {
        shared: u32,
        parts: Vec<(Part<2>, Transpose)>,
    },
    /// A nest of vectors.
    Vectors(Nest<2>),
}

/// The copy between two places of one shape and type; `None` where there is no element.
pub(super) fn plan(to: &Raw, from: &Raw) -> Option<Plan> {
    let size = to.size();
    let nest = Nest::new([&to.layout, &from.layout], [size; 2]);
    let addresses = [to.address, from.address];
    let whole = nest.modes.first()?.1 == [size as i64; 2];
    if let [(extent, _)] = nest.modes[..]
        && (whole || extent == 1)
        && addresses[0] % 16 == addresses[1] % 16
    {
        return Some(Plan {
            kernel: &KERNELS[0],
            way: Way::Run(extent * size as u64),
        });
    }
    transposed(&nest, size, addresses).or_else(|| {
        let v = if whole {
            nest.vector([size; 2], addresses, 16 / size as u64)
        } else {
            1
        };
        Some(Plan {
            kernel: &KERNELS[1 + (v as usize * size).trailing_zeros() as usize],
            way: Way::Vectors(nest.in_vectors(v)),
        })
    })
}

/// The transposing copy for a nest whose two runs are in different modes; `None` where they are not, where either is
/// too short to be worth a tile, or where a tile index would not fit.
fn transposed(nest: &Nest<2>, size: usize, addresses: [u64; 2]) -> Option<Plan> {
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
    // Vectors of the destination may begin before a tile's first row, so the last rows may be a tile of their own.
    let ((r, c), before) = if wide {
        ((tile.rows, tile.columns), 0)
    } else {
        (tile.window(), tile.vector as u64 - 1)
    };
    let shared = tile.bytes();
    let inner = [
        (
            (rows + before).div_ceil(r as u64),
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
    let parts = parts.into_iter().map(|part| (part, shape(part.modes)));
    let parts = parts.collect();
    Some(Plan {
        kernel,
        way: Way::Tiles { shared, parts },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use azulejo_cpu::Strided;

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
        let plan = transposed(&Nest::new([&dst, &src], [size; 2]), size, [4096, 8192])?;
        match plan.way {
            Way::Tiles { parts, .. } => Some((plan.kernel.name, parts[0].0.total)),
            _ => None,
        }
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
            Some(("azulejo_transpose_1_edge", 4))
        );
        assert_eq!(plan(&[128, 192], &[192, 1], &[192, 1], 4), None);
        assert_eq!(plan(&[128, 192], &[192, 1], &[1, 0], 4), None);
        assert_eq!(plan(&[4, 192], &[192, 1], &[1, 4], 4), None);
    }
}
