//! What the tests of the types share.
#![allow(dead_code, unused_macros)]

use std::fmt;

/// Compares what an expression prints with what it must print.
pub fn same(id: &str, got: &dyn fmt::Display, want: &str, failures: &mut Vec<String>) {
    let got = got.to_string();
    if got != want {
        failures.push(format!("{id}: got {got}, want {want}"));
    }
}

/// A sliced layout and its offset, printed `offset + layout`.
pub struct Offset<L, O>(pub (L, O));

impl<L: fmt::Display, O: fmt::Display> fmt::Display for Offset<L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {}", self.0.1, self.0.0)
    }
}

/// Rows of `"id" expression => "text";`.
macro_rules! rows {
    ($($id:literal $e:expr => $want:literal;)*) => {
        let mut failures = Vec::new();
        $({ let got = $e; common::same($id, &got, $want, &mut failures); })*
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
}
