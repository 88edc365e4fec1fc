//! 1 and 2: coordinates, shapes, and the forms of one function.

use super::*;
use crate::random::*;
use azulejo_layout::check;
use std::collections::BTreeSet;

/// A coordinate whose nodes are given as integers where `pick` says so.
fn partial(coord: &Tree, shape: &Tree, pick: &mut u32) -> Tree {
    *pick = pick.rotate_right(1);
    match (coord, shape) {
        (Tree::Tuple(coords), Tree::Tuple(shapes)) if *pick & 1 == 0 => {
            let both = coords.iter().zip(shapes);
            Tree::Tuple(both.map(|(c, s)| partial(c, s, pick)).collect())
        }
        _ => crd2idx_colex(coord, &shape.erased()).unwrap(),
    }
}

proptest! {
    #![proptest_config(seeded(10_000))]

    /// 1.2: a coordinate may be an integer at any node.
    #[test]
    fn partial_coordinates_are_coordinates(a in any_layout(), i in 0..128_i64, pick in any::<u32>()) {
        let whole = idx2crd(i % count(&a), a.shape()).unwrap();
        let part = partial(&whole, a.shape(), &mut { pick });
        prop_assert!(part.weakly_congruent(a.shape()));
        let value = |c: &Tree| crd2idx(c, a.shape(), a.stride()).unwrap().int().unwrap().value;
        prop_assert_eq!(value(&part), value(&whole), "{} at {}", a, part);
    }

    /// 1.7: compatible shapes are a transitive order with the integer as its least element.
    #[test]
    fn compatible_is_transitive(sizes in prop::collection::vec(prop::collection::vec(1..5_i64, 1..4), 1..4)) {
        // A size, its factors, and the factors of these.
        let tuple = |sizes: &[i64]| Tree::Tuple(sizes.iter().map(|&s| Tree::fixed(s)).collect());
        let fine = Tree::Tuple(sizes.iter().map(|mode| tuple(mode)).collect());
        let middle = tuple(&sizes.iter().map(|mode| mode.iter().product()).collect::<Vec<i64>>());
        let least = Tree::fixed(sizes.iter().flatten().product());
        let order = |s: &Tree, t: &Tree| s.compatible(t).unwrap();
        prop_assert!(order(&least, &middle) && order(&middle, &fine) && order(&least, &fine));
        prop_assert!(!order(&middle, &least) && !order(&fine, &middle) && !order(&fine, &least));
        let more = Tree::fixed(least.int().unwrap().value + 1);
        prop_assert!(!order(&more, &middle) && !order(&more, &fine));
    }

    /// 1.8: sizes and depths of trees.
    #[test]
    fn sizes_multiply(a in any_layout()) {
        let shape = a.shape();
        let modes: i64 = a.modes().iter().map(count).product();
        prop_assert_eq!(shape.size().unwrap().value, modes);
        prop_assert!(shape.flatten().depth() <= 1);
        prop_assert_eq!(product_each(shape).unwrap().size().unwrap().value, modes);
        // A flat tuple takes back the profile of the tree that it came from.
        let flat = shape.flatten();
        let mut leaves = match &flat {
            Tree::Tuple(leaves) => leaves.clone(),
            leaf => vec![leaf.clone()],
        }.into_iter();
        let again = shape.map(&mut |_| Ok(leaves.next().unwrap())).unwrap();
        prop_assert_eq!(&again, shape);
    }

    /// 1.9: a divided shape covers what it is divided into.
    #[test]
    fn quotients_cover(a in any_layout(), n in 1_i64..20) {
        // An integer is folded through the modes: nothing is lost where it divides along the way.
        let divided = ceil_div(a.shape(), &Tree::dynamic(n)).unwrap();
        let (mut left, mut even) = (n, true);
        for size in a.shape().leaves().unwrap() {
            let size = size.int.value;
            even &= left % size == 0 || size % left == 0;
            left = (left + size - 1) / size;
        }
        if even {
            prop_assert_eq!(divided.size().unwrap().value * n, count(&a) * left);
        }
        let by_mode = ceil_div(a.shape(), &a.shape().map(&mut |_| Ok(Tree::fixed(n))).unwrap()).unwrap();
        for (size, quotient) in a.shape().leaves().unwrap().iter().zip(by_mode.leaves().unwrap()) {
            let (size, quotient) = (size.int.value, quotient.int.value);
            prop_assert!(quotient * n >= size && (quotient - 1) * n < size);
        }
    }

    /// 1.10: one bound holds every partial sum of every offset.
    #[test]
    fn one_bound_holds_every_partial_sum(a in any_layout(), negative in any::<u8>()) {
        let modes: Vec<_> = flat(&a).iter().enumerate()
            .map(|(k, m)| check::Mode::new(m.size, if negative >> k & 1 == 1 { -m.stride } else { m.stride }))
            .collect();
        let span = check::span(&modes).unwrap();
        let bits = check::index_bits(&modes).unwrap();
        let most = 1_i128 << (bits - 1);
        prop_assert!(i128::from(span.greatest) < most && -i128::from(span.least) <= most && i128::from(count(&a)) <= most);
        for i in 0..count(&a) {
            let (mut rest, mut sum) = (i, 0);
            for m in &modes {
                sum += rest % m.size * m.stride;
                rest /= m.size;
                prop_assert!((span.least..=span.greatest).contains(&sum));
            }
        }
    }

    /// 2.3: no layout of fewer modes is the same function.
    #[test]
    fn coalesced_layouts_have_the_fewest_modes(a in static_layout(), b in static_layout()) {
        let (x, y) = (coalesce(&a).unwrap(), coalesce(&b).unwrap());
        // Peeling the longest straight run off the table finds the modes that every layout of it has.
        let (mut t, mut runs) = (table(&a), 0);
        while t.len() > 1 {
            let run = (1..t.len()).find(|&c| t[c] - t[0] != c as i64 * (t[1] - t[0])).unwrap_or(t.len());
            t = t.into_iter().step_by(run).collect();
            runs += 1;
        }
        prop_assert_eq!(flat(&x).iter().filter(|m| m.size > 1).count(), runs);
        if table(&a) == table(&b) {
            prop_assert_eq!(x, y);
        }
    }

    /// 2.6 and 2.7: sizes of what is kept and of what is sent to 0.
    #[test]
    fn filters_and_nullspaces_count(a in static_layout()) {
        let f = filter(&a).unwrap();
        if loose_chain(&a) {
            prop_assert_eq!(count(&f), image(&a).len() as i64);
        }
        if chain(&a) {
            let zeros = table(&a).into_iter().filter(|x| *x == 0).count() as i64;
            prop_assert_eq!(count(&nullspace(&a).unwrap()), zeros);
        }
        let kept: BTreeSet<i64> = image(&f);
        prop_assert_eq!(kept, image(&a));
    }

    /// 10.1 to 10.3: a common layout makes both the identity, and a layout has its own run in common with itself.
    #[test]
    fn common_layouts_make_identities(a in static_layout(), b in static_layout()) {
        if let Ok(r) = max_common_layout(&a, &b) {
            prop_assert!(one_to_one(&r));
            for x in [&a, &b] {
                if let Ok(through) = composition(x, &r.clone().into()) {
                    prop_assert_eq!(table(&through), (0..count(&r)).collect::<Vec<_>>());
                }
            }
        }
        let own = max_common_vector(&a, &a).unwrap().value;
        prop_assert_eq!(own, count(&right_inverse(&a).unwrap()));
    }

    /// 11.1 and 11.3: a slice is the layout with coordinates filled in, and slices of slices are slices.
    #[test]
    fn slices_fill_in_coordinates(a in any_layout(), first in any::<u8>(), second in any::<u8>(), at_index in 0..128_i64) {
        let whole = idx2crd(at_index % count(&a), a.shape()).unwrap();
        let open = |fixed: &dyn Fn(usize) -> bool| {
            let mut k = 0;
            whole.map(&mut |leaf| {
                k += 1;
                Ok(if fixed(k) { leaf.clone().into() } else { Tree::Underscore })
            }).unwrap()
        };
        let leaves = whole.leaves().unwrap().len();
        let (one, two) = (|k: usize| first >> k & 1 == 1, |k: usize| second >> k & 1 == 1);
        let (offset, kept) = slice(&a, &open(&one)).unwrap();
        let offset = offset.int().unwrap().value;
        // Every coordinate that agrees with the fixed leaves, in the order of the open ones.
        let modes = flat(&a);
        let digits: Vec<i64> = whole.leaves().unwrap().iter().map(|l| l.int.value).collect();
        let free: Vec<check::Mode> = (0..leaves).filter(|&k| !one(k + 1)).map(|k| modes[k]).collect();
        let start: i64 = (0..leaves).filter(|&k| one(k + 1)).map(|k| digits[k] * modes[k].stride).sum();
        prop_assert_eq!(offset, start);
        let want: Vec<i64> = (0..count(&kept)).map(|i| check::offset(&free, i).unwrap()).collect();
        prop_assert_eq!(table(&kept), want);
        // Fixing more leaves afterwards is fixing them at once.
        let rest: Vec<Tree> = (0..leaves).filter(|&k| !one(k + 1))
            .map(|k| if two(k + 1) { Tree::fixed(digits[k]) } else { Tree::Underscore })
            .collect();
        if !rest.is_empty() {
            let kept = flatten(&kept);
            let rest = match kept.shape() {
                Tree::Tuple(_) => Tree::Tuple(rest),
                _ => rest[0].clone(),
            };
            let (more, last) = slice(&kept, &rest).unwrap();
            let (all, merged) = slice(&a, &open(&|k| one(k) || two(k))).unwrap();
            prop_assert_eq!(offset + more.int().unwrap().value, all.int().unwrap().value);
            prop_assert_eq!(table(&last), table(&merged));
        }
    }
}

/// 1.3, 1.7, 2.5, 2.6: each precondition is needed.
#[test]
fn what_does_not_hold_without_its_precondition() {
    let layout = |text: &str| text.parse::<DynLayout>().unwrap();
    let a = layout("(4,3):(3,1)");
    assert_ne!(at(&a, 1 + 3), at(&a, 1) + at(&a, 3));
    let tree = |text: &str| text.parse::<Tree>().unwrap();
    assert!(!tree("((2,2),3)").compatible(&tree("(2,2,3)")).unwrap());
    let open = layout("(_4,_1):(_1,_0)");
    assert_eq!((at(&open, 5), at(&coalesce(&open).unwrap(), 5)), (1, 5));
    let overlapping = layout("(_2,_2):(_1,_1)");
    assert_ne!(
        count(&filter(&overlapping).unwrap()),
        image(&overlapping).len() as i64
    );
}
