//! Speed against cuBLASLt: its first heuristic and the best of 16, on the same buffers, taking turns.

use azulejo_kernels::device::gemm::ladder::table::{FAMILIES, Row, VECTORS};
use azulejo_kernels::host::cublaslt::{Cublas, Product};
use azulejo_kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Sizes, Space, StridedMatrix,
};
use azulejo_kernels::host::timing::{Pool, RotatingOperands, graph, least};
use azulejo_kernels::host::{Device, Replay, Stream};
use azulejo_tensor::DType;

use crate::harness::{Args, Failure, Meter, Reading, graphs, median, provenance, timed};

/// Rounds of which the median is taken.
const ROUNDS: usize = 9;
/// Algorithms of cuBLASLt that are tried.
const ALGORITHMS: usize = 16;

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

/// Times every kernel whose name holds one of the words of `only`, at `size` or at its usual ones, and writes the record.
pub fn run(
    device: &Device,
    args: &Args,
    size: Option<[u32; 3]>,
) -> std::result::Result<(), Failure> {
    let stream = device.stream()?;
    let cublas = Cublas::new(&stream, 64 << 20)?;
    let meter = Meter::start();
    let mut results = Vec::new();
    let square = |n: u32| [n, n, n];
    let mut jobs: Vec<(&'static str, &'static Row, [u32; 3])> = Vec::new();
    for row in FAMILIES.iter().copied().flatten() {
        let name = row.kernel.name;
        let wide = name.contains("_wide_");
        let fast = row.is_broad() || name.contains("_vec_") || wide;
        let idea = match row.types.0 {
            DType::F32 if wide => "multistage, wide",
            DType::F32 if fast => "ffma, vectors",
            DType::F32 => "ffma",
            _ if wide => "multistage, wide",
            _ if row.is_fed() => "fed",
            _ if fast => "multistage, broad",
            _ => "multistage",
        };
        // Every order at every size; the tiles and accesses for what is small or crooked at one.
        let long = !matches!(row.types.0, DType::TF32 | DType::I8) || name.ends_with("kk");
        let sizes: &[u32] = match (fast, long) {
            (true, true) => &[2048, 4096, 8192],
            (true, false) => &[4096],
            _ if name.ends_with("kk") => &[4096],
            _ => &[],
        };
        match size {
            Some(size) => jobs.push((idea, row, size)),
            None => jobs.extend(sizes.iter().map(|&n| (idea, row, square(n)))),
        }
    }
    jobs.retain(|(_, row, _)| row.runs(device.variant()) && args.wants(row.kernel.name));
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
    let vectors = vectors(&stream, &cublas, &meter, args)?;
    if let Some(path) = args.value("--json") {
        std::fs::write(path, record(device, &results, &vectors))?;
    }
    Ok(())
}

/// Vectors by matrices of 128 Mi elements, in bytes of the matrix a second, as JSON objects; the ceiling is a copy on the device.
fn vectors(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    args: &Args,
) -> std::result::Result<Vec<String>, Failure> {
    let bytes = 1usize << 30;
    let (from, mut to) = (stream.zeros::<u8>(bytes)?, stream.zeros::<u8>(bytes)?);
    let mut copies = Vec::new();
    for _ in 0..ROUNDS {
        let time = timed(stream, || stream.copy(&from, &mut to))?;
        copies.push(2.0 * bytes as f64 / (time * 1e9));
    }
    let ceiling = median(&mut copies);
    drop((from, to));
    println!("copy on the device: {ceiling:.0} GB/s");
    let mut lines = Vec::new();
    for row in VECTORS
        .iter()
        .copied()
        .flatten()
        .filter(|row| args.wants(row.kernel.name))
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

/// Operands of a kernel's product, in at most `most` sets.
fn operands(
    stream: &Stream,
    row: &Row,
    size: [u32; 3],
    most: usize,
) -> std::result::Result<RotatingOperands, Failure> {
    let (input, out) = row.types;
    let pool = Pool::new(input);
    let types = [input, input, out];
    Ok(RotatingOperands::new(
        stream, [&pool; 2], types, size, most,
    )?)
}

/// Whether index 1 of A and index 0 of B are contiguous in what a kernel takes.
fn order(row: &Row) -> (bool, bool) {
    let name = row.kernel.name;
    match &name[name.len() - 2..] {
        "kk" | "_k" => (true, true),
        "km" | "_n" => (true, false),
        "mk" => (false, true),
        _ => (false, false),
    }
}

fn ours<'a>(
    stream: &Stream,
    row: &'static Row,
    [m, n, k]: [u32; 3],
    [a, b, d]: [Region<'a>; 3],
) -> std::result::Result<Prepared<'a>, Failure> {
    let (a_by_k, b_by_k) = order(row);
    let matrix = |region, rows: u32, columns: u32, by_row: bool| {
        let (rows, columns) = (rows as u64, columns as u64);
        if by_row {
            StridedMatrix::row_major(region, rows, columns)
        } else {
            StridedMatrix::col_major(region, rows, columns)
        }
    };
    let arguments = Arguments {
        sizes: Sizes {
            m,
            n,
            k,
            batches: 1,
        },
        a: matrix(a, m, k, a_by_k),
        b: matrix(b, k, n, !b_by_k),
        d: matrix(d, m, n, true),
        epilogue: Epilogue::default(),
    };
    let part = |space: &mut Space<'_>| Part::ladder(space, row.types, Some(row), arguments);
    Ok(Prepared::one(stream, part)?)
}

/// Starts every kernel that is named three times, for a profiler, and if so asked each algorithm of cuBLASLt for the same product.
pub fn once(device: &Device, args: &Args, size: [u32; 3]) -> std::result::Result<(), Failure> {
    let stream = device.stream()?;
    let library = args
        .has("--library")
        .then(|| Cublas::new(&stream, 64 << 20))
        .transpose()?;
    for row in FAMILIES
        .iter()
        .copied()
        .flatten()
        .filter(|row| args.wants(row.kernel.name))
    {
        let mut sets = operands(&stream, row, size, 1)?;
        let [a, b, d] = sets.regions()[0];
        let product = ours(&stream, row, size, [a, b, d])?;
        for _ in 0..3 {
            product.launch()?;
        }
        if let Some(cublas) = &library {
            let prepared = cublas.prepare(&theirs(row, size), ALGORITHMS)?;
            for index in 0..prepared.algorithms() {
                // An algorithm may reject.
                let _ = prepared.call(index, b, a, d)?.start();
            }
        }
        stream.synchronize()?;
    }
    Ok(())
}

/// The library's product for `row`: it is column-major and computes Dᵀ = Bᵀ · Aᵀ.
fn theirs(row: &Row, [m, n, k]: [u32; 3]) -> Product {
    let (a_by_k, b_by_k) = order(row);
    let (input, out) = row.types;
    Product {
        m: n as u64,
        n: m as u64,
        k: k as u64,
        transpose_a: b_by_k,
        transpose_b: !a_by_k,
        types: [input, input, out],
        batches: 1,
    }
}

fn measure(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    idea: &'static str,
    row: &'static Row,
    size: [u32; 3],
) -> std::result::Result<Result, Failure> {
    let m = size[0];
    let (a_by_k, b_by_k) = order(row);
    let input = row.types.0;
    let peak = match input {
        DType::F32 | DType::F64 => 60e12,
        DType::TF32 => 350e12,
        _ => 700e12,
    };
    // Eight milliseconds of products; vectors are bound by memory.
    let most = if m == 1 { 50 } else { 400 };
    let count = ((8e-3 / (flops(size) / peak)) as usize).clamp(1, most);
    let mut sets = operands(stream, row, size, count)?;
    let regions = sets.regions();
    let products = regions
        .iter()
        .map(|set| ours(stream, row, size, *set))
        .collect::<std::result::Result<Vec<_>, _>>()?;

    let prepared = cublas.prepare(&theirs(row, size), ALGORITHMS)?;
    let fastest = least(&prepared.times(&regions, count)?);
    let theirs = [
        prepared.calls(0, &regions)?,
        prepared.calls(fastest, &regions)?,
    ];
    let recorded = [
        graph(stream, &products, count)?,
        graph(stream, &theirs[0], count)?,
        graph(stream, &theirs[1], count)?,
    ];
    meter.take();
    let mut times = graphs(stream, ROUNDS, &recorded, count)?;
    if fastest == 0 {
        // The better of two medians of one and the same call would be less than what it takes, by chance.
        let all = times[1..].concat();
        times[1..].fill(all);
    }
    let medians = times.map(|mut times| median(&mut times));
    drop(recorded);
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
        "{{\n  \"machine\": \"{}, driver {}\",\n  \"date\": \"{}\",\n  \"note\": \"Normal random data, medians of rounds in which ours, cuBLASLt's first heuristic and its best of 16 take turns, each turn begun by a replay that is not timed, operands rotated past the second-level cache; TFLOP/s.\",\n  \"rows\": [\n{}\n  ],\n  \"meters\": [\n{}\n  ],\n  \"vectors\": [\n{}\n  ]\n}}\n",
        device.name(),
        provenance::driver(),
        provenance::date(),
        rows.join(",\n"),
        meters.join(",\n"),
        vectors.join(",\n")
    )
}
