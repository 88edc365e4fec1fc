//! [`write`]: an array as a `.npy` file, whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use azulejo::cpu::AnyArray;
use azulejo::tensor::{Element, with_dtype};

use super::header::format;
use crate::cli::failure::Failure;
use crate::cli::output::save;

/// Elements that are converted at a time.
const CHUNK: usize = 1 << 13;

/// Writes the array to the file given as the argument `name`, in C order, as [`save`] writes.
pub fn write(name: &str, path: &Path, array: &AnyArray) -> Result<(), Failure> {
    save(name, path, |file| put(file, array))
}

fn put(file: impl Write, array: &AnyArray) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    out.write_all(&format(array.dtype(), array.extents()))?;
    with_dtype!(array.dtype(), T => {
        if let Some(array) = <T as azulejo::cpu::Stored>::peek(array) {
            elements::<T>(&mut out, array.data())?;
        }
    });
    out.flush()
}

fn elements<T: Element>(out: &mut impl Write, values: &[T]) -> io::Result<()> {
    let size = size_of::<T>();
    let mut buffer = Vec::with_capacity(CHUNK * size);
    for values in values.chunks(CHUNK) {
        buffer.clear();
        for value in values {
            buffer.extend_from_slice(&value.to_raw().to_le_bytes()[..size]);
        }
        out.write_all(&buffer)?;
    }
    Ok(())
}
