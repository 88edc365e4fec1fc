//! Expressions over layouts: the notation plus calls of operations, `composition((6,2):(8,2), (4,3):(3,1))`.
//!
//! ```
//! use azulejo_layout::expr::evaluate;
//! let value = evaluate("coalesce(composition((_6,_2):(_8,_2), (_4,_3):(_3,_1)))")?;
//! assert_eq!(value.to_string(), "(_2,_2,_3):(_24,_2,_8)");
//! assert_eq!(evaluate("slice((_8,_4):(_1,_8), (_,2))")?.to_string(), "16 + (_8):(_1)");
//! # Ok::<(), azulejo_layout::value::LayoutError>(())
//! ```

mod algebra;
mod arguments;
mod call;
mod pictures;
mod properties;
mod shapes;
mod swizzles;
mod value;

pub use call::{evaluate, functions, operation};
pub use value::Value;
