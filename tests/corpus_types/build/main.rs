//! Turns rows of tests/corpus into tests of the layout types.
//!
//! Every row that comes from a unit test and the first [`RANDOM`] others of each operation become one line of a test: an
//! expression in the notation and the text that it must print, static-ness included.
//!
//! Length: the table of operations, a line or more for each.

#[path = "../../../layout/tests/replay/different.rs"]
mod different;
mod partition;
mod units;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use different::{DIFFERENT, OVERHANG};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=../corpus");
    println!("cargo::rerun-if-changed=../../layout/tests/replay/different.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    for (file, ops) in FILES.iter().chain(units::FILES).chain(partition::FILES) {
        let path = folder.join(format!("{file}.rs"));
        fs::write(&path, test_file(ops)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

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
        "exact",
        &[op("composition_exact", "composition_exact", |r| {
            let (a, b) = (layout(r, "a")?, layout(r, "b")?);
            Some(match r["representable"] == true {
                true => (format!("composition({a}, {b})"), field(r, "canonical")?),
                false => (
                    format!("Rule(check_composition({a}, {b}))"),
                    "Invalid".to_owned(),
                ),
            })
        })],
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
            op("crd2idx", "coord", |r| {
                let (coord, want) = (r["in"]["coords"].as_array()?, r["out"].as_array()?);
                let at = coord.len() / 2;
                let coord = tree(&coord[at]);
                Some((
                    format!("Value(crd2idx({}, coord!({coord})))", layout(r, "a")?),
                    tree(&want[at]),
                ))
            }),
            op("idx2crd", "coord", |r| {
                let want = r["out"].as_array()?;
                let at = want.len() * 2 / 3;
                let call = format!("idx2crd(shape!({}), {at}i32)", text(r, "shape")?);
                Some((format!("Values(&Notation({call}))"), tree(&want[at])))
            }),
            op("crd2crd", "coord", |r| {
                let (coord, want) = (tree(&r["in"]["coords"][0]), tree(&r["out"][0]));
                let (src, dst) = (text(r, "src_shape")?, text(r, "dst_shape")?);
                let call = format!("crd2crd(shape!({src}), shape!({dst}), coord!({coord}))");
                Some((format!("Values(&Notation({call}))"), want))
            }),
            op("get_coord", "coord", |r| {
                let (hier, flat, lin) = (r["hier"].as_array()?, &r["flat"], &r["lin"]);
                let at = hier.len() / 2;
                let a = layout(r, "a")?;
                let call = format!(
                    "Coords::of({a}.get_hier_coord({at}), {a}.get_flat_coord({at}), {a}.get_1d_coord({at}))"
                );
                Some((
                    call,
                    format!("{} {} {}", tree(&hier[at]), tree(&flat[at]), tree(&lin[at])),
                ))
            }),
        ],
    ),
    (
        "construct",
        &[
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
            op("make_ordered_layout", "construct", |r| {
                let order = order(&text(r, "order")?);
                Some((
                    format!(
                        "make_ordered_layout(shape!({}), {order})",
                        text(r, "shape")?
                    ),
                    out(r)?,
                ))
            }),
            op("make_layout_like", "construct", |r| {
                unary("make_layout_like", r)
            }),
            op("make_fragment_like", "construct", |r| {
                unary("make_fragment_like", r)
            }),
            op("domain_distribute", "analysis", |r| {
                Some((
                    format!(
                        "domain_distribute(shape!({}), C::<typenum::U{}>::NEW)",
                        text(r, "shape")?,
                        r["in"]["n"]
                    ),
                    out(r)?,
                ))
            }),
            op("ceil_div", "int_tuple", |r| division("ceil_div", r)),
            op("shape_div", "int_tuple", |r| division("shape_div", r)),
            op("int_tuple", "int_tuple", |r| {
                let (a, b) = (text(r, "a")?, text(r, "b")?);
                let (a, b) = (format!("shape!({a})"), format!("shape!({b})"));
                let calls = ["congruent", "weakly_congruent", "compatible"];
                let call = calls.map(|f| format!("{f}({a}, {b})")).join(", ");
                Some((
                    format!("Flags([{call}])"),
                    calls.map(|f| r[f].to_string()).join(" "),
                ))
            }),
        ],
    ),
    (
        "inverse",
        &[
            op("right_inverse", "inverse", |r| unary("right_inverse", r)),
            op("left_inverse", "inverse", |r| unary("left_inverse", r)),
            op("filter", "filter", |r| unary("filter", r)),
            op("filter_zeros", "filter", |r| unary("filter_zeros", r)),
            op("flatten", "coalesce", |r| unary("flatten", r)),
            op("coalesce_by", "coalesce", |r| {
                Some((
                    format!(
                        "coalesce_by({}, shape!({}))",
                        layout(r, "a")?,
                        text(r, "profile")?
                    ),
                    out(r)?,
                ))
            }),
        ],
    ),
    (
        "product",
        &[
            op("logical_product", "product", |r| {
                tiled("logical_product", r)
            }),
            op("zipped_product", "product", |r| tiled("zipped_product", r)),
            op("tiled_product", "product", |r| tiled("tiled_product", r)),
            op("flat_product", "product", |r| tiled("flat_product", r)),
            op("blocked_product", "product", |r| {
                binary("blocked_product", r)
            }),
            op("raked_product", "product", |r| binary("raked_product", r)),
            op("tile_to_shape", "product", |r| {
                let order = order(&text(r, "order")?);
                Some((
                    format!(
                        "tile_to_shape({}, shape!({}), {order})",
                        layout(r, "a")?,
                        text(r, "shape")?
                    ),
                    out(r)?,
                ))
            }),
        ],
    ),
    (
        "struct",
        &[
            op("get", "struct", |r| {
                let path: Vec<String> = r["in"]["i"]
                    .as_array()?
                    .iter()
                    .map(|i| format!("ints::_{i}"))
                    .collect();
                Some((
                    format!("get({}, ({},))", layout(r, "a")?, path.join(", ")),
                    out(r)?,
                ))
            }),
            op("select", "struct", |r| {
                let path: Vec<String> = r["in"]["i"]
                    .as_array()?
                    .iter()
                    .map(|i| format!("ints::_{i}"))
                    .collect();
                Some((
                    format!("select({}, ({},))", layout(r, "a")?, path.join(", ")),
                    out(r)?,
                ))
            }),
            op("take", "struct", |r| ranged("take", r, &["b", "e"])),
            op("group", "struct", |r| ranged("group", r, &["b", "e"])),
            op("append", "struct", |r| ranged("append", r, &["n"])),
            op("prepend", "struct", |r| ranged("prepend", r, &["n"])),
            op("replace", "struct", |r| {
                Some((
                    format!(
                        "replace({}, {}, ints::_{})",
                        layout(r, "a")?,
                        layout(r, "x")?,
                        r["in"]["i"]
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

fn binary(name: &str, r: &Value) -> Option<(String, String)> {
    Some((
        format!("{name}({}, {})", layout(r, "a")?, layout(r, "b")?),
        out(r)?,
    ))
}

fn division(name: &str, r: &Value) -> Option<(String, String)> {
    let call = format!(
        "{name}(shape!({}), shape!({}))",
        text(r, "a")?,
        text(r, "b")?
    );
    Some((format!("Notation({call})"), out(r)?))
}

fn ranged(name: &str, r: &Value, keys: &[&str]) -> Option<(String, String)> {
    let positions: Vec<String> = keys
        .iter()
        .map(|key| format!("ints::_{}", r["in"][*key]))
        .collect();
    Some((
        format!("{name}({}, {})", layout(r, "a")?, positions.join(", ")),
        out(r)?,
    ))
}

/// An order of modes: a marker, or a tree.
fn order(text: &str) -> String {
    if text.starts_with("Layout") {
        text.to_owned()
    } else {
        format!("shape!({text})")
    }
}

/// A nested JSON array in the notation.
fn tree(v: &Value) -> String {
    match v.as_array() {
        Some(entries) => format!(
            "({})",
            entries.iter().map(tree).collect::<Vec<_>>().join(",")
        ),
        None => v.to_string(),
    }
}

fn tiled(name: &str, r: &Value) -> Option<(String, String)> {
    let by = text(r, "tiler")?;
    // A product by mode whose copies meet is rejected, and CuTe's answer has a name of its own.
    let meets = name.ends_with("_product") && by.starts_with('<') && repeats(&r["table"]);
    // A tile that hangs over likewise.
    let (form, part) = match meets {
        true => ("_unchecked", ""),
        false if OVERHANG.contains(r["id"].as_str().unwrap_or_default()) => ("_ceil", ".layout"),
        false => ("", ""),
    };
    Some((
        format!("{name}{form}({}, {}){part}", layout(r, "a")?, tiler(&by)),
        out(r)?,
    ))
}

/// Whether a table of offsets holds one twice, or is too long to stand in the data.
fn repeats(table: &Value) -> bool {
    table.as_array().is_none_or(|table| {
        let mut seen = std::collections::BTreeSet::new();
        table.iter().any(|offset| !seen.insert(offset.to_string()))
    })
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

fn test_file(ops: &[Op]) -> String {
    let mut body = String::new();
    let mut statics = BTreeSet::new();
    for op in ops {
        let rows = rows(op);
        assert!(!rows.is_empty(), "{} has no rows", op.name);
        for (at, chunk) in rows.chunks(CHUNK).enumerate() {
            let _ = writeln!(body, "\n#[test]\nfn {}_{at}() {{\n    rows! {{", op.name);
            for (id, expression, want) in chunk {
                let _ = writeln!(body, "        {id:?} {expression} => {want:?};");
                collect_statics(expression, &mut statics);
            }
            body.push_str("    }\n}\n");
        }
    }
    let mut file = String::new();
    for n in statics {
        let mut bits = String::from("typenum::UTerm");
        for bit in format!("{n:b}").chars() {
            bits = format!("typenum::UInt<{bits}, typenum::B{bit}>");
        }
        let _ = writeln!(file, "const _{n}: C<{bits}> = C::NEW;");
    }
    file + &body
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
fn rows(op: &Op) -> Vec<(String, String, String)> {
    let path = Path::new("../corpus").join(format!("{}.jsonl", op.data));
    let data = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (mut units, mut random) = (Vec::new(), Vec::new());
    for line in data.lines() {
        let row: Value =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        // Rows that carry the truth beside CuTe's answer are all taken, and so are those of partitions.
        let exact = op.name == "composition_exact";
        let whole = exact || (op.data == "partition" && op.name != "identity_local_tile");
        if row["op"] != op.name
            || (row["ok"] != true && !exact)
            || (row["unsound"] == true && !exact)
            || DIFFERENT.contains(row["id"].as_str().unwrap_or_default())
        {
            continue;
        }
        if let Some((expression, want)) = (op.row)(&row) {
            let unit = row["src"]
                .as_str()
                .is_some_and(|src| src.starts_with("unit"));
            let rows = if unit || whole {
                &mut units
            } else {
                &mut random
            };
            rows.push((
                row["id"].as_str().unwrap_or_default().to_owned(),
                expression,
                want,
            ));
        }
    }
    let (all, take) = (random.len(), random.len().min(RANDOM));
    units.extend((0..take).map(|i| random[i * all / take].clone()));
    units
}
