//! Power-of-two layouts and swizzles as matrices over the field of two elements.
//!
//! A layout whose sizes are powers of two and whose strides never add with a carry maps bits of the index to bits of the
//! offset: it is linear over F2, and so is every swizzle. In this view composition is a matrix product, the inverse is
//! Gaussian elimination, a slice keeps some columns; all of them exact, also where shape and stride have no answer.
//!
//! ```
//! use azulejo_layout::value::{AnyLayout, f2::F2Map};
//! let a: AnyLayout = "Sw<2,0,3> o _0 o (_4,_16):(_16,_1)".parse()?;
//! let map = F2Map::of(&a)?;
//! let back = map.inverse().unwrap();
//! for (i, offset) in a.offsets()?.into_iter().enumerate() {
//!     assert_eq!(back.apply(offset as u64), i as u64);
//! }
//! # Ok::<(), azulejo_layout::value::LayoutError>(())
//! ```

mod map;
mod read;
mod search;
mod write;

pub use map::F2Map;
pub use search::{SwizzleChoice, best_swizzle};
