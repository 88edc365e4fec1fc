//! `cargo xtask compile-time`: what one operation on layout types, and a whole GEMM in them, costs `cargo check`.
//!
//! Writes a crate of distinct operations for each kind under `target/compile-time`, and `benches/compile_time/gemm.rs`
//! as another, checks all of them interleaved, each from a changed source, and keeps the fastest check of each, since whatever else
//! a machine does makes one slower. Subtracts the crate without operations, and prints milliseconds an operation. Fails where
//! an operation takes more than 10 ms or that crate more than 5 s; `--record` writes the figures to
//! `benches/results/compile-time/`.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::command::{Command, Failure, Outcome};
use crate::shell::{at, root};

/// What an operation may take, in milliseconds.
const OPERATION_BAR: f64 = 10.0;
/// What the crate with a GEMM in it may take, in seconds.
const GEMM_BAR: f64 = 5.0;

pub const COMMAND: Command = Command {
    name: "compile-time",
    about: "milliseconds of `cargo check` an operation on layout types, and for a whole GEMM (--record: keep them)",
    run: |args| {
        let folder = root().join("target/compile-time");
        fs::create_dir_all(folder.join("src")).map_err(at(&folder))?;
        let manifest = format!(
            "[package]\nname = \"compile-time\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nazulejo-layout = {{ path = {:?} }}\nazulejo-tensor = {{ path = {:?}, features = [\"std\"] }}\n",
            root().join("layout"),
            root().join("tensor")
        );
        write(&folder.join("Cargo.toml"), &manifest)?;
        let (mut rows, mut over) = (Vec::new(), Vec::new());
        let mut row = |what: &str, took: f64, unit: &str, bar: f64| {
            println!("{what}: {took:.1} {unit}");
            let rounded = (took * 10.0).round() / 10.0;
            rows.push(json!({"cargo check of": what, "takes": format!("{rounded:.1} {unit}"), "bar": format!("{bar} {unit}")}));
            if took > bar {
                over.push(format!("{what}: {took:.1} {unit}, more than {bar}"));
            }
        };
        let mut sources = vec![operations("")];
        for (_, _, kind) in KINDS {
            let mut body = String::new();
            let mut random = Random(1);
            for _ in 0..COUNT {
                let _ = writeln!(body, "    let _ = {};", kind(&mut random));
            }
            sources.push(operations(&body));
        }
        let path = root().join("benches/compile_time/gemm.rs");
        sources.push(fs::read_to_string(&path).map_err(at(&path))?);
        let spent = fastest(&folder, &sources)?;
        println!("no operation: {} ms", spent[0].as_millis());
        for ((name, operations_of, _), spent_here) in KINDS.iter().zip(&spent[1..]) {
            row(
                name,
                spent_here.saturating_sub(spent[0]).as_secs_f64() * 1e3
                    / (COUNT * operations_of) as f64,
                "ms",
                OPERATION_BAR,
            );
        }
        row(
            "a crate with a whole GEMM in it",
            spent[KINDS.len() + 1].as_secs_f64(),
            "s",
            GEMM_BAR,
        );
        if args.iter().any(|arg| arg == "--record") {
            record(rows)?;
        }
        match over.is_empty() {
            true => Ok(Outcome::Done),
            false => Err(over.join("\n")),
        }
    },
};

/// Writes the figures under today's date.
fn record(rows: Vec<Value>) -> Result<(), Failure> {
    let said = |program: &str, args: &[&str]| {
        let output = Process::new(program).args(args).output();
        output.map_or_else(
            |_| String::from("unknown"),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        )
    };
    let date = said("date", &["-u", "+%F"]);
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |line| {
            line.trim_start_matches([' ', '\t', ':'])
        });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let record = json!({
        "machine": format!("{model}, {cores} cores"),
        "date": date,
        "note": format!(
            "{}. {COUNT} distinct operations of a kind in one crate on layouts of rank 4, the fastest of {ROUNDS} checks, less that of an empty crate; dependencies are built before. Bars: 10 ms an operation, 5 s a crate.",
            said("rustc", &["--version"])
        ),
        "rows": rows,
    });
    let folder = root().join("benches/results/compile-time");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let text = serde_json::to_string_pretty(&record).map_err(|e| e.to_string())?;
    write(&folder.join(format!("{date}.json")), &(text + "\n"))
}

/// How many operations of a kind are checked together.
const COUNT: usize = 200;
/// How often each crate is checked, after once to have its dependencies built.
const ROUNDS: usize = 6;

type Row = fn(&mut Random) -> String;

/// Kinds of statements on layouts of rank 4, and the number of operations in each.
const KINDS: &[(&str, usize, Row)] = &[
    ("composition, static", 1, |r| {
        let (a, sizes) = r.compact(false);
        format!(
            "composition({a}, layout!((_{}, _{}):(_1, _{})))",
            sizes[0], sizes[1], sizes[0]
        )
    }),
    ("composition!, static, rule checked", 1, |r| {
        let (a, sizes) = r.compact(false);
        format!(
            "composition!({a}, layout!((_{}, _{}):(_1, _{})))",
            sizes[0], sizes[1], sizes[0]
        )
    }),
    ("logical_divide, static, by a layout", 1, |r| {
        let (a, sizes) = r.compact(false);
        format!("logical_divide({a}, layout!(_{}:_{}))", sizes[1], sizes[0])
    }),
    ("zipped_divide and slice, mixed, together", 1, |r| {
        let (a, _) = r.compact(true);
        let t = [r.power(), r.power(), r.power(), r.power()];
        format!(
            "zipped_divide({a}, tile!(_{}, _{}, _{}, _{})).slice(coord!(_, (1usize, 2usize, 0usize, 1usize)))",
            t[0], t[1], t[2], t[3]
        )
    }),
    ("right_inverse, static", 1, |r| {
        format!("right_inverse({})", r.compact(false).0)
    }),
    ("logical_product, static", 1, |r| {
        let (a, _) = r.compact(false);
        format!(
            "logical_product({a}, layout!((_{}, _{})))",
            r.power(),
            r.power()
        )
    }),
    (
        "make_tensor, local_tile and local_partition, static, each of the three",
        3,
        |r| {
            let (a, sizes) = r.compact(false);
            format!(
                "make_tensor(&DATA[..], {a}).unwrap().local_tile(tile!(_{}, _{}, _{}, _{}), coord!(0usize, 0usize, 0usize, 0usize)).local_partition(layout!((_2, _2, _1, _1)), 1usize)",
                sizes[0], sizes[1], sizes[2], sizes[3]
            )
        },
    ),
    (
        "make_tensor and partition_C of a TiledMma (a divide, two zipped divides, a composition, a slice), mixed, each of the six",
        6,
        |r| {
            let (m, n) = (64 * r.power() / 2, 32 * r.power() / 2);
            let stride = 1 << r.below(8);
            format!(
                "Mma::new().get_slice(1usize).partition_C(&make_tensor(&DATA[..], layout!((_{m}, _{n}):({stride}usize, _{}))).unwrap())",
                1 << r.below(10)
            )
        },
    ),
];

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// 2, 4 or 8.
    fn power(&mut self) -> u64 {
        2 << self.below(3)
    }

    /// A compact layout of rank 4, its modes in any order, and its sizes; with dynamic sizes and strides or without.
    fn compact(&mut self, mixed: bool) -> (String, [u64; 4]) {
        let sizes = [self.power(), self.power(), self.power(), self.power()];
        let mut order = [0, 1, 2, 3];
        for i in (1..4).rev() {
            order.swap(i, self.below(i as u64 + 1) as usize);
        }
        let (mut strides, mut next) = ([0; 4], 1);
        for mode in order {
            strides[mode] = next;
            next *= sizes[mode];
        }
        let list = |values: [u64; 4]| {
            let leaf = |i: usize| match mixed && i != order[0] {
                true => format!("{}usize", values[i]),
                false => format!("_{}", values[i]),
            };
            [leaf(0), leaf(1), leaf(2), leaf(3)].join(", ")
        };
        (
            format!("layout!(({}):({}))", list(sizes), list(strides)),
            sizes,
        )
    }
}

/// A crate with `body` in its main function.
fn operations(body: &str) -> String {
    format!(
        "#![allow(unused)]\nuse azulejo_layout::*;\nuse azulejo_layout::ints::*;\nuse azulejo_tensor::{{TiledMma, make_tensor}};\n\
         static DATA: [f32; 1] = [0.0];\n\
         type Mma = TiledMma<azulejo_tensor::atom::SM80_16x8x16_F32F16F16F32_TN, Layout<(_2, _2, _1), (_1, _2, _0)>>;\n\
         fn main() {{\n{body}}}\n"
    )
}

/// The fastest check of each of these sources, interleaved.
fn fastest(folder: &Path, sources: &[String]) -> Result<Vec<Duration>, Failure> {
    check(folder, &sources[0])?;
    let mut best = vec![Duration::MAX; sources.len()];
    for round in 0..ROUNDS {
        for (source, best) in sources.iter().zip(&mut best) {
            *best = check(folder, &format!("{source}// {round}\n"))?.min(*best);
        }
    }
    Ok(best)
}

/// One check of the crate with this source.
fn check(folder: &Path, source: &str) -> Result<Duration, Failure> {
    write(&folder.join("src/main.rs"), source)?;
    let start = Instant::now();
    let status = Process::new("cargo")
        .args(["check", "--quiet", "--offline"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("CARGO_INCREMENTAL", "0")
        .stdout(Stdio::null())
        .status();
    if !status.is_ok_and(|status| status.success()) {
        return Err(format!("cargo check failed in {}", folder.display()));
    }
    Ok(start.elapsed())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(at(path))
}
