//! [`Map`]: a tensor map as numbers, from a tensor's strides and a kernel's tile.

use azulejo_layout::layout;
use azulejo_tensor::{Element, MemoryLayout, TensorMapParams, make_tma_copy};

use super::{ForwardProblem, Heads};
use crate::device::attention::tiles::Tiles;
use crate::host::Error;

/// The arguments of `cuTensorMapEncodeTiled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// Device address of the tensor.
    pub address: u64,
    /// Extents, the contiguous mode first.
    pub sizes: [u64; 4],
    /// Bytes along the other modes.
    pub strides: [u64; 3],
    /// The box.
    pub extent: [u32; 4],
    /// Bytes of a swizzled line.
    pub swizzle: u32,
}

/// Extents of a tensor: positions, columns, heads, batches.
type Extents = [u32; 4];

/// The maps of Q, K, V and O for the tiles `C`.
pub(crate) fn maps<C: Tiles>(problem: &ForwardProblem) -> Result<[Map; 4], Error> {
    let (batch, [total_q, total_k]) = match problem.varlen {
        None => (problem.batch, [problem.seq_q, problem.seq_k]),
        Some(varlen) => (1, [varlen.total_q, varlen.total_k]),
    };
    let (d, dv) = (problem.head_dim, problem.head_dim_v);
    let of_q = [total_q, d, problem.heads, batch];
    let of_o = [total_q, dv, problem.heads, batch];
    // Without keys none are loaded; a map describes at least one element.
    let (k, v) = match total_k {
        0 => (problem.q, problem.q),
        _ => (problem.k, problem.v),
    };
    let keys = |columns| match total_k {
        0 => [1, 8, 1, 1],
        _ => [total_k, columns, problem.heads_kv, batch],
    };
    Ok([
        rows::<C::T, C::TileQ>("q", problem.q, of_q)?,
        rows::<C::T, C::TileK>("k", k, keys(d))?,
        columns::<C::T, C::TileV>("v", v, keys(dv))?,
        rows::<C::T, C::TileO>("o", problem.o, of_o)?,
    ])
}

/// The map for tiles (positions, columns).
fn rows<T: Element, Tile: MemoryLayout>(
    argument: &'static str,
    tensor: Heads,
    extents: Extents,
) -> Result<Map, Error> {
    let [s, d, h, b] = extents.map(i64::from);
    let gmem = layout!((s, d, h, b):({ tensor.sequence }, _1, { tensor.head }, { tensor.batch }));
    let params = make_tma_copy::<T, Tile, 1, _, _>(gmem);
    map(argument, tensor, params)
}

/// The map for tiles (columns, positions).
fn columns<T: Element, Tile: MemoryLayout>(
    argument: &'static str,
    tensor: Heads,
    extents: Extents,
) -> Result<Map, Error> {
    let [s, d, h, b] = extents.map(i64::from);
    let gmem = layout!((d, s, h, b):(_1, { tensor.sequence }, { tensor.head }, { tensor.batch }));
    let params = make_tma_copy::<T, Tile, 1, _, _>(gmem);
    map(argument, tensor, params)
}

fn map<T, Tile>(
    argument: &'static str,
    tensor: Heads,
    params: Result<TensorMapParams<T, Tile>, &'static str>,
) -> Result<Map, Error> {
    let params = params.map_err(|why| Error::Strides {
        argument,
        why: why.to_owned(),
    })?;
    if !tensor.address.is_multiple_of(16) {
        return Err(Error::Misaligned {
            argument,
            address: tensor.address,
            align: 16,
        });
    }
    let first = |all: [u32; 5]| [all[0], all[1], all[2], all[3]];
    let [a, b, c, d, _] = params.global_dim;
    let [_, s, t, u, _] = params.global_strides;
    Ok(Map {
        address: tensor.address,
        sizes: [a, b, c, d],
        strides: [s, t, u],
        extent: first(params.box_dim),
        swizzle: params.swizzle,
    })
}
