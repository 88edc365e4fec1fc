//! Element types: exhaustive conversions, rounding, promotion.
#[path = "element/dtype.rs"]
mod dtype;
#[path = "element/float8.rs"]
mod float8;
#[path = "element/fma.rs"]
mod fma;
#[path = "element/integer.rs"]
mod integer;
#[path = "element/promotion.rs"]
mod promotion;
#[path = "element/rounding.rs"]
mod rounding;
