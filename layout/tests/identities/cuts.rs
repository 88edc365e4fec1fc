//! 6 and 7: divides and products.

use super::*;
use crate::random::*;
use azulejo_layout::check;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(seeded(10_000))]

    /// 6.1 and 6.2: a divided layout is the layout after the tile and after the rest.
    #[test]
    fn divides_are_compositions(a in static_layout(), b in static_layout()) {
        let Ok(d) = logical_divide(&a, &b.clone().into()) else { return Ok(()) };
        let (tile, rest) = (d.modes().remove(0), d.modes().remove(1));
        prop_assert_eq!(count(&d), count(&tile) * count(&rest));
        let places = table(&rest);
        let f = function(&a);
        let want: Vec<i64> = table(&b).into_iter().map(&f).collect();
        prop_assert_eq!(table(&tile), want.clone());
        // The rest is the layout after the complement of the tile; nothing hangs over and nothing is left out.
        let others = complement(&b, Some(&Tree::fixed(count(&a)))).unwrap();
        let through: Vec<i64> = table(&others).into_iter().map(&f).collect();
        prop_assert_eq!(&places, &through);
        let mut reached = BTreeSet::new();
        for (j, y) in table(&others).into_iter().enumerate() {
            for (i, x) in table(&b).into_iter().enumerate() {
                prop_assert!(x + y < count(&a), "{} by {}", a, b);
                prop_assert_eq!(want[i] + places[j], f(x + y));
                reached.insert(x + y);
            }
        }
        prop_assert_eq!(reached.len() as i64, count(&a), "{} by {}", a, b);
    }

    /// 6.3: a tile of modes of the layout makes a permutation of it.
    #[test]
    fn tiles_of_own_modes_permute(a in static_layout(), pick in any::<u8>()) {
        let (mut below, mut modes) = (1, Vec::new());
        for (k, m) in flat(&a).iter().enumerate() {
            if pick >> k & 1 == 1 {
                modes.push(leaf(m.size, if m.size > 1 { below } else { 0 }));
            }
            below *= m.size;
        }
        prop_assume!(!modes.is_empty());
        let tile = DynLayout::concat(modes).unwrap();
        let d = logical_divide(&a, &tile.into()).unwrap();
        let (mut ours, mut all) = (table(&d), table(&a));
        ours.sort_unstable();
        all.sort_unstable();
        prop_assert_eq!(ours, all, "{} in {}", d, a);
    }

    /// 6.4 and 6.5: divides by mode are divides of the modes; zipped, tiled and flat move them about.
    #[test]
    fn divides_by_mode(a in any_layout(), n in 1..7_i64, m in 1..7_i64) {
        let tilers = [n, m];
        prop_assume!(a.rank() >= 2 && a.depth() >= 1);
        let tiler = Tiler::Modes(tilers.iter().map(|&n| Tiler::Int(Int::fixed(n))).collect());
        let Ok(d) = logical_divide(&a, &tiler) else { return Ok(()) };
        for (k, mode) in a.modes().iter().enumerate() {
            match tilers.get(k) {
                Some(&n) => prop_assert_eq!(&logical_divide(mode, &Tiler::Int(Int::fixed(n))).unwrap(), &d.modes()[k]),
                None => prop_assert_eq!(mode, &d.modes()[k]),
            }
        }
        let parts = |l: &DynLayout| -> Vec<DynLayout> { l.modes() };
        let (zipped, tiled, flat) = (
            zipped_divide(&a, &tiler).unwrap(),
            tiled_divide(&a, &tiler).unwrap(),
            flat_divide(&a, &tiler).unwrap(),
        );
        let (tile, rest) = (parts(&zipped.modes()[0]), parts(&zipped.modes()[1]));
        for k in 0..2 {
            prop_assert_eq!(parts(&d.modes()[k]), vec![tile[k].clone(), rest[k].clone()]);
        }
        prop_assert_eq!(&tiled.modes()[0], &zipped.modes()[0]);
        prop_assert_eq!(&tiled.modes()[1..], &rest[..]);
        prop_assert_eq!(flat.modes(), [tile, rest].concat());
    }

    /// 6.6: an inner partition is one tile, an outer partition one element of every tile.
    #[test]
    fn inner_and_outer_partitions(a in static_layout(), n in 1..7_i64, i in 0..64_i64) {
        prop_assume!(count(&a) % n == 0);
        let tiler = Tiler::Int(Int::fixed(n));
        let Ok(d) = zipped_divide(&a, &tiler) else { return Ok(()) };
        let (inside, outside) = (count(&d.modes()[0]), count(&d.modes()[1]));
        let (x, y) = (i % inside, i % outside);
        let whole = |(offset, part): (Tree, DynLayout)| -> Vec<i64> {
            let start = offset.int().unwrap().value;
            table(&part).into_iter().map(|x| x + start).collect()
        };
        let all = table(&d);
        let tile = whole(inner_partition(&a, &tiler, &Tree::dynamic(y)).unwrap());
        prop_assert_eq!(tile, (0..inside).map(|x| all[(x + y * inside) as usize]).collect::<Vec<_>>());
        let places = whole(outer_partition(&a, &tiler, &Tree::dynamic(x)).unwrap());
        prop_assert_eq!(places, (0..outside).map(|y| all[(x + y * inside) as usize]).collect::<Vec<_>>());
    }

    /// 6.8: dividing the tile again is dividing by the tile of the tile.
    #[test]
    fn tiles_of_tiles(a in static_layout(), n in 1..9_i64, k in 1..5_i64) {
        let Ok(d) = logical_divide(&a, &line(n * k).into()) else { return Ok(()) };
        let tile = d.modes().remove(0);
        if let (Ok(twice), Ok(once)) = (logical_divide(&tile, &line(n).into()), composition(&a, &line(n).into())) {
            prop_assert_eq!(table(&twice.modes()[0]), table(&once));
        }
    }

    /// 7.1: a product is the block moved to places of its complement.
    #[test]
    fn products_move_the_block(a in static_layout(), b in static_layout()) {
        let Ok(q) = logical_product(&a, &b.clone().into()) else { return Ok(()) };
        let (block, places) = (table(&a), table(&q.modes()[1]));
        prop_assert_eq!(&q.modes()[0], &a);
        let all = table(&q);
        for (i, x) in block.iter().enumerate() {
            for (j, y) in places.iter().enumerate() {
                prop_assert_eq!(all[i + j * block.len()], x + y);
            }
        }
        let compact = |l: &DynLayout| matches!(check::chain(&flat(l)), Ok(check::Nesting::Compact));
        if compact(&a) {
            // 7.3: the places of a compact block are those of the tiler, scaled.
            prop_assert_eq!(places, table(&b).into_iter().map(|x| x * count(&a)).collect::<Vec<_>>());
            prop_assert_eq!(one_to_one(&q), one_to_one(&b));
            prop_assert!(!compact(&b) || compact(&q));
        } else if let Ok(rest) = complement(&a, Some(&Tree::fixed(count(&a) * cosize(&b).unwrap().value))) {
            let exists = table(&b).into_iter().all(|i| i < count(&rest));
            let through: Vec<i64> = table(&b).into_iter().map(function(&rest)).collect();
            prop_assert!(!exists || places == through, "{} by {}", a, b);
        }
    }

    /// 7.4: the stacked product always exists.
    #[test]
    fn stacked_products_exist(a in any_layout(), b in any_layout()) {
        let q = stacked_product(&a, &b).unwrap();
        let (block, places, cells) = (table(&a), table(&b), cosize(&a).unwrap().value);
        let want: Vec<i64> = places.iter().flat_map(|y| block.iter().map(move |x| x + cells * y)).collect();
        prop_assert_eq!(table(&q), want);
    }

    /// 7.5 and 7.6: blocked products have the shape of the grid of blocks, whatever the order of the grid.
    #[test]
    fn grids_of_blocks(m in 1..4_i64, n in 1..4_i64, p in 1..5_i64, q in 1..5_i64, row in any::<bool>(), block_row in any::<bool>()) {
        let pair = |x: i64, y: i64| Tree::Tuple(vec![Tree::fixed(x), Tree::fixed(y)]);
        let order = |row| if row { Order::Right } else { Order::Left };
        let block = make_layout(&pair(m, n), &order(block_row)).unwrap();
        let tiled = tile_to_shape(&block, &pair(m * p, n * q), &order(row)).unwrap();
        prop_assert!(pair(m * p, n * q).compatible(tiled.shape()).unwrap());
        let grid = make_ordered_layout(&pair(p, q), &order(row)).unwrap();
        let blocked = blocked_product(&block, &grid).unwrap();
        prop_assert_eq!(table(&tiled), table(&blocked));
        let (one, places, all) = (function(&block), function(&grid), function(&tiled));
        for i in 0..m * p {
            for j in 0..n * q {
                let inside = one(i % m + j % n * m);
                let outside = places(i / m + j / n * p) * m * n;
                prop_assert_eq!(all(i + j * m * p), inside + outside);
            }
        }
    }

    /// 7.7: a product by mode is accepted exactly when no two copies meet.
    #[test]
    fn products_by_mode_never_alias(a in static_layout(), n in 1..5_i64, m in 1..5_i64) {
        prop_assume!(a.rank() == 2 && one_to_one(&a));
        let tiler = Tiler::Modes(vec![Tiler::Int(Int::fixed(n)), Tiler::Int(Int::fixed(m))]);
        let Ok(loose) = logical_product_unchecked(&a, &tiler) else { return Ok(()) };
        prop_assert_eq!(logical_product(&a, &tiler).is_ok(), one_to_one(&loose), "{} by {}", a, tiler);
    }

    /// 7.8: orders may tie, and the layout is compact all the same.
    #[test]
    fn ordered_layouts_are_compact(sizes in prop::collection::vec(1..6_i64, 1..5), orders in prop::collection::vec(0..3_i64, 5)) {
        let shape = Tree::Tuple(sizes.iter().map(|&s| Tree::fixed(s)).collect());
        let order = Tree::Tuple(orders[..sizes.len()].iter().map(|&o| Tree::fixed(o)).collect());
        let l = make_ordered_layout(&shape, &Order::By(order)).unwrap();
        let all: BTreeSet<i64> = image(&l);
        prop_assert_eq!(all, (0..count(&l)).collect::<BTreeSet<_>>());
        for (j, d) in l.stride().leaves().unwrap().iter().enumerate() {
            for (k, e) in l.stride().leaves().unwrap().iter().enumerate() {
                let slower = (orders[k], k) > (orders[j], j) && sizes[j] > 1 && sizes[k] > 1;
                prop_assert!(!slower || e.int.value > d.int.value, "{}", l);
            }
        }
    }
}
