//! Basis strides and coordinates: layouts whose offsets are coordinates.
//!
//! A stride `n@i` steps `n` along mode `i` of a coordinate instead of `n` elements in memory. A layout of such strides
//! sends coordinates to coordinates: the identity layout of a shape, cut and partitioned like the data it accompanies,
//! says which element each thread holds. Predicates and tensor-map boxes are computed from it.
//!
//! ```text
//! (_2,_3):(_1@0,_1@1)      n=0    1      2
//!                    m=0  (0,0)  (0,1)  (0,2)
//!                    m=1  (1,0)  (1,1)  (1,2)
//! ```

mod add;
mod element;
mod path;

pub use add::add_coords;
#[doc(hidden)]
pub use add::{AddCoords, AddTree, CoordTree, IntoOffset};
pub use element::E;
pub use path::{First, Here, Next, Path};
#[doc(hidden)]
pub use path::{PathEq, Pick, ReversePath};
