//! The algebra on values: the same operations as on types, at run time, with errors that say why.
//!
//! A [`DynLayout`] has run-time rank and keeps for every leaf whether it is static, so that each operation on static layouts
//! gives exactly what the types give: same shape, same stride, same static-ness. Of dynamic ones it gives the same function,
//! perhaps in other modes: it sees the numbers. It is read from and printed in the notation, used by tools and messages, and
//! it is the oracle that the types are tested against.
//!
//! ```
//! use azulejo_layout::value::{DynLayout, composition};
//! let a: DynLayout = "(_6,_2):(_8,_2)".parse()?;
//! let b: DynLayout = "(_4,_3):(_3,_1)".parse()?;
//! assert_eq!(composition(&a, &b.into())?.to_string(), "((_2,_2),_3):((_24,_2),_8)");
//! # Ok::<(), azulejo_layout::value::LayoutError>(())
//! ```

mod composed;
mod error;
pub mod f2;
mod int;
mod layout;
mod ops;
pub(crate) mod parse;
pub mod properties;
mod swizzle;
pub mod tiled;
mod tiler;
mod tree;

pub use composed::{AnyLayout, ComposedLayout, Offset, Outer};
pub use error::{ErrorKind, LayoutError};
pub use int::Int;
pub use layout::{DynLayout, TABLE_LIMIT};
pub(crate) use layout::{extent, table_fits};
pub use ops::*;
pub use swizzle::Swizzle;
pub use tiler::Tiler;
pub use tree::{Leaf, Tree};
