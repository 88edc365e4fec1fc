//! 8, 9 and 12: swizzles, units, atoms and tilings.

use super::*;
use crate::random::*;
use azulejo_layout::check;
use std::collections::{BTreeMap, BTreeSet};

proptest! {
    #![proptest_config(seeded(10_000))]

    /// 8.2, 8.4, 8.7: sums without a carry, units beyond the low bits, offsets that carry.
    #[test]
    fn swizzles_and_sums(b in 0_i64..4, m in 0_i64..4, s in -5_i64..6, x in 0_i64..4096, y in 0_i64..4096, k in 0..7_u32) {
        let Ok(f) = Swizzle::new(b, m, s) else { return Ok(()) };
        let y = y & !x;
        prop_assert_eq!(f.apply(x + y), f.apply(x) ^ f.apply(y));
        // A bit inside a unit must not change one above it, or the elements of the unit are no neighbours.
        let together = (0..k).all(|bit| f.apply(1 << bit) >> k == 0);
        let wide = f.upcast(1 << k);
        prop_assert_eq!(wide.is_ok(), together, "{} by {}", f, 1 << k);
        if let Ok(wide) = wide {
            let inside = y & ((1 << k) - 1);
            prop_assert_eq!(f.apply((x << k) + inside) >> k, wide.apply(x), "{} by {}", f, 1 << k);
            if i64::from(k) <= m {
                prop_assert_eq!(f.apply(x << k), wide.apply(x) << k);
            }
        }
        prop_assert_eq!(f.downcast(1 << k).unwrap().apply(x << k), f.apply(x) << k);
    }

    /// 8.5: two swizzles are one where they merge, and merge where one is both.
    #[test]
    fn swizzles_merge(b in 0_i64..4, m in 0_i64..4, c in 0_i64..4, n in 0_i64..4, s in -5_i64..6, other in prop::option::of(-5_i64..6)) {
        let t = other.unwrap_or(s);
        let (Ok(f), Ok(g)) = (Swizzle::new(b, m, s), Swizzle::new(c, n, t)) else { return Ok(()) };
        let both: Vec<i64> = (0..4096).map(|x| f.apply(g.apply(x))).collect();
        match merge_swizzles(f, g) {
            Ok(h) => prop_assert_eq!(both, (0..4096).map(|x| h.apply(x)).collect::<Vec<_>>()),
            Err(_) => {
                let any = (0..6).flat_map(|b| (0..8).map(move |m| (b, m)))
                    .flat_map(|(b, m)| [s, t].map(|s| Swizzle::new(b, m, s)))
                    .flatten()
                    .any(|h| (0..4096).all(|x| h.apply(x) == both[x as usize]));
                prop_assert!(!any, "{} and {} are one swizzle", f, g);
            }
        }
    }

    /// 8.3 and 8.8: a swizzled layout is as injective as the layout, and its low bits run on.
    #[test]
    fn swizzled_images(a in static_layout(), b in 0_i64..3, m in 0_i64..3, s in -3_i64..4) {
        let Ok(f) = Swizzle::new(b, m, s) else { return Ok(()) };
        // A swizzle permutes the numbers from 0 on.
        prop_assume!(image(&a).iter().all(|&x| x >= 0));
        let whole = swizzled(f, &a);
        let offsets = whole.offsets().unwrap();
        let ours: BTreeSet<i64> = offsets.iter().copied().collect();
        prop_assert_eq!(&ours, &image(&a).into_iter().map(|x| f.apply(x)).collect::<BTreeSet<_>>());
        prop_assert_eq!(ours.len(), image(&a).len());
        let bound = (cosize(&a).unwrap().value + (1 << f.period_bits()) - 1) >> f.period_bits() << f.period_bits();
        prop_assert!(ours.iter().all(|x| (0..bound).contains(x)));
        let vector = max_common_layout_swizzled(f, &a, &a).unwrap();
        let run = count(&vector);
        prop_assert!(b == 0 || (1 << m) % run == 0 || run <= 1 << m);
        let places = function(&vector);
        for i in 0..run {
            prop_assert_eq!(whole.at(places(i)).unwrap(), i);
        }
    }

    /// 9.1 and 9.5: units there and back, and every divisor of the alignment is a unit.
    #[test]
    fn units_there_and_back(a in static_layout(), n in 1_i64..9) {
        let proper = flat(&a).iter().any(|m| m.stride == 1 && m.size > 1);
        let stray = flat(&a).iter().any(|m| m.stride == 1 && m.size == 1);
        if proper && !stray && let Ok(d) = downcast(&a, n) {
            let back = upcast(&d, n).unwrap();
            prop_assert_eq!(table(&back), table(&a));
        }
        let most = max_alignment(&a).unwrap().value;
        if loose_chain(&a)
            && let Some(modes) = check::sorted(&flat(&a))
            && let Ok(sorted) = DynLayout::concat(modes.as_slice().iter().map(|m| leaf(m.size, m.stride))) {
            let merged = coalesce(&sorted).unwrap();
            for unit in (1..=most).filter(|unit| most % unit == 0) {
                prop_assert!(upcast(&merged, unit).is_ok(), "{} by {}", merged, unit);
            }
        }
        prop_assert_eq!(Some(most), check::alignment(&flat(&a)), "{}", a);
    }

    /// 9.4: a recast covers the same bits.
    #[test]
    fn recasts_cover_the_same_bits(a in static_layout(), old in prop::sample::select(vec![4_i64, 6, 8, 16, 32]), new in prop::sample::select(vec![4_i64, 6, 8, 16, 32])) {
        let stray = flat(&a).iter().any(|m| m.stride == 1 && m.size == 1);
        let proper = flat(&a).iter().any(|m| m.stride == 1 && m.size > 1);
        prop_assume!(!stray && proper && loose_chain(&a));
        let Ok(r) = recast_layout(&a, old, new) else { return Ok(()) };
        let bits = |l: &DynLayout, width: i64| -> BTreeSet<i64> {
            image(l).into_iter().flat_map(|x| x * width..(x + 1) * width).collect()
        };
        let (before, after) = (bits(&a, old), bits(&r, new));
        prop_assert!(before.is_subset(&after), "{} as {}", a, r);
        // Whole elements: nothing is gained where the sizes divide.
        if count(&a) * old == count(&r) * new && one_to_one(&a) && one_to_one(&r) {
            prop_assert_eq!(before, after);
        }
    }

    /// 12.3 and 12.5: the layout of a tiled copy from threads and values is onto its tile, each element once.
    #[test]
    fn threads_and_values_cover_their_tile(tm in 1..5_i64, tn in 1..5_i64, vm in 1..4_i64, vn in 1..4_i64, row in any::<bool>(), value_row in any::<bool>()) {
        let pair = |x: i64, y: i64| Tree::Tuple(vec![Tree::fixed(x), Tree::fixed(y)]);
        let order = |row| if row { Order::Right } else { Order::Left };
        let threads = make_layout(&pair(tm, tn), &order(row)).unwrap();
        let values = make_layout(&pair(vm, vn), &order(value_row)).unwrap();
        let tile = raked_product(&threads, &values).unwrap();
        let inverse = right_inverse(&tile).unwrap();
        let shape = pair(tm * tn, vm * vn);
        let tv = composition(&inverse, &make_layout(&shape, &Order::Left).unwrap().into()).unwrap();
        prop_assert_eq!(check::coverage(&flat(&tv), tm * tn * vm * vn), Ok(1));
        // From the element back to its owner.
        let owner = composition(&tile, &tv.into()).unwrap();
        prop_assert_eq!(table(&owner), (0..tm * tn * vm * vn).collect::<Vec<_>>());
    }

    /// 12.2, 12.4 and 12.6: the owners of a tile repeated over a matrix own each of its elements equally often.
    #[test]
    fn owners_of_repeated_tiles(m in 1..4_i64, n in 1..4_i64, p in 1..4_i64, q in 1..4_i64, row in any::<bool>(), copies in 1..4_i64) {
        let pair = |x: i64, y: i64| Tree::Tuple(vec![Tree::fixed(x), Tree::fixed(y)]);
        let matrix = make_layout(&pair(m * p, n * q), if row { &Order::Right } else { &Order::Left }).unwrap();
        let tiler = Tiler::Modes(vec![Tiler::Int(Int::fixed(m)), Tiler::Int(Int::fixed(n))]);
        let tiles = zipped_divide(&matrix, &tiler).unwrap();
        // Some threads own the same elements: a mode of stride 0.
        let owners = DynLayout::concat([leaf(copies, 0), leaf(m * n, 1)]).unwrap();
        let mine = composition(&tiles.modes()[0], &owners.clone().into()).unwrap();
        let mut seen: BTreeMap<i64, i64> = BTreeMap::new();
        for y in table(&tiles.modes()[1]) {
            for x in table(&mine) {
                *seen.entry(x + y).or_default() += 1;
            }
        }
        prop_assert_eq!(seen.len() as i64, count(&matrix));
        prop_assert!(seen.values().all(|&times| times == copies));
        prop_assert_eq!(check::coverage(&flat(&owners), m * n), Ok(copies));
    }
}

/// 8.6, 8.7, 9.2, 9.3: each precondition is needed.
#[test]
fn what_does_not_hold_without_its_precondition() {
    let f = Swizzle::new(1, 0, 1).unwrap();
    assert_ne!(f.apply(1 + 1), f.apply(1) ^ f.apply(1));
    let overlapping = "(_2,_2):(_4,_4)".parse::<DynLayout>().unwrap();
    let merged: BTreeSet<i64> = image(&overlapping).into_iter().map(|x| x / 8).collect();
    if let Ok(wide) = upcast(&overlapping, 8) {
        assert_ne!(image(&wide), merged);
    }
    // A mode of one element spreads nothing, though its stride be 1.
    let single = "(_1,_2):(_1,_1)".parse::<DynLayout>().unwrap();
    assert_eq!(count(&downcast(&single, 4).unwrap()), 8);
}
