//! [`decode`]: the bytes of a `.npy` file as an array.

use std::io::Read;

use azulejo::cpu::{AnyArray, Array, ArrayError, MAX_RANK, Stored};
use azulejo::tensor::with_dtype;

use super::header::{Header, cut_short, locate, parse};

/// Bytes that are converted at a time.
const CHUNK: usize = 1 << 16;

/// An array from a file, in the order in which the file holds it.
#[derive(Debug)]
pub struct Npy {
    /// The elements with the shape of the file, or with its axes reversed where `fortran` is true.
    pub array: AnyArray,
    /// `true` if the first axis of the file varies fastest.
    pub fortran: bool,
}

impl Npy {
    /// The shape that the file gives.
    pub fn shape(&self) -> Vec<usize> {
        let mut shape = self.array.extents().to_vec();
        if self.fortran {
            shape.reverse();
        }
        shape
    }

    /// The elements in C order, transposed where the file has Fortran order.
    pub fn into_row_major(self) -> Result<AnyArray, ArrayError> {
        if !self.fortran || self.array.extents().len() < 2 {
            return Ok(self.array);
        }
        let order: Vec<usize> = (0..self.array.extents().len()).rev().collect();
        self.array.permute(&order)
    }
}

/// Reads an array from the beginning of a file of `length` bytes; what comes after its data is not read.
pub fn decode(file: &mut impl Read, length: u64) -> Result<Npy, String> {
    let cannot = |error: std::io::Error| format!("cannot be read: {error}");
    let mut start = Vec::new();
    file.by_ref()
        .take(12)
        .read_to_end(&mut start)
        .map_err(cannot)?;
    let (at, header_length) = locate(&start)?;
    let mut text = start.split_off(at.min(start.len()));
    let missing = (header_length as u64).saturating_sub(text.len() as u64);
    file.by_ref()
        .take(missing)
        .read_to_end(&mut text)
        .map_err(cannot)?;
    if text.len() < header_length {
        return Err(cut_short());
    }
    // A version 1.0 header can be shorter than the two bytes that were read ahead.
    let ahead = text.split_off(header_length);
    let header = parse(&text)?;

    let needed = bytes(&header)?;
    let present = length.saturating_sub((at + header_length) as u64);
    if present < needed {
        return Err(format!(
            "is truncated: shape {:?} of {} needs {needed} bytes of data, there are {present}; copy the whole file",
            header.shape, header.dtype
        ));
    }
    let mut shape = header.shape;
    if header.fortran {
        shape.reverse();
    }
    let mut data = ahead.as_slice().chain(file);
    let array =
        with_dtype!(header.dtype, T => elements::<T>(&mut data, &shape, header.big_endian))?;
    Ok(Npy {
        array,
        fortran: header.fortran,
    })
}

/// The size of the data in bytes, where an array of that shape can exist.
fn bytes(header: &Header) -> Result<u64, String> {
    let Header { dtype, shape, .. } = header;
    if shape.len() > MAX_RANK {
        return Err(format!(
            "has {} axes, and at most {MAX_RANK} are supported; reshape it to fewer",
            shape.len()
        ));
    }
    let too_large = || {
        format!(
            "has shape {shape:?} of {dtype}, which does not fit the address space; save a part of it"
        )
    };
    if shape.contains(&0) {
        return Ok(0);
    }
    let size = shape
        .iter()
        .try_fold(dtype.bytes(), |size, extent| size.checked_mul(*extent));
    size.filter(|size| *size <= isize::MAX as usize)
        .map(|size| size as u64)
        .ok_or_else(too_large)
}

fn elements<T: Stored>(
    data: &mut impl Read,
    shape: &[usize],
    big_endian: bool,
) -> Result<AnyArray, String> {
    let mut array =
        Array::<T>::zeros(shape).map_err(|error| format!("does not fit in memory: {error}"))?;
    let size = size_of::<T>();
    let mut buffer = vec![0u8; CHUNK];
    for out in array.data_mut().chunks_mut(CHUNK / size) {
        let buffer = &mut buffer[..size_of_val(out)];
        data.read_exact(buffer)
            .map_err(|error| format!("cannot be read: {error}"))?;
        for (out, bytes) in out.iter_mut().zip(buffer.chunks_exact_mut(size)) {
            if big_endian {
                bytes.reverse();
            }
            let mut raw = [0u8; 8];
            raw[..size].copy_from_slice(bytes);
            *out = T::from_raw(u64::from_le_bytes(raw));
        }
    }
    Ok(array.into())
}
