//! Casts and arithmetic under a rounding mode named by its type.
//!
//! | operation | RN RZ RM RP | RA | Full | Approx |
//! |---|---|---|---|---|
//! | [`Tile::cast_with`] | floats | floats | - | - |
//! | [`Tile::add_with`], `sub_with`, `mul_with`, `fma_with` | floats | - | - | - |
//! | [`Tile::divide_with`] | floats | - | f32 | f32 |
//! | [`Tile::sqrt_with`] | floats | - | - | f32 |
//! | [`Tile::tanh_with`], `exp2_with` | - | - | f32 | f32 |

#[cfg(not(target_arch = "nvptx64"))]
mod exact;
mod mode;
mod tile;

pub use mode::{DivisionMode, FunctionMode, RootMode, SumMode};
