//! Reading the conformance data.
#![allow(dead_code)]

use serde_json::Value;
use std::fmt::Display;

/// The rows of a file of the corpus with the given operation.
pub fn rows(file: &str, op: &str) -> Vec<Value> {
    let path = format!("{}/../tests/corpus/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|row| row["op"] == op)
        .collect()
}

/// A row by its id.
pub fn row(file: &str, id: &str) -> Value {
    let (op, _) = id.split_once('/').unwrap();
    rows(file, op)
        .into_iter()
        .find(|row| row["id"] == id)
        .unwrap_or_else(|| panic!("no row {id}"))
}

/// An array of integers, or `None` where the corpus holds only a hash.
pub fn table(value: &Value) -> Option<Vec<i64>> {
    Some(
        value
            .as_array()?
            .iter()
            .map(|x| x.as_i64().unwrap())
            .collect(),
    )
}

/// What is displayed.
pub fn text(what: &dyn Display) -> String {
    what.to_string()
}

/// The elements at 1-D coordinates below `size`.
pub fn elements(size: usize, at: &dyn Fn(usize) -> i64) -> Vec<i64> {
    (0..size).map(at).collect()
}

/// Compares layout and offset of a thread's partition, of which `at` gives the elements. Returns their offsets from the first.
#[track_caller]
pub fn partition(
    expected: &Value,
    thread: usize,
    layout: &dyn Display,
    size: usize,
    at: &dyn Fn(usize) -> i64,
) -> Vec<i64> {
    let start = at(0);
    assert_eq!(expected["layout"], text(layout));
    assert_eq!(expected["offsets"][thread], start);
    (0..size).map(|i| at(i) - start).collect()
}
