//! The identities of the algebra on random layouts, against tables: 10,000 cases each.
//!
//! | number | identity | property |
//! |---|---|---|
//! | 1.1 | coordinates and indices are inverse | `coordinates_and_indices_are_inverse` |
//! | 1.2 | a coordinate may be an integer at any node | `partial_coordinates_are_coordinates` |
//! | 1.3, 1.4 | additive in coordinates, linear in strides | `coordinates_add_where_indices_do_not`, `evaluation_is_linear_in_the_strides` |
//! | 1.5, 1.6 | the identity layout; coordinates of compact layouts | `identity_layout_is_the_coordinate`, `compact_layouts_give_their_coordinates_back` |
//! | 1.7 | compatibility is a partial order | `compatible_is_a_partial_order`, `compatible_is_transitive` |
//! | 1.8 | sizes and depths of trees | `sizes_multiply` |
//! | 1.9 | quotients cover | `ceil_div_covers`, `quotients_cover` |
//! | 1.10 | one bound for all offsets and partial sums | `every_offset_lies_in_the_span`, `one_bound_holds_every_partial_sum` |
//! | 2.1, 2.2 | coalesce and flatten keep the function; idempotent, canonical | `coalesce_keeps_the_function`, `coalesce_is_canonical` |
//! | 2.3 | fewest modes | `coalesced_layouts_have_the_fewest_modes` |
//! | 2.4, 2.5 | by profile; beyond the size | `coalesce_by_profile_keeps_each_mode`, `coalescing_an_open_layout_keeps_every_index` |
//! | 2.6, 2.7 | filter, nullspace | `filter_keeps_the_image`, `nullspace_maps_to_zero`, `filters_and_nullspaces_count` |
//! | 3.1, 3.2 | composition: definition, existence | `composition_is_the_composed_function`, `composition_exists_exactly_when_the_table_has_a_layout`; `value_exact.rs`, `check.rs` |
//! | 3.3 | what others accept or reject wrongly | `what_does_not_hold_without_its_precondition` in `maps` |
//! | 3.4 | strides that divide are enough | `divisible_strides_are_enough` |
//! | 3.5 | with the identity, after a line | `composition_with_the_identity`, `composition_after_a_line_scales` |
//! | 3.6 | associative | `composition_is_associative`, `the_other_bracketing_exists` |
//! | 3.7 to 3.9 | by mode, under refinement, with one mode | `composition_by_mode_is_each_mode`, `composition_does_not_depend_on_the_profile`, `composition_with_a_mode_is_that_mode` |
//! | 4.1, 4.4, 4.5, 4.7, 4.8 | chains and complements tile | `chains_and_complements_tile`, `complement_of_complement`, `complement_depends_on_the_image_only` |
//! | 4.2, 4.3 | disjoint and ascending; rejected where modes overlap | `complement_is_disjoint_and_ascends`, `loose_chains_have_complements_and_others_none` |
//! | 4.6, 4.9 | of a line; in a tuple | `complement_of_a_line`, `cotargets_of_many_modes` |
//! | 5.1 | right inverse, and how long it is | `right_inverse_inverts` |
//! | 5.2, 5.4 | of compact layouts, of compositions, both at once | `compact_inverses_agree`, `inverses_of_compositions`, `both_inverses_agree` |
//! | 5.3 | left inverse | `left_inverse_inverts` |
//! | 5.5 | behind a swizzle | `inverses_of_swizzled_layouts` |
//! | 6.1, 6.2 | a divide is a composition | `divide_cuts_into_tiles`, `divides_are_compositions` |
//! | 6.3 | permutation | `tiles_of_own_modes_permute`, `tiles_partition_the_layout` |
//! | 6.4, 6.5 | rearrangements, by mode; which elements are real | `divides_by_mode`, `predicates_find_each_element_once`, `overhang_is_told_of_any_tile` |
//! | 6.6 | inner and outer partitions | `inner_and_outer_partitions`, `tiles_partition_the_layout` |
//! | 6.7, 6.8 | along a tile, twice | `tiles_compose_as_the_layout_does`, `tiles_of_tiles` |
//! | 6.9 | of a line | `dividing_a_line_is_a_product` |
//! | 7.1 to 7.3 | product: rule, injective, of compact blocks | `products_move_the_block`, `products_repeat_the_block_and_never_alias` |
//! | 7.4 | stacked | `stacked_products_exist` |
//! | 7.5, 7.6 | blocked, raked, to a shape | `blocked_and_raked_swap_the_modes`, `tile_to_shape_has_the_shape`, `grids_of_blocks` |
//! | 7.7, 7.8 | by mode; orders that tie | `products_by_mode_never_alias`, `ordered_layouts_are_compact`, `ordered_layouts_with_distinct_orders_are_compact` |
//! | 8.1 to 8.4, 8.7 | swizzle: involution, linear, low bits, units, carries | `swizzles_are_linear_involutions`, `swizzles_and_sums` |
//! | 8.5 | merging | `swizzles_merge` |
//! | 8.6 | slices | `slices_of_swizzled_layouts_are_exact` |
//! | 8.3, 8.8 | images and vectors | `swizzled_images` |
//! | 8.9 | matrices of bits | `f2_maps_invert_and_compose` |
//! | 9.1 to 9.3, 9.5 | units and alignment | `units_there_and_back`, `downcast_covers_the_pieces`, `upcast_merges_neighbours`, `max_alignment_is_a_vector_everywhere` |
//! | 9.4 | the same bits | `recasts_cover_the_same_bits` |
//! | 10.1 to 10.3 | common vectors | `common_layouts_run_alike`, `common_layouts_make_identities` |
//! | 11.1 to 11.3 | slice and dice | `slice_and_dice_split_the_modes`, `slices_fill_in_coordinates` |
//! | 12.1 to 12.6 | atoms and tilings | `threads_and_values_cover_their_tile`, `owners_of_repeated_tiles`, `thread_partitions_cover_each_element_once`; `value_tiled.rs`, `check.rs`, the certificates |
//! | 13.1 | erasing static-ness | `erasing_staticness_changes_no_function`; `one_answer.rs`, operation by operation |
//! | 13.2, 13.3 | as static as CuTe; types and values alike | `corpus_*.rs`, `value_corpus.rs`; `one_answer.rs` |

mod identities;
mod properties;
mod random;
