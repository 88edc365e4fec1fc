//! The flags of the comparison, and its course: checks, then one shape after another.

use std::path::{Path, PathBuf};
use std::time::Instant;

use azulejo::gemm::gpu::Tuned;
use azulejo::kernels::device::gemm::hopper::table::{GROUPED, KernelEntry};
use azulejo::runtime::gemm::hopper_families;
use azulejo::runtime::{Device, Stream};
use azulejo::tensor::{Category, DType};

use super::super::report::save;
use super::grouped;
use super::measure::Bench;
use super::suite::{SUITE, Shape};
use crate::cli::conversion::count;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::harness::hopper::{self, List};
use crate::harness::{Case, Pool, Random, TYPES, algorithm, library, once, usual_output};

/// Kernels that are tried where no number is given.
const TRIES: usize = 6;
/// Rounds of a timing where no number is given.
const ROUNDS: usize = 24;

/// A number of which there is at least one: rounds of a median, candidates for the fastest, products of a list.
fn from_one(text: &str) -> Result<usize, String> {
    let found = count(text)?;
    (1..=1000)
        .contains(&found)
        .then_some(found)
        .ok_or_else(|| "write a number from 1 to 1000".to_owned())
}

/// Flags of the comparison on a GPU.
#[derive(clap::Args)]
pub struct Flags {
    /// Column-major products MxNxK, with `:NN`, `:NT` or `:TT` where not both K are contiguous [default: a suite]
    #[arg(long, value_delimiter = ',', allow_negative_numbers = true)]
    pub(super) product: Vec<Shape>,
    /// How many of our kernels to try on each product, the top-ranked by the cost model
    #[arg(long, default_value_t = TRIES, allow_negative_numbers = true, value_parser = from_one)]
    pub(super) tries: usize,
    /// Rounds of the interleaved timing; in four each candidate follows each other once
    #[arg(long, default_value_t = ROUNDS, allow_negative_numbers = true, value_parser = from_one)]
    pub(super) rounds: usize,
    /// Check the answers of every kernel, and time nothing
    #[arg(long, conflicts_with_all = ["no_check", "product", "grouped", "fused", "tune", "once", "json"])]
    pub(super) check: bool,
    /// Check small products alone, a few tiles each
    #[arg(long, requires = "check")]
    pub(super) small: bool,
    /// Check and time only kernels whose name contains one of these; kernels in the directory AZULEJO_PTX_FOLDER by the start of
    /// their names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) kernel: Vec<String>,
    /// Time without checking first
    #[arg(long)]
    no_check: bool,
    /// Time a list of this many products of mixed sizes in one launch, and nothing else
    #[arg(long, value_name = "EXPERTS", allow_negative_numbers = true, value_parser = from_one, conflicts_with_all = ["product", "fused", "tune", "once", "json"])]
    grouped: Option<usize>,
    /// Time products with a bias, C or an activation against the library's with a following kernel, and nothing else
    #[arg(long, conflicts_with_all = ["tune", "once", "json"])]
    fused: bool,
    /// Keep the fastest kernel of each product in a file that `azulejo gemm` reads where AZULEJO_TUNED names it
    #[arg(long, value_name = "FILE")]
    tune: Option<PathBuf>,
    /// Start every candidate once and time nothing: for a profiler
    #[arg(long, conflicts_with_all = ["tune", "json"])]
    once: bool,
    /// Print the time of every kernel and algorithm tried
    #[arg(long)]
    pub(super) verbose: bool,
}

impl Flags {
    /// Returns `true` if a kernel is one of those asked for.
    pub(super) fn wants(&self, row: &KernelEntry) -> bool {
        let asked = |name: &String| row.kernel.name.contains(name.as_str());
        self.kernel.is_empty() || self.kernel.iter().any(asked)
    }

    /// Every kernel of plain products.
    fn rows(&self) -> impl Iterator<Item = &'static KernelEntry> {
        hopper_families().iter().copied().flatten()
    }

    /// Rejects a name that no kernel has.
    fn check_names(&self) -> Result<(), Failure> {
        let known = |name: &&String| {
            let mut rows = self.rows().chain(GROUPED.iter().copied().flatten());
            rows.any(|row| row.kernel.name.contains(name.as_str()))
        };
        let Some(name) = self.kernel.iter().find(|name| !known(name)) else {
            return Ok(());
        };
        let named = "they are named as gemm_bf16_kk_128x256x4_1x1x1";
        let what = format!("no kernel has `{name}` in its name; {named}");
        Err(Failure::argument("--kernel", what))
    }
}

fn work(error: impl ToString) -> Failure {
    Failure::Work(error.to_string())
}

/// What a reader of the record must know.
const NOTE: &str = "Normal random operands, rotated past L2 for small sizes; graph replays, interleaved, medians. The kernel is \
    the cost model's pick, its speedup vs. the better of cuBLASLt's first heuristic and its best of 16.";

/// Runs the comparison.
pub fn run(
    device: u32,
    dtypes: &[DType],
    args: &Flags,
    json: Option<&Path>,
) -> Result<(), Failure> {
    args.check_names()?;
    if let Some(path) = &args.tune {
        output::check("--tune", path)?;
        if let Some(json) = json {
            output::apart(("--json", json), ("--tune", path))?;
        }
    }
    let device =
        Device::new(device as usize).map_err(|error| Failure::argument("--device", error))?;
    if device.capability() != (9, 0) {
        let (major, minor) = device.capability();
        let name = device.name();
        let what = format!("{name} has compute capability {major}.{minor}; these kernels need 9.0");
        return Err(Failure::argument("--device", what));
    }
    let stream = device.stream().map_err(work)?;
    let dtypes = if dtypes.is_empty() { &TYPES } else { dtypes };
    if let Some(dtype) = dtypes.iter().find(|dtype| !TYPES.contains(dtype)) {
        let what = format!("{dtype}: on a GPU use bf16, f16, tf32, e4m3 or i8");
        return Err(Failure::argument("--dtype", what));
    }
    if !args.no_check {
        for dtype in dtypes {
            check(&stream, *dtype, args)?;
        }
        let lists = GROUPED.iter().copied().flatten();
        let lists: Vec<_> = lists.filter(|row| args.wants(row)).collect();
        for row in &lists {
            let end = List(row, args.small).check(&stream, &mut Random(1));
            end.map_err(|what| Failure::Work(format!("{}: {what}", row.kernel.name)))?;
        }
        let kernels = lists.len();
        if kernels > 0 {
            say!("lists: {kernels} kernels exact");
        }
    }
    if args.check {
        return Ok(());
    }
    let mut shapes = args.product.clone();
    if shapes.is_empty() {
        let suite = SUITE.split_whitespace();
        shapes.extend(suite.filter_map(|shape| shape.parse::<Shape>().ok()));
    }
    let cublas = library(&stream).map_err(work)?;
    if let Some(count) = args.grouped {
        let line = grouped::compare(&stream, &cublas, count as u32, args.rounds).map_err(work)?;
        say!("{line}");
        return Ok(());
    }
    let mut records = Vec::new();
    let mut tuned = match &args.tune {
        Some(path) => Tuned::load(path).map_err(kept(path))?,
        None => Tuned::default(),
    };
    for dtype in dtypes {
        let (name, types) = (dtype.short_name(), [*dtype, *dtype, usual_output(*dtype)]);
        let started = Instant::now();
        let bench = Bench {
            stream: &stream,
            cublas: &cublas,
            types,
            pool: Pool::new(types[0]),
            args,
        };
        say!(
            "{name}: TFLOP/s   ours (model's pick)  cuBLASLt heuristic  best of 16   speedup vs. best"
        );
        let mut logs = [0.0, 0.0];
        let mut count = 0;
        for shape in &shapes {
            if args.fused {
                bench.fused(shape).map_err(work)?;
                continue;
            }
            let asked = shape.asked(types, &[]);
            let all = bench.wanted(&asked);
            if all.is_empty() {
                say!("{shape:>22}  no such kernel for these orders");
                continue;
            }
            if args.once {
                let named = |one| (format!("{shape} {one}"), algorithm(one));
                let ours: Vec<_> = all.iter().map(named).collect();
                once(&stream, (&asked, &bench.pool), (&ours, 1), Some(&cublas)).map_err(work)?;
                continue;
            }
            match bench.measure(shape, &asked, &all) {
                Ok(found) => {
                    say!("{}", found.line);
                    (0..2).for_each(|which| logs[which] += found.ratios[which].ln());
                    count += 1;
                    tuned.keep(&asked.problem, &found.best);
                    records.push(found.row);
                }
                Err(error) => say!("{:>22}  {error}", shape.to_string()),
            }
        }
        let [mean, chosen] = logs.map(|log| (log / f64::from(count.max(1))).exp());
        say!(
            "{name}: geometric mean {mean:.3} (the cost model's pick {chosen:.3}) over {count} shapes, {:.0} s\n",
            started.elapsed().as_secs_f64()
        );
    }
    if let Some(path) = &args.tune {
        tuned.save(path).map_err(kept(path))?;
    }
    if let Some(path) = json {
        let machine = format!("{}, {} SMs", device.name(), device.sm_count());
        save(path, &machine, NOTE, records)?;
    }
    Ok(())
}

/// What a file of kept choices could not be read or written for.
fn kept(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    move |error| Failure::Work(format!("{}: {error}", path.display()))
}

/// Every kernel of a type on integer jobs: of the usual output, of any that is asked for by name, for 8-bit floats of all pairings.
fn check(stream: &Stream, dtype: DType, args: &Flags) -> Result<(), Failure> {
    let (mut kernels, mut jobs, mut wrong, started) = (0, 0, 0, Instant::now());
    let (name, kind) = (dtype.short_name(), |of: DType| (of.bits(), of.category()));
    let is_asked = |row: &&KernelEntry| {
        let [of_a, .., of_d] = row.config.types;
        let any_output = kind(of_a) == (8, Category::Float) || !args.kernel.is_empty();
        let output = any_output || of_d == usual_output(dtype);
        args.wants(row) && kind(of_a) == kind(dtype) && output
    };
    for row in args.rows().filter(is_asked) {
        kernels += 1;
        for case in hopper::cases(row, stream.device().sm_count(), args.small) {
            if let Err(what) = case.check(stream, &mut Random(1)) {
                wrong += 1;
                say!("WRONG {}: {what}", case.name());
                // A kernel that failed on the device leaves nothing to go on with.
                stream.synchronize().map_err(work)?;
                break;
            }
            jobs += 1;
        }
    }
    say!(
        "{name}: {kernels} kernels, {jobs} test cases bit-exact, {wrong} kernels wrong, {:.1} s",
        started.elapsed().as_secs_f64()
    );
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::Work(format!("{name}: {wrong} kernels are wrong"))),
    }
}
