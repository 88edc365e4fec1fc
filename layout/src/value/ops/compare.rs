//! Order of coordinates: lexicographic, co-lexicographic, element by element.

use crate::value::error::LayoutError;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

fn values(a: &Tree, b: &Tree) -> Result<Vec<(i64, i64)>, LayoutError> {
    if !a.congruent(b) {
        return Err(
            LayoutError::profile(format!("{a} and {b} are not congruent"))
                .fix("give both the same parentheses"),
        );
    }
    a.leaves()?
        .into_iter()
        .zip(b.leaves()?)
        .map(|(a, b)| Ok((a.plain()?.value, b.plain()?.value)))
        .collect()
}

/// Returns `true` if `a` comes before `b` when the leftmost difference decides.
///
/// # Errors
/// Trees that are not congruent.
pub fn lex_less(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    Ok(values(a, b)?
        .into_iter()
        .find(|(a, b)| a != b)
        .is_some_and(|(a, b)| a < b))
}

/// Returns `true` if `a` comes before `b` when the rightmost difference decides.
///
/// # Errors
/// Trees that are not congruent.
pub fn colex_less(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    Ok(values(a, b)?
        .into_iter()
        .rfind(|(a, b)| a != b)
        .is_some_and(|(a, b)| a < b))
}

/// Returns `true` if every leaf of `a` is less than its partner in `b`: a coordinate inside a shape.
///
/// # Errors
/// Trees that are not congruent.
pub fn elem_less(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    Ok(values(a, b)?.into_iter().all(|(a, b)| a < b))
}

/// Not [`elem_less`]`(b, a)`, which is how CuTe defines it: some leaf of `a` is at most its partner in `b`.
///
/// # Errors
/// Trees that are not congruent.
pub fn elem_leq(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    Ok(!elem_less(b, a)?)
}
