//! Every accepted row of the conformance data through the value layouts, compared text by text and table by table.
//!
//! The data were produced by CuTe C++ (tests/corpus/README.md). Rows marked `unsound` are those in which CuTe is wrong; they
//! are checked against their defining equation in `value_exact.rs`.

mod replay;

use azulejo_layout::check;
use azulejo_layout::expr::{Value, evaluate};
use azulejo_layout::value::{AnyLayout, ErrorKind, TABLE_LIMIT, Tree};
use replay::{DIFFERENT, OVERHANG, argument, call, operations, rows};
use serde_json::Value as Json;
use std::collections::BTreeMap;

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
        let at = |i| check::offset(flat.as_slice(), i).unwrap();
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

/// The layout of a divide with its predicate.
fn layout_of(value: Value) -> Value {
    match value {
        Value::List(mut parts) => parts.remove(0),
        other => other,
    }
}

/// Replays the rows of one file.
fn replay(file: &str) {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut failures = Vec::new();
    for row in rows(file) {
        let operation = operations().find(|(of, name, ..)| *of == file && row["op"] == *name);
        let Some((_, name, ours, names)) = operation else {
            continue;
        };
        let count = counts.entry(name).or_default();
        let expression = call(&row, ours, &names);
        // A product by mode whose copies meet is rejected, and CuTe's answer has a name of its own.
        let result = evaluate(&expression).or_else(|error| match name.ends_with("_product") {
            true if expression.contains('<') => {
                evaluate(&expression.replacen("_product(", "_product_unchecked(", 1))
            }
            _ => Err(error),
        });
        // A divide whose tiles hang over is rejected, and has a name of its own.
        let hangs_over = name.ends_with("_divide")
            && row["unsound"] != true
            && matches!(&result, Err(error) if error.kind() == ErrorKind::Divisibility);
        let result = match hangs_over {
            true => evaluate(&expression.replacen("_divide(", "_divide_ceil(", 1)).map(layout_of),
            false => result,
        };
        let listed = OVERHANG.contains(row["id"].as_str().unwrap_or_default());
        if row["ok"] == true && hangs_over != listed {
            failures.push(format!(
                "{} is rejected: {hangs_over}, listed: {listed}",
                row["id"]
            ));
        }
        if row["ok"] == false {
            count[1] += usize::from(result.is_ok());
            continue;
        }
        if row["unsound"] == true || DIFFERENT.contains(row["id"].as_str().unwrap_or_default()) {
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
    ($($test:ident $file:literal;)*) => {$(
        #[test]
        fn $test() {
            replay($file);
        }
    )*};
}

replays! {
    coalesce_rows "coalesce.jsonl";
    filter_rows "filter.jsonl";
    composition_rows "composition.jsonl";
    complement_rows "complement.jsonl";
    inverse_rows "inverse.jsonl";
    divide_rows "divide.jsonl";
    product_rows "product.jsonl";
    construct_rows "construct.jsonl";
    slice_rows "slice.jsonl";
    recast_rows "recast.jsonl";
    analysis_rows "analysis.jsonl";
    struct_rows "struct.jsonl";
    partition_rows "partition.jsonl";
    swizzle_rows "swizzle.jsonl";
    shape_rows "int_tuple.jsonl";
    coord_rows "coord.jsonl";
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
