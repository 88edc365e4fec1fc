//! The identities of the algebra on random layouts, against tables: 10,000 cases each.
//!
//! Length: one property after another, over the generators at the top.
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
//! | 3.1, 3.2 | composition: definition, existence | `composition_is_the_composed_function`, `composition_exists_exactly_when_the_table_has_a_layout`; `value_exact.rs`, `judge.rs` |
//! | 3.3 | what others accept or refuse wrongly | `what_does_not_hold_without_its_precondition` in `maps` |
//! | 3.4 | strides that divide are enough | `divisible_strides_are_enough` |
//! | 3.5 | with the identity, after a line | `composition_with_the_identity`, `composition_after_a_line_scales` |
//! | 3.6 | associative | `composition_is_associative`, `the_other_bracketing_exists` |
//! | 3.7 to 3.9 | by mode, under refinement, with one mode | `composition_by_mode_is_each_mode`, `composition_does_not_depend_on_the_profile`, `composition_with_a_mode_is_that_mode` |
//! | 4.1, 4.4, 4.5, 4.7, 4.8 | chains and complements tile | `chains_and_complements_tile`, `complement_of_complement`, `complement_depends_on_the_image_only` |
//! | 4.2, 4.3 | disjoint and ascending; refused where modes overlap | `complement_is_disjoint_and_ascends`, `loose_chains_have_complements_and_others_none` |
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
//! | 7.1 to 7.3 | product: law, injective, of compact blocks | `products_move_the_block`, `products_repeat_the_block_and_never_alias` |
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
//! | 12.1 to 12.6 | atoms and tilings | `threads_and_values_cover_their_tile`, `owners_of_repeated_tiles`, `thread_partitions_cover_each_element_once`; `value_tiled.rs`, `judge.rs`, the certificates |
//! | 13.1 | erasing static-ness | `erasing_staticness_changes_no_function`; `one_answer.rs`, operation by operation |
//! | 13.2, 13.3 | as static as CuTe; types and values alike | `corpus_*.rs`, `value_corpus.rs`; `one_answer.rs` |

mod identities;
mod random;

use azulejo_layout::judge;
use azulejo_layout::value::*;
use proptest::prelude::*;
use random::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(seeded(10_000))]

    #[test]
    fn notation_round_trips(a in any_layout()) {
        let again: DynLayout = a.to_string().parse().unwrap();
        prop_assert_eq!(&again, &a);
        prop_assert_eq!(again.to_string(), a.to_string());
    }

    #[test]
    fn parser_never_panics(text in "[-_0-9@():,<> oSwM|&=.a-z\\[\\]]{0,40}") {
        let _ = text.parse::<Tree>();
        let _ = text.parse::<AnyLayout>();
        let _ = text.parse::<Tiler>();
        let _ = text.parse::<Swizzle>();
        let _ = expr::evaluate(&text);
    }

    // 1. Evaluation and coordinates.

    #[test]
    fn coordinates_and_indices_are_inverse(a in any_layout(), i in 0_i64..2000) {
        let coord = idx2crd(i, a.shape()).unwrap();
        prop_assert!(coord.congruent(a.shape()));
        prop_assert_eq!(crd2idx_colex(&coord, &a.shape().erased()).unwrap().int().unwrap().value, {
            // A size-1 mode before the last has only the digit 0; the last digit is unbounded.
            i
        });
        let offset = crd2idx(&coord, a.shape(), a.stride()).unwrap().int().unwrap().value;
        prop_assert_eq!(offset, at(&a, i));
    }

    #[test]
    fn coordinates_add_where_indices_do_not(a in any_layout(), i in 0_i64..500, j in 0_i64..500) {
        let (x, y) = (idx2crd(i, a.shape()).unwrap(), idx2crd(j, a.shape()).unwrap());
        let mut ys = y.leaves().unwrap().into_iter();
        let sum = x.map(&mut |leaf| {
            Ok(Tree::dynamic(leaf.int.value + ys.next().unwrap().int.value))
        }).unwrap();
        let value = |c: &Tree| crd2idx(c, a.shape(), a.stride()).unwrap().int().unwrap().value;
        prop_assert_eq!(value(&sum), value(&x) + value(&y));
    }

    #[test]
    fn identity_layout_is_the_coordinate(a in any_layout(), i in 0_i64..500) {
        let identity = make_identity_layout(a.shape()).unwrap();
        let i = i % count(&a).max(1);
        let point = crd2idx(&Tree::dynamic(i), identity.shape(), identity.stride()).unwrap();
        let numbers = |t: &Tree| {
            let text = erased(t);
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|w| w.parse().ok()).collect::<Vec<i64>>()
        };
        let (got, want) = (numbers(&point), numbers(&idx2crd(i, a.shape()).unwrap()));
        // Only the sum of weighted digits is determined where trailing zeros may be left out.
        prop_assert_eq!(got.iter().sum::<i64>(), want.iter().sum::<i64>());
    }

    #[test]
    fn compact_layouts_give_their_coordinates_back(a in any_layout()) {
        prop_assume!(matches!(judge::chain(&flat(&a)), Ok(judge::Nesting::Compact)));
        for x in table(&a) {
            let coord = idx2crd_in(x, a.shape(), a.stride()).unwrap();
            prop_assert_eq!(crd2idx(&coord, a.shape(), a.stride()).unwrap().int().unwrap().value, x);
        }
    }

    #[test]
    fn compatible_is_a_partial_order(a in any_layout(), b in any_layout()) {
        let (s, t) = (a.shape(), b.shape());
        prop_assert!(s.compatible(s).unwrap());
        prop_assert!(Tree::dynamic(count(&a)).compatible(s).unwrap());
        if s.compatible(t).unwrap() {
            prop_assert!(s.weakly_congruent(t));
            prop_assert_eq!(count(&a), count(&b));
            if t.compatible(s).unwrap() {
                prop_assert_eq!(erased(s), erased(t));
            }
        }
    }

    #[test]
    fn ceil_div_covers(a in any_layout(), n in 1_i64..20) {
        let divided = ceil_div(a.shape(), &Tree::dynamic(n)).unwrap();
        prop_assert!(divided.congruent(a.shape()));
        let by_mode = ceil_div(a.shape(), a.shape()).unwrap();
        prop_assert_eq!(by_mode.size().unwrap().value, 1);
    }

    #[test]
    fn every_offset_lies_in_the_span(a in any_layout()) {
        let span = judge::span(&flat(&a)).unwrap();
        let t = table(&a);
        prop_assert_eq!(t.iter().min().copied(), Some(span.least));
        prop_assert_eq!(t.iter().max().copied(), Some(span.greatest));
        prop_assert_eq!(cosize(&a).unwrap().value, span.cells().unwrap());
    }

    // 2. coalesce, flatten, filter, nullspace.

    #[test]
    fn coalesce_keeps_the_function(a in any_layout()) {
        let c = coalesce(&a).unwrap();
        prop_assert_eq!(table(&c), table(&a));
        prop_assert!(c.depth() <= 1);
        prop_assert_eq!(coalesce(&c).unwrap(), c);
        prop_assert_eq!(table(&flatten(&a)), table(&a));
    }

    #[test]
    fn coalesce_is_canonical(a in static_layout(), b in static_layout()) {
        let equal = table(&a) == table(&b);
        prop_assert_eq!(equal, coalesce(&a).unwrap() == coalesce(&b).unwrap());
        prop_assert_eq!(equal, facts::functionally_equal(&a.into(), &b.into()).unwrap());
    }

    #[test]
    fn coalesce_by_profile_keeps_each_mode(a in any_layout()) {
        let profile = Tree::repeat(&Tree::fixed(1), a.rank());
        let c = coalesce_by(&a, &profile).unwrap();
        prop_assert_eq!(c.rank(), a.rank());
        for (x, y) in a.modes().iter().zip(c.modes()) {
            prop_assert_eq!(table(x), table(&y));
        }
    }

    #[test]
    fn filter_keeps_the_image(a in any_layout()) {
        let f = filter(&a).unwrap();
        prop_assert_eq!(image(&f), image(&a));
        if a.is_static() && loose_chain(&a) {
            prop_assert!(one_to_one(&f));
        }
    }

    #[test]
    fn nullspace_maps_to_zero(a in any_layout()) {
        let n = nullspace(&a).unwrap();
        let f = function(&a);
        prop_assert!(table(&n).into_iter().all(|i| f(i) == 0));
        prop_assert_eq!(count(&n) * count(&filter_zeros(&a).unwrap()), count(&a));
        let again = coalesce(&nullspace(&n).unwrap()).unwrap();
        prop_assert_eq!(again.to_string(), "_1:_0");
    }

    // 3. composition.

    #[test]
    fn composition_is_the_composed_function(a in any_layout(), b in any_layout()) {
        let lazy = compose_lazy(&a, &b).unwrap();
        if let Ok(r) = composition(&a, &b.clone().into()) {
            prop_assert_eq!(table(&r), lazy.offsets().unwrap());
            prop_assert!(b.shape().compatible(r.shape()).unwrap());
        }
    }

    #[test]
    fn composition_with_the_identity(a in static_layout()) {
        let n = count(&a);
        let whole = DynLayout::new(Tree::fixed(n), Tree::fixed(1)).unwrap();
        let r = composition(&a, &whole.into()).unwrap();
        prop_assert_eq!(coalesce(&r).unwrap(), coalesce(&a).unwrap());
        let wide = DynLayout::new(Tree::fixed(cosize(&a).unwrap().value), Tree::fixed(1)).unwrap();
        let r = composition(&wide, &a.clone().into()).unwrap();
        prop_assert_eq!(table(&r), table(&a));
    }

    #[test]
    fn composition_by_mode_is_each_mode(a in any_layout(), n in 1_i64..9) {
        let tilers = vec![Tiler::Int(Int::fixed(n)); a.rank()];
        if let Ok(r) = composition(&a, &Tiler::Modes(tilers)) {
            for (mode, part) in r.modes().iter().zip(a.modes()) {
                let one = composition(&part, &Tiler::Int(Int::fixed(n))).unwrap();
                prop_assert_eq!(table(mode), table(&one));
            }
        }
    }

    // 4. complement.

    #[test]
    fn complement_depends_on_the_image_only(a in static_layout(), m in 1_i64..300) {
        let target = Tree::fixed(m);
        let f = filter(&a).unwrap();
        let (x, y) = (complement(&a, Some(&target)), complement(&f, Some(&target)));
        prop_assert_eq!(x.is_ok(), y.is_ok());
        if let (Ok(x), Ok(y)) = (x, y) {
            prop_assert_eq!(x, y);
        }
    }

    #[test]
    fn complement_of_complement(a in static_layout(), k in 1_i64..5) {
        let f = filter(&a).unwrap();
        prop_assume!(chain(&f));
        let sorted = judge::sorted(&flat(&f)).unwrap();
        let period = sorted.as_slice().last().map_or(1, |m| m.size * m.stride);
        let target = Tree::fixed(period * k);
        let twice = complement(&complement(&f, Some(&target)).unwrap(), Some(&target)).unwrap();
        prop_assert_eq!(image(&twice), image(&f));
    }

    // 5. inverses.

    #[test]
    fn right_inverse_inverts(a in any_layout()) {
        let r = right_inverse(&a).unwrap();
        let (f, back) = (function(&a), function(&r));
        for i in 0..count(&r) {
            prop_assert_eq!(f(back(i)), i);
            prop_assert!((0..count(&a)).contains(&back(i)));
        }
        if a.is_static() && loose_chain(&a) {
            prop_assert_eq!(Some(count(&r)), judge::run(&flat(&a)));
        }
    }

    #[test]
    fn left_inverse_inverts(a in any_layout()) {
        let Ok(l) = left_inverse(&a) else {
            prop_assert!(!chain(&a));
            return Ok(());
        };
        let injective = one_to_one(&a);
        let (f, back) = (function(&a), function(&l));
        for (i, offset) in table(&a).into_iter().enumerate() {
            let coordinate = back(offset);
            prop_assert_eq!(f(coordinate), offset);
            if injective {
                prop_assert_eq!(coordinate, i as i64);
            }
        }
    }

    #[test]
    fn compact_inverses_agree(a in static_layout()) {
        prop_assume!(matches!(judge::chain(&flat(&a)), Ok(judge::Nesting::Compact)));
        let (l, r) = (left_inverse(&a).unwrap(), right_inverse(&a).unwrap());
        prop_assert_eq!(coalesce(&l).unwrap(), coalesce(&r).unwrap());
        prop_assert_eq!(table(&right_inverse(&r).unwrap()), table(&a));
    }

    // 6. divide.

    // 7. product.

    #[test]
    fn blocked_and_raked_swap_the_modes(a in static_layout(), b in static_layout()) {
        let (Ok(x), Ok(y)) = (blocked_product(&a, &b), raked_product(&a, &b)) else { return Ok(()) };
        prop_assert_eq!(x.rank(), y.rank());
        for (p, q) in x.modes().iter().zip(y.modes()) {
            let (p, q) = (p.modes(), q.modes());
            prop_assert_eq!((&p[0], &p[1]), (&q[1], &q[0]));
        }
    }

    #[test]
    fn tile_to_shape_has_the_shape(a in static_layout(), k in 1_i64..4) {
        let grown: Vec<Tree> = a.modes().iter().map(|m| Tree::fixed(count(m) * k)).collect();
        let shape = Tree::Tuple(grown);
        if let Ok(r) = tile_to_shape(&a, &shape, &Order::Left) {
            prop_assert!(shape.compatible(r.shape()).unwrap());
        }
    }

    #[test]
    fn ordered_layouts_with_distinct_orders_are_compact(a in static_layout()) {
        let mut next = 0;
        let order = a.shape().map(&mut |_| { next += 7; Ok(Tree::fixed(next % 5 * 10 + next)) }).unwrap();
        let r = make_ordered_layout(a.shape(), &Order::By(order)).unwrap();
        prop_assert!(matches!(judge::chain(&flat(&r)), Ok(judge::Nesting::Compact)));
    }

    // 8. swizzles.

    #[test]
    fn swizzles_are_linear_involutions(b in 0_i64..4, m in 0_i64..5, s in -5_i64..6, x in 0_i64..4096, y in 0_i64..4096) {
        let Ok(f) = Swizzle::new(b, m, s) else { return Ok(()) };
        prop_assert_eq!(f.apply(f.apply(x)), x);
        prop_assert_eq!(f.apply(x ^ y), f.apply(x) ^ f.apply(y));
        let block = 1_i64 << f.period_bits();
        prop_assert_eq!(f.apply(block * 3 + x % block), block * 3 + f.apply(x % block));
        let vector = 1_i64 << m;
        prop_assert_eq!(f.apply(x / vector * vector + y % vector), f.apply(x / vector * vector) + y % vector);
        if m > 0 {
            prop_assert_eq!(f.apply(2 * x), 2 * f.upcast(2).unwrap().apply(x));
        }
        prop_assert_eq!(f.downcast(4).unwrap().apply(4 * x), 4 * f.apply(x));
    }

    #[test]
    fn downcast_covers_the_pieces(a in static_layout(), n in 1_i64..9) {
        let proper = flat(&a).iter().any(|m| m.stride == 1 && m.size > 1);
        let stray = flat(&a).iter().any(|m| m.stride == 1 && m.size == 1);
        prop_assume!(chain(&a) && proper && !stray);
        let d = downcast(&a, n).unwrap();
        let pieces: BTreeSet<i64> = image(&a).iter().flat_map(|x| (0..n).map(move |i| n * x + i)).collect();
        prop_assert_eq!(image(&d), pieces);
        prop_assert_eq!(image(&upcast(&d, n).unwrap()), image(&a));
    }

    #[test]
    fn upcast_merges_neighbours(a in static_layout(), n in 1_i64..9) {
        prop_assume!(loose_chain(&a));
        if let Ok(u) = upcast(&a, n) {
            let merged: BTreeSet<i64> = image(&a).into_iter().map(|x| x / n).collect();
            prop_assert_eq!(image(&u), merged);
        }
    }

    #[test]
    fn max_alignment_is_a_vector_everywhere(a in static_layout()) {
        let n = max_alignment(&a).unwrap().value;
        prop_assume!(n > 0 && loose_chain(&a));
        let offsets = image(&a);
        for x in &offsets {
            prop_assert!((x / n * n..x / n * n + n).all(|y| offsets.contains(&y)), "{} by {n}", a);
        }
    }

    #[test]
    fn common_layouts_run_alike(a in any_layout(), b in any_layout()) {
        let Ok(r) = max_common_layout(&a, &b) else {
            // Only an extent that must be as long as another, and is not.
            prop_assert!(count(&a) < count(&b));
            return Ok(());
        };
        prop_assert!(count(&r) <= count(&a).min(count(&b)));
        let (f, g, run) = (function(&a), function(&b), function(&r));
        for i in 0..count(&r) {
            prop_assert_eq!((f(run(i)), g(run(i))), (i, i));
            prop_assert!((0..count(&a).min(count(&b))).contains(&run(i)));
        }
        prop_assert_eq!(max_common_vector(&a, &b).unwrap().value, count(&r));
    }

    #[test]
    fn slice_and_dice_split_the_modes(a in any_layout(), pick in any::<u16>(), at_index in 0_i64..100) {
        let mut k = 0;
        let whole = idx2crd(at_index % count(&a).max(1), a.shape()).unwrap();
        let coord = whole.map(&mut |leaf| {
            k += 1;
            Ok(if pick >> k & 1 == 1 { Tree::Under } else { leaf.clone().into() })
        }).unwrap();
        let (offset, kept) = slice(&a, &coord).unwrap();
        let diced = dice(&a, &coord).unwrap();
        prop_assert_eq!(count(&kept) * count(&diced), count(&a));
        let start = offset.int().unwrap().value;
        let found: BTreeSet<i64> = table(&kept).into_iter().map(|x| x + start).collect();
        prop_assert!(found.is_subset(&image(&a)));
        let all = coord.map(&mut |_| Ok(Tree::Under)).unwrap();
        prop_assert_eq!(slice(&a, &all).unwrap().1.shape().size().unwrap().value, count(&a));
    }

    // 12. Partitions.

    #[test]
    fn thread_partitions_cover_each_element_once(m in 1_i64..5, n in 1_i64..5, tm in 1_i64..4, tn in 1_i64..4, row in any::<bool>(), pick in 0..9_i64) {
        let shape = Tree::Tuple(vec![Tree::dynamic(m * tm), Tree::dynamic(n * tn)]);
        let a = make_layout(&shape, if row { &Order::Right } else { &Order::Left }).unwrap();
        let threads = make_layout(&Tree::Tuple(vec![Tree::fixed(tm), Tree::fixed(tn)]), &Order::Left).unwrap();
        // Element (i, j) is that of the thread (i mod tm, j mod tn): each has one owner.
        let t = pick % (tm * tn);
        let (offset, mine) = local_partition(&a, &threads, t, None).unwrap();
        let start = offset.int().unwrap().value;
        let mine: Vec<i64> = table(&mine).into_iter().map(|x| start + x).collect();
        let f = function(&a);
        let mut want = Vec::new();
        for y in 0..n {
            for x in 0..m {
                want.push(f(t % tm + x * tm + (t / tm + y * tn) * m * tm));
            }
        }
        prop_assert_eq!(mine, want);
    }

    // 13. Static and dynamic operands give the same function.

}

// The same, where a case takes several tables.
/// The predicate of `a` divided by `n` in each mode: each element of `a` is real exactly once, with its offset.
fn finds_each_element_once(a: &DynLayout, n: i64) -> Result<(), TestCaseError> {
    let tiler = Tiler::Modes(vec![Tiler::Int(Int::fixed(n)); a.rank()]);
    let (plain, is_static) = (
        logical_divide(a, &tiler),
        a.shape().is_static() && a.stride().is_static(),
    );
    let Ok(predicate) = zipped_divide_ceil(a, &tiler) else {
        // Only what no layout holds, and leaves that run on by value alone, which no coordinate of the shape can follow.
        prop_assert!(plain.is_err() || !is_static);
        return Ok(());
    };
    prop_assert_eq!(count(&predicate.coordinates), count(&predicate.layout));
    if is_static {
        prop_assert_eq!(
            plain.is_ok(),
            count(&predicate.layout) == count(a),
            "{} by {}",
            a,
            n
        );
    }
    let whole = table(a);
    let mut real = vec![false; whole.len()];
    let divided = table(&predicate.layout);
    for (i, element) in elements(&predicate.coordinates, &predicate.shape)
        .into_iter()
        .enumerate()
    {
        if let Some(index) = element {
            prop_assert!(!std::mem::replace(&mut real[index as usize], true));
            prop_assert_eq!(divided[i], whole[index as usize], "{} by {} at {}", a, n, i);
        }
    }
    prop_assert!(real.into_iter().all(|real| real));
    Ok(())
}

/// Leaves that run on, some of them known: those that the divide takes one by one are counted one by one, also where the
/// tiles together are as many as if they were taken as one.
#[test]
fn predicates_count_leaves_as_the_divide_takes_them() {
    for (sizes, strides) in [([5, 2, 1], [1, 5, 1]), ([4, 6, 2], [3, 12, 72])] {
        for (known, n) in (0..64_u16).flat_map(|known| (1..9).map(move |n| (known, n))) {
            let int = |value, bit: usize| match known >> bit & 1 {
                1 => Tree::fixed(value),
                _ => Tree::dynamic(value),
            };
            let tree = |values: [i64; 3], from: usize| {
                let leaves = values.into_iter().enumerate();
                Tree::Tuple(leaves.map(|(k, value)| int(value, from + k)).collect())
            };
            let a = DynLayout::new(
                Tree::Tuple(vec![tree(sizes, 0)]),
                Tree::Tuple(vec![tree(strides, 3)]),
            );
            finds_each_element_once(&a.unwrap(), n).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(seeded(10_000))]

    #[test]
    fn slices_of_swizzled_layouts_are_exact(bits in 2_u32..4, modes in 2_usize..5, b in 0_i64..3, m in 0_i64..3, s in -3_i64..4, pick in any::<u16>()) {
        let Ok(swizzle) = Swizzle::new(b, m, s) else { return Ok(()) };
        let size = 1_i64 << (bits - 1);
        let shape = Tree::repeat(&Tree::fixed(size), modes);
        let layout = make_layout(&shape, if pick & 1 == 0 { &Order::Left } else { &Order::Right }).unwrap();
        let coord = Tree::Tuple((0..modes).map(|k| {
            let c = i64::from(pick >> (2 * k)) % size;
            match pick >> (k + 8) & 3 {
                0 | 1 => Tree::Under,
                2 => Tree::fixed(c),
                _ => Tree::dynamic(c),
            }
        }).collect());
        let AnyLayout::Composed(whole) = swizzled(swizzle, &layout) else { return Ok(()) };
        let (offset, rest) = slice_swizzled(&whole, &coord).unwrap();
        let start = offset.int().unwrap().value;
        let (inner, kept) = slice(&layout, &coord).unwrap();
        let inner = inner.int().unwrap().value;
        let want: Vec<i64> = table(&kept).into_iter().map(|x| swizzle.apply(inner + x)).collect();
        let got: Vec<i64> = rest.offsets().unwrap().into_iter().map(|x| x + start).collect();
        prop_assert_eq!(got, want, "{} at {}", AnyLayout::Composed(whole), coord);
    }

    #[test]
    fn f2_maps_invert_and_compose(widths in prop::collection::vec(1_u32..4, 1..4), b in 0_i64..3, m in 0_i64..3, s in -3_i64..4, row in any::<bool>()) {
        let Ok(swizzle) = Swizzle::new(b, m, s) else { return Ok(()) };
        let shape = Tree::Tuple(widths.iter().map(|w| Tree::fixed(1 << w)).collect());
        let layout = make_layout(&shape, if row { &Order::Right } else { &Order::Left }).unwrap();
        let a = swizzled(swizzle, &layout);
        let map = f2::F2Map::of(&a).unwrap();
        let inverse = map.inverse().unwrap();
        for (i, offset) in a.offsets().unwrap().into_iter().enumerate() {
            prop_assert_eq!(map.apply(i as u64), offset as u64);
            prop_assert_eq!(inverse.apply(offset as u64), i as u64);
        }
        let round = inverse.after(&map);
        let identity = f2::F2Map::identity(map.columns().len());
        prop_assert_eq!(round.columns(), identity.columns());
        let again = map.to_layout().unwrap();
        prop_assert_eq!(again.offsets().unwrap(), a.offsets().unwrap());
        let left = left_inverse_any(&a).unwrap();
        for (i, offset) in a.offsets().unwrap().into_iter().enumerate() {
            prop_assert_eq!(left.at(offset).unwrap(), i as i64);
        }
    }

    #[test]
    fn evaluation_is_linear_in_the_strides(a in any_layout(), k in -5_i64..6) {
        let with = |f: &dyn Fn(i64) -> i64| -> Vec<i64> {
            let modes: Vec<_> = flat(&a).iter().map(|m| judge::Mode::new(m.size, f(m.stride))).collect();
            (0..count(&a)).map(|i| judge::offset(&modes, i).unwrap()).collect()
        };
        let (scaled, shifted) = (with(&|d| k * d), with(&|d| d + k));
        let ones = with(&|_| k);
        for (i, x) in table(&a).into_iter().enumerate() {
            prop_assert_eq!(scaled[i], k * x);
            prop_assert_eq!(shifted[i], x + ones[i]);
        }
    }

    #[test]
    fn coalescing_an_open_layout_keeps_every_index(a in any_layout(), i in 0_i64..5000) {
        let open = judge::coalesce_unbounded(&flat(&a)).unwrap();
        prop_assert_eq!(judge::offset(open.as_slice(), i), judge::offset(&flat(&a), i));
        let once = coalesce(&a).unwrap();
        prop_assert_eq!(coalesce(&once).unwrap(), once);
    }

    #[test]
    fn composition_after_a_line_scales(b in any_layout(), n in 1_i64..200, d in 0_i64..9) {
        let line = DynLayout::new(Tree::fixed(n), Tree::fixed(d)).unwrap();
        let r = composition(&line, &b.clone().into()).unwrap();
        prop_assert_eq!(table(&r), table(&b).into_iter().map(|x| d * x).collect::<Vec<_>>());
    }

    #[test]
    fn composition_with_a_mode_is_that_mode(a in static_layout()) {
        let mut below = 1;
        for m in flat(&a) {
            let one = DynLayout::new(Tree::fixed(m.size), Tree::fixed(below)).unwrap();
            let r = composition(&a, &one.into()).unwrap();
            prop_assert_eq!(table(&r), (0..m.size).map(|c| c * m.stride).collect::<Vec<_>>());
            below *= m.size;
        }
    }

    #[test]
    fn composition_does_not_depend_on_the_profile(a in any_layout(), b in any_layout()) {
        let merged = coalesce(&b).unwrap();
        let fine = composition(&a, &b.clone().into());
        if let (Ok(fine), Ok(coarse)) = (fine, composition(&a, &merged.into())) {
            prop_assert_eq!(table(&fine), table(&coarse));
        }
    }

    #[test]
    fn complement_of_a_line(n in 1_i64..40, m in 1_i64..300) {
        let line = DynLayout::new(Tree::fixed(n), Tree::fixed(i64::from(n > 1))).unwrap();
        let rest = complement(&line, Some(&Tree::fixed(m))).unwrap();
        prop_assert_eq!(table(&rest), (0..(m + n - 1) / n).map(|i| i * n).collect::<Vec<_>>());
    }

    #[test]
    fn dividing_a_line_is_a_product(a in static_layout(), k in 1_i64..4) {
        prop_assume!(chain(&a) && one_to_one(&a));
        let period = flat(&a).iter().filter(|m| m.size > 1).map(|m| m.size * m.stride).max().unwrap_or(1);
        let line = |n: i64| DynLayout::new(Tree::fixed(n), Tree::fixed(1)).unwrap();
        let size = k * period;
        let divided = logical_divide(&line(size), &a.clone().into()).unwrap();
        let product = logical_product(&a, &line(size / count(&a)).into()).unwrap();
        prop_assert_eq!(table(&divided), table(&product));
    }

    #[test]
    fn tiles_compose_as_the_layout_does(a in static_layout(), n in 1_i64..9, t in static_layout()) {
        let tile = DynLayout::new(Tree::fixed(n), Tree::fixed(1)).unwrap();
        prop_assume!(table(&t).into_iter().all(|i| (0..n).contains(&i)));
        let Ok(d) = zipped_divide(&a, &tile.clone().into()) else { return Ok(()) };
        let inner = composition(&d.modes()[0], &t.clone().into());
        let direct = composition(&tile, &t.into()).and_then(|t| composition(&a, &t.into()));
        if let (Ok(inner), Ok(direct)) = (inner, direct) {
            prop_assert_eq!(table(&inner), table(&direct));
        }
    }

    #[test]
    fn composition_is_associative(a in any_layout(), b in any_layout(), c in any_layout()) {
        prop_assume!(table(&c).into_iter().all(|i| (0..count(&b)).contains(&i)));
        let (Ok(ab), Ok(bc)) = (composition(&a, &b.clone().into()), composition(&b, &c.clone().into())) else {
            return Ok(());
        };
        if let (Ok(left), Ok(right)) = (composition(&ab, &c.clone().into()), composition(&a, &bc.into())) {
            prop_assert_eq!(table(&left), table(&right));
        }
    }

    #[test]
    fn divide_cuts_into_tiles(a in any_layout(), b in any_layout()) {
        let Ok(d) = logical_divide(&a, &b.clone().into()) else { return Ok(()) };
        prop_assert_eq!(d.rank(), 2);
        prop_assert_eq!(count(&d.modes()[0]), count(&b));
        let exact = matches!(judge::divide(&flat(&a), &flat(&b)), Ok(judge::Division::Exact));
        if exact && one_to_one(&b) && count(&d) == count(&a) {
            let sorted = |l: &DynLayout| { let mut t = table(l); t.sort_unstable(); t };
            prop_assert_eq!(sorted(&d), sorted(&a));
        }
        let zipped = zipped_divide(&a, &b.clone().into()).unwrap();
        prop_assert_eq!(table(&zipped), table(&d));
        prop_assert_eq!(table(&tiled_divide(&a, &b.clone().into()).unwrap()), table(&d));
        prop_assert_eq!(table(&flat_divide(&a, &b.into()).unwrap()), table(&d));
    }

    #[test]
    fn predicates_find_each_element_once(a in any_layout(), n in 1_i64..7) {
        finds_each_element_once(&a, n)?;
    }

    #[test]
    fn overhang_is_told_of_any_tile(a in static_layout(), b in static_layout()) {
        let plain = logical_divide(&a, &b.clone().into());
        let Ok(d) = logical_divide_ceil(&a, &b.clone().into()) else {
            prop_assert!(plain.is_err());
            return Ok(());
        };
        let (whole, divided) = (table(&a), table(&d.layout));
        let mut times = vec![0; whole.len()];
        for (i, element) in elements(&d.coordinates, &d.shape).into_iter().enumerate() {
            if let Some(index) = element {
                prop_assert_eq!(divided[i], whole[index as usize], "{} by {} at {}", a, b, i);
                times[index as usize] += 1;
            }
        }
        // A plain divide is the same where each place is an element and each element has a place, and refused elsewhere.
        let places: usize = times.iter().sum();
        let is_whole = places == divided.len() && times.iter().all(|&n| n > 0);
        prop_assert_eq!(plain.is_ok(), is_whole, "{} by {}: {:?}", a, b, plain);
        if let Ok(plain) = plain {
            prop_assert_eq!(&d.layout, &plain);
        }
        // A tile without repetitions gives no element twice; one without holes each element once.
        if one_to_one(&b) {
            prop_assert!(times.iter().all(|&n| n <= 1), "{} by {}: {:?}", a, b, times);
        }
        if one_to_one(&b) && chain(&b) {
            prop_assert!(times.iter().all(|&n| n == 1), "{} by {}: {:?}", a, b, times);
        }
    }

    #[test]
    fn tiles_partition_the_layout(a in any_layout(), n in 1_i64..7, pick in 0..64_i64) {
        prop_assume!(one_to_one(&a) && count(&a) % n == 0);
        let tiler = Tiler::Int(Int::dynamic(n));
        // Partitions count leaves that run on by value alone one by one, as CuTe does: such tiles may hang over.
        let Ok(CeilDivided { layout: d, .. }) = zipped_divide_ceil(&a, &tiler) else { return Ok(()) };
        prop_assume!(count(&d) == count(&a));
        // The tiles are runs of the table; together they are the layout.
        let all = table(&d);
        prop_assert!(one_to_one(&d));
        prop_assert_eq!(image(&d), image(&a));
        let j = pick % count(&d.modes()[1]);
        let (offset, tile) = local_tile(&a, &tiler, &Tree::dynamic(j)).unwrap();
        let start = offset.int().unwrap().value;
        let tile: Vec<i64> = table(&tile).into_iter().map(|x| start + x).collect();
        let size = tile.len();
        prop_assert_eq!(&tile[..], &all[j as usize * size..][..size]);
    }

    #[test]
    fn products_repeat_the_block_and_never_alias(a in any_layout(), b in any_layout()) {
        prop_assume!(one_to_one(&a) && one_to_one(&b));
        let stacked = stacked_product(&a, &b).unwrap();
        prop_assert!(one_to_one(&stacked));
        let Ok(q) = logical_product(&a, &b.clone().into()) else { return Ok(()) };
        prop_assert_eq!(&q.modes()[0], &a);
        prop_assert_eq!(count(&q), count(&a) * count(&b));
        prop_assert!(one_to_one(&q), "{}", q);
        prop_assert!(b.shape().compatible(q.modes()[1].shape()).unwrap());
        if matches!(judge::chain(&flat(&a)), Ok(judge::Nesting::Compact)) {
            prop_assert_eq!(table(&q), table(&stacked));
        }
    }

    #[test]
    fn erasing_staticness_changes_no_function(a in any_layout(), b in any_layout(), n in 1_i64..9) {
        let (x, y) = (a.erased(), b.erased());
        let same = |p: Result<DynLayout, LayoutError>, q: Result<DynLayout, LayoutError>| -> Result<(), TestCaseError> {
            prop_assert_eq!(p.is_ok(), q.is_ok(), "{:?} {:?}", p, q);
            if let (Ok(p), Ok(q)) = (p, q) {
                prop_assert_eq!(table(&p), table(&q));
            }
            Ok(())
        };
        same(composition(&a, &b.clone().into()), composition(&x, &y.clone().into()))?;
        same(coalesce(&a), coalesce(&x))?;
        same(stacked_product(&a, &b), stacked_product(&x, &y))?;
        same(make_layout(a.shape(), &Order::Right), make_layout(x.shape(), &Order::Right))?;
        let tiler = |d| Tiler::Int(if d { Int::dynamic(n) } else { Int::fixed(n) });
        same(composition(&a, &tiler(false)), composition(&x, &tiler(true)))?;
    }

    #[test]
    fn complement_is_disjoint_and_ascends(a in any_layout(), m in 1_i64..300) {
        let Ok(c) = complement(&a, Some(&Tree::dynamic(m))) else {
            prop_assert!(!loose_chain(&filter(&a).unwrap()));
            return Ok(());
        };
        let (ours, theirs) = (image(&a), table(&c));
        prop_assert!(theirs.windows(2).all(|w| w[0] < w[1]));
        prop_assert!(theirs.iter().skip(1).all(|x| !ours.contains(x)));
        let mut sums = BTreeSet::new();
        for x in &ours {
            for y in &theirs {
                prop_assert!(sums.insert(x + y), "{} and {c} meet in {}", a, x + y);
            }
        }
        if chain(&filter(&a).unwrap()) {
            prop_assert_eq!(sums.len() as i64, *sums.last().unwrap() + 1);
            prop_assert!(sums.len() as i64 >= m);
        }
    }
}
