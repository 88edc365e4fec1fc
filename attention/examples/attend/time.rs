//! Times by CUDA graphs: the median of replays of several launches.

use azulejo_attention::gpu::{self, Family};
use azulejo_attention::{Mask, Options};
use azulejo_kernels::cpu::Array;
use azulejo_kernels::host::{Buffer, Graph, Replay, Stream, View, ViewMut};
use azulejo_tensor::bf16;

use crate::data::Random;
use crate::harness::{Args, Failure, median, replay};

/// Runs what `--only` names.
pub fn run(stream: &Stream, args: &Args) -> Result<(), Failure> {
    for (batch, keys, page_size) in [
        (1, 4096, None),
        (16, 8192, None),
        (16, 65536, None),
        (1, 65536, None),
        (16, 8192, Some(16)),
        (16, 8192, Some(256)),
    ] {
        for queries in [1, 4] {
            let name = format!("decode b{batch} S{keys} q{queries} pages {page_size:?}");
            if args.wants(&name) {
                decode(stream, &name, [batch, keys, queries], page_size)?;
            }
        }
    }
    for (dim, keys) in [64, 128]
        .iter()
        .flat_map(|dim| [(*dim, 2048), (*dim, 4096)])
    {
        for mask in [Mask::Full, Mask::Causal] {
            let name = format!("forward d{dim} S{keys} {mask:?}");
            if args.wants(&name) {
                forward(stream, &name, [dim, keys], mask)?;
            }
        }
    }
    Ok(())
}

/// Random elements, the same 32 Mi over and over.
fn filled(stream: &Stream, count: usize) -> Result<Buffer<bf16>, Failure> {
    let mut buffer = stream.zeros::<bf16>(count)?;
    let data = Random::new(7).normal::<bf16>(count.min(1 << 25));
    let mut from = 0;
    while from < count {
        let to = count.min(from + data.len());
        stream.write(&data[..to - from], &mut buffer.slice_mut(from..to)?)?;
        from = to;
    }
    Ok(buffer)
}

/// Microseconds of a launch: the median of 15 replays of `count` launches.
fn micros(stream: &Stream, work: &dyn Replay, count: usize) -> Result<f64, Failure> {
    let graph = Graph::record(stream, &[work], count)?;
    replay(stream, &graph, count)?;
    let times: Result<Vec<f64>, Failure> = (0..15).map(|_| replay(stream, &graph, count)).collect();
    Ok(median(&mut times?) * 1e6)
}

/// 32 query heads over 8 key heads of 128 columns.
fn decode(
    stream: &Stream,
    name: &str,
    [batch, keys, queries]: [usize; 3],
    page_size: Option<usize>,
) -> Result<(), Failure> {
    let size = page_size.unwrap_or(keys);
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
    let cache = gpu::GpuKvCache {
        k: ViewMut::row_major(&mut k, &held)?.into(),
        v: ViewMut::row_major(&mut v, &held)?.into(),
        lengths: &lengths,
        page_table: page_size.map(|_| table.view()),
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
