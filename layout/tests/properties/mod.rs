//! Identities of the algebra, by the table in `value_laws.rs`.

mod composition;
mod evaluation;
mod swizzles;
mod tiling;
