//! Speed against cuBLASLt: its first heuristic and the best of 16, on the same operands, interleaved.

use azulejo_kernels::device::gemm::sm80::table::KernelEntry;
use azulejo_runtime::cublaslt::Cublas;
use serde_json::{Value, json};

use super::check::{orders, rows};
use crate::harness::once as start_once;
use crate::prelude::*;

/// Rounds of which the median is taken.
const ROUNDS: usize = 9;

/// What a reader of the record must know.
const NOTE: &str = "Normal random data, medians of rounds in which ours, cuBLASLt's first heuristic and its best of 16 take turns, each turn begun by a replay that is not timed, operands rotated past the second-level cache; TFLOP/s.";

/// M, N and K of the products of vectors: matrices of 128 Mi elements.
const VECTOR: [u32; 3] = [1, 16384, 8192];

/// What a kernel is, and the sizes that it is timed at: in every order at every size; the tiles and accesses for what is small or
/// crooked at one.
fn usual(row: &KernelEntry) -> (&'static str, &'static [u32]) {
    let name = row.kernel.name;
    let has_f64_sums = name.contains("_f64acc_") || name.contains("_f64_align2_");
    let fast = row.needs_large_smem() || name.contains("_align4_") || has_f64_sums;
    let idea = match row.types.0 {
        DType::F32 if row.is_small() => "multistage, f64 accumulators, 64x32 tile",
        _ if row.is_small() && row.tile.0 == 32 => "multistage, 32x32 tile",
        _ if row.is_small() => "multistage, 64x32 tile",
        DType::F32 if has_f64_sums => "multistage, f64 accumulators",
        _ if has_f64_sums => "multistage, loads of two",
        DType::F32 if fast => "ffma, vectors",
        DType::F32 => "ffma",
        _ if row.uses_tma() => "TMA loads",
        _ if fast => "multistage, 128x256 tile",
        _ => "multistage",
    };
    let long = !matches!(row.types.0, DType::TF32 | DType::I8) || name.ends_with("kk");
    let sides: &[u32] = match (fast, long) {
        _ if row.is_small() => &[512, 1024],
        (true, true) => &[2048, 4096, 8192],
        (true, false) => &[4096],
        _ if name.ends_with("kk") => &[4096],
        _ => &[],
    };
    (idea, sides)
}

/// What `--size` gives: M, N and K between commas.
fn size(run: &Run) -> Result<Option<[u32; 3]>, Failure> {
    let Some(text) = run.args.value("--size") else {
        return Ok(None);
    };
    let all = text.split(',').map_while(|one| one.parse().ok());
    let all = all.collect::<Vec<u32>>().try_into().ok();
    Ok(Some(all.ok_or_else(|| format!("{text}: write M,N,K"))?))
}

/// Times every kernel that `--only` names, at `--size` or at its usual ones, and writes the record.
pub fn all(run: &mut Run) -> Result<(), Failure> {
    let given = size(run)?;
    let (cublas, meter) = (library(&run.stream)?, Meter::start());
    let (mut products, mut meters) = (Vec::new(), Vec::new());
    for row in rows(run).into_iter().filter(|row| row.tile.0 > 1) {
        let (idea, sides) = usual(row);
        let usual = sides.iter().map(|side| [*side; 3]).collect();
        for size in given.map_or(usual, |size| vec![size]) {
            let (name, dtype, order) = (row.kernel.name, row.types.0.to_string(), letters(row));
            let times = match measure(run, &cublas, &meter, row, size) {
                Ok(times) => times,
                Err(e) => {
                    println!("{name} {size:?}: {e}");
                    continue;
                }
            };
            let read = meter.take();
            let [ours, first, best] = times.map(|time| product(row, size).flops() / 1e12 / time);
            let ratio = ours / first.max(best);
            println!(
                "{name:>24} {order} {size:?}: {ours:8.1} TFLOP/s, cuBLASLt {first:7.1} / {best:7.1}, ratio {ratio:.3} {read:.0?}"
            );
            products.push(json!({
                "kernel": idea, "type": dtype, "M = N = K": size[0], "order": order, "TFLOP/s": rounded(ours, 2),
                "cuBLASLt heuristic": rounded(first, 2), "best of 16": rounded(best, 2), "speedup vs. best cuBLASLt": rounded(ratio, 3),
            }));
            meters.push(json!(read.map(|[sm, memory, power]| json!({
                "MHz": sm.round(), "memory MHz": memory.round(), "W": power.round(),
            }))));
        }
    }
    let vectors = vectors(run, &cublas, &meter)?;
    if let Some(path) = run.args.value("--json") {
        let machine = format!("{}, driver {}", run.device.name(), provenance::driver());
        let record = json!({
            "machine": machine, "date": provenance::date(), "note": NOTE, "rows": products, "meters": meters, "vectors": vectors,
        });
        std::fs::write(path, format!("{record:#}\n"))?;
    }
    Ok(())
}

/// Vectors by matrices in bytes of the matrix a second; the ceiling is a copy on the device.
fn vectors(run: &Run, cublas: &Cublas, meter: &Meter) -> Result<Vec<Value>, Failure> {
    let (bytes, stream) = (1usize << 30, &run.stream);
    let (from, mut to) = (stream.zeros::<u8>(bytes)?, stream.zeros::<u8>(bytes)?);
    let copy = || stream.copy(&from, &mut to);
    let times = calls(stream, ROUNDS, vec![("copy", Box::new(copy))])?;
    let ceiling = 2.0 * bytes as f64 / 1e9 / times[0].median();
    println!("copy on the device: {ceiling:.0} GB/s");
    let mut lines = Vec::new();
    for row in rows(run).into_iter().filter(|row| row.tile.0 == 1) {
        let name = row.kernel.name;
        let bytes = VECTOR[1] as f64 * VECTOR[2] as f64 * row.types.0.bytes() as f64 / 1e9;
        match measure(run, cublas, meter, row, VECTOR) {
            Ok(times) => {
                let [ours, first, best] = times.map(|time| bytes / time);
                let (best, part) = (first.max(best), ours / ceiling);
                println!("{name:>24}: {ours:6.0} GB/s, cuBLASLt {best:6.0}, of a copy {part:.3}");
                lines.push(json!({
                    "kernel": name, "GB/s": ours.round(), "cuBLASLt": best.round(), "of a copy": rounded(part, 3),
                }));
            }
            Err(e) => println!("{name}: {e}"),
        }
    }
    Ok(lines)
}

/// The order of A and of B in BLAS's letters.
fn letters(row: &KernelEntry) -> &'static str {
    match row.access.map(|access| orders(access)[0]) {
        [Major::K, Major::K] => "TN",
        [Major::K, Major::Mn] => "NN",
        [Major::Mn, Major::K] => "TT",
        [Major::Mn, Major::Mn] => "NT",
    }
}

/// A kernel's product.
fn product(row: &KernelEntry, size: [u32; 3]) -> Asked {
    let (input, out) = row.types;
    let orders = row.access.map(|access| orders(access)[0]);
    Asked::new(size, [input, input, out], orders, &[])
}

/// Starts every kernel that is named three times, for a profiler, and if so asked each algorithm of cuBLASLt for the same product.
pub fn once(run: &mut Run) -> Result<(), Failure> {
    let (size, stream) = (size(run)?.ok_or("--size M,N,K is wanted")?, &run.stream);
    let asked = run.args.has("--library");
    let library = asked.then(|| library(stream)).transpose()?;
    for row in rows(run).into_iter().filter(|row| row.tile.0 > 1) {
        let ours = [(row.kernel.name.to_owned(), Algorithm::Sm80(Some(row)))];
        let (product, pool) = (product(row, size), Pool::new(row.types.0));
        start_once(stream, (&product, &pool), (&ours, 3), library.as_ref())?;
    }
    Ok(())
}

/// Seconds of ours, of the library's first heuristic and of its best; the meter has read what it did while the rounds ran.
fn measure(
    run: &Run,
    cublas: &Cublas,
    meter: &Meter,
    row: &'static KernelEntry,
    size: [u32; 3],
) -> Result<[f64; 3], Error> {
    let peak = match row.types.0 {
        DType::F32 | DType::F64 => 60e12,
        DType::TF32 => 350e12,
        _ => 700e12,
    };
    let (product, pool, stream) = (product(row, size), Pool::new(row.types.0), &run.stream);
    // Eight milliseconds of products; vectors are bound by memory.
    let most = if size[0] == 1 { 50 } else { 400 };
    let count = ((8e-3 / (product.flops() / peak)) as usize).clamp(1, most);
    let mut sets = RotatingOperands::new(stream, &product, &pool, count)?;
    let sets = sets.regions();
    let on = Timed::new(stream, &product, (&sets, &[]), count);
    let ours = [on.plans(Algorithm::Sm80(Some(row)))?];
    let library = Library::new(cublas, &on)?;
    meter.take();
    let mut times = library.compare(&on, &ours, (ROUNDS, true))?;
    Ok([0, 1, 2].map(|at| median(&mut times[at])))
}
