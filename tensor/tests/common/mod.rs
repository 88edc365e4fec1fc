//! Reading the conformance data.
#![allow(dead_code)]

use std::fmt;

use serde_json::Value;

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

/// A layout and the offset where it starts, printed `offset + layout`.
pub struct Offset<L, O>(pub (L, O));

impl<L: fmt::Display, O: azulejo_layout::Int> fmt::Display for Offset<L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.0.1.value(), self.0.0)
    }
}

/// Compares what an expression prints with what it must print.
pub fn same(id: &str, got: &dyn fmt::Display, want: &str, failures: &mut Vec<String>) {
    let got = got.to_string();
    if got != want {
        failures.push(format!("{id}: got {got}, want {want}"));
    }
}

/// Rows of `"id" (layout, offset) => "text";`.
#[macro_export]
macro_rules! rows {
    ($($id:literal $e:expr => $want:literal;)*) => {
        let mut failures: Vec<String> = Vec::new();
        $(common::same($id, &common::Offset($e), $want, &mut failures);)*
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
}
