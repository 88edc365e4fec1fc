//! The files of attention: tensors of `(batch, sequence, heads, head_dim)`, checked against each other.

use std::path::Path;

use azulejo::cpu::{AnyArray, Array, Stored, Strided};
use azulejo::tensor::DType;

use super::args::Args;
use crate::cli::conversion::{holds, lost};
use crate::cli::failure::Failure;
use crate::cli::npy::read;

/// A tensor of a file.
pub struct Tensor {
    /// The argument that it came as.
    pub name: &'static str,
    pub array: AnyArray,
    /// `(batch, sequence, heads, head_dim)`.
    pub shape: [usize; 4],
}

/// Q, K and V, of one element type, and the slopes.
pub struct Inputs {
    pub tensors: [Tensor; 3],
    pub dtype: DType,
    pub alibi: Option<Vec<f32>>,
    /// The axes of Q's file before the heads: those of O.
    pub leading: Vec<usize>,
    /// `true` if the file of Q has its heads and head dimension in one axis.
    pub is_flat: bool,
}

impl Inputs {
    /// Reads the files of `args`.
    pub fn read(args: &Args) -> Result<Self, Failure> {
        let heads = args.heads.map(|heads| [heads.q, heads.kv, heads.kv]);
        let read = |which: usize, name, path| tensor(name, path, heads.map(|heads| heads[which]));
        let (q, leading, is_flat) = read(0, "Q", &args.q)?;
        let (k, ..) = read(1, "K", &args.k)?;
        let (v, ..) = read(2, "V", &args.v)?;
        let dtype = q.array.dtype();
        if !matches!(dtype, DType::F32 | DType::BF16 | DType::F16) {
            return Err(Failure::argument(
                "Q",
                format!("is {dtype}; attention takes float32, bfloat16 and float16: cast it first"),
            ));
        }
        for other in [&k, &v] {
            let found = other.array.dtype();
            if found != dtype {
                return Err(Failure::argument(
                    other.name,
                    format!("is {found}, and Q is {dtype}; cast one of them first"),
                ));
            }
        }
        let alibi = args.alibi.as_deref().map(slopes).transpose()?;
        Ok(Self {
            tensors: [q, k, v],
            dtype,
            alibi,
            leading,
            is_flat,
        })
    }

    /// The shape of O in its file: that of Q's file with the head dimension of V.
    pub fn out_shape(&self) -> Vec<usize> {
        let [q, _, v] = &self.tensors;
        let (heads, dim) = (q.shape[2], v.shape[3]);
        let last = match self.is_flat {
            true => vec![heads.saturating_mul(dim)],
            false => vec![heads, dim],
        };
        [&self.leading[..], &last].concat()
    }

    /// The shape of the log-sum-exp in its file.
    pub fn lse_shape(&self) -> Vec<usize> {
        let [batch, queries, heads, _] = self.tensors[0].shape;
        match self.leading.len() {
            1 => vec![heads, queries],
            _ => vec![batch, heads, queries],
        }
    }
}

/// The tensor of a file, the axes before its heads, and whether its last two axes are one.
fn tensor(
    name: &'static str,
    path: &Path,
    heads: Option<usize>,
) -> Result<(Tensor, Vec<usize>, bool), Failure> {
    let array = read(name, path)?
        .into_row_major()
        .map_err(|error| Failure::argument(name, error))?;
    let shape = array.extents().to_vec();
    let reject = |what: String| Failure::argument(name, format!("{}: {what}", path.display()));
    let last = match (heads, shape.as_slice()) {
        (None, [.., heads, dim]) if matches!(shape.len(), 3 | 4) => [*heads, *dim],
        (None, _) => {
            return Err(reject(format!(
                "has shape {shape:?}; it is (batch, sequence, heads, head_dim) or without the batch; with --heads the last two are one"
            )));
        }
        (Some(heads), [.., all]) if matches!(shape.len(), 2 | 3) => {
            if !all.is_multiple_of(heads) {
                return Err(reject(format!(
                    "has shape {shape:?}, whose last axis is not a multiple of the {heads} heads of --heads"
                )));
            }
            [heads, all / heads]
        }
        (Some(_), _) => {
            return Err(reject(format!(
                "has shape {shape:?}; with --heads it is (batch, sequence, heads * head_dim) or without the batch"
            )));
        }
    };
    let is_flat = heads.is_some();
    let leading = shape[..shape.len() - if is_flat { 1 } else { 2 }].to_vec();
    let (batch, sequence) = match leading[..] {
        [batch, sequence] => (batch, sequence),
        _ => (1, leading[0]),
    };
    let shape = [batch, sequence, last[0], last[1]];
    Strided::row_major(&shape).map_err(|error| Failure::argument(name, error))?;
    let tensor = Tensor { name, array, shape };
    Ok((tensor, leading, is_flat))
}

/// The slopes of a file, float32, one axis.
fn slopes(path: &Path) -> Result<Vec<f32>, Failure> {
    let name = "--alibi";
    let array = read(name, path)?
        .into_row_major()
        .map_err(|error| Failure::argument(name, error))?;
    let reject = |what: String| Failure::argument(name, format!("{}: {what}", path.display()));
    if array.extents().len() != 1 {
        return Err(reject(format!(
            "has shape {:?}; pass one slope per head of Q, one axis",
            array.extents()
        )));
    }
    if !holds(DType::F32, array.dtype()) {
        return Err(Failure::argument(
            name,
            lost(path, array.dtype(), DType::F32),
        ));
    }
    let array = array
        .cast(DType::F32, None, None)
        .map_err(|error| Failure::argument(name, error))?;
    Ok(f32::peek(&array)
        .map(Array::data)
        .unwrap_or_default()
        .to_vec())
}
