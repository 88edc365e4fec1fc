//! `cargo xtask compile-time`: what one operation on layout types costs `cargo check`.
//!
//! Writes a crate of distinct operations for each kind under `target/compile-time`, checks it three times from a changed
//! source, subtracts the same crate without operations, and prints milliseconds an operation.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use crate::command::{Command, Failure, Outcome};
use crate::shell::root;

pub const COMMAND: Command = Command {
    name: "compile-time",
    about: "milliseconds of `cargo check` an operation on layout types",
    run: |_| {
        let folder = root().join("target/compile-time");
        fs::create_dir_all(folder.join("src")).map_err(|e| format!("{}: {e}", folder.display()))?;
        let manifest = format!(
            "[package]\nname = \"compile-time\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\nazulejo-layout = {{ path = {:?} }}\n",
            root().join("layout")
        );
        write(&folder.join("Cargo.toml"), &manifest)?;
        let empty = check(&folder, "")?;
        println!("no operation: {} ms", empty.as_millis());
        for (name, row) in KINDS {
            let mut body = String::new();
            let mut random = Random(1);
            for _ in 0..COUNT {
                let _ = writeln!(body, "    let _ = {};", row(&mut random));
            }
            let spent = check(&folder, &body)?.saturating_sub(empty);
            println!(
                "{name}: {:.1} ms each",
                spent.as_secs_f64() * 1e3 / COUNT as f64
            );
        }
        Ok(Outcome::Done)
    },
};

/// How many operations of a kind are checked together.
const COUNT: usize = 200;

type Row = fn(&mut Random) -> String;

/// Kinds of operations on layouts of rank 4.
const KINDS: &[(&str, Row)] = &[
    ("composition, static", |r| {
        let (a, sizes) = r.compact(false);
        format!(
            "composition({a}, layout!((_{}, _{}):(_1, _{})))",
            sizes[0], sizes[1], sizes[0]
        )
    }),
    ("composition!, static, law checked", |r| {
        let (a, sizes) = r.compact(false);
        format!(
            "composition!({a}, layout!((_{}, _{}):(_1, _{})))",
            sizes[0], sizes[1], sizes[0]
        )
    }),
    ("logical_divide, static, by a layout", |r| {
        let (a, sizes) = r.compact(false);
        format!("logical_divide({a}, layout!(_{}:_{}))", sizes[1], sizes[0])
    }),
    ("zipped_divide and slice, mixed", |r| {
        let (a, _) = r.compact(true);
        let t = [r.power(), r.power(), r.power(), r.power()];
        format!(
            "zipped_divide({a}, tile!(_{}, _{}, _{}, _{})).slice(coord!(_, (1usize, 2usize, 0usize, 1usize)))",
            t[0], t[1], t[2], t[3]
        )
    }),
    ("right_inverse, static", |r| {
        format!("right_inverse({})", r.compact(false).0)
    }),
    ("logical_product, static", |r| {
        let (a, _) = r.compact(false);
        format!(
            "logical_product({a}, layout!((_{}, _{})))",
            r.power(),
            r.power()
        )
    }),
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

/// The fastest of three checks of the crate with `body` in its main function.
fn check(folder: &Path, body: &str) -> Result<Duration, Failure> {
    let mut best = Duration::MAX;
    for round in 0..3 {
        let source = format!(
            "#![allow(unused)]\nuse azulejo_layout::*;\nfn main() {{\n{body}}}\n// {round}\n"
        );
        write(&folder.join("src/main.rs"), &source)?;
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
        if round > 0 {
            best = best.min(start.elapsed());
        }
    }
    Ok(best)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
