//! [`Map`]: a tensor map as numbers, from a tensor's strides and a kernel's tile.

use azulejo_layout::layout;
use azulejo_tensor::{Element, MemoryLayout, TensorMapParams, make_tma_copy};

use super::{BackwardProblem, ForwardProblem, Heads};
use crate::{Error, check};
use azulejo_kernels::device::attention::tiles::TmaTiles;

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
    let (batch, [total_q, total_k]) = totals(problem);
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
    rows::<C::T, C::TileQ, 1>("out", problem.o, of_o)?;
    Ok(maps)
}

/// The maps of Q, K, V and dO for the tiles `C` of the backward; O and the gradients are aligned as these.
pub(super) fn backward_maps<C: TmaTiles>(problem: &BackwardProblem) -> Result<[Map; 4], Error> {
    let forward = &problem.forward;
    let (batch, [total_q, total_k]) = totals(forward);
    let (d, dv) = (forward.head_dim, forward.head_dim_v);
    let of_q = |columns| [total_q, columns, forward.heads, batch];
    let of_k = |columns| [total_k, columns, forward.heads_kv, batch];
    // A map describes at least one element, that of a tensor that there is; what has none is not loaded.
    let any = [(forward.q, of_q(d)), (forward.k, of_k(d))];
    let any = any.into_iter().find(|(_, extents)| !extents.contains(&0));
    let any = any.map(|(tensor, _)| (tensor, [1, 8, 1, 1]));
    let place = |tensor: Heads, extents: Extents| match extents.contains(&0) {
        true => any,
        false => Some((tensor, extents)),
    };
    let q = |argument, tensor, columns| match place(tensor, of_q(columns)) {
        None => Ok(Map::NONE),
        Some((tensor, extents)) => rows::<C::T, C::TileQ, 1>(argument, tensor, extents),
    };
    let k = |argument, tensor, columns| match place(tensor, of_k(columns)) {
        None => Ok(Map::NONE),
        Some((tensor, extents)) => rows::<C::T, C::TileK, 1>(argument, tensor, extents),
    };
    q("out", forward.o, dv)?;
    q("dq", problem.dq, d)?;
    k("dk", problem.dk, d)?;
    k("dv", problem.dv, dv)?;
    Ok([
        q("q", forward.q, d)?,
        k("k", forward.k, d)?,
        k("v", forward.v, dv)?,
        q("d_out", problem.d_o, dv)?,
    ])
}

/// Batches, and positions of Q and of K in each.
fn totals(problem: &ForwardProblem) -> (u32, [u32; 2]) {
    match problem.varlen {
        None => (problem.batch, [problem.seq_q, problem.seq_k]),
        Some(varlen) => (1, [varlen.total_q, varlen.total_k]),
    }
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
