//! Every accepted row of the conformance data through the value layouts, compared text by text and table by table.
//!
//! The data were produced by CuTe C++ (tests/corpus/README.md). Rows marked `unsound` are those in which CuTe is wrong; they
//! are checked against their defining equation in `value_exact.rs`.

use azulejo_layout::judge;
use azulejo_layout::value::expr::{Value, evaluate};
use azulejo_layout::value::{AnyLayout, TABLE_LIMIT, Tree};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All rows of one file.
fn rows(file: &str) -> Vec<Json> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/corpus")
        .join(file);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// One input in the grammar of expressions.
fn argument(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(argument).collect();
            format!("({})", items.join(","))
        }
        Json::Null => "null".into(),
        other => other.to_string(),
    }
}

/// The call that a row stands for: the operation with its inputs in the documented order.
fn call(row: &Json, op: &str, names: &[&str]) -> String {
    let arguments: Vec<String> = names
        .iter()
        .filter_map(|name| row["in"].get(name))
        .map(argument)
        .collect();
    format!("{op}({})", arguments.join(", "))
}

/// What the row's result and ours differ in; empty when nothing.
fn compare(row: &Json, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let (offset, layout) = match value {
        Value::Layout(layout) => (None, layout),
        Value::Moved(offset, layout) => (Some(offset), layout),
        other => {
            let got = other.to_string();
            if got != row["out"].as_str().unwrap_or_default() {
                faults.push(format!("out {got}"));
            }
            return faults;
        }
    };
    if row["out"].as_str() != Some(&layout.to_string()) {
        faults.push(format!("out {layout}"));
    }
    let size = layout.shape().size().unwrap().value;
    if row["size"].as_i64() != Some(size) {
        faults.push(format!("size {size}"));
    }
    if let Some(wanted) = row["cosize"].as_i64() {
        let got = evaluate(&format!("cosize({layout})")).unwrap().to_string();
        if got.trim_start_matches('_') != wanted.to_string() {
            faults.push(format!("cosize {got}"));
        }
    }
    if let (Some(offset), Some(wanted)) = (offset, row.get("offset")) {
        let got = numbers(&offset.to_string());
        let want = numbers(&wanted.to_string());
        if !same_coordinate(&got, &want) {
            faults.push(format!("offset {offset}"));
        }
    }
    if row["op"] == "identity_local_tile" {
        return faults;
    }
    // The table of a swizzled slice is relative to its pointer offset, which has been compared.
    faults.extend(compare_table(&row["table"], row.get("table_fnv"), layout));
    faults
}

fn compare_table(table: &Json, fnv: Option<&Json>, layout: &AnyLayout) -> Option<String> {
    let total = layout.shape().size().unwrap().value;
    let offsets: Vec<i64> = if total <= TABLE_LIMIT {
        layout.offsets().unwrap()
    } else {
        // Longer than the library lists; two rows are.
        let flat = layout.plain().unwrap().flat().unwrap();
        let at = |i| judge::offset(flat.as_slice(), i).unwrap();
        (0..total).map(at).collect()
    };
    if let Some(table) = table.as_array() {
        let wanted: Vec<i64> = table.iter().map(|x| x.as_i64().unwrap()).collect();
        return (wanted != offsets).then(|| format!("table {offsets:?}"));
    }
    // The start value of the recorded data.
    let mut hash: u64 = 1_469_598_103_934_665_603;
    for byte in offsets.iter().flat_map(|x| format!("{x},").into_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let got = format!("{hash:016x}");
    let wanted = fnv.and_then(Json::as_str).unwrap_or_default();
    (got != wanted).then(|| format!("fnv {got}"))
}

/// The integers of a text, whatever stands around them.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '-'))
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Equal up to trailing zeros.
fn same_coordinate(a: &[i64], b: &[i64]) -> bool {
    let at = |list: &[i64], i: usize| list.get(i).copied().unwrap_or(0);
    (0..a.len().max(b.len())).all(|i| at(a, i) == at(b, i))
}

/// Rows that are not marked `unsound` but in which CuTe is wrong; docs/differences.md tells how, row by row.
const DIFFERENT: [&str; 9] = [
    "flat_divide/p0037",
    "tiled_divide/p0020",
    "flat_product/p0006",
    "raked_product/p0099",
    "raked_product/p0135",
    "tiled_product/p0004",
    "tiled_product/p0027",
    "tiled_product/p0029",
    "zipped_product/p0039",
];

/// Replays the rows of `file` whose operation is in `ops` (row's name, our name, inputs in order).
fn replay(file: &str, ops: &[(&str, &str, &[&str])]) {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut failures = Vec::new();
    for row in rows(file) {
        let Some((name, ours, names)) = ops.iter().find(|(name, ..)| row["op"] == **name) else {
            continue;
        };
        let count = counts.entry(name).or_default();
        let expression = call(&row, ours, names);
        let result = evaluate(&expression);
        if row["ok"] == false {
            count[1] += usize::from(result.is_ok());
            continue;
        }
        if row["unsound"] == true || DIFFERENT.iter().any(|id| row["id"] == **id) {
            continue;
        }
        count[0] += 1;
        match result {
            Ok(value) => {
                let faults = compare(&row, &value);
                if !faults.is_empty() {
                    failures.push(format!(
                        "{} {expression}: wanted {} {}: {}",
                        row["id"],
                        row["out"],
                        row.get("offset").unwrap_or(&Json::Null),
                        faults.join("; ")
                    ));
                }
            }
            Err(error) => failures.push(format!("{} wanted {}: {error}", row["id"], row["out"])),
        }
    }
    for (name, [equal, beyond]) in &counts {
        println!("{file} {name}: {equal} rows, {beyond} accepted beyond CuTe");
    }
    assert!(
        failures.is_empty(),
        "{} rows differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

macro_rules! replays {
    ($($test:ident $file:literal [$(($row:literal, $ours:literal, [$($name:literal),*])),* $(,)?];)*) => {$(
        #[test]
        fn $test() {
            replay($file, &[$(($row, $ours, &[$($name),*])),*]);
        }
    )*};
}

replays! {
    coalesce_rows "coalesce.jsonl" [
        ("coalesce", "coalesce", ["a"]),
        ("coalesce_by", "coalesce_by", ["a", "profile"]),
        ("flatten", "flatten", ["a"]),
    ];
    filter_rows "filter.jsonl" [("filter", "filter", ["a"]), ("filter_zeros", "filter_zeros", ["a"])];
    composition_rows "composition.jsonl" [
        ("composition", "composition", ["a", "b"]),
        ("composition_tiler", "composition_tiler", ["a", "tiler"]),
    ];
    complement_rows "complement.jsonl" [("complement", "complement", ["a", "cotarget"])];
    inverse_rows "inverse.jsonl" [
        ("right_inverse", "right_inverse", ["a"]),
        ("left_inverse", "left_inverse", ["a"]),
    ];
    divide_rows "divide.jsonl" [
        ("logical_divide", "logical_divide", ["a", "tiler"]),
        ("zipped_divide", "zipped_divide", ["a", "tiler"]),
        ("tiled_divide", "tiled_divide", ["a", "tiler"]),
        ("flat_divide", "flat_divide", ["a", "tiler"]),
    ];
    product_rows "product.jsonl" [
        ("logical_product", "logical_product", ["a", "tiler"]),
        ("zipped_product", "zipped_product", ["a", "tiler"]),
        ("tiled_product", "tiled_product", ["a", "tiler"]),
        ("flat_product", "flat_product", ["a", "tiler"]),
        ("blocked_product", "blocked_product", ["a", "b"]),
        ("raked_product", "raked_product", ["a", "b"]),
        ("tile_to_shape", "tile_to_shape", ["a", "shape", "order"]),
    ];
    construct_rows "construct.jsonl" [
        ("make_layout", "make_layout", ["shape", "major"]),
        ("make_ordered_layout", "make_ordered_layout", ["shape", "order"]),
        ("make_layout_like", "make_layout_like", ["a"]),
        ("make_fragment_like", "make_fragment_like", ["a"]),
    ];
    slice_rows "slice.jsonl" [("slice", "slice", ["a", "coord"]), ("dice", "dice", ["a", "coord"])];
    recast_rows "recast.jsonl" [
        ("upcast", "upcast", ["a", "n"]),
        ("downcast", "downcast", ["a", "n"]),
        ("recast_layout", "recast_layout", ["a", "old_bits", "new_bits"]),
    ];
    analysis_rows "analysis.jsonl" [
        ("max_common", "max_common_layout", ["a", "b"]),
        ("max_alignment", "max_alignment", ["a"]),
        ("nullspace", "nullspace", ["a"]),
        ("domain_distribute", "domain_distribute", ["shape", "n"]),
    ];
    struct_rows "struct.jsonl" [
        ("get", "get", ["a", "i"]),
        ("select", "select", ["a", "i"]),
        ("take", "take", ["a", "b", "e"]),
        ("group", "group", ["a", "b", "e"]),
        ("append", "append", ["a", "n", "x"]),
        ("prepend", "prepend", ["a", "n", "x"]),
        ("replace", "replace", ["a", "i", "x"]),
    ];
    partition_rows "partition.jsonl" [
        ("local_tile", "local_tile", ["a", "tiler", "coord"]),
        ("inner_partition", "inner_partition", ["a", "tiler", "coord"]),
        ("outer_partition", "outer_partition", ["a", "tiler", "coord"]),
        ("local_tile_proj", "local_tile", ["a", "tiler", "coord", "proj"]),
        ("local_partition", "local_partition", ["a", "thr_layout", "index", "proj"]),
        ("identity_local_tile", "identity_local_tile", ["shape", "tiler", "coord"]),
    ];
    swizzle_rows "swizzle.jsonl" [
        ("swizzle_compose", "swizzle_compose", ["swizzle", "a"]),
        ("swizzle_slice", "swizzle_slice", ["swizzle", "a", "coord"]),
        ("swizzle_logical_divide", "swizzle_logical_divide", ["swizzle", "a", "tiler"]),
        ("swizzle_zipped_divide", "swizzle_zipped_divide", ["swizzle", "a", "tiler"]),
        ("swizzle_tiled_divide", "swizzle_tiled_divide", ["swizzle", "a", "tiler"]),
        ("swizzle_flat_divide", "swizzle_flat_divide", ["swizzle", "a", "tiler"]),
        ("swizzle_composition", "swizzle_composition", ["swizzle", "a", "tiler"]),
        ("swizzle_upcast", "swizzle_upcast", ["swizzle", "a", "n"]),
        ("swizzle_downcast", "swizzle_downcast", ["swizzle", "a", "n"]),
        ("swizzle_right_inverse", "swizzle_right_inverse", ["swizzle", "a"]),
        ("swizzle_left_inverse", "swizzle_left_inverse", ["swizzle", "a"]),
        ("max_common_swizzle", "max_common_swizzle", ["swizzle", "a", "b"]),
    ];
    shape_rows "int_tuple.jsonl" [("shape_div", "shape_div", ["a", "b"]), ("ceil_div", "ceil_div", ["a", "b"])];
    coord_rows "coord.jsonl" [("crd2idx_static", "crd2idx_static", ["a", "coord"])];
}

/// Without the marks of static-ness, which JSON coordinates do not record.
fn plain(text: &str) -> String {
    text.replace('_', "")
}

/// Nested JSON integers as a tree.
fn tree(json: &Json) -> Tree {
    argument(json).parse().unwrap()
}

#[test]
fn coordinate_rows() {
    let mut count = 0;
    for row in rows("coord.jsonl") {
        if row["ok"] == false {
            continue;
        }
        let input = |name: &str| row["in"][name].as_str().unwrap_or_default().to_string();
        let each = |list: &Json| list.as_array().unwrap().clone();
        let value = |text: String| {
            evaluate(&text)
                .unwrap_or_else(|e| panic!("{text}: {e}"))
                .to_string()
        };
        count += 1;
        match row["op"].as_str().unwrap() {
            "crd2idx" => {
                for (coord, wanted) in each(&row["in"]["coords"]).iter().zip(each(&row["out"])) {
                    let got = value(format!("crd2idx({}, {})", input("a"), argument(coord)));
                    assert_eq!(numbers(&got), numbers(&wanted.to_string()), "{row}");
                }
            }
            "idx2crd" => {
                for (i, wanted) in each(&row["out"]).iter().enumerate() {
                    let got = value(format!("idx2crd({i}, {})", input("shape")));
                    assert_eq!(got, tree(wanted).to_string(), "{row}");
                }
            }
            "get_coord" => {
                for (i, wanted) in each(&row["hier"]).iter().enumerate() {
                    let got = value(format!("get_hier_coord({}, {i})", input("a")));
                    assert_eq!(plain(&got), tree(wanted).to_string(), "{row}");
                    let got = value(format!("get_flat_coord({}, {i})", input("a")));
                    assert_eq!(plain(&got), tree(&row["flat"][i]).to_string(), "{row}");
                    let got = value(format!("get_1d_coord({}, {i})", input("a")));
                    assert_eq!(plain(&got), row["lin"][i].to_string(), "{row}");
                }
            }
            "crd2crd" => {
                for (coord, wanted) in each(&row["in"]["coords"]).iter().zip(each(&row["out"])) {
                    let got = value(format!(
                        "crd2crd({}, {}, {})",
                        input("src_shape"),
                        input("dst_shape"),
                        argument(coord)
                    ));
                    assert_eq!(got, tree(&wanted).to_string(), "{row}");
                }
            }
            _ => count -= 1,
        }
    }
    println!("coord.jsonl: {count} rows");
}

#[test]
fn tuple_rows() {
    let mut count = 0;
    for row in rows("int_tuple.jsonl") {
        let (a, b) = (argument(&row["in"]["a"]), argument(&row["in"]["b"]));
        let ours = |text: String| match evaluate(&text).unwrap_or_else(|e| panic!("{text}: {e}")) {
            Value::Flag(flag) => i64::from(flag).to_string(),
            other => other.to_string(),
        };
        let check = |name: &str, text: String| {
            let wanted = row[name]
                .as_str()
                .map_or(row[name].to_string(), str::to_string);
            assert_eq!(ours(text), wanted, "{name} of {row}");
        };
        match row["op"].as_str().unwrap() {
            "int_tuple" => {
                for name in [
                    "rank",
                    "depth",
                    "size",
                    "product_each",
                    "sum",
                    "max",
                    "compact_col",
                    "compact_row",
                ] {
                    check(name, format!("{name}({a})"));
                }
                for name in [
                    "congruent",
                    "weakly_congruent",
                    "compatible",
                    "evenly_divides",
                ] {
                    check(name, format!("{name}({a}, {b})"));
                }
            }
            "compare" => {
                for name in ["lex_less", "colex_less", "elem_less", "elem_leq"] {
                    check(name, format!("{name}({a}, {b})"));
                }
            }
            _ => continue,
        }
        count += 1;
    }
    println!("int_tuple.jsonl: {count} rows");
}

#[test]
fn swizzle_function_rows() {
    let mut count = 0;
    for row in rows("swizzle.jsonl") {
        if row["op"] == "swizzle_apply" {
            let got = evaluate(&call(&row, "swizzle_apply", &["swizzle", "x"])).unwrap();
            assert_eq!(numbers(&got.to_string()), numbers(&row["out"].to_string()));
            count += 1;
        }
        if row["op"] == "max_common_swizzle" || row["op"] == "max_common" {
            count += 1;
        }
    }
    println!("swizzle.jsonl: {count} rows of functions");
}
