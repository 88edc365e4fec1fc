//! Divides (6), products (7) and partitions (12).

use azulejo_layout::check;
use azulejo_layout::value::*;
use proptest::prelude::*;

use crate::random::*;

proptest! {
    #![proptest_config(seeded(10_000))]

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
        prop_assert!(matches!(check::chain(&flat(&r)), Ok(check::Nesting::Compact)));
    }

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
    fn divide_cuts_into_tiles(a in any_layout(), b in any_layout()) {
        let Ok(d) = logical_divide(&a, &b.clone().into()) else { return Ok(()) };
        prop_assert_eq!(d.rank(), 2);
        prop_assert_eq!(count(&d.modes()[0]), count(&b));
        let exact = matches!(check::divide(&flat(&a), &flat(&b)), Ok(check::Division::Exact));
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
        // A plain divide is the same where each place is an element and each element has a place, and rejected elsewhere.
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
        if matches!(check::chain(&flat(&a)), Ok(check::Nesting::Compact)) {
            prop_assert_eq!(table(&q), table(&stacked));
        }
    }
}

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
