//! The operations, one a file: meaning, precondition, rule, table, error, example, difference from CuTe.

mod append;
mod blocked_product;
mod ceil_div;
mod coalesce;
mod coalesce_by;
mod compatible;
mod complement;
mod composition;
mod divide_ceil;
mod domain_distribute;
mod filter;
mod flat_divide;
mod flat_product;
mod flatten;
mod fragment_like;
mod get;
mod group;
mod hier_coord;
mod identity;
mod idx2crd;
mod layout_like;
mod left_inverse;
mod logical_divide;
mod logical_product;
mod max_common;
mod nullspace;
mod ordered;
mod product_each;
mod replace;
mod right_inverse;
mod select;
mod slice;
mod sort;
mod stacked_product;
mod take;
mod tile_to_shape;
mod tiled_divide;
mod tiled_product;
mod zipped_divide;
mod zipped_product;

pub use append::{Appends, Prepends, append, prepend};
pub use blocked_product::{BlockedRepeats, RakedRepeats, blocked_product, raked_product};
pub use ceil_div::{ceil_div, shape_div};
pub(crate) use coalesce::CoalesceTree;
pub use coalesce::{Coalesce, coalesce};
pub use coalesce_by::{Profile, coalesce_by};
pub use compatible::{compatible, congruent, weakly_congruent};
pub use complement::{Cotarget, complement, complement_default};
#[doc(hidden)]
pub use composition::{ByStep, CoalescedOperand, ComposeTree, LeftOperand, StrideThrough, Through};
#[doc(hidden)]
pub use composition::{Composed, Composition, composed};
pub use composition::{Composes, check_composition, composition};
#[doc(hidden)]
pub use divide_ceil::Below;
pub use divide_ceil::{
    CeilDivided, Predicated, flat_divide_ceil, logical_divide_ceil, tiled_divide_ceil,
    zipped_divide_ceil,
};
pub use domain_distribute::{Distributes, domain_distribute};
pub use filter::{filter, filter_zeros};
pub use flat_divide::{FlatDivides, flat_divide};
pub use flat_product::{FlatRepeats, flat_product, flat_product_unchecked};
pub use flatten::flatten;
#[doc(hidden)]
pub use fragment_like::FragmentTree;
pub use fragment_like::make_fragment_like;
pub use get::{ModePath, get};
pub use group::group;
pub use identity::{
    BasisOf, IdentityShape, basis_get, make_basis_like, make_identity_layout, origin_like,
};
#[doc(hidden)]
pub use identity::{BasisStride, OriginOf};
pub use idx2crd::{Index, crd2crd, idx2crd};
#[doc(hidden)]
pub use layout_like::LikeTree;
pub use layout_like::make_layout_like;
pub use left_inverse::{LeftInverse, LeftInvertible, left_inverse};
#[doc(hidden)]
pub use logical_divide::DivideTree;
pub use logical_divide::{Divides, logical_divide};
pub use logical_product::{Repeats, logical_product, logical_product_unchecked};
pub use max_common::{CommonWith, max_common_layout, max_common_vector};
#[doc(hidden)]
pub use nullspace::NullTree;
pub use nullspace::{Nullspace, nullspace};
pub use ordered::{OrderSpec, Orders, make_ordered_layout};
pub use replace::replace;
#[doc(hidden)]
pub use right_inverse::RightInverseTree;
pub use right_inverse::{RightInverse, RightInvertible, right_inverse};
pub use select::{Selection, select};
pub use slice::{Slices, dice, slice, slice_and_offset};
pub(crate) use sort::SortModes;
pub use stacked_product::{Stacks, stacked_product};
pub use take::take;
pub use tile_to_shape::{TileToShape, tile_to_shape};
pub(crate) use tiled_divide::Spread;
pub use tiled_divide::{TiledDivides, tiled_divide};
pub use tiled_product::{TiledRepeats, tiled_product, tiled_product_unchecked};
#[doc(hidden)]
pub use zipped_divide::ZipTree;
pub use zipped_divide::{ZippedDivides, zipped_divide};
pub use zipped_product::{ZippedRepeats, zipped_product, zipped_product_unchecked};
