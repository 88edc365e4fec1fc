//! Composition (3), complement (4) and inverses (5).

use azulejo_layout::check;
use azulejo_layout::value::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

use crate::random::*;

proptest! {
    #![proptest_config(seeded(10_000))]

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
        let sorted = check::sorted(&flat(&f)).unwrap();
        let period = sorted.as_slice().last().map_or(1, |m| m.size * m.stride);
        let target = Tree::fixed(period * k);
        let twice = complement(&complement(&f, Some(&target)).unwrap(), Some(&target)).unwrap();
        prop_assert_eq!(image(&twice), image(&f));
    }

    #[test]
    fn right_inverse_inverts(a in any_layout()) {
        let r = right_inverse(&a).unwrap();
        let (f, back) = (function(&a), function(&r));
        for i in 0..count(&r) {
            prop_assert_eq!(f(back(i)), i);
            prop_assert!((0..count(&a)).contains(&back(i)));
        }
        if a.is_static() && loose_chain(&a) {
            prop_assert_eq!(Some(count(&r)), check::run(&flat(&a)));
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
        prop_assume!(matches!(check::chain(&flat(&a)), Ok(check::Nesting::Compact)));
        let (l, r) = (left_inverse(&a).unwrap(), right_inverse(&a).unwrap());
        prop_assert_eq!(coalesce(&l).unwrap(), coalesce(&r).unwrap());
        prop_assert_eq!(table(&right_inverse(&r).unwrap()), table(&a));
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
