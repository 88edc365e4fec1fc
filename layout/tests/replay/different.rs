//! Where the conformance data is not followed.

/// Identifiers of rows, one a line.
pub struct Rows(&'static str);

impl Rows {
    /// Returns `true` if the row is one of them.
    pub fn contains(&self, id: &str) -> bool {
        self.0.lines().any(|line| line == id)
    }
}

/// Rows that are not marked `unsound` but in which CuTe is wrong; docs/differences-corpus.md tells how, row by row.
pub const DIFFERENT: Rows = Rows(include_str!("../../../tests/corpus/different.txt"));

/// Rows whose tiles hang over or leave elements out: a plain divide rejects them, and `*_divide_ceil` has CuTe's layout. They
/// are listed in docs/differences-corpus.md.
pub const OVERHANG: Rows = Rows(include_str!("../../../tests/corpus/overhang.txt"));
