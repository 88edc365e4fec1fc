//! 3, 4 and 5: composition, complement, inverses.

use super::*;
use crate::random::*;
use azulejo_layout::check;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(seeded(10_000))]

    /// 3.2: it exists exactly when each mode has a layout and the modes add up, looked at element by element.
    #[test]
    fn composition_exists_exactly_when_the_table_has_a_layout(a in static_layout(), b in static_layout()) {
        fn has_layout(f: &[i64]) -> bool {
            let n = f.len();
            let run = (1..n).find(|&c| f[c] - f[0] != c as i64 * (f[1] - f[0])).unwrap_or(n);
            n <= 1 || n.is_multiple_of(run)
                && (0..n).all(|c| f[c] - f[c / run * run] == f[c % run] - f[0])
                && has_layout(&f.iter().copied().step_by(run).collect::<Vec<_>>())
        }
        let f = function(&a);
        let parts: Vec<Vec<i64>> = flat(&b).iter().map(|m| (0..m.size).map(|c| f(c * m.stride)).collect()).collect();
        let adds_up = table(&b).iter().enumerate().all(|(i, &index)| {
            let (mut rest, mut sum) = (i, 0);
            for part in &parts {
                sum += part[rest % part.len()];
                rest /= part.len();
            }
            sum == f(index)
        });
        let exists = adds_up && parts.iter().all(|part| has_layout(part));
        prop_assert_eq!(composition(&a, &b.clone().into()).is_ok(), exists, "{} o {}", a, b);
        // Coalescing B first may help, and never harms.
        if exists {
            prop_assert!(composition(&a, &coalesce(&b).unwrap().into()).is_ok());
        }
    }

    /// 3.4: strides that divide, sizes that fit and intervals that do not meet are enough.
    #[test]
    fn divisible_strides_are_enough(a in static_layout(), k in 0..3_usize, r in 1..9_i64, s in 1..13_i64) {
        let modes = flat(&coalesce(&a).unwrap());
        prop_assume!(k < modes.len());
        let below: i64 = modes[..k].iter().map(|m| m.size).product();
        let (mut room, mut left, mut fits) = (r, s, true);
        for (j, mode) in modes[k..].iter().enumerate() {
            if k + j + 1 == modes.len() {
                break;
            }
            if mode.size % room != 0 {
                fits = false;
                break;
            }
            let here = mode.size / room;
            if left <= here {
                left = 1;
                break;
            }
            fits &= left % here == 0;
            left /= here;
            room = 1;
        }
        prop_assume!(fits && left >= 1 && (s - 1) * below * r < count(&a));
        prop_assert!(composition(&a, &leaf(s, below * r).into()).is_ok(), "{} o {}:{}", a, s, below * r);
    }

    /// 3.6: where `A o (B o C)` and `A o B` exist, so does `(A o B) o C`, and it is the same function. The other way round
    /// it may not: modes of `B o C` that `C` does not have need modes of the result, too.
    #[test]
    fn the_other_bracketing_exists(a in any_layout(), b in any_layout(), c in any_layout()) {
        prop_assume!(table(&c).into_iter().all(|i| (0..count(&b)).contains(&i)));
        let (Ok(ab), Ok(bc)) = (composition(&a, &b.clone().into()), composition(&b, &c.clone().into())) else {
            return Ok(());
        };
        let Ok(right) = composition(&a, &bc.into()) else { return Ok(()) };
        let left = composition(&ab, &c.clone().into());
        prop_assert!(left.is_ok(), "({} o {}) o {}: {:?}", a, b, c, left);
        prop_assert_eq!(table(&left.unwrap()), table(&right));
    }

    /// 4.1, 4.4, 4.5, 4.7, 4.8: what a chain and its complement do together.
    #[test]
    fn chains_and_complements_tile(a in static_layout(), k in 1..5_i64, m in 1..300_i64, turn in 0..4_usize) {
        let f = filter(&a).unwrap();
        prop_assume!(chain(&f) && one_to_one(&f));
        let period = period(&f);
        let target = Tree::fixed(period * k);
        let rest = complement(&a, Some(&target)).unwrap();
        let sums: BTreeSet<i64> = image(&f).iter().flat_map(|x| table(&rest).into_iter().map(move |y| x + y)).collect();
        prop_assert_eq!(&sums, &(0..period * k).collect::<BTreeSet<_>>());
        prop_assert_eq!(count(&f) * count(&rest), period * k);
        // It does not see the order of modes.
        let mut modes = flat(&a);
        let turn = turn % modes.len().max(1);
        modes.rotate_left(turn);
        let turned = DynLayout::concat(modes.iter().map(|m| leaf(m.size, m.stride))).unwrap();
        prop_assert_eq!(&complement(&turned, Some(&target)).unwrap(), &rest);
        // Twice is the sorted layout.
        let sorted = check::sorted(&flat(&f)).unwrap();
        let sorted = DynLayout::concat(sorted.as_slice().iter().map(|m| leaf(m.size, m.stride)));
        let sorted = sorted.map(|s| coalesce(&s).unwrap()).unwrap_or_else(|_| DynLayout::unit());
        let twice = complement(&rest, Some(&target)).unwrap();
        prop_assert_eq!(coalesce(&twice).unwrap().to_string(), coalesce(&sorted).unwrap().to_string());
        // The first offset of the complement is the first that is missing.
        if count(&rest) > 1 {
            let reached = image(&f);
            let missing = (0..).find(|i| !reached.contains(i)).unwrap();
            prop_assert_eq!(table(&rest)[1], missing);
        }
        // A target that the period does not divide is rounded up.
        let over = complement(&a, Some(&Tree::fixed(m))).unwrap();
        prop_assert_eq!(count(&f) * count(&over), (m + period - 1) / period * period);
    }

    /// 4.2 and 4.3: strides that only stay apart leave holes but never meet; overlapping ones are rejected.
    #[test]
    fn loose_chains_have_complements_and_others_none(a in static_layout(), m in 1..300_i64) {
        let f = filter(&a).unwrap();
        prop_assert_eq!(complement(&a, Some(&Tree::fixed(m))).is_ok(), loose_chain(&f), "{} in {}", a, m);
    }

    /// 4.9: a tuple cotarget counts as its quotient by the period, mode by mode.
    #[test]
    fn cotargets_of_many_modes(n in 1..9_i64, d in 1..9_i64, sizes in prop::collection::vec(1..9_i64, 1..4)) {
        let a = leaf(n, d);
        let target = Tree::Tuple(sizes.iter().map(|&s| Tree::fixed(s)).collect());
        let rest = complement(&a, Some(&target)).unwrap();
        let mut left = if n == 1 { 1 } else { n * d };
        let mut all = if n == 1 { 1 } else { d };
        for s in sizes {
            all *= (s + left - 1) / left;
            left = (left + s - 1) / s;
        }
        prop_assert_eq!(count(&rest), all, "complement({}, {})", a, target);
    }

    /// 5.2: the inverse of a composition of compact layouts.
    #[test]
    fn inverses_of_compositions(sizes in prop::collection::vec(prop::sample::select(vec![1_i64, 2, 2, 3, 4]), 1..5), turn in 0..4_usize, x in any::<u8>(), y in any::<u8>()) {
        let ordered = |sizes: &[i64], by: u8| {
            let shape = Tree::Tuple(sizes.iter().map(|&s| Tree::fixed(s)).collect());
            let order = (0..sizes.len()).map(|k| Tree::fixed(i64::from(by >> (2 * k) & 3) * 8 + k as i64)).collect();
            make_ordered_layout(&shape, &Order::By(Tree::Tuple(order))).unwrap()
        };
        let mut turned = sizes.clone();
        turned.rotate_left(turn % sizes.len());
        let (a, b) = (ordered(&sizes, x), ordered(&turned, y));
        let Ok(ab) = composition(&a, &b.clone().into()) else { return Ok(()) };
        let (x, y) = (right_inverse(&a).unwrap(), right_inverse(&b).unwrap());
        let whole = right_inverse(&ab).unwrap();
        let (whole, x, y) = (function(&whole), function(&x), function(&y));
        for i in 0..count(&a) {
            prop_assert_eq!(whole(i), y(x(i)));
        }
    }

    /// 5.4: where a layout is a chain both inverses agree as far as the right one goes.
    #[test]
    fn both_inverses_agree(a in static_layout()) {
        if chain(&a) && one_to_one(&a) {
            let (l, r) = (left_inverse(&a).unwrap(), right_inverse(&a).unwrap());
            let (left, right) = (function(&l), function(&r));
            for j in 0..count(&r) {
                prop_assert_eq!(left(j), right(j));
            }
        }
    }

    /// 5.5: the inverse of a swizzled layout undoes the swizzle first.
    #[test]
    fn inverses_of_swizzled_layouts(widths in prop::collection::vec(1_u32..4, 1..4), b in 0..3_i64, m in 0..3_i64, s in -3..4_i64, row in any::<bool>()) {
        let Ok(f) = Swizzle::new(b, m, s) else { return Ok(()) };
        let shape = Tree::Tuple(widths.iter().map(|w| Tree::fixed(1 << w)).collect());
        let layout = make_layout(&shape, if row { &Order::Right } else { &Order::Left }).unwrap();
        prop_assume!(f.period_bits() <= widths.iter().sum());
        let (whole, plain) = (swizzled(f, &layout), right_inverse(&layout).unwrap());
        let inverse = right_inverse_any(&whole).unwrap();
        let unswizzled = function(&plain);
        for x in 0..count(&layout) {
            let back = inverse.at(x).unwrap();
            prop_assert_eq!(back, unswizzled(f.apply(x)));
            prop_assert_eq!(whole.at(back).unwrap(), x);
        }
    }
}

/// 3.3, 3.6, 4.2, 4.3, 5.3: each of these was accepted, or rejected, wrongly by somebody.
#[test]
fn what_does_not_hold_without_its_precondition() {
    let layout = |text: &str| text.parse::<DynLayout>().unwrap();
    let compose = |a: &str, b: &str| composition(&layout(a), &layout(b).into());
    // Right, or rejected; the steps of others are wrong for all of these.
    for (a, b) in [
        ("(8,8):(8,1)", "6:3"),
        ("(4,2):(1,8)", "(3,2):(1,3)"),
        ("(6,2):(1,10)", "(3,2):(2,3)"),
    ] {
        let want: Vec<i64> = table(&layout(b))
            .into_iter()
            .map(|i| at(&layout(a), i))
            .collect();
        assert!(
            compose(a, b).is_err() || table(&compose(a, b).unwrap()) == want,
            "{a} o {b}"
        );
    }
    assert!(compose("(4,2,8):(3,15,97)", "3:3").is_err());
    for (a, b, r) in [
        ("(_4,_6):(_1,_100)", "_2:_6", "_2:_102"),
        ("(_8,_6):(_6,_1)", "_4:_12", "(_2,_2):(_25,_3)"),
        ("(_4,_2,_8):(_3,_12,_97)", "_3:_3", "_3:_9"),
    ] {
        assert_eq!(compose(a, b).unwrap().to_string(), r);
    }
    let (a, b, c) = (layout("(5,3):(1,7)"), layout("4:1"), layout("2:5"));
    let right = composition(&a, &composition(&b, &c.clone().into()).unwrap().into()).unwrap();
    let left = composition(&composition(&a, &b.into()).unwrap(), &c.into()).unwrap();
    assert_ne!(table(&left), table(&right));
    // B o C is (2,3):(33,3), and the six offsets are a layout of shape (3,2) alone.
    let (a, b, c) = ("(4,8,2):(96,3,48)", "(4,8,2):(16,1,8)", "6:6");
    let (ab, bc) = (compose(a, b).unwrap(), compose(b, c).unwrap());
    let left = composition(&ab, &layout(c).into()).unwrap();
    assert_eq!(left.to_string(), "(3,2):(144,51)");
    assert!(composition(&layout(a), &bc.into()).is_err());
    let loose = complement(&layout("(2,2):(5,12)"), Some(&Tree::fixed(24))).unwrap();
    let reached = 4 * count(&loose);
    assert_ne!(reached % 24, 0);
    let error = complement(&layout("(2,2):(3,2)"), Some(&Tree::fixed(8))).unwrap_err();
    assert!(
        error.to_string().contains("overlap") && !error.to_string().contains("njective"),
        "{error}"
    );
    // A tile with holes that ends inside a mode covers no padded one.
    let tile = layout("(2,2):(1,3)").into();
    assert!(logical_divide(&layout("(8,2):(2,1)"), &tile).is_err());
    assert!(logical_divide_ceil(&layout("(8,2):(2,1)"), &tile).is_err());
    assert!(left_inverse(&layout("(12,2,3):(2,2,0)")).is_err());
    assert!(left_inverse(&layout("((8,1,4),4):((2,16,2),12)")).is_err());
}

/// 5.5: the offsets 18 and 21 lie beyond the 12 of the inverse's domain, where no swizzle stands for this one.
#[test]
fn a_swizzle_moves_through_a_layout_only_as_far_as_it_holds() {
    let f = Swizzle::new(2, 2, 2).unwrap();
    let a: DynLayout = "(_6,2):(_3,6)".parse().unwrap();
    let whole = swizzled(f, &a);
    let back = left_inverse_any(&whole).unwrap();
    for offset in whole.offsets().unwrap() {
        assert_eq!(f.apply(at(&a, back.at(offset).unwrap())), offset);
    }
    let outer: DynLayout = "(_3,_2,_2):(_0,_1,_6)".parse().unwrap();
    let want: Vec<i64> = whole
        .offsets()
        .unwrap()
        .into_iter()
        .map(|x| at(&outer, x))
        .collect();
    assert_eq!(
        composition_any(&outer.clone().into(), &whole)
            .unwrap()
            .offsets()
            .unwrap(),
        want
    );
}
