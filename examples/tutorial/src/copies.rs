//! `tiled_copy`: checks that D is S.

use azulejo_runtime::{Error, Launch, Stream};
use tutorial_tiled_copy::TILE;

use crate::{Size, function, integers, whole_tiles};

/// The kernels.
pub const KERNELS: &[&str] = &["tutorial_tiled_copy", "tutorial_tiled_copy_vectorized"];

/// The PTX.
pub const PTX: &str = include_str!(env!("TILED_COPY_PTX"));

/// Copies an M × N matrix and compares.
pub fn run(stream: &Stream, name: &str, (m, n, _): Size) -> Result<(), Error> {
    whole_tiles((m, n, 1), (TILE.0, TILE.1, 1))?;
    let function = function(stream, PTX, tutorial_tiled_copy::KERNELS, name)?;
    let source = integers(m * n, 1);
    let (from, to) = (stream.upload(&source)?, stream.zeros::<f32>(m * n)?);
    let launch = Launch::new(stream, &function).grid((m / TILE.0) as u32, (n / TILE.1) as u32, 1);
    let params = (from.address(), to.address(), m as u32, n as u32);
    // SAFETY: the kernel's parameters are (*mut f32, *mut f32, u32, u32); both buffers hold M N floats and live past the download.
    unsafe { launch.run(params) }?;
    assert_eq!(stream.download(&to)?, source, "{name}");
    println!("{name}: {m} x {n} equal");
    Ok(())
}
