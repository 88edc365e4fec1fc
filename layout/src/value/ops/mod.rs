//! The operations, one a file (families that differ in packing only share one).

mod coalesce;
mod common;
mod compare;
mod complement;
mod composition;
mod composition_error;
mod construct;
mod coordinates;
mod divide;
mod filter;
mod inverse;
mod modes;
mod overhang;
mod partition;
mod product;
mod queries;
mod ranked_product;
mod recast;
mod shapes;
mod slice;
mod swizzled;

pub use coalesce::{coalesce, coalesce_by, coalesce_shape, flatten};
pub use common::{domain_distribute, max_alignment, max_common_layout, max_common_vector};
pub use compare::{colex_less, elem_leq, elem_less, lex_less};
pub use complement::complement;
pub use composition::{compose_lazy, composition};
pub use construct::{
    Order, make_fragment_like, make_identity_layout, make_layout, make_layout_like,
    make_ordered_layout,
};
pub use coordinates::{add_offsets, crd2crd, crd2idx, crd2idx_colex, idx2crd, idx2crd_in};
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub(crate) use divide::{logical as logical_over, zipped as zipped_over};
pub use filter::{filter, filter_zeros, nullspace};
pub use inverse::{left_inverse, right_inverse};
pub use modes::{append, get, group, prepend, replace, select, take};
pub use overhang::{
    CeilDivided, flat_divide_ceil, logical_divide_ceil, tiled_divide_ceil, zipped_divide_ceil,
};
pub use partition::{
    flat_coord, inner_partition, local_partition, local_tile, local_tile_projected, outer_partition,
};
pub use product::{
    flat_product, flat_product_unchecked, logical_product, logical_product_unchecked,
    stacked_product, tiled_product, tiled_product_unchecked, zipped_product,
    zipped_product_unchecked,
};
pub use queries::{cosize, depth, rank, size};
pub use ranked_product::{blocked_product, raked_product, tile_to_shape};
pub use recast::{downcast, recast_layout, upcast};
pub use shapes::{
    ceil_div, compact_left, compact_right, evenly_divides, product_each, round_up, shape_div,
};
pub use slice::{dice, slice};
pub use swizzled::{
    composition_any, downcast_any, left_inverse_any, max_alignment_any, max_common_layout_swizzled,
    merge_swizzles, position_independent, recast_any, right_inverse_any, slice_swizzled, swizzled,
    swizzled_any, upcast_any,
};
