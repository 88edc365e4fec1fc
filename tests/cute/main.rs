//! CuTe's own introduction, example by example: every statement of it about layouts, tensors, partitions, copies and products, with the
//! numbers that it must give.
//!
//! | statement | test |
//! |---|---|
//! | shape and stride are congruent, at any depth | `layouts::shape_and_stride_are_congruent` |
//! | static and dynamic leaves mix, static ones take no room | `layouts::static_leaves_take_no_room` |
//! | four layouts of (4,8): column-major, row-major, two nested | `layouts::four_layouts_of_4_by_8` |
//! | rank is not depth | `layouts::four_layouts_of_4_by_8` |
//! | printing: notation, tables, a line, LaTeX | `layouts::printed_in_five_ways` |
//! | 1-D, R-D and natural coordinates are the same | `layouts::three_kinds_of_coordinates` |
//! | size, cosize, coalesce, compatibility | `layouts::questions` |
//! | composition, complement, divide, product, inverse | `layouts::algebra` |
//! | a tensor is a pointer and a layout; views allocate nothing | `tensors::views_are_of_the_same_memory` |
//! | owning tensors copy deeply, views do not | `tensors::owning_tensors_copy_deeply` |
//! | tensors from layout, shape, shape and stride; a short buffer is rejected | `tensors::constructed_from_layout_shape_and_stride` |
//! | gmem, smem and rmem tensors, static and dynamic, padded, and their likes | `tensors::tagged_and_owning` |
//! | access by any coordinate, and by the layout's offset | `tensors::access` |
//! | divides of a tensor | `tensors::divides` |
//! | the six slices of `((_3,2),(2,_5,_2)):((4,1),(_2,13,100))` | `tensors::six_slices` |
//! | `local_tile`, with projections | `tiling::blocks_of_a_kernel` |
//! | `outer_partition`, `local_partition` | `tiling::shares_of_threads` |
//! | tiles that overhang are predicated | `tiling::overhang_is_predicated` |
//! | (thread, value) layouts | `tiling::thread_value_layouts` |
//! | `copy`, `copy_if` | `copies::orders_and_predicates` |
//! | copies of stated width, tiled over threads | `copies::four_neighbours_at_once` |
//! | `fill`, `clear`, `axpby` | `copies::elementwise` |
//! | swizzles | `copies::swizzles` |
//! | atoms, their (thread, value) layouts and accumulators | `products::atoms` |
//! | a tiled product covers C once, on any atom from the same source | `products::one_source_for_every_atom` |
//! | the five forms of `gemm` | `products::five_forms` |
//! | the whole product: orders, ragged sizes, alpha and beta, precision of sums | `products::whole_matrices` |
//! | several modes folded in one | `products::folded_modes` |
//!
//! What must not compile is in `layout/tests/ui`, `tensor/tests/ui` and the documentation of `copy`, `copy_with` and `gemm`; what a
//! GPU adds in `kernels/tile/examples`.

mod copies;
mod layouts;
mod products;
mod tensors;
mod tiling;
