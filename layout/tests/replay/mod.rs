//! The conformance data as calls: what the tests of the value layouts share.
#![allow(dead_code, unused_imports)]

mod different;

pub use different::{DIFFERENT, OVERHANG};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

/// File, the row's operation, ours, and its inputs in the documented order.
pub type Operation = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

/// The operations whose rows have one result.
pub const OPERATIONS: &[Operation] = &[
    ("coalesce.jsonl", "coalesce", "coalesce", &["a"]),
    (
        "coalesce.jsonl",
        "coalesce_by",
        "coalesce_by",
        &["a", "profile"],
    ),
    ("coalesce.jsonl", "flatten", "flatten", &["a"]),
    ("filter.jsonl", "filter", "filter", &["a"]),
    ("filter.jsonl", "filter_zeros", "filter_zeros", &["a"]),
    (
        "composition.jsonl",
        "composition",
        "composition",
        &["a", "b"],
    ),
    (
        "composition.jsonl",
        "composition_tiler",
        "composition_tiler",
        &["a", "tiler"],
    ),
    (
        "complement.jsonl",
        "complement",
        "complement",
        &["a", "cotarget"],
    ),
    ("inverse.jsonl", "right_inverse", "right_inverse", &["a"]),
    ("inverse.jsonl", "left_inverse", "left_inverse", &["a"]),
    (
        "divide.jsonl",
        "logical_divide",
        "logical_divide",
        &["a", "tiler"],
    ),
    (
        "divide.jsonl",
        "zipped_divide",
        "zipped_divide",
        &["a", "tiler"],
    ),
    (
        "divide.jsonl",
        "tiled_divide",
        "tiled_divide",
        &["a", "tiler"],
    ),
    (
        "divide.jsonl",
        "flat_divide",
        "flat_divide",
        &["a", "tiler"],
    ),
    (
        "product.jsonl",
        "logical_product",
        "logical_product",
        &["a", "tiler"],
    ),
    (
        "product.jsonl",
        "zipped_product",
        "zipped_product",
        &["a", "tiler"],
    ),
    (
        "product.jsonl",
        "tiled_product",
        "tiled_product",
        &["a", "tiler"],
    ),
    (
        "product.jsonl",
        "flat_product",
        "flat_product",
        &["a", "tiler"],
    ),
    (
        "product.jsonl",
        "blocked_product",
        "blocked_product",
        &["a", "b"],
    ),
    (
        "product.jsonl",
        "raked_product",
        "raked_product",
        &["a", "b"],
    ),
    (
        "product.jsonl",
        "tile_to_shape",
        "tile_to_shape",
        &["a", "shape", "order"],
    ),
    (
        "construct.jsonl",
        "make_layout",
        "make_layout",
        &["shape", "major"],
    ),
    (
        "construct.jsonl",
        "make_ordered_layout",
        "make_ordered_layout",
        &["shape", "order"],
    ),
    (
        "construct.jsonl",
        "make_layout_like",
        "make_layout_like",
        &["a"],
    ),
    (
        "construct.jsonl",
        "make_fragment_like",
        "make_fragment_like",
        &["a"],
    ),
    ("slice.jsonl", "slice", "slice", &["a", "coord"]),
    ("slice.jsonl", "dice", "dice", &["a", "coord"]),
    ("recast.jsonl", "upcast", "upcast", &["a", "n"]),
    ("recast.jsonl", "downcast", "downcast", &["a", "n"]),
    (
        "recast.jsonl",
        "recast_layout",
        "recast_layout",
        &["a", "old_bits", "new_bits"],
    ),
    (
        "analysis.jsonl",
        "max_common",
        "max_common_layout",
        &["a", "b"],
    ),
    ("analysis.jsonl", "max_alignment", "max_alignment", &["a"]),
    ("analysis.jsonl", "nullspace", "nullspace", &["a"]),
    (
        "analysis.jsonl",
        "domain_distribute",
        "domain_distribute",
        &["shape", "n"],
    ),
    ("struct.jsonl", "get", "get", &["a", "i"]),
    ("struct.jsonl", "select", "select", &["a", "i"]),
    ("struct.jsonl", "take", "take", &["a", "b", "e"]),
    ("struct.jsonl", "group", "group", &["a", "b", "e"]),
    ("struct.jsonl", "append", "append", &["a", "n", "x"]),
    ("struct.jsonl", "prepend", "prepend", &["a", "n", "x"]),
    ("struct.jsonl", "replace", "replace", &["a", "i", "x"]),
    (
        "partition.jsonl",
        "local_tile",
        "local_tile",
        &["a", "tiler", "coord"],
    ),
    (
        "partition.jsonl",
        "inner_partition",
        "inner_partition",
        &["a", "tiler", "coord"],
    ),
    (
        "partition.jsonl",
        "outer_partition",
        "outer_partition",
        &["a", "tiler", "coord"],
    ),
    (
        "partition.jsonl",
        "local_tile_proj",
        "local_tile",
        &["a", "tiler", "coord", "proj"],
    ),
    (
        "partition.jsonl",
        "local_partition",
        "local_partition",
        &["a", "thr_layout", "index", "proj"],
    ),
    (
        "partition.jsonl",
        "identity_local_tile",
        "identity_local_tile",
        &["shape", "tiler", "coord"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_compose",
        "swizzle_compose",
        &["swizzle", "a"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_slice",
        "swizzle_slice",
        &["swizzle", "a", "coord"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_logical_divide",
        "swizzle_logical_divide",
        &["swizzle", "a", "tiler"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_zipped_divide",
        "swizzle_zipped_divide",
        &["swizzle", "a", "tiler"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_tiled_divide",
        "swizzle_tiled_divide",
        &["swizzle", "a", "tiler"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_flat_divide",
        "swizzle_flat_divide",
        &["swizzle", "a", "tiler"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_composition",
        "swizzle_composition",
        &["swizzle", "a", "tiler"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_upcast",
        "swizzle_upcast",
        &["swizzle", "a", "n"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_downcast",
        "swizzle_downcast",
        &["swizzle", "a", "n"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_right_inverse",
        "swizzle_right_inverse",
        &["swizzle", "a"],
    ),
    (
        "swizzle.jsonl",
        "swizzle_left_inverse",
        "swizzle_left_inverse",
        &["swizzle", "a"],
    ),
    (
        "swizzle.jsonl",
        "max_common_swizzle",
        "max_common_swizzle",
        &["swizzle", "a", "b"],
    ),
    ("int_tuple.jsonl", "shape_div", "shape_div", &["a", "b"]),
    ("int_tuple.jsonl", "ceil_div", "ceil_div", &["a", "b"]),
    (
        "coord.jsonl",
        "crd2idx_static",
        "crd2idx_static",
        &["a", "coord"],
    ),
];

/// A path from the root of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// All rows of one file.
pub fn rows(file: &str) -> Vec<Json> {
    let path = repository("tests/corpus").join(file);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// One input in the grammar of expressions.
pub fn argument(json: &Json) -> String {
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
pub fn call(row: &Json, op: &str, names: &[&str]) -> String {
    let arguments: Vec<String> = names
        .iter()
        .filter_map(|name| row["in"].get(name))
        .map(argument)
        .collect();
    format!("{op}({})", arguments.join(", "))
}
