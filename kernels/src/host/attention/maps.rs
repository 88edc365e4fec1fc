//! [`Map`]: a tensor map as numbers, from a tensor's strides and a kernel's tile.

use azulejo_layout::layout;
use azulejo_tensor::{Element, MemoryLayout, TensorMapParams, make_tma_copy};

use super::{BackwardProblem, ForwardProblem, Heads};
use crate::device::attention::tiles::TmaTiles;
use crate::host::{Error, check};

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

impl Map {
    /// That of a tensor without elements, which nothing loads.
    pub(super) const NONE: Self = Map {
        address: 0,
        sizes: [1; 4],
        strides: [16; 3],
        extent: [1; 4],
        swizzle: 0,
    };
}

/// Extents of a tensor: positions, columns, heads, batches.
type Extents = [u32; 4];

/// The maps of Q, K and V for the tiles `C`, of which `CLUSTER` CTAs share those of K and V; O is aligned as these.
pub(super) fn maps<C: TmaTiles, const CLUSTER: u32>(
    problem: &ForwardProblem,
) -> Result<[Map; 3], Error> {
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
    let maps = [
        rows::<C::T, C::TileQ, 1>("q", problem.q, of_q)?,
        rows::<C::T, C::TileK, CLUSTER>("k", k, keys(d))?,
        columns::<C::T, C::TileV, CLUSTER>("v", v, keys(dv))?,
    ];
    rows::<C::T, C::TileQ, 1>("o", problem.o, of_o)?;
    Ok(maps)
}

/// The maps of Q, K, V and dO for the tiles `C` of the backward; O and the gradients are aligned as these.
pub(super) fn backward_maps<C: TmaTiles>(problem: &BackwardProblem) -> Result<[Map; 4], Error> {
    let forward = &problem.forward;
    let (batch, [total_q, total_k]) = match forward.varlen {
        None => (forward.batch, [forward.seq_q, forward.seq_k]),
        Some(varlen) => (1, [varlen.total_q, varlen.total_k]),
    };
    // A map describes at least one element, that of a tensor that there is; what has none is not loaded.
    let any = [forward.q, forward.k]
        .into_iter()
        .zip([(total_q, forward.heads), (total_k, forward.heads_kv)])
        .find(|(_, (total, heads))| *total > 0 && *heads > 0 && batch > 0);
    let of = |argument, tensor: Heads, [total, heads, columns]: [u32; 3]| match any {
        _ if total > 0 && heads > 0 && batch > 0 => {
            Ok((argument, tensor, [total, columns, heads, batch]))
        }
        Some((tensor, _)) => Ok((argument, tensor, [1, 8, 1, 1])),
        None => Err(()),
    };
    let q = |argument, tensor, columns| of(argument, tensor, [total_q, forward.heads, columns]);
    let k = |argument, tensor, columns| of(argument, tensor, [total_k, forward.heads_kv, columns]);
    let (d, dv) = (forward.head_dim, forward.head_dim_v);
    let rows = |place: Result<_, ()>, of_keys: bool| match place {
        Err(()) => Ok(Map::NONE),
        Ok((argument, tensor, extents)) if of_keys => {
            rows::<C::T, C::TileK, 1>(argument, tensor, extents)
        }
        Ok((argument, tensor, extents)) => rows::<C::T, C::TileQ, 1>(argument, tensor, extents),
    };
    rows(q("o", forward.o, dv), false)?;
    rows(q("dq", problem.dq, d), false)?;
    rows(k("dk", problem.dk, d), true)?;
    rows(k("dv", problem.dv, dv), true)?;
    Ok([
        rows(q("q", forward.q, d), false)?,
        rows(k("k", forward.k, d), true)?,
        rows(k("v", forward.v, dv), true)?,
        rows(q("d_out", problem.d_o, dv), false)?,
    ])
}

/// The map for tiles (positions, columns).
fn rows<T: Element, Tile: MemoryLayout, const CLUSTER: u32>(
    argument: &'static str,
    tensor: Heads,
    extents: Extents,
) -> Result<Map, Error> {
    let [s, d, h, b] = extents.map(i64::from);
    let gmem = layout!((s, d, h, b):({ tensor.sequence }, _1, { tensor.head }, { tensor.batch }));
    let params = make_tma_copy::<T, Tile, CLUSTER, _, _>(gmem);
    map(argument, tensor, params)
}

/// The map for tiles (columns, positions).
fn columns<T: Element, Tile: MemoryLayout, const CLUSTER: u32>(
    argument: &'static str,
    tensor: Heads,
    extents: Extents,
) -> Result<Map, Error> {
    let [s, d, h, b] = extents.map(i64::from);
    let gmem = layout!((d, s, h, b):(_1, { tensor.sequence }, { tensor.head }, { tensor.batch }));
    let params = make_tma_copy::<T, Tile, CLUSTER, _, _>(gmem);
    map(argument, tensor, params)
}

fn map<T, Tile, const CLUSTER: u32>(
    argument: &'static str,
    tensor: Heads,
    params: Result<TensorMapParams<T, Tile, CLUSTER>, &'static str>,
) -> Result<Map, Error> {
    let params = params.map_err(|why| Error::strides(argument, why))?;
    check::aligned(argument, tensor.address, 16)?;
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
