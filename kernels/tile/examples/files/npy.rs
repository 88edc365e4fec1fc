//! NumPy's file format, as far as these programs need it: little-endian arrays in either order.

#[path = "../output/save.rs"]
pub mod output;

use std::error::Error;
use std::path::Path;

use azulejo_cpu::Strided;
use azulejo_tensor::{DType, Element};

/// An array of a file, as `f64`, and its layout.
pub struct Npy {
    pub values: Vec<f64>,
    pub layout: Strided,
}

fn dtype(descr: &str) -> Option<DType> {
    Some(match descr {
        "<f2" => DType::F16,
        "<f4" => DType::F32,
        "<f8" => DType::F64,
        "<i4" => DType::I32,
        "|u1" => DType::U8,
        _ => return None,
    })
}

/// The text between `from` and `to` behind `key`.
fn entry<'a>(header: &'a str, key: &str, from: &str, to: char) -> Option<&'a str> {
    let rest = &header[header.find(key)? + key.len()..];
    let rest = &rest[rest.find(from)? + from.len()..];
    Some(&rest[..rest.find(to)?])
}

impl Npy {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let wrong = |what: &str| format!("{}: {what}", path.display());
        let bytes = std::fs::read(path).map_err(|e| wrong(&e.to_string()))?;
        let Some((b"\x93NUMPY\x01\x00", rest)) = bytes.split_at_checked(8) else {
            return Err(wrong("not a .npy file of version 1").into());
        };
        let (length, rest) = rest.split_at_checked(2).ok_or(wrong("cut off"))?;
        let length = u16::from_le_bytes([length[0], length[1]]) as usize;
        let (header, data) = rest.split_at_checked(length).ok_or(wrong("cut off"))?;
        let header = std::str::from_utf8(header).map_err(|_| wrong("no text in its header"))?;
        let descr = entry(header, "'descr'", "'", '\'').ok_or(wrong("no type"))?;
        let dtype =
            dtype(descr).ok_or(wrong(&format!("type {descr}: give f2, f4, f8, i4 or u1")))?;
        let shape = entry(header, "'shape'", "(", ')').ok_or(wrong("no shape"))?;
        let extents = shape
            .split(',')
            .map(str::trim)
            .filter(|n| !n.is_empty())
            .map(str::parse)
            .collect::<Result<Vec<usize>, _>>()
            .map_err(|_| wrong(&format!("extents ({shape})")))?;
        let by_columns = entry(header, "'fortran_order'", ":", ',').map(str::trim) == Some("True");
        let layout = if by_columns {
            Strided::column_major(&extents)?
        } else {
            Strided::row_major(&extents)?
        };
        let size = dtype.bits() as usize / 8;
        if layout.size().checked_mul(size) != Some(data.len()) {
            return Err(wrong("the data are not as long as the shape says").into());
        }
        let values = data.chunks_exact(size).map(|bytes| {
            let mut wide = [0; 8];
            wide[..size].copy_from_slice(bytes);
            let raw = u64::from_le_bytes(wide);
            match dtype {
                DType::F16 => azulejo_tensor::f16::from_raw(raw).to_f64(),
                DType::F32 => f32::from_raw(raw).to_f64(),
                DType::I32 => i32::from_raw(raw).to_f64(),
                DType::U8 => raw as f64,
                _ => f64::from_raw(raw),
            }
        });
        Ok(Self {
            values: values.collect(),
            layout,
        })
    }

    /// The values as another type.
    pub fn of<T: Element>(&self) -> Vec<T> {
        self.values.iter().map(|x| T::from_f64(*x)).collect()
    }

    /// Rows and columns of a matrix.
    pub fn matrix(&self) -> Result<[usize; 2], Box<dyn Error>> {
        match self.layout.extents() {
            &[rows, columns] => Ok([rows, columns]),
            other => Err(format!("a matrix is needed, this has extents {other:?}").into()),
        }
    }
}

/// Writes an array in rows.
pub fn write<T: Element>(path: &Path, data: &[T], extents: &[usize]) -> Result<(), Box<dyn Error>> {
    let (kind, size) = match T::DTYPE {
        DType::F16 => ("<f2", 2),
        DType::F32 => ("<f4", 4),
        DType::F64 => ("<f8", 8),
        DType::I32 => ("<i4", 4),
        DType::U8 => ("|u1", 1),
        other => return Err(format!("{} has no type in a .npy file", other.name()).into()),
    };
    let shape: String = extents.iter().map(|n| format!("{n}, ")).collect();
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The data begin at a multiple of 64 bytes.
    let pad = 64 - (10 + header.len() + 1) % 64;
    header += &" ".repeat(pad);
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    for x in data {
        bytes.extend(&x.to_raw().to_le_bytes()[..size]);
    }
    output::save(path, &bytes)
}
