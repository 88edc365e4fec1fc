//! `cargo xtask corpus-types`: turns rows of the conformance data into tests of the layout types.
//!
//! Every row that comes from a unit test and the first [`RANDOM`] others of each operation become one line of a test in
//! `layout/tests/corpus_*.rs`: an expression in the notation and the text that it must print, static-ness included.

mod units;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::process::Command as Process;

use serde_json::Value;

use crate::command::{Command, Failure, Outcome};
use crate::shell::root;

pub const COMMAND: Command = Command {
    name: "corpus-types",
    about: "write layout/tests/corpus_*.rs from tests/corpus",
    run: |_| {
        for (file, ops) in FILES.iter().chain(units::FILES) {
            let path = root()
                .join("layout/tests")
                .join(format!("corpus_{file}.rs"));
            fs::write(&path, test_file(ops)?).map_err(|e| format!("{}: {e}", path.display()))?;
            let status = Process::new("rustfmt")
                .args(["--edition", "2024"])
                .arg(&path)
                .status();
            if !status.is_ok_and(|status| status.success()) {
                return Err(format!("rustfmt failed on {}", path.display()));
            }
        }
        Ok(Outcome::Done)
    },
};

/// How many rows of an operation are taken beside those of unit tests.
const RANDOM: usize = 42;
/// How many rows one test function holds.
const CHUNK: usize = 25;

/// An operation: its name in the data, the file that holds it, and the expression of a row.
struct Op {
    name: &'static str,
    data: &'static str,
    row: fn(&Value) -> Option<(String, String)>,
}

const fn op(
    name: &'static str,
    data: &'static str,
    row: fn(&Value) -> Option<(String, String)>,
) -> Op {
    Op { name, data, row }
}

/// The test files and the operations in each.
const FILES: &[(&str, &[Op])] = &[
    (
        "algebra",
        &[
            op("coalesce", "coalesce", |r| unary("coalesce", r)),
            op("complement", "complement", |r| {
                let a = layout(r, "a")?;
                Some(match text(r, "cotarget") {
                    Some(c) => (format!("complement({a}, shape!({c}))"), out(r)?),
                    None => (format!("complement_default({a})"), out(r)?),
                })
            }),
            op("composition", "composition", |r| {
                Some((
                    format!("composition({}, {})", layout(r, "a")?, layout(r, "b")?),
                    out(r)?,
                ))
            }),
            op("composition_tiler", "composition", |r| {
                tiled("composition", r)
            }),
        ],
    ),
    (
        "divide",
        &[
            op("logical_divide", "divide", |r| tiled("logical_divide", r)),
            op("zipped_divide", "divide", |r| tiled("zipped_divide", r)),
            op("tiled_divide", "divide", |r| tiled("tiled_divide", r)),
            op("flat_divide", "divide", |r| tiled("flat_divide", r)),
        ],
    ),
    (
        "coord",
        &[
            op("slice", "slice", |r| {
                let call = format!(
                    "slice_and_offset({}, coord!({}))",
                    layout(r, "a")?,
                    text(r, "coord")?
                );
                Some((
                    format!("Offset({call})"),
                    format!("{} + {}", field(r, "offset")?, out(r)?),
                ))
            }),
            op("dice", "slice", |r| {
                Some((
                    format!("dice({}, coord!({}))", layout(r, "a")?, text(r, "coord")?),
                    out(r)?,
                ))
            }),
            op("crd2idx_static", "coord", |r| {
                Some((
                    format!(
                        "crd2idx({}, coord!({}))",
                        layout(r, "a")?,
                        text(r, "coord")?
                    ),
                    out(r)?,
                ))
            }),
            op("make_layout", "construct", |r| {
                Some((
                    format!(
                        "make_layout(shape!({}), {})",
                        text(r, "shape")?,
                        text(r, "major")?
                    ),
                    out(r)?,
                ))
            }),
        ],
    ),
];

fn unary(name: &str, r: &Value) -> Option<(String, String)> {
    Some((format!("{name}({})", layout(r, "a")?), out(r)?))
}

fn tiled(name: &str, r: &Value) -> Option<(String, String)> {
    Some((
        format!("{name}({}, {})", layout(r, "a")?, tiler(&text(r, "tiler")?)),
        out(r)?,
    ))
}

/// An input as text in macro form; negative statics are written `-_3`.
fn text(r: &Value, key: &str) -> Option<String> {
    Some(r["in"].get(key)?.as_str()?.replace("_-", "-_"))
}

/// An input layout as a `layout!`; `None` when it holds basis strides.
fn layout(r: &Value, key: &str) -> Option<String> {
    let a = text(r, key)?;
    (!a.contains('@') && !a.contains('S')).then(|| format!("layout!({a})"))
}

fn field(r: &Value, key: &str) -> Option<String> {
    match &r[key] {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    }
}

fn out(r: &Value) -> Option<String> {
    field(r, "out")
}

/// A tiler `<_3,_8:_2>` as a `tile!`, a layout tiler as a `layout!`.
fn tiler(t: &str) -> String {
    match t.strip_prefix('<') {
        Some(inner) => {
            let inner = inner[..inner.len() - 1].replace('<', "(").replace('>', ")");
            format!("tile!(({inner}))")
        }
        None if t.contains(':') => format!("layout!({t})"),
        None => format!("tile!({t})"),
    }
}

fn test_file(ops: &[Op]) -> Result<String, Failure> {
    let mut body = String::new();
    let mut statics = BTreeSet::new();
    for op in ops {
        let rows = rows(op)?;
        println!("corpus-types: {} rows of {}", rows.len(), op.name);
        for (at, chunk) in rows.chunks(CHUNK).enumerate() {
            let _ = writeln!(body, "\n#[test]\nfn {}_{at}() {{\n    rows! {{", op.name);
            for (id, expression, want) in chunk {
                let _ = writeln!(body, "        {id:?} {expression} => {want:?};");
                collect_statics(expression, &mut statics);
            }
            body.push_str("    }\n}\n");
        }
    }
    let mut file = String::from(
        "//! Data table: written by `cargo xtask corpus-types` from tests/corpus.\n#![allow(non_upper_case_globals, unused_imports, unused_parens, clippy::all)]\n\n#[macro_use]\nmod common;\n\nuse azulejo_layout::*;\nuse common::*;\n\n",
    );
    for n in statics {
        let mut bits = String::from("typenum::UTerm");
        for bit in format!("{n:b}").chars() {
            bits = format!("typenum::UInt<{bits}, typenum::B{bit}>");
        }
        let _ = writeln!(file, "const _{n}: C<{bits}> = C::NEW;");
    }
    Ok(file + &body)
}

/// Static integers that `azulejo_layout::ints` does not name.
fn collect_statics(expression: &str, statics: &mut BTreeSet<u64>) {
    for piece in expression.split('_').skip(1) {
        let digits: String = piece.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(n) = digits.parse::<u64>()
            && n > 1024
            && !n.is_power_of_two()
            && ![
                1536, 3072, 5120, 6144, 7168, 9216, 10240, 12288, 14336, 20480, 24576, 28672,
            ]
            .contains(&n)
        {
            statics.insert(n);
        }
    }
}

/// The rows of an operation: identifier, expression, expected text.
fn rows(op: &Op) -> Result<Vec<(String, String, String)>, Failure> {
    let path = root()
        .join("tests/corpus")
        .join(format!("{}.jsonl", op.data));
    let data = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (mut units, mut random) = (Vec::new(), Vec::new());
    for line in data.lines() {
        let row: Value =
            serde_json::from_str(line).map_err(|e| format!("{}: {e}", path.display()))?;
        if row["op"] != op.name || row["ok"] != true || row["unsound"] == true {
            continue;
        }
        if let Some((expression, want)) = (op.row)(&row) {
            let unit = row["src"]
                .as_str()
                .is_some_and(|src| src.starts_with("unit"));
            let rows = if unit { &mut units } else { &mut random };
            rows.push((
                row["id"].as_str().unwrap_or_default().to_owned(),
                expression,
                want,
            ));
        }
    }
    let (all, take) = (random.len(), random.len().min(RANDOM));
    units.extend((0..take).map(|i| random[i * all / take].clone()));
    Ok(units)
}
