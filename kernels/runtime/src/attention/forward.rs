//! [`AttentionForward`]: a forward on borrowed tensors, ready to be launched again and again.

use super::call::{Role, check_count, check_lse, uses};
use super::{
    ForwardProblem, GpuTensorMut, GpuTensorRef, Heads, Sm80Problem, Varlen, push_hopper, push_sm80,
};
use crate::launches::{Launches, launches};
use crate::{Error, Replay, Stream, Use, check, preparation::Preparation, view::Tensor};
use azulejo_kernels::table::Variant;

/// What is done to the scores, and how sequences are packed.
#[derive(Clone, Copy, Debug)]
pub struct ForwardOptions<'a> {
    /// Factor of the products.
    pub scale: f32,
    /// `c tanh(s / c)` takes the place of each score; 0 for none.
    pub softcap: f32,
    /// Keys before and after the diagonal that a query sees; `None` for all.
    pub window: [Option<usize>; 2],
    /// ALiBi slopes, one per query head.
    pub slopes: Option<&'a [f32]>,
    /// Where packed sequences of Q and of K start, and the totals.
    pub cu_seqlens: Option<[&'a [i32]; 2]>,
    /// The kernels; `None` for those of the GPU.
    pub family: Option<Family>,
}

/// The kernels of the forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `wgmma` and TMA, on compute capability 9.0.
    Hopper,
    /// `mma.sync` and `cp.async`, on compute capability 8.0 and above.
    Sm80,
}

/// A forward of attention on given tensors.
///
/// The tensors' memory is borrowed as long as this value lives. Launches go to the stream it was prepared on, in the order of all work on
/// that memory, whatever its stream. They allocate nothing; [`Graph`](crate::Graph) records them.
#[derive(Debug)]
pub struct AttentionForward<'a> {
    launches: Launches<'a>,
}

impl<'a> AttentionForward<'a> {
    /// Checks tensors `(batch, sequence, heads, dimension)`, or `(total, heads, dimension)` with `cu_seqlens`, and makes a launch ready.
    ///
    /// `lse` is compact, `(batch, heads, sequence)` or `(heads, total)`. Slopes and starts are copied to the device.
    ///
    /// # Errors
    /// [`Error::WrongDevice`], [`Error::Dtype`], [`Error::Shape`], [`Error::Strides`], [`Error::Overlap`]; those of
    /// [`ForwardPlan::new`](super::ForwardPlan::new), which name what no kernel computes.
    pub fn prepare(
        stream: &Stream,
        [q, k, v]: [GpuTensorRef<'a>; 3],
        out: GpuTensorMut<'a>,
        lse: Option<GpuTensorMut<'a>>,
        options: &ForwardOptions<'_>,
    ) -> Result<Self, Error> {
        let (q, k, v, out, lse) = (q.0, k.0, v.0, out.0, lse.map(|lse| lse.0));
        let mut tensors = vec![
            ("q", Role::Read, &q),
            ("k", Role::Read, &k),
            ("v", Role::Read, &v),
            ("out", Role::Written, &out),
        ];
        tensors.extend(lse.as_ref().map(|lse| ("lse", Role::Written, lse)));
        let uses = uses(stream, &tensors)?;
        let mut problem = problem([&q, &k, &v, &out], lse.as_ref(), false, options)?;
        let mut work = Preparation::own(stream)?;
        upload(&mut work, &mut problem, options)?;
        let of_gpu = match stream.device().variant() {
            Variant::Sm90a => Family::Hopper,
            Variant::Sm80 => Family::Sm80,
        };
        match options.family.unwrap_or(of_gpu) {
            // SAFETY: every element of the tensors is in borrowed memory, by the views' layouts, what is written borrowed for writing
            // and apart from all others; slopes and starts are in the preparation's memory, their number and order checked.
            Family::Hopper => unsafe { push_hopper(&mut work, &problem) }?,
            Family::Sm80 => {
                let (forward, cache) = (problem, None);
                // SAFETY: as for the other family.
                unsafe { push_sm80(&mut work, &Sm80Problem { forward, cache }) }?;
            }
        }
        Ok(Self {
            launches: Launches::new(work, uses),
        })
    }
}

launches!(AttentionForward);

/// Copies slopes and starts to the device, and notes where they are.
pub(super) fn upload(
    work: &mut Preparation<'_>,
    problem: &mut ForwardProblem,
    options: &ForwardOptions<'_>,
) -> Result<(), Error> {
    if let Some(slopes) = options.slopes {
        problem.alibi_slopes = work.values(slopes)?;
    }
    if let (Some([q, k]), Some(varlen)) = (options.cu_seqlens, &mut problem.varlen) {
        (varlen.cu_seqlens_q, varlen.cu_seqlens_k) = (work.values(q)?, work.values(k)?);
    }
    Ok(())
}

/// The problem on Q, K, V and O, without slopes and starts; K and V have batches of their own where they are `paged`.
pub(super) fn problem(
    [q, k, v, out]: [&Tensor<'_>; 4],
    lse: Option<&Tensor<'_>>,
    paged: bool,
    options: &ForwardOptions<'_>,
) -> Result<ForwardProblem, Error> {
    let packed = options.cu_seqlens.is_some();
    let [batch, seq_q, heads, head_dim] = extents("q", q, packed)?;
    let [slots, seq_k, heads_kv, _] = extents("k", k, packed)?;
    let [_, _, _, head_dim_v] = extents("v", v, packed)?;
    let slots = if paged { slots } else { batch };
    let whole = [batch, heads, seq_q];
    let of_lse = if packed { &whole[1..] } else { &whole };
    let near = |keys: Option<usize>| keys.map(|keys| u32::try_from(keys).unwrap_or(u32::MAX));
    let [window_left, window_right] = options.window.map(near);
    let mut problem = ForwardProblem {
        dtype: q.dtype,
        batch,
        heads,
        heads_kv,
        seq_q,
        seq_k,
        head_dim,
        head_dim_v,
        q: placed("q", q, [batch, seq_q, heads, head_dim], packed)?,
        k: placed("k", k, [slots, seq_k, heads_kv, head_dim], packed)?,
        v: placed("v", v, [slots, seq_k, heads_kv, head_dim_v], packed)?,
        o: placed("out", out, [batch, seq_q, heads, head_dim_v], packed)?,
        lse: lse.map_or(Ok(0), |lse| check_lse(lse, of_lse))?,
        scale: options.scale,
        softcap: options.softcap,
        window_left,
        window_right,
        alibi_slopes: 0,
        alibi_batch: 0,
        varlen: None,
    };
    if let Some(slopes) = options.slopes {
        check_count("slopes", heads, slopes.len())?;
    }
    if let Some(starts) = options.cu_seqlens {
        let totals = [seq_q, seq_k];
        [problem.batch, problem.seq_q, problem.seq_k] = longest(starts, totals)?;
        problem.varlen = Some(Varlen {
            cu_seqlens_q: 0,
            cu_seqlens_k: 0,
            total_q: seq_q,
            total_k: seq_k,
        });
    }
    Ok(problem)
}

/// The extents `(batch, sequence, heads, dimension)`; one batch of packed sequences.
pub(super) fn extents(
    argument: &'static str,
    tensor: &Tensor<'_>,
    packed: bool,
) -> Result<[u32; 4], Error> {
    let all = tensor.layout.extents();
    let rank = if packed { 3 } else { 4 };
    Error::ensure(all.len() == rank, argument, || {
        format!(
            "it has rank {}, not {rank}; pass a view of that rank",
            all.len()
        )
    })?;
    let mut found = [1; 4];
    for (to, from) in found[4 - rank..].iter_mut().zip(all) {
        *to = u32::try_from(*from).map_err(|_| {
            Error::argument(
                argument,
                format!("an extent of {from} is more than a kernel counts; cut the tensor"),
            )
        })?;
    }
    Ok(found)
}

/// Where a tensor is, which must have this shape, its last mode contiguous.
pub(super) fn placed(
    argument: &'static str,
    tensor: &Tensor<'_>,
    shape: [u32; 4],
    packed: bool,
) -> Result<Heads, Error> {
    let found = extents(argument, tensor, packed)?;
    let [shape, found] = [shape, found].map(|all| all.map(|extent| extent as usize));
    check::same_shape(argument, &shape, &found)?;
    let all = tensor.layout.strides();
    let mut modes = tensor.layout.extents().iter().zip(all);
    if modes
        .next_back()
        .is_some_and(|(extent, stride)| *extent > 1 && *stride != 1)
    {
        return Err(Error::strides(
            argument,
            format!("{all:?} do not end with 1; permute the view or copy the tensor"),
        ));
    }
    // A stride that is not followed may be anything, and so may the address where there is no element.
    let at = |mode: usize| match tensor.layout.extents()[mode] {
        0 | 1 => 0,
        _ => i64::try_from(all[mode]).unwrap_or(i64::MAX),
    };
    let (batch, from) = if packed { (0, 0) } else { (at(0), 1) };
    let is_empty = tensor.layout.size() == 0;
    Ok(Heads {
        address: if is_empty { 0 } else { tensor.region.address() },
        batch,
        sequence: at(from),
        head: at(from + 1),
    })
}

/// Sequences, the most queries and the most keys of one, of starts that cut `totals` whole.
fn longest([of_q, of_k]: [&[i32]; 2], totals: [u32; 2]) -> Result<[u32; 3], Error> {
    let most = |argument: &'static str, starts: &[i32], total: u32| {
        let wrong = |why: String| Err(Error::argument(argument, why));
        let (Some(first), Some(last)) = (starts.first(), starts.last()) else {
            return wrong("it is empty; pass one more entry than sequences".into());
        };
        if *first != 0 || i64::from(*last) != i64::from(total) {
            return wrong(format!(
                "it runs from {first} to {last}; pass entries from 0 to the {total} tokens"
            ));
        }
        let mut most = 0;
        for pair in starts.windows(2) {
            let Ok(length) = u32::try_from(i64::from(pair[1]) - i64::from(pair[0])) else {
                return wrong(format!(
                    "{} follows {}; pass cumulative lengths",
                    pair[1], pair[0]
                ));
            };
            most = most.max(length);
        }
        Ok(most)
    };
    Error::ensure(of_q.len() == of_k.len(), "cu_seqlens", || {
        format!(
            "{} entries for Q and {} for K; pass as many",
            of_q.len(),
            of_k.len()
        )
    })?;
    let longest_q = most("cu_seqlens.q", of_q, totals[0])?;
    let longest_k = most("cu_seqlens.k", of_k, totals[1])?;
    let batch = u32::try_from(of_q.len() - 1).unwrap_or(u32::MAX);
    Ok([batch, longest_q, longest_k])
}

#[cfg(test)]
mod tests {
    use azulejo_tensor::DType;

    use super::super::sm80_plan::aligned;
    use super::*;
    use crate::gemm::Region;
    use azulejo_cpu::Strided;

    #[test]
    fn strides_that_are_not_followed_may_be_anything() {
        let heads = |address, extents: [usize; 4], strides: [usize; 4]| {
            let tensor = Tensor {
                region: Region::at(address, 1 << 20),
                dtype: DType::BF16,
                layout: Strided::new(&extents, &strides).unwrap(),
            };
            let shape = extents.map(|extent| extent as u32);
            placed("q", &tensor, shape, false).unwrap()
        };
        let odd = usize::MAX;
        let rejected = |heads| aligned(&[("q", heads, 2)], false).is_err();
        for mode in 0..3 {
            let (mut extents, mut strides) = ([2, 2, 2, 8], [32, 16, 8, 1]);
            strides[mode] = 35;
            assert!(rejected(heads(4096, extents, strides)));
            (extents[mode], strides[mode]) = (1, odd);
            assert!(!rejected(heads(4096, extents, strides)));
            extents[mode] = 0;
            assert!(!rejected(heads(4098, extents, strides)));
        }
        assert!(rejected(heads(4098, [1, 1, 1, 8], [8, 8, 8, 1])));
    }
}
