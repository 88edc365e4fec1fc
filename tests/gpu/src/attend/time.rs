//! Decode in TB/s of keys and values, forward and backward in TFLOP/s by each family of kernels: medians of replays of graphs.

use azulejo_attention::gpu::{self, BackwardTensors, Family};
use azulejo_attention::{Mask, Options};
use azulejo_kernels::cpu::{Array, Strided};
use azulejo_kernels::host::{Buffer, Graph, Replay, Stream, View, ViewMut};
use azulejo_tensor::bf16;

use super::data::{centred, count, normal};
use crate::harness::{Failure, Run, medians, repeated};

/// Runs what `--only` names.
pub fn all(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    use Held::{Heads, Pages, Positions};
    for (batch, keys, held) in [
        (1, 4096, Positions),
        (16, 8192, Positions),
        (16, 65536, Positions),
        (1, 65536, Positions),
        (16, 8192, Heads),
        (16, 65536, Heads),
        (16, 8192, Pages(16)),
        (16, 8192, Pages(256)),
    ] {
        for queries in [1, 4] {
            let name = format!("decode b{batch} S{keys} q{queries} {held:?}");
            run.timing(&name, || decode(stream, [batch, keys, queries], held));
        }
    }
    let keys = [2048, 4096, 8192];
    for (dim, keys) in [64, 128, 256]
        .iter()
        .flat_map(|dim| keys.map(|keys| (*dim, keys)))
    {
        for (name, time) in [
            ("backward", backward as fn(&_, _, _) -> _),
            ("forward", forward),
        ] {
            for mask in [Mask::Full, Mask::Causal] {
                let name = format!("{name} d{dim} S{keys} {mask:?}");
                run.timing(&name, || time(stream, [dim, keys], mask));
            }
        }
    }
    Ok(())
}

/// How a cache is in memory.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// (batch, position, head, column).
    Positions,
    /// (batch, head, position, column).
    Heads,
    /// Pages of so many positions, far from each other.
    Pages(usize),
}

/// Random elements, the same million over and over.
fn filled(stream: &Stream, shape: &[usize]) -> Result<Buffer<bf16>, Failure> {
    let block = normal::<bf16>(&mut centred(7), count(shape).min(1_048_573));
    Ok(repeated(stream, &block, count(shape))?)
}

/// Microseconds of a launch: the median of 15 replays of `count` launches.
fn micros(stream: &Stream, work: &dyn Replay, count: usize) -> Result<f64, Failure> {
    let graph = Graph::record(stream, &[work], count)?;
    Ok(medians(stream, &[graph], count, 15)?[0] * 1e6)
}

/// 32 query heads over 8 key heads of 128 columns.
fn decode(
    stream: &Stream,
    [batch, keys, queries]: [usize; 3],
    held_as: Held,
) -> Result<String, Failure> {
    let size = match held_as {
        Held::Pages(size) => size,
        _ => keys,
    };
    let pages = keys / size;
    let (one, held) = ([batch, queries, 32, 128], [batch * pages, size, 8, 128]);
    let (q, mut out) = (filled(stream, &one)?, stream.zeros::<bf16>(count(&one))?);
    let (mut k, mut v) = (filled(stream, &held)?, filled(stream, &held)?);
    let lengths = vec![keys as i32; batch];
    // Pages of a sequence far from each other.
    let table = (0..batch * pages).map(|at| (at % pages * batch + at / pages) as i32);
    let table = Array::from_vec(table.collect(), &[batch, pages])?;
    let layout = match held_as {
        Held::Heads => Strided::new(&held, &[keys * 8 * 128, 128, keys * 128, 1])?,
        _ => Strided::row_major(&held)?,
    };
    let cache = gpu::GpuKvCache {
        k: ViewMut::new(&mut k, layout)?.into(),
        v: ViewMut::new(&mut v, layout)?.into(),
        lengths: &lengths,
        page_table: matches!(held_as, Held::Pages(_)).then(|| table.view()),
        new_k: None,
        new_v: None,
    };
    let q = View::row_major(&q, &one)?.into();
    let to = ViewMut::row_major(&mut out, &one)?.into();
    let prepared = gpu::prepare_with_kv_cache(stream, q, cache, to, None, &options(Mask::Causal))?;
    let bytes = (batch * keys * 8 * (128 + 128) * 2) as f64;
    let micros = micros(stream, &prepared, if bytes > 1e9 { 5 } else { 20 })?;
    let (rate, splits, workspace) = (
        bytes / micros / 1e6,
        prepared.splits(),
        prepared.workspace() >> 10,
    );
    Ok(format!(
        "{micros:9.2} us {rate:6.3} TB/s of K and V  splits {splits} workspace {workspace} KiB"
    ))
}

fn options(mask: Mask) -> Options<'static> {
    Options {
        mask,
        ..Options::default()
    }
}

/// The shape of B S = 16384, H d = 2048, and the operations of `products` products of S × S by d.
fn problem([dim, keys]: [usize; 2], mask: Mask, products: f64) -> ([usize; 4], f64) {
    let (batch, heads) = (16384 / keys, 2048 / dim);
    let half = if mask == Mask::Causal { 0.5 } else { 1.0 };
    let flops = half * 2.0 * products * (batch * heads * dim) as f64 * (keys * keys) as f64;
    ([batch, keys, heads, dim], flops)
}

/// What a family takes for a problem.
fn rate(family: Family, order: &str, micros: f64, flops: f64) -> String {
    format!(
        " {family:?}{order} {micros:9.1} us {:6.1} TFLOP/s",
        flops / micros / 1e6
    )
}

/// By `mma.sync`, and by the kernels of the GPU.
fn forward(stream: &Stream, sizes: [usize; 2], mask: Mask) -> Result<String, Failure> {
    let (shape, flops) = problem(sizes, mask, 2.0);
    let inputs = [(); 3].map(|()| filled(stream, &shape));
    let [q, k, v] = inputs;
    let (q, k, v) = (q?, k?, v?);
    let mut line = String::new();
    for family in [Family::Sm80, Family::Hopper] {
        let mut out = stream.zeros::<bf16>(count(&shape))?;
        let [q, k, v] = [&q, &k, &v].map(|of| View::row_major(of, &shape));
        let (tensors, to) = (
            [q?.into(), k?.into(), v?.into()],
            ViewMut::row_major(&mut out, &shape)?.into(),
        );
        let prepared = gpu::prepare_by(family, stream, tensors, to, None, &options(mask));
        if let Ok(prepared) = prepared {
            line += &rate(family, "", micros(stream, &prepared, 10)?, flops);
        }
    }
    Ok(line)
}

/// As [`forward`], of the gradients: both families where they compute it.
fn backward(stream: &Stream, sizes: [usize; 2], mask: Mask) -> Result<String, Failure> {
    let (shape, flops) = problem(sizes, mask, 5.0);
    let [batch, keys, heads, _] = shape;
    let inputs = [(); 5].map(|()| filled(stream, &shape));
    let inputs = inputs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let lse = stream.upload(&vec![10.0f32; batch * heads * keys])?;
    let mut line = String::new();
    for (family, fixed) in [
        (Family::Sm80, false),
        (Family::Sm80, true),
        (Family::Hopper, false),
    ] {
        let mut to = [(); 3].map(|()| stream.zeros::<bf16>(count(&shape)));
        let [Ok(dq), Ok(dk), Ok(dv)] = &mut to else {
            return Err("no memory for the gradients".into());
        };
        let of = |at: usize| View::row_major(&inputs[at], &shape);
        let tensors = BackwardTensors {
            inputs: [
                of(0)?.into(),
                of(1)?.into(),
                of(2)?.into(),
                of(3)?.into(),
                of(4)?.into(),
            ],
            lse: View::row_major(&lse, &[batch, heads, keys])?.into(),
            gradients: [
                ViewMut::row_major(dq, &shape)?.into(),
                ViewMut::row_major(dk, &shape)?.into(),
                ViewMut::row_major(dv, &shape)?.into(),
            ],
        };
        let prepared = gpu::prepare_backward_by(family, stream, tensors, &options(mask), fixed);
        if let Ok(prepared) = prepared {
            let order = if fixed { " in order" } else { "" };
            line += &rate(family, order, micros(stream, &prepared, 5)?, flops);
        }
    }
    Ok(line)
}
