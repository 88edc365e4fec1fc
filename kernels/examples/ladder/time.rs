//! Speed against cuBLASLt: its first heuristic and the best of 16, on the same operands, interleaved.

use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::ladder::table::{FAMILIES, Row, VECTORS};
use azulejo_kernels::host::cublaslt::Cublas;
use azulejo_kernels::host::gemm::{Algorithm, Epilogue, Prepared, Region};
use azulejo_kernels::host::{Device, Error, Replay, Stream};
use azulejo_tensor::DType;

use crate::harness::{
    Args, Failure, Meter, Pool, Reading, RotatingOperands, compact, median, provenance, sizes,
    timed,
};
use crate::library::{self, ALGORITHMS, Library};

/// Rounds of which the median is taken.
const ROUNDS: usize = 9;

/// A kernel, what it is, and the M, N and K that it is timed at.
type Job = (&'static str, &'static Row, [u32; 3]);

/// Seconds of ours, of the library's first heuristic and of its best; the clocks while the rounds ran.
struct Times {
    ours: f64,
    first: f64,
    best: f64,
    meter: Option<Reading>,
}

impl Times {
    /// Rates of `work` a launch: ours, the library's first, its best.
    fn rates(&self, work: f64) -> [f64; 3] {
        [self.ours, self.first, self.best].map(|time| work / time)
    }

    /// The library's better time over ours.
    fn ratio(&self) -> f64 {
        self.first.min(self.best) / self.ours
    }
}

/// Every kernel at its usual sizes: in every order at every size; the tiles and accesses for what is small or crooked at one.
fn jobs(size: Option<[u32; 3]>) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    for row in FAMILIES.iter().copied().flatten() {
        let name = row.kernel.name;
        let wide = name.contains("_wide_");
        let fast = row.is_broad() || name.contains("_vec_") || wide;
        let idea = match row.types.0 {
            _ if wide => "multistage, wide",
            DType::F32 if fast => "ffma, vectors",
            DType::F32 => "ffma",
            _ if row.is_fed() => "fed",
            _ if fast => "multistage, broad",
            _ => "multistage",
        };
        let long = !matches!(row.types.0, DType::TF32 | DType::I8) || name.ends_with("kk");
        let sides: &[u32] = match (fast, long) {
            (true, true) => &[2048, 4096, 8192],
            (true, false) => &[4096],
            _ if name.ends_with("kk") => &[4096],
            _ => &[],
        };
        match size {
            Some(size) => jobs.push((idea, row, size)),
            None => jobs.extend(sides.iter().map(|&side| (idea, row, [side; 3]))),
        }
    }
    jobs
}

/// Times every kernel whose name holds one of the words of `--only`, at `size` or at its usual ones, and writes the record.
pub fn run(device: &Device, args: &Args, size: Option<[u32; 3]>) -> Result<(), Failure> {
    let stream = device.stream()?;
    let cublas = library::open(&stream)?;
    let meter = Meter::start();
    let (mut rows, mut meters) = (Vec::new(), Vec::new());
    for (idea, row, size) in jobs(size) {
        let name = row.kernel.name;
        if !row.runs(device.variant()) || !args.wants(name) {
            continue;
        }
        let times = match measure(&stream, &cublas, &meter, row, size) {
            Ok(times) => times,
            Err(e) => {
                println!("{name} {size:?}: {e}");
                continue;
            }
        };
        let ([ours, first, best], ratio) = (times.rates(flops(size) / 1e12), times.ratio());
        let (dtype, order) = (row.types.0, letters(row));
        let (clocks, line) = match times.meter {
            Some([sm, memory, power]) => (
                format!("{sm:.0} MHz {power:.0} W"),
                format!("    {{\"MHz\": {sm:.0}, \"memory MHz\": {memory:.0}, \"W\": {power:.0}}}"),
            ),
            None => (String::new(), "    null".to_owned()),
        };
        println!(
            "{name:>24} {:>5} {order} {size:?}: {ours:8.1} TFLOP/s, cuBLASLt {first:7.1} / {best:7.1}, ratio {ratio:.3} {clocks}",
            dtype.to_string()
        );
        rows.push(format!(
            "    {{\"kernel\": \"{idea}\", \"type\": \"{dtype}\", \"M = N = K\": {}, \"order\": \"{order}\", \"TFLOP/s\": {ours:.2}, \
             \"cuBLASLt first\": {first:.2}, \"best of 16\": {best:.2}, \"ours / best\": {ratio:.3}}}",
            size[0]
        ));
        meters.push(line);
    }
    let vectors = vectors(&stream, &cublas, &meter, args)?;
    if let Some(path) = args.value("--json") {
        let text = format!(
            "{{\n  \"machine\": \"{}, driver {}\",\n  \"date\": \"{}\",\n  \"note\": \"Normal random data, medians of rounds in which ours, cuBLASLt's first heuristic and its best of 16 take turns, each turn begun by a replay that is not timed, operands rotated past the second-level cache; TFLOP/s.\",\n  \"rows\": [\n{}\n  ],\n  \"meters\": [\n{}\n  ],\n  \"vectors\": [\n{}\n  ]\n}}\n",
            device.name(),
            provenance::driver(),
            provenance::date(),
            rows.join(",\n"),
            meters.join(",\n"),
            vectors.join(",\n")
        );
        std::fs::write(path, text)?;
    }
    Ok(())
}

/// Vectors by matrices of 128 Mi elements, in bytes of the matrix a second, as JSON objects; the ceiling is a copy on the device.
fn vectors(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    args: &Args,
) -> Result<Vec<String>, Failure> {
    let bytes = 1usize << 30;
    let (from, mut to) = (stream.zeros::<u8>(bytes)?, stream.zeros::<u8>(bytes)?);
    let copies = (0..ROUNDS).map(|_| timed(stream, || stream.copy(&from, &mut to)));
    let time = median(&mut copies.collect::<Result<Vec<f64>, Error>>()?);
    let ceiling = 2.0 * bytes as f64 / (time * 1e9);
    drop((from, to));
    println!("copy on the device: {ceiling:.0} GB/s");
    let mut lines = Vec::new();
    let rows = VECTORS.iter().copied().flatten();
    for row in rows.filter(|row| args.wants(row.kernel.name)) {
        let (name, size) = (row.kernel.name, [1, 16384, 8192]);
        let work = size[1] as f64 * size[2] as f64 * row.types.0.bytes() as f64 / 1e9;
        match measure(stream, cublas, meter, row, size) {
            Ok(times) => {
                let [ours, first, best] = times.rates(work);
                let (best, part) = (first.max(best), ours / ceiling);
                println!("{name:>24}: {ours:6.0} GB/s, cuBLASLt {best:6.0}, of a copy {part:.3}");
                lines.push(format!(
                    "    {{\"kernel\": \"{name}\", \"GB/s\": {ours:.0}, \"cuBLASLt\": {best:.0}, \"of a copy\": {part:.3}}}"
                ));
            }
            Err(e) => println!("{name}: {e}"),
        }
    }
    Ok(lines)
}

fn flops([m, n, k]: [u32; 3]) -> f64 {
    2.0 * f64::from(m) * f64::from(n) * f64::from(k)
}

/// The order of A and of B that a kernel takes.
fn orders(row: &Row) -> [Major; 2] {
    let name = row.kernel.name;
    match &name[name.len() - 2..] {
        "kk" | "_k" => [Major::K, Major::K],
        "km" | "_n" => [Major::K, Major::Mn],
        "mk" => [Major::Mn, Major::K],
        _ => [Major::Mn, Major::Mn],
    }
}

/// The same in BLAS's letters.
fn letters(row: &Row) -> &'static str {
    match orders(row) {
        [Major::K, Major::K] => "TN",
        [Major::K, Major::Mn] => "NN",
        [Major::Mn, Major::K] => "TT",
        [Major::Mn, Major::Mn] => "NT",
    }
}

/// Operands of a kernel's product, in at most `most` sets.
fn operands(
    stream: &Stream,
    row: &Row,
    size: [u32; 3],
    most: usize,
) -> Result<RotatingOperands, Error> {
    let (input, out) = row.types;
    let pool = Pool::new(input);
    RotatingOperands::new(stream, [&pool; 2], [input, input, out], size, most)
}

fn ours<'a>(
    stream: &Stream,
    row: &'static Row,
    size: [u32; 3],
    set: [Region<'a>; 3],
) -> Result<Prepared<'a>, Error> {
    let ((input, out), plain) = (row.types, Epilogue::default());
    let product = compact(sizes(size), [input, input, out], orders(row), set, &plain)?;
    Prepared::new(stream, &[product], |_| Ok(Algorithm::Ladder(Some(row))))
}

/// Starts every kernel that is named three times, for a profiler, and if so asked each algorithm of cuBLASLt for the same product.
pub fn once(device: &Device, args: &Args, size: [u32; 3]) -> Result<(), Failure> {
    let stream = device.stream()?;
    let library = args
        .has("--library")
        .then(|| library::open(&stream))
        .transpose()?;
    let rows = FAMILIES.iter().copied().flatten();
    for row in rows.filter(|row| args.wants(row.kernel.name)) {
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

fn theirs(row: &Row, size: [u32; 3]) -> azulejo_kernels::host::cublaslt::Product {
    let (input, out) = row.types;
    library::product(sizes(size), orders(row), [input, input, out])
}

fn measure(
    stream: &Stream,
    cublas: &Cublas,
    meter: &Meter,
    row: &'static Row,
    size: [u32; 3],
) -> Result<Times, Error> {
    let peak = match row.types.0 {
        DType::F32 | DType::F64 => 60e12,
        DType::TF32 => 350e12,
        _ => 700e12,
    };
    // Eight milliseconds of products; vectors are bound by memory.
    let most = if size[0] == 1 { 50 } else { 400 };
    let count = ((8e-3 / (flops(size) / peak)) as usize).clamp(1, most);
    let mut sets = operands(stream, row, size, count)?;
    let regions = sets.regions();
    let products = regions.iter().map(|set| ours(stream, row, size, *set));
    let products = [products.collect::<Result<Vec<_>, _>>()?];
    let library = Library::new(cublas, &theirs(row, size), &regions, count)?;
    meter.take();
    let times = library.contest(stream, &products, &regions, (count, ROUNDS, true))?;
    let medians: Vec<f64> = times
        .into_iter()
        .map(|mut times| median(&mut times))
        .collect();
    Ok(Times {
        ours: medians[0],
        first: medians[1],
        best: medians[2],
        meter: meter.take(),
    })
}
