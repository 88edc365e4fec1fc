//! Decode in TB/s of keys and values, forward and backward in TFLOP/s by each family of kernels: medians of replays of graphs.

use azulejo_attention::gpu::{self, BackwardTensors, Family};
use azulejo_attention::{AttentionElement, Mask, Options};

use super::data::{centred, count, normal};
use crate::prelude::*;

/// Runs what `--only` names.
pub fn all(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    use Held::{Heads, Pages, Positions};
    let caches = [
        ([1, 4096], Positions),
        ([16, 8192], Positions),
        ([16, 65536], Positions),
        ([1, 65536], Positions),
        ([16, 8192], Heads),
        ([16, 65536], Heads),
        ([16, 8192], Pages(16)),
        ([16, 8192], Pages(256)),
    ];
    for (([batch, keys], held), queries) in cross(&caches, &[1, 4]) {
        let name = format!("decode b{batch} S{keys} q{queries} {held:?}");
        run.timing(&name, || decode(stream, [batch, keys, queries], held));
    }
    let masks = [Mask::Full, Mask::Causal];
    for (dim, keys) in cross(&[64, 128, 256], &[2048, 4096, 8192]) {
        for (is_backward, mask) in cross(&[true, false], &masks) {
            let name = if is_backward { "backward" } else { "forward" };
            let name = format!("{name} d{dim} S{keys} {mask:?}");
            run.timing(&name, || match is_backward {
                true => backward(stream, [dim, keys], mask),
                false => forward(stream, [dim, keys], mask),
            });
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
fn filled(stream: &Stream, shape: &[usize]) -> Result<Buffer<bf16>, Error> {
    let block = normal::<bf16>(&mut centred(7), count(shape).min(1_048_573));
    repeated(stream, &block, count(shape))
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
    let options = masked(Mask::Causal);
    let prepared = gpu::prepare_with_kv_cache(stream, q, cache, to, None, &options)?;
    let bytes = (batch * keys * 8 * (128 + 128) * 2) as f64;
    let micros = micros(stream, &prepared, if bytes > 1e9 { 5 } else { 20 })?;
    let (rate, splits) = (bytes / micros / 1e6, prepared.splits());
    let workspace = prepared.workspace() >> 10;
    Ok(format!(
        "{micros:9.2} us {rate:6.3} TB/s of K and V  splits {splits} workspace {workspace} KiB"
    ))
}

/// The options with a mask.
fn masked(mask: Mask) -> Options<'static> {
    Options {
        mask,
        ..Options::default()
    }
}

/// A forward of compact tensors of one shape by a family of kernels.
pub fn prepare<'a, T: AttentionElement + DeviceElement>(
    family: Family,
    stream: &Stream,
    [q, k, v]: [&'a Buffer<T>; 3],
    (out, shape): (&'a mut Buffer<T>, &[usize]),
    mask: Mask,
) -> Result<gpu::AttentionForward<'a>, Failure> {
    let of = |data| View::row_major(data, shape);
    let tensors = [of(q)?.into(), of(k)?.into(), of(v)?.into()];
    let to = ViewMut::row_major(out, shape)?.into();
    let options = masked(mask);
    Ok(gpu::prepare_by(
        family, stream, tensors, to, None, &options,
    )?)
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
    let rate = flops / micros / 1e6;
    format!(" {family:?}{order} {micros:9.1} us {rate:6.1} TFLOP/s")
}

/// By `mma.sync`, and by the kernels of the GPU.
fn forward(stream: &Stream, sizes: [usize; 2], mask: Mask) -> Result<String, Failure> {
    let (shape, flops) = problem(sizes, mask, 2.0);
    let (q, k, v) = (
        filled(stream, &shape)?,
        filled(stream, &shape)?,
        filled(stream, &shape)?,
    );
    let mut line = String::new();
    for family in [Family::Sm80, Family::Hopper] {
        let mut out = stream.zeros::<bf16>(count(&shape))?;
        let to = (&mut out, &shape[..]);
        if let Ok(prepared) = prepare(family, stream, [&q, &k, &v], to, mask) {
            line += &rate(family, "", micros(stream, &prepared, 10)?, flops);
        }
    }
    Ok(line)
}

/// As [`forward`], of the gradients: both families where they compute it.
fn backward(stream: &Stream, sizes: [usize; 2], mask: Mask) -> Result<String, Failure> {
    let (shape, flops) = problem(sizes, mask, 5.0);
    let [batch, keys, heads, _] = shape;
    let inputs = each(0..5, |_| filled(stream, &shape))?;
    let lse = stream.upload(&vec![10.0f32; batch * heads * keys])?;
    let mut line = String::new();
    for (family, order) in [
        (Family::Sm80, ""),
        (Family::Sm80, " in order"),
        (Family::Hopper, ""),
    ] {
        let zeros = || stream.zeros::<bf16>(count(&shape));
        let (mut dq, mut dk, mut dv) = (zeros()?, zeros()?, zeros()?);
        let of = |at: usize| View::row_major(&inputs[at], &shape);
        let inputs = [of(0)?, of(1)?, of(2)?, of(3)?, of(4)?].map(Into::into);
        let gradients = [
            ViewMut::row_major(&mut dq, &shape)?.into(),
            ViewMut::row_major(&mut dk, &shape)?.into(),
            ViewMut::row_major(&mut dv, &shape)?.into(),
        ];
        let lse = View::row_major(&lse, &[batch, heads, keys])?.into();
        let tensors = BackwardTensors {
            inputs,
            lse,
            gradients,
        };
        let is_fixed = !order.is_empty();
        let options = masked(mask);
        let prepared = gpu::prepare_backward_by(family, stream, tensors, &options, is_fixed);
        if let Ok(prepared) = prepared {
            line += &rate(family, order, micros(stream, &prepared, 5)?, flops);
        }
    }
    Ok(line)
}
