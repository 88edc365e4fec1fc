//! Identities with an oracle of their own: what the properties beside this module leave out, by number.

mod cuts;
mod domain;
mod maps;
mod swizzled;
mod units;

use azulejo_layout::value::*;
use proptest::prelude::*;

/// `n:1`.
fn line(n: i64) -> DynLayout {
    leaf(n, 1)
}

/// `n:d`.
fn leaf(n: i64, d: i64) -> DynLayout {
    DynLayout::new(Tree::fixed(n), Tree::fixed(d)).unwrap()
}

/// The product of the last size and stride of sorted modes: after how much a chain repeats.
fn period(a: &DynLayout) -> i64 {
    let modes = azulejo_layout::check::sorted(&crate::random::flat(a)).unwrap();
    modes.as_slice().last().map_or(1, |m| m.size * m.stride)
}
