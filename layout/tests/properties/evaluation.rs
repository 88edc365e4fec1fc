//! Notation and evaluation (1), coalesce and filter (2), staticness (13).

use azulejo_layout::check;
use azulejo_layout::value::*;
use proptest::prelude::*;

use crate::random::*;

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
        let _ = azulejo_layout::expr::evaluate(&text);
    }

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
        prop_assume!(matches!(check::chain(&flat(&a)), Ok(check::Nesting::Compact)));
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
        let span = check::span(&flat(&a)).unwrap();
        let t = table(&a);
        prop_assert_eq!(t.iter().min().copied(), Some(span.least));
        prop_assert_eq!(t.iter().max().copied(), Some(span.greatest));
        prop_assert_eq!(cosize(&a).unwrap().value, span.cells().unwrap());
    }

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
        prop_assert_eq!(equal, properties::functionally_equal(&a.into(), &b.into()).unwrap());
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

    #[test]
    fn evaluation_is_linear_in_the_strides(a in any_layout(), k in -5_i64..6) {
        let with = |f: &dyn Fn(i64) -> i64| -> Vec<i64> {
            let modes: Vec<_> = flat(&a).iter().map(|m| check::Mode::new(m.size, f(m.stride))).collect();
            (0..count(&a)).map(|i| check::offset(&modes, i).unwrap()).collect()
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
        let open = check::coalesce_unbounded(&flat(&a)).unwrap();
        prop_assert_eq!(check::offset(open.as_slice(), i), check::offset(&flat(&a), i));
        let once = coalesce(&a).unwrap();
        prop_assert_eq!(coalesce(&once).unwrap(), once);
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
}
