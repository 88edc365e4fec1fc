//! Times by CUDA graphs: the median of replays of several launches.

use azulejo_attention::gpu::{self, BackwardTensors, Family};
use azulejo_attention::{Mask, Options};
use azulejo_kernels::cpu::{Array, Strided};
use azulejo_kernels::host::{Buffer, Graph, Replay, Stream, View, ViewMut};
use azulejo_tensor::bf16;

use crate::data::Random;
use crate::harness::{Failure, Run, medians, repeated};

/// Runs what `--only` names.
pub fn all(run: &mut Run) -> Result<(), Failure> {
    let (stream, args) = (&run.stream, &run.args);
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
            if args.wants(&name) {
                decode(stream, &name, [batch, keys, queries], held)?;
            }
        }
    }
    for (dim, keys) in [64, 128, 256]
        .iter()
        .flat_map(|dim| [2048, 4096, 8192].map(|keys| (*dim, keys)))
    {
        for mask in [Mask::Full, Mask::Causal] {
            let name = format!("backward d{dim} S{keys} {mask:?}");
            if args.wants(&name) {
                backward(stream, &name, [dim, keys], mask)?;
            }
        }
        for mask in [Mask::Full, Mask::Causal] {
            let name = format!("forward d{dim} S{keys} {mask:?}");
            if args.wants(&name) {
                forward(stream, &name, [dim, keys], mask)?;
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
fn filled(stream: &Stream, count: usize) -> Result<Buffer<bf16>, Failure> {
    let block = Random::new(7).normal::<bf16>(count.min(1_048_573));
    Ok(repeated(stream, &block, count)?)
}

/// Microseconds of a launch: the median of 15 replays of `count` launches.
fn micros(stream: &Stream, work: &dyn Replay, count: usize) -> Result<f64, Failure> {
    let graph = Graph::record(stream, &[work], count)?;
    Ok(medians(stream, &[graph], count, 15)?[0] * 1e6)
}

/// 32 query heads over 8 key heads of 128 columns.
fn decode(
    stream: &Stream,
    name: &str,
    [batch, keys, queries]: [usize; 3],
    held_as: Held,
) -> Result<(), Failure> {
    let size = match held_as {
        Held::Pages(size) => size,
        _ => keys,
    };
    let pages = keys / size;
    let (one, held) = ([batch, queries, 32, 128], [batch * pages, size, 8, 128]);
    let count = held.iter().product();
    let q = filled(stream, one.iter().product())?;
    let mut out = stream.zeros::<bf16>(one.iter().product())?;
    let (mut k, mut v) = (filled(stream, count)?, filled(stream, count)?);
    let lengths = vec![keys as i32; batch];
    // Pages of a sequence far from each other.
    let table = (0..batch * pages).map(|at| (at % pages * batch + at / pages) as i32);
    let table = Array::from_vec(table.collect(), &[batch, pages])?;
    let by_heads = [keys * 8 * 128, 128, keys * 128, 1];
    let layout = match held_as {
        Held::Heads => Strided::new(&held, &by_heads)?,
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
    let options = Options {
        mask: Mask::Causal,
        ..Options::default()
    };
    let q = View::row_major(&q, &one)?.into();
    let to = ViewMut::row_major(&mut out, &one)?.into();
    let prepared = gpu::prepare_with_kv_cache(stream, q, cache, to, None, &options)?;
    let bytes = (batch * keys * 8 * (128 + 128) * 2) as f64;
    let launches = if bytes > 1e9 { 5 } else { 20 };
    let micros = micros(stream, &prepared, launches)?;
    println!(
        "{name:44} {micros:9.2} us {:6.3} TB/s of K and V  splits {} workspace {} KiB",
        bytes / micros / 1e6,
        prepared.splits(),
        prepared.workspace() >> 10
    );
    Ok(())
}

/// B S = 16384, H d = 2048: by `mma.sync`, and by the kernels of the GPU.
fn forward(
    stream: &Stream,
    name: &str,
    [dim, keys]: [usize; 2],
    mask: Mask,
) -> Result<(), Failure> {
    let (batch, heads) = (16384 / keys, 2048 / dim);
    let shape = [batch, keys, heads, dim];
    let count = shape.iter().product();
    let (q, k, v) = (
        filled(stream, count)?,
        filled(stream, count)?,
        filled(stream, count)?,
    );
    let half = if mask == Mask::Causal { 0.5 } else { 1.0 };
    let flops = half * 4.0 * (batch * heads * dim) as f64 * (keys * keys) as f64;
    let options = Options {
        mask,
        ..Options::default()
    };
    let mut line = format!("{name:28}");
    for family in [Family::Sm80, Family::Hopper] {
        let mut out = stream.zeros::<bf16>(count)?;
        let tensors = [
            View::row_major(&q, &shape)?.into(),
            View::row_major(&k, &shape)?.into(),
            View::row_major(&v, &shape)?.into(),
        ];
        let to = ViewMut::row_major(&mut out, &shape)?.into();
        let Ok(prepared) = gpu::prepare_by(family, stream, tensors, to, None, &options) else {
            continue;
        };
        let micros = micros(stream, &prepared, 10)?;
        line += &format!(
            " {family:?} {micros:9.1} us {:6.1} TFLOP/s",
            flops / micros / 1e6
        );
    }
    println!("{line}");
    Ok(())
}

/// As [`forward`], of the gradients: both families where they compute it.
fn backward(
    stream: &Stream,
    name: &str,
    [dim, keys]: [usize; 2],
    mask: Mask,
) -> Result<(), Failure> {
    let (batch, heads) = (16384 / keys, 2048 / dim);
    let (shape, of_lse) = ([batch, keys, heads, dim], [batch, heads, keys]);
    let count = shape.iter().product();
    let [q, k, v, out, d_out] = [(); 5].map(|()| filled(stream, count));
    let (q, k, v, out, d_out) = (q?, k?, v?, out?, d_out?);
    let lse = stream.upload(&vec![10.0f32; batch * heads * keys])?;
    let half = if mask == Mask::Causal { 0.5 } else { 1.0 };
    let flops = half * 10.0 * (batch * heads * dim) as f64 * (keys * keys) as f64;
    let options = Options {
        mask,
        ..Options::default()
    };
    let mut line = format!("{name:28}");
    for (family, fixed) in [
        (Family::Sm80, false),
        (Family::Sm80, true),
        (Family::Hopper, false),
    ] {
        let mut to = [(); 3].map(|()| stream.zeros::<bf16>(count));
        let [Ok(dq), Ok(dk), Ok(dv)] = &mut to else {
            return Err("no memory for the gradients".into());
        };
        let tensors = BackwardTensors {
            inputs: [
                View::row_major(&q, &shape)?.into(),
                View::row_major(&k, &shape)?.into(),
                View::row_major(&v, &shape)?.into(),
                View::row_major(&out, &shape)?.into(),
                View::row_major(&d_out, &shape)?.into(),
            ],
            lse: View::row_major(&lse, &of_lse)?.into(),
            gradients: [
                ViewMut::row_major(dq, &shape)?.into(),
                ViewMut::row_major(dk, &shape)?.into(),
                ViewMut::row_major(dv, &shape)?.into(),
            ],
        };
        let Ok(prepared) = gpu::prepare_backward_by(family, stream, tensors, &options, fixed)
        else {
            continue;
        };
        let micros = micros(stream, &prepared, 5)?;
        let order = if fixed { " in order" } else { "" };
        line += &format!(
            " {family:?}{order} {micros:9.1} us {:6.1} TFLOP/s",
            flops / micros / 1e6
        );
    }
    println!("{line}");
    Ok(())
}
