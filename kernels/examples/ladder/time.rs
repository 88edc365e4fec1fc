//! Speed against cuBLASLt: its first heuristic and the best of 16, on the same buffers, taking turns.

use azulejo_kernels::device::gemm::ladder::table::{FAMILIES, RUNGS, Row, VECTORS};
use azulejo_kernels::host::cublaslt::{Cublas, Product};
use azulejo_kernels::host::gemm::ladder::{LadderEpilogue, LadderGemm, StridedMatrix};
use azulejo_kernels::host::gemm::{Region, Sizes};
use azulejo_kernels::host::{Buffer, Device, Graph, Replay, Stream};
use azulejo_tensor::DType;

use crate::Failure;
use crate::data::{encode, uniform};
use crate::meter::{Meter, Reading};

/// Rounds of which the median is taken.
const ROUNDS: usize = 9;
/// Algorithms of cuBLASLt that are tried.
const ALGORITHMS: usize = 16;
/// Elements of random data, repeated.
const POOL: u64 = 1 << 22;

struct Result {
    idea: &'static str,
    types: DType,
    size: [u32; 3],
    order: &'static str,
    ours: f64,
    first: f64,
    best: f64,
    /// While the rounds ran.
    meter: Option<Reading>,
}

/// Times every kernel whose name holds one of the words of `only`, and writes the record.
pub fn run(
    device: &Device,
    json: Option<&str>,
    only: Option<&str>,
) -> std::result::Result<(), Failure> {
    let stream = device.stream()?;
    let cublas = Cublas::new(&stream, 64 << 20)?;
    let meter = Meter::start();
    let mut results = Vec::new();
    let square = |n: u32| [n, n, n];
    let ideas = [
        "naive",
        "coalesced",
        "shared_tile",
        "register_tile",
        "vectorised",
    ];
    let mut jobs: Vec<(&'static str, &'static Row, [u32; 3])> = Vec::new();
    for (row, idea) in RUNGS.iter().zip(ideas) {
        jobs.push((idea, row, square(4096)));
    }
    for row in FAMILIES.iter().copied().flatten() {
        let name = row.kernel.name;
        let fast = row.is_broad() || name.contains("_vec_");
        let idea = match row.types.0 {
            DType::F32 if fast => "prefetched",
            DType::F32 => "double_buffered",
            _ if name.contains("_deep_") => "multistage, deep",
            _ if fast => "multistage, broad",
            _ => "multistage",
        };
        // Every order at one size, the common one at all; the tiles and accesses for what is small or crooked at one.
        let sizes: &[u32] = match (fast, name.ends_with("kk")) {
            (true, true) => &[2048, 4096, 8192],
            (true, false) | (false, true) => &[4096],
            _ => &[],
        };
        jobs.extend(sizes.iter().map(|&n| (idea, row, square(n))));
    }
    let wanted =
        |name: &str| only.is_none_or(|only| only.split(',').any(|part| name.contains(part)));
    jobs.retain(|(_, row, _)| wanted(row.kernel.name));
    for (idea, row, size) in jobs {
        match measure(&stream, &cublas, &meter, idea, row, size) {
            Ok(result) => {
                let rate = |t: f64| flops(size) / t / 1e12;
                println!(
                    "{:>24} {:>5} {} {:?}: {:8.1} TFLOP/s, cuBLASLt {:7.1} / {:7.1}, ratio {:.3} {}",
                    row.kernel.name,
                    result.types.to_string(),
                    result.order,
                    size,
                    rate(result.ours),
                    rate(result.first),
                    rate(result.best),
                    result.best.min(result.first) / result.ours,
                    result.meter.map_or(String::new(), |[sm, _, power]| format!(
                        "{sm:.0} MHz {power:.0} W"
                    ))
                );
                results.push(result);
            }
            Err(e) => println!("{} {size:?}: {e}", row.kernel.name),
        }
    }
    let vectors = vectors(&stream, &cublas, &meter, &wanted)?;
    if let Some(path) = json {
        std::fs::write(path, record(device, &results, &vectors))?;
    }
    Ok(())
}

/// Vectors by matrices of 128 Mi elements, in bytes of the matrix a second, as JSON objects; the ceiling is a copy on the device.
fn vectors(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    wanted: &dyn Fn(&str) -> bool,
) -> std::result::Result<Vec<String>, Failure> {
    let bytes = 1usize << 30;
    let (from, mut to) = (stream.zeros::<u8>(bytes)?, stream.zeros::<u8>(bytes)?);
    let mut copies = Vec::new();
    for _ in 0..ROUNDS {
        let before = stream.record()?;
        stream.copy(&from, &mut to)?;
        let after = stream.record()?;
        copies.push(2.0 * bytes as f64 / (before.milliseconds_to(&after)? as f64 * 1e6));
    }
    copies.sort_by(f64::total_cmp);
    let ceiling = copies[ROUNDS / 2];
    drop((from, to));
    println!("copy on the device: {ceiling:.0} GB/s");
    let mut lines = Vec::new();
    for row in VECTORS
        .iter()
        .copied()
        .flatten()
        .filter(|row| wanted(row.kernel.name))
    {
        let size = [1, 16384, 8192];
        match measure(stream, cublas, meter, "gemv", row, size) {
            Ok(result) => {
                let rate =
                    |t: f64| size[1] as f64 * size[2] as f64 * row.types.0.bytes() as f64 / t / 1e9;
                let (ours, best) = (rate(result.ours), rate(result.first.min(result.best)));
                println!(
                    "{:>24}: {ours:6.0} GB/s, cuBLASLt {best:6.0}, of a copy {:.3}",
                    row.kernel.name,
                    ours / ceiling
                );
                lines.push(format!(
                    "    {{\"kernel\": \"{}\", \"GB/s\": {ours:.0}, \"cuBLASLt\": {best:.0}, \"of a copy\": {:.3}}}",
                    row.kernel.name,
                    ours / ceiling
                ));
            }
            Err(e) => println!("{}: {e}", row.kernel.name),
        }
    }
    Ok(lines)
}

fn flops([m, n, k]: [u32; 3]) -> f64 {
    2.0 * m as f64 * n as f64 * k as f64
}

/// Random bytes for `count` elements.
fn random(
    stream: &Stream,
    dtype: DType,
    seed: u64,
    count: u64,
) -> std::result::Result<Buffer<u8>, Failure> {
    let pool = encode(dtype, (0..POOL).map(|at| uniform(dtype, seed, at)));
    let mut all = Vec::with_capacity(count as usize * dtype.bytes());
    let mut shift = 0;
    while all.len() < all.capacity() {
        let left = all.capacity() - all.len();
        // Another start each time, so that rows do not repeat.
        let from = shift * 16 % pool.len();
        let part = &pool[from..];
        all.extend_from_slice(&part[..left.min(part.len())]);
        shift += 7919;
    }
    Ok(stream.upload(&all)?)
}

fn replay(stream: &Stream, graph: &Graph<'_>, count: usize) -> std::result::Result<f64, Failure> {
    let before = stream.record()?;
    graph.replay(stream)?;
    let after = stream.record()?;
    Ok(before.milliseconds_to(&after)? as f64 / 1e3 / count as f64)
}

fn measure(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    idea: &'static str,
    row: &'static Row,
    size: [u32; 3],
) -> std::result::Result<Result, Failure> {
    let [m, n, k] = size;
    let (input, out) = row.types;
    let a = random(stream, input, 1, m as u64 * k as u64)?;
    let b = random(stream, input, 2, n as u64 * k as u64)?;
    let mut d = stream.zeros::<u8>(m as usize * n as usize * out.bytes())?;
    let regions = [
        Region::read(&a, stream),
        Region::read(&b, stream),
        Region::write(&mut d, stream),
    ];
    let [from_a, from_b, to] = regions;
    // The rungs run on operands with K contiguous on the left and N on the right, as row-major matrices lie.
    let name = row.kernel.name;
    let (a_by_k, b_by_k) = match &name[name.len() - 2..] {
        "kk" => (true, true),
        "km" => (true, false),
        "mk" => (false, true),
        "mm" => (false, false),
        "_k" => (true, true),
        "_n" => (true, false),
        _ => (idea != "vectorised", false),
    };
    let matrix = |region, rows: u32, columns: u32, by_column: bool| {
        let (rows, columns) = (rows as u64, columns as u64);
        if by_column {
            StridedMatrix::row_major(region, rows, columns)
        } else {
            StridedMatrix::row_major(region, columns, rows).transposed()
        }
    };
    let sizes = Sizes {
        m,
        n,
        k,
        batches: 1,
    };
    let (left, right) = (matrix(from_a, m, k, a_by_k), matrix(from_b, k, n, !b_by_k));
    let target = matrix(to, m, n, true);
    let ours = LadderGemm::with(
        stream,
        row.types,
        Some(row),
        sizes,
        left,
        right,
        target,
        LadderEpilogue::default(),
    )?;

    // The library is column-major: it computes Dᵀ = Bᵀ · Aᵀ.
    let product = Product {
        m: n as u64,
        n: m as u64,
        k: k as u64,
        transpose_a: b_by_k,
        transpose_b: !a_by_k,
        types: [input, input, out],
        batches: 1,
    };
    let prepared = cublas.prepare(&product, ALGORITHMS)?;
    let peak = match input {
        DType::F32 | DType::F64 => 60e12,
        DType::TF32 => 350e12,
        _ => 700e12,
    };
    let count = ((4e-3 / (flops(size) / peak)) as usize).clamp(1, 50);
    let mut fastest = (f64::INFINITY, 0);
    for index in 0..prepared.algorithms() {
        let call = prepared.call(index, from_b, from_a, to)?;
        // An algorithm may refuse at its first start.
        if call.start().is_err() {
            continue;
        }
        let work: [&dyn Replay; 1] = [&call];
        let graph = Graph::record(stream, &work, count)?;
        let time = replay(stream, &graph, count)?.min(replay(stream, &graph, count)?);
        if time < fastest.0 {
            fastest = (time, index);
        }
    }
    let calls = [
        prepared.call(0, from_b, from_a, to)?,
        prepared.call(fastest.1, from_b, from_a, to)?,
    ];
    let work: [&dyn Replay; 3] = [&ours, &calls[0], &calls[1]];
    let slow = matches!(idea, "naive" | "coalesced" | "shared_tile");
    let rounds = if slow { 3 } else { ROUNDS };
    let counts = [if slow { 1 } else { count }, count, count];
    let mut graphs = Vec::new();
    for (work, count) in work.iter().zip(counts) {
        graphs.push(Graph::record(stream, std::slice::from_ref(work), count)?);
    }
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    meter.take();
    for round in 0..=rounds {
        for ((graph, times), count) in graphs.iter().zip(&mut times).zip(counts) {
            let time = replay(stream, graph, count)?;
            if round > 0 {
                times.push(time);
            }
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    drop(graphs);
    Ok(Result {
        idea,
        types: input,
        size,
        order: match (a_by_k, b_by_k) {
            (true, true) => "TN",
            (true, false) => "NN",
            (false, true) => "TT",
            (false, false) => "NT",
        },
        ours: medians[0],
        first: medians[1],
        best: medians[2],
        meter: meter.take(),
    })
}

/// The record that README's table is written from.
fn record(device: &Device, results: &[Result], vectors: &[String]) -> String {
    let rows: Vec<String> = results
        .iter()
        .map(|r| {
            let rate = |t: f64| flops(r.size) / t / 1e12;
            format!(
                "    {{\"kernel\": \"{}\", \"type\": \"{}\", \"M = N = K\": {}, \"order\": \"{}\", \"TFLOP/s\": {:.2}, \"cuBLASLt first\": {:.2}, \
                 \"best of 16\": {:.2}, \"ours / best\": {:.3}}}",
                r.idea,
                r.types,
                r.size[0],
                r.order,
                rate(r.ours),
                rate(r.first),
                rate(r.best),
                r.first.min(r.best) / r.ours
            )
        })
        .collect();
    // Clocks and power of the same rows, in their order.
    let meters: Vec<String> = results
        .iter()
        .map(|r| match r.meter {
            Some([sm, memory, power]) => {
                format!("    {{\"MHz\": {sm:.0}, \"memory MHz\": {memory:.0}, \"W\": {power:.0}}}")
            }
            None => "    null".to_owned(),
        })
        .collect();
    format!(
        "{{\n  \"machine\": \"{}\",\n  \"date\": \"DATE\",\n  \"note\": \"Random data, medians of rounds in which the three take turns.\",\n  \"rows\": [\n{}\n  ],\n  \"meters\": [\n{}\n  ],\n  \"vectors\": [\n{}\n  ]\n}}\n",
        device.name(),
        rows.join(",\n"),
        meters.join(",\n"),
        vectors.join(",\n")
    )
}
