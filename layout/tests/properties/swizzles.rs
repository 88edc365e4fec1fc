//! Swizzles (8), units (9), common vectors (10), slices (11).

use azulejo_layout::value::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

use crate::random::*;

proptest! {
    #![proptest_config(seeded(10_000))]

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
    fn slices_of_swizzled_layouts_are_exact(bits in 2_u32..4, modes in 2_usize..5, b in 0_i64..3, m in 0_i64..3, s in -3_i64..4, pick in any::<u16>()) {
        let Ok(swizzle) = Swizzle::new(b, m, s) else { return Ok(()) };
        let size = 1_i64 << (bits - 1);
        let shape = Tree::repeat(&Tree::fixed(size), modes);
        let layout = make_layout(&shape, if pick & 1 == 0 { &Order::Left } else { &Order::Right }).unwrap();
        let coord = Tree::Tuple((0..modes).map(|k| {
            let c = i64::from(pick >> (2 * k)) % size;
            match pick >> (k + 8) & 3 {
                0 | 1 => Tree::Underscore,
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
            Ok(if pick >> k & 1 == 1 { Tree::Underscore } else { leaf.clone().into() })
        }).unwrap();
        let (offset, kept) = slice(&a, &coord).unwrap();
        let diced = dice(&a, &coord).unwrap();
        prop_assert_eq!(count(&kept) * count(&diced), count(&a));
        let start = offset.int().unwrap().value;
        let found: BTreeSet<i64> = table(&kept).into_iter().map(|x| x + start).collect();
        prop_assert!(found.is_subset(&image(&a)));
        let all = coord.map(&mut |_| Ok(Tree::Underscore)).unwrap();
        prop_assert_eq!(slice(&a, &all).unwrap().1.shape().size().unwrap().value, count(&a));
    }
}
