//! The checks against brute force: every result and every counterexample, on small layouts of all kinds.

#[path = "random/seeded.rs"]
mod seeded;

use azulejo_layout::check::{
    self, ChainError, Collision, ComposeError, CoverageError, Mode, Nesting,
};
use azulejo_layout::ints::*;
use azulejo_layout::{ceil_div, layout, logical_divide};
use proptest::prelude::*;
use seeded::seeded;
use std::collections::{BTreeMap, BTreeSet};

/// Modes as tests write them.
fn modes(list: &[(i64, i64)]) -> Vec<Mode> {
    list.iter().map(|&(s, d)| Mode::new(s, d)).collect()
}

/// All offsets in 1-D order.
fn table(modes: &[Mode]) -> Vec<i64> {
    let total = check::size(modes).unwrap();
    (0..total)
        .map(|i| check::offset(modes, i).unwrap())
        .collect()
}

/// Sizes and strides where things go wrong: padded, overlapping, broadcast, reversed, size-1 modes with a stride, empty.
fn any_modes(rank: usize, negative: bool) -> impl Strategy<Value = Vec<Mode>> {
    let size = prop::sample::select(vec![1_i64, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 12, 0]);
    let stride = prop::sample::select(vec![
        0_i64, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 24, 32, 48, 64, 97,
    ]);
    let sign = prop::sample::select(if negative { vec![1_i64, -1] } else { vec![1] });
    prop::collection::vec((size, stride, sign), 1..=rank)
        .prop_map(|v| v.into_iter().map(|(s, d, g)| Mode::new(s, g * d)).collect())
}

/// Returns `true` if a table is the table of a layout, by the definition: peel off the longest straight run.
fn is_layout(f: &[i64]) -> bool {
    let n = f.len();
    if n <= 1 {
        return true;
    }
    let run = (1..n)
        .find(|&c| f[c] - f[0] != c as i64 * (f[1] - f[0]))
        .unwrap_or(n);
    n.is_multiple_of(run)
        && (0..n).all(|c| f[c] - f[c / run * run] == (c % run) as i64 * (f[1] - f[0]))
        && is_layout(&f.iter().step_by(run).copied().collect::<Vec<_>>())
}

/// The truth about composition, by tables alone.
fn composes(a: &[Mode], b: &[Mode]) -> bool {
    let at = |i| check::offset(a, i).unwrap();
    let leaves: Vec<Vec<i64>> = b
        .iter()
        .map(|m| (0..m.size).map(|c| at(c * m.stride)).collect())
        .collect();
    let total = check::size(b).unwrap();
    let adds_up = (0..total).all(|i| {
        let (mut rest, mut sum) = (i, 0);
        for (m, leaf) in b.iter().zip(&leaves) {
            sum += leaf[(rest % m.size) as usize];
            rest /= m.size;
        }
        sum == at(check::offset(b, i).unwrap())
    });
    adds_up && leaves.iter().all(|leaf| is_layout(leaf))
}

proptest! {
    #![proptest_config(seeded(10_000))]

    #[test]
    fn coalesce_keeps_the_function_and_is_idempotent(a in any_modes(5, true)) {
        let c = check::coalesce(&a).unwrap();
        prop_assert_eq!(table(c.as_slice()), table(&a));
        prop_assert_eq!(check::coalesce(c.as_slice()).unwrap(), c);
        prop_assert!(check::same(c.as_slice(), &a).unwrap());
    }

    #[test]
    fn same_decides_equality_of_functions(a in any_modes(3, true), b in any_modes(3, true)) {
        prop_assert_eq!(check::same(&a, &b).unwrap(), table(&a) == table(&b));
    }

    #[test]
    fn unbounded_coalesce_keeps_the_function_beyond_the_size(a in any_modes(4, true)) {
        let c = check::coalesce_unbounded(&a).unwrap();
        for i in 0..3 * check::size(&a).unwrap() {
            prop_assert_eq!(check::offset(c.as_slice(), i), check::offset(&a, i));
        }
    }

    #[test]
    fn composition_is_decided_exactly(a in any_modes(4, false), b in any_modes(3, true)) {
        prop_assume!(check::size(&a) != Some(0) && check::size(&b).unwrap() <= 4096);
        match check::compose(&a, &b) {
            Ok(r) => {
                prop_assert!(composes(&a, &b));
                let expected: Vec<i64> =
                    table(&b).into_iter().map(|i| check::offset(&a, i).unwrap()).collect();
                prop_assert_eq!(table(r.as_slice()), expected);
            }
            Err(ComposeError::Carry { at, value, sum, .. }) => {
                prop_assert!(!composes(&a, &b));
                let index = check::offset(&b, at).unwrap();
                prop_assert_eq!(check::offset(&a, index).unwrap(), value);
                prop_assert_ne!(value, sum);
            }
            Err(ComposeError::Bend { mode, at, value, straight }) => {
                prop_assert!(!composes(&a, &b));
                prop_assert_eq!(check::offset(&a, at * b[mode].stride).unwrap(), value);
                prop_assert_ne!(value, straight);
            }
            Err(ComposeError::Uneven { mode, at, value, sum, .. }) => {
                prop_assert!(!composes(&a, &b));
                prop_assert_eq!(check::offset(&a, at * b[mode].stride).unwrap(), value);
                prop_assert_ne!(value, sum);
            }
            Err(other) => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn injectivity_is_decided_exactly(a in any_modes(5, true)) {
        let t = table(&a);
        let distinct = t.iter().collect::<BTreeSet<_>>().len() == t.len();
        match check::injective(&a) {
            Ok(()) => prop_assert!(distinct),
            Err(Collision::Between { first, second, offset }) => {
                prop_assert!(!distinct && first < second);
                prop_assert_eq!((t[first as usize], t[second as usize]), (offset, offset));
            }
            Err(other) => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn run_is_the_prefix_of_the_image(a in any_modes(4, true)) {
        let image: BTreeSet<i64> = table(&a).into_iter().collect();
        let least = image.first().copied().unwrap_or(0);
        let length = (least..).take_while(|i| image.contains(i)).count() as i64;
        prop_assert_eq!(check::run(&a), Some(length));
        prop_assert_eq!(check::surjective(&a).is_ok(), length == image.len() as i64);
        let properties = check::Properties::new(check::Flat::from_slice(&a).unwrap());
        let between = image.last().map_or(0, |greatest| greatest - least + 1) - image.len() as i64;
        let gaps = check::injective(&a).is_ok().then_some(between);
        prop_assert_eq!(properties.gaps(), gaps);
    }

    #[test]
    fn chains_are_injective_and_compact_is_a_bijection(a in any_modes(4, false)) {
        prop_assume!(check::size(&a) != Some(0));
        let filtered: Vec<Mode> = a.iter().copied().filter(|m| m.stride != 0).collect();
        match check::chain(&a) {
            Ok(nesting) => {
                prop_assert_eq!(check::injective(&filtered), Ok(()));
                let mut t = table(&a);
                t.sort_unstable();
                let bijection = t.iter().enumerate().all(|(i, &x)| i as i64 == x);
                prop_assert_eq!(nesting == Nesting::Compact, bijection);
            }
            Err(ChainError::Overlap { lower, upper }) => {
                prop_assert!(lower.stride <= upper.stride && upper.stride < lower.size * lower.stride);
            }
            Err(other) => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn complement_fills_as_it_says(a in any_modes(3, false), target in 1_i64..200) {
        let Ok(fill) = check::complement(&a, target) else { return Ok(()) };
        let sorted = check::sorted(&a).unwrap();
        let period = sorted.as_slice().last().map_or(1, |m| m.size * m.stride);
        match fill {
            check::Fill::Exact => prop_assert_eq!(target % period, 0),
            check::Fill::Overhang { padded } => {
                prop_assert!(padded > target && padded - target < period && padded % period == 0);
            }
            check::Fill::Holes { lower, upper } => {
                prop_assert_ne!(upper.stride % (lower.size * lower.stride), 0);
            }
        }
    }

    #[test]
    fn coverage_is_decided_exactly(a in any_modes(4, true), elements in 1_i64..64) {
        let t = table(&a);
        let mut owners: BTreeMap<i64, i64> = BTreeMap::new();
        for &x in &t {
            *owners.entry(x).or_default() += 1;
        }
        let in_range = t.iter().all(|x| (0..elements).contains(x));
        let constant = owners.values().collect::<BTreeSet<_>>().len() == 1;
        let outside = t.iter().position(|x| !(0..elements).contains(x));
        let onto = owners.len() as i64 == elements;
        match check::coverage(&a, elements) {
            Ok(multiplicity) => {
                prop_assert!(in_range && constant && onto);
                prop_assert_eq!(owners[&0], multiplicity);
            }
            Err(CoverageError::OutOfRange { at, element, .. }) => {
                prop_assert_eq!(outside, Some(at as usize));
                prop_assert_eq!(t[at as usize], element);
            }
            Err(CoverageError::Missing { element }) => {
                prop_assert!(in_range && !owners.contains_key(&element));
                prop_assert!((0..element).all(|x| owners.contains_key(&x)));
            }
            Err(CoverageError::Twice { first, second, element }) => {
                prop_assert!(in_range && !(constant && onto) && first < second);
                prop_assert_eq!((t[first as usize], t[second as usize]), (element, element));
            }
            Err(other) => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn carries_may_cancel() {
    // 1 + 3 carries out of both size-2 modes, and the two errors, +3 and -3, cancel: a layout after all.
    let a = modes(&[(2, 1), (2, 5), (4, 7)]);
    let b = modes(&[(2, 1), (2, 3)]);
    assert_eq!(
        check::compose(&a, &b).unwrap().as_slice(),
        modes(&[(2, 1), (2, 6)])
    );
}

#[test]
fn huge_sizes_are_checked_without_enumeration() {
    let a = modes(&[(1 << 20, 1 << 20), (1 << 20, 1)]);
    let b = modes(&[(1 << 20, 1), (1 << 19, 1 << 20)]);
    assert_eq!(
        check::compose(&a, &b).unwrap().as_slice(),
        &[Mode::new(1 << 20, 1 << 20), Mode::new(1 << 19, 1)]
    );
    assert_eq!(check::injective(&a), Ok(()));
    let bad = modes(&[(1 << 20, 1), (2, 1)]);
    assert!(matches!(
        check::compose(&a, &bad),
        Err(ComposeError::Carry { .. })
    ));
}

#[test]
fn overflow_is_rejected_not_wrapped() {
    let huge = modes(&[(1 << 40, 1 << 40)]);
    assert_eq!(check::span(&huge), None);
    assert_eq!(check::index_bits(&huge), None);
    assert_eq!(
        check::compose(&modes(&[(4, 1)]), &huge),
        Err(ComposeError::OutOfRange)
    );
    assert_eq!(
        check::injective(&modes(&[(2, i64::MIN)])),
        Err(Collision::TooLarge)
    );
    let down = modes(&[(3, -1 << 62)]);
    assert_eq!(
        check::compose(&modes(&[(8, 1), (2, 8)]), &down),
        Err(ComposeError::OutOfRange)
    );
    assert_eq!(check::run(&modes(&[(i64::MIN, 1), (3, 2)])), None);
    let swizzle = check::SwizzleBits {
        bits: 0,
        base: 0,
        shift: 0,
    };
    let one = check::Properties::new(check::Flat::new());
    let last = check::SwizzledProperties::new(swizzle, i64::MAX, one);
    assert_eq!(last.surjective(), Ok(()));
    let far = [i64::MAX, i64::MIN];
    assert_eq!(check::shared_access(&far, i64::MAX).passes, 2);
    assert_eq!(check::global_access(&far, i64::MAX).sectors, 5);
}

/// A mode before the empty one may be so large that no index reaches its end.
#[test]
fn nothing_collides_in_a_layout_without_elements() {
    let a = modes(&[(0, 1), (1 << 62, 0), (6, 5), (100, -16)]);
    assert_eq!(check::injective(&a), Ok(()));
    assert_eq!((check::run(&a), check::surjective(&a)), (Some(0), Ok(())));
    let empty = check::Properties::new(check::Flat::from_slice(&modes(&[(4, 2), (0, 5)])).unwrap());
    let swizzle = check::SwizzleBits {
        bits: 1,
        base: 0,
        shift: 1,
    };
    let swizzled = check::SwizzledProperties::new(swizzle, 3, empty);
    assert_eq!((swizzled.run(), swizzled.gaps()), (Some(0), Some(0)));
    assert_eq!(swizzled.surjective(), Ok(()));
}

#[test]
fn exact_composition_corpus() {
    let text = include_str!("../../tests/corpus/composition_exact.jsonl");
    let (mut accepted, mut rejected) = (0, 0);
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let flat = |key: &str| {
            let text: String = row["in"][key]
                .as_str()
                .unwrap()
                .chars()
                .filter(|c| !"_()".contains(*c))
                .collect();
            let (shape, stride) = text.split_once(':').unwrap();
            let numbers = |s: &str| {
                s.split(',')
                    .map(|x| x.parse().unwrap())
                    .collect::<Vec<i64>>()
            };
            numbers(shape)
                .into_iter()
                .zip(numbers(stride))
                .map(|(s, d)| Mode::new(s, d))
                .collect::<Vec<_>>()
        };
        let result = check::compose(&flat("a"), &flat("b"));
        assert_eq!(
            result.is_ok(),
            row["representable"].as_bool().unwrap(),
            "{line}"
        );
        if let Ok(r) = result {
            let truth: Vec<i64> = row["truth"]
                .as_array()
                .unwrap()
                .iter()
                .map(|x| x.as_i64().unwrap())
                .collect();
            assert_eq!(table(r.as_slice()), truth, "{line}");
            accepted += 1;
        } else {
            rejected += 1;
        }
    }
    println!("composition_exact: {accepted} accepted, {rejected} rejected");
}

#[test]
fn a_tile_of_no_elements_has_no_complement() {
    use check::ComplementError::EmptyTarget;
    for list in [
        &[(0, 6), (1, 6), (0, 6)][..],
        &[(6, 25), (0, 12)],
        &[(0, 1)],
    ] {
        let tile = modes(list);
        assert!(check::chain(&tile).is_ok(), "{list:?}");
        assert_eq!(
            check::complement(&tile, 126),
            Err(EmptyTarget { target: 0 }),
            "{list:?}"
        );
    }
    // On the command line, too.
    let rejected = azulejo_layout::expr::evaluate("logical_divide(3:12, (0,1,0):(6,6,6))");
    assert!(rejected.unwrap_err().to_string().contains("0 elements"));
}

#[test]
fn numbers_at_the_end_of_64_bits_are_divided() {
    // 2^63 - 1 is 7 times an integer.
    let tiles = azulejo_layout::expr::evaluate("ceil_div(9223372036854775807, 7)");
    assert_eq!(tiles.unwrap().to_string(), "1317624576693539401");
    let tiles = azulejo_layout::expr::evaluate("ceil_div(9223372036854775807, 2)");
    assert_eq!(tiles.unwrap().to_string(), "4611686018427387904");
    // Types count in the integers they are given.
    assert_eq!(ceil_div(i32::MAX, _7), 306_783_379);
    assert_eq!(ceil_div(u32::MAX, _7), 613_566_757);
    assert_eq!(ceil_div(i64::MAX, _7), 1_317_624_576_693_539_401);
    assert_eq!(ceil_div(usize::MAX, usize::MAX), 1);
    assert_eq!(ceil_div(_7, i32::MAX), 1);
    assert_eq!(ceil_div(i32::MAX - 1, 5i32), 429_496_730);
    assert_eq!(ceil_div(i32::MAX, 0i32), 0);
    let size = i32::MAX - 1;
    let divided = logical_divide(layout!(size:_1), layout!(_7:_1));
    assert_eq!(divided.to_string(), "(_7,306783378):(_1,_7)");
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest_one() {
    for (wrong, near) in [
        ("logical_devide(8:1, 2)", "logical_divide"),
        ("Zipped_Divide(8:1, 2)", "zipped_divide"),
        ("bank_conflict(8:1)", "bank_conflicts"),
        ("size_of(8:1)", "size"),
    ] {
        let said = azulejo_layout::expr::evaluate(wrong).unwrap_err();
        let said = said.to_string();
        assert!(said.ends_with(&format!("did you mean `{near}`?")), "{said}");
    }
    let said = azulejo_layout::expr::evaluate("frobnicate(8:1)").unwrap_err();
    assert!(
        said.to_string()
            .ends_with("is not an operation; see `azulejo layout --help`")
    );
}
