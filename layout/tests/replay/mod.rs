//! The conformance data as calls: what the tests of the value layouts share.
#![allow(dead_code, unused_imports)]

mod different;

pub use different::{DIFFERENT, OVERHANG};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

/// File, the row's operation, ours, and its inputs in the documented order.
pub type Operation = (&'static str, &'static str, &'static str, Vec<&'static str>);

/// The operations whose rows have one result.
pub fn operations() -> impl Iterator<Item = Operation> {
    let lines = include_str!("../../../tests/corpus/operations.txt").lines();
    lines.map(|line| {
        let mut words = line.split(' ');
        let mut next = || words.next().expect("a file, two operations and the inputs");
        let (file, name, ours) = (next(), next(), next());
        (file, name, ours, words.collect())
    })
}

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
