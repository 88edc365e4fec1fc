//! [`fill`] and [`zeros`] on a device.

use super::{DeviceElement, Error, Launch, Stream, Target, ViewMut, plan::Nest, region::Region};
use azulejo_kernels::{
    device::zeros::{KERNELS, STRIDED_UNROLL, THREADS, fill_grid},
    table::Kernel,
};

/// Writes `value` to every element of `out`, and to nothing between them.
///
/// One run is filled in 16-byte vectors by a grid that loops in 64 bits; an output with gaps in the widest vectors that
/// fit its runs.
///
/// # Errors
/// [`Error::WrongDevice`], [`Error::NullPointer`], [`Error::Misaligned`], or any CUDA driver error.
///
/// ```no_run
/// use azulejo_cpu::Strided;
/// use azulejo_runtime::{Device, ViewMut, fill};
/// let stream = Device::new(0)?.stream()?;
/// let mut data = stream.upload(&[1.0f32; 124])?;
/// // 13 rows of 4, 10 apart: the six elements between two rows stay as they are.
/// let mut rows = ViewMut::new(&mut data, Strided::new(&[13, 4], &[10, 1])?)?;
/// fill(&stream, &mut rows, 7.0)?;
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn fill<T: DeviceElement>(
    stream: &Stream,
    out: &mut ViewMut<'_, T>,
    value: T,
) -> Result<(), Error> {
    fill_bits(stream, out, value.to_raw())
}

/// As [`fill`], for an output whose element type is known at run time: `bits` are the value's; higher ones are ignored.
///
/// # Errors
/// As [`fill`].
pub fn fill_bits(stream: &Stream, out: &mut dyn Target, bits: u64) -> Result<(), Error> {
    fill_bits_capped(stream, out, bits, MAX_GRID)
}

/// As [`fill_bits`], with at most `blocks` blocks for an output that is one run: each then goes over it several times.
///
/// # Errors
/// As [`fill`]; [`Error::Argument`] for no blocks.
pub fn fill_bits_capped(
    stream: &Stream,
    out: &mut dyn Target,
    bits: u64,
    blocks: u32,
) -> Result<(), Error> {
    Error::ensure(blocks != 0, "blocks", || "a fill has one at least".into())?;
    let size = out.dtype().bytes();
    let nest = Nest::new([out.layout()], [size]);
    let place = out.place(stream, "output")?;
    let pattern = pattern(bits, size);
    if nest.total() == 0 {
        return Ok(());
    }
    let _order = Region::order(stream, [&place])?;
    let (kernel, v) = kernel(&nest, size, place.address);
    let function = stream.device().function(kernel)?;
    if v == 0 {
        let bytes = nest.total() * size as u64;
        let launch =
            Launch::new(stream, &function).grid(fill_grid(bytes, blocks.min(MAX_GRID)), 1, 1);
        // SAFETY: `azulejo_fill_bytes(*mut u8, u64, u64)`: `out` reaches these bytes, is borrowed for writing, and
        // its buffer outlives the work by `place`'s guard.
        return unsafe { launch.run((place.address, bytes, pattern)) };
    }
    for part in nest.in_vectors(v).parts()? {
        let grid = part.total.div_ceil(THREADS as u32 * STRIDED_UNROLL);
        let [address] = part.places([place.address]);
        let launch = Launch::new(stream, &function).grid(grid, 1, 1);
        // SAFETY: `azulejo_fill_N(*mut u8, u64, Modes<1>, u32)`: the nest visits the elements of `out`, each vector at a
        // multiple of its width; see above for the buffer.
        unsafe { launch.run((address, pattern, part.modes, part.total)) }?;
    }
    Ok(())
}

/// The low `size` bytes of `bits`, repeated to eight.
fn pattern(bits: u64, size: usize) -> u64 {
    let value = bits & (u64::MAX >> (64 - 8 * size));
    (0..8 / size).fold(0, |all, at| all | value << (at * size * 8))
}

/// Writes zero to every element of `out`: every byte of them 0, for every element type.
///
/// # Errors
/// As [`fill`].
pub fn zeros(stream: &Stream, out: &mut dyn Target) -> Result<(), Error> {
    fill_bits(stream, out, 0)
}

/// The largest grid along x on every architecture (CUDA C++ Programming Guide, technical specifications).
pub(crate) const MAX_GRID: u32 = i32::MAX as u32;

/// The kernel for elements of `size` bytes at an address, and the elements of its vectors: 0 where they are one run.
pub(super) fn kernel(nest: &Nest<1>, size: usize, address: u64) -> (&'static Kernel, u64) {
    let v = match nest.modes[..] {
        [(extent, [stride])] if stride == size as i64 || extent == 1 => return (&KERNELS[0], 0),
        [(_, [stride]), ..] if stride == size as i64 => {
            nest.vector([size], [address], 16 / size as u64)
        }
        _ => 1,
    };
    (
        &KERNELS[1 + (v as usize * size).trailing_zeros() as usize],
        v,
    )
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn bits_above_the_element_are_ignored() {
        assert_eq!(pattern(0x1234, 1), 0x3434_3434_3434_3434);
        assert_eq!(pattern(0xffff_0001_8002, 2), 0x8002_8002_8002_8002);
        assert_eq!(pattern(u64::MAX << 32 | 7, 4), 0x0000_0007_0000_0007);
        assert_eq!(pattern(u64::MAX - 1, 8), u64::MAX - 1);
    }
}
