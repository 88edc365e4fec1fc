//! Identities of the algebra, by the table in `value_rules.rs`.

mod composition;
mod evaluation;
mod swizzles;
mod tiling;
