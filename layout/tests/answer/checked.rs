//! The checks that `const` assertions call, asked what the other two evaluators answer.
//!
//! A check is one `const fn`, so it says the same in a `const` as here; a sample of static types is checked in `const`s
//! all the same.

use super::*;
use crate::random::{any_layout, at, count, flat, image, static_layout, table};
use azulejo_layout::check::{self, Fill, Mode, Nesting};
use azulejo_layout::ints::*;
use azulejo_layout::value::{self, AnyLayout, DynLayout, Tiler, Tree, properties};
use azulejo_layout::*;
use azulejo_layout::{check::rules::CheckResult, check_composition};

/// The modes of more than one element: what a canonical form keeps of a layout of a single one is its own affair.
fn proper(modes: &[Mode]) -> Vec<Mode> {
    modes.iter().copied().filter(|m| m.size > 1).collect()
}

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn queries(a in any_layout(), i in 0..200_i64) {
        let modes = flat(&a);
        let known = check::Properties::new(check::Flat::from_slice(&modes).unwrap());
        let any = AnyLayout::from(a.clone());
        prop_assert_eq!(known.size(), Some(count(&a)));
        prop_assert_eq!(check::offset(&modes, i), Some(at(&a, i)));
        prop_assert_eq!(known.injective().is_ok(), properties::injective(&any).unwrap());
        prop_assert_eq!(known.surjective().is_ok(), properties::surjective(&any).unwrap());
        prop_assert_eq!(known.run(), properties::contiguous_run(&any).ok());
        prop_assert_eq!(known.index_bits().map(i64::from), properties::index_bits(&any).ok());
        let print = properties::footprint(&any).unwrap();
        prop_assert_eq!(known.span().map(|s| (s.least, s.greatest)), Some((print.least, print.greatest)));
        if let Some(gaps) = known.gaps() {
            prop_assert_eq!(Some(gaps), properties::gaps(&any).ok());
        }
        match (known.injective(), properties::collision(&any).unwrap()) {
            (Ok(()), None) => {}
            (Err(check::Collision::Between { first, second, offset }), Some(found)) => {
                prop_assert_eq!((at(&a, first), at(&a, second)), (offset, offset));
                prop_assert_eq!((first, second, offset), found);
            }
            other => prop_assert!(false, "{a}: {other:?}"),
        }
    }

    #[test]
    fn queries_of_types(l in leaves()) {
        each_layout!(l, a => {
            let value: DynLayout = a.to_value().unwrap();
            let known = a.properties();
            prop_assert_eq!(known.modes().to_vec(), flat(&value));
            prop_assert_eq!(size(a).value(), known.size().unwrap());
            let any = AnyLayout::from(value.clone());
            prop_assert_eq!(known.injective().is_ok(), properties::injective(&any).unwrap());
            prop_assert_eq!(known.run(), properties::contiguous_run(&any).ok());
            prop_assert!(a.fits::<i64>().is_ok());
        });
    }

    #[test]
    fn canonical_forms(a in static_layout(), b in static_layout(), l in leaves()) {
        let checked = check::coalesce(&flat(&a)).unwrap();
        prop_assert_eq!(proper(checked.as_slice()), proper(&flat(&value::coalesce(&a).unwrap())));
        let same = check::same(&flat(&a), &flat(&b));
        let valued = properties::functionally_equal(&a.clone().into(), &b.clone().into()).unwrap();
        prop_assert_eq!(same, Some(valued));
        each_layout!(l, a => {
            let (typed, checked) = (coalesce(a).properties(), check::coalesce(a.properties().modes()).unwrap());
            prop_assert_eq!(check::same(typed.modes(), checked.as_slice()), Some(true));
        });
    }

    #[test]
    fn compositions(a in static_layout(), b in static_layout(), l in leaves(), n in 1..7_i64, k in 0..13_i64) {
        let valued = value::composition(&a, &b.clone().into());
        match (check::compose(&flat(&a), &flat(&b)), valued) {
            (Ok(checked), Ok(valued)) => prop_assert_eq!(check::same(checked.as_slice(), &flat(&valued)), Some(true)),
            (Err(_), Err(_)) => {}
            (checked, valued) => prop_assert!(false, "{a} o {b}: {checked:?}, {valued:?}"),
        }
        let b = layout!((_2, n):(_1, k));
        each_layout!(l, a => {
            let checked = check::compose(a.properties().modes(), b.properties().modes());
            let typed = types(|| composition(a, b), |r| r.to_string());
            prop_assert_eq!(check_composition(a, b) == CheckResult::Valid, typed.is_ok());
            if let Ok(typed) = typed {
                let modes = flat(&typed.parse::<DynLayout>().unwrap());
                prop_assert_eq!(check::same(checked.unwrap().as_slice(), &modes), Some(true), "{} o {}", a, b);
            }
        });
    }

    #[test]
    fn complements(a in static_layout(), m in 1..200_i64) {
        let valued = value::complement(&a, Some(&Tree::fixed(m)));
        let checked = check::complement(&flat(&a), m);
        prop_assert_eq!(checked.is_ok(), valued.is_ok(), "{} in {}: {:?}", &a, m, &checked);
        if let (Ok(fill), Ok(rest)) = (checked, valued) {
            let reached = image(&a).len() as i64 * count(&rest);
            match fill {
                Fill::Exact => prop_assert_eq!(reached, m),
                Fill::Overhang { padded } => prop_assert_eq!(reached, padded),
                Fill::Holes { .. } => {}
            }
        }
    }

    #[test]
    fn divides(a in static_layout(), b in static_layout()) {
        let tiler: Tiler = b.clone().into();
        let (modes, tile) = (flat(&a), flat(&b));
        let Ok(over) = value::logical_divide_ceil(&a, &tiler) else { return Ok(()) };
        let plain = value::logical_divide(&a, &tiler);
        let checked = check::divide(&modes, &tile);
        let whole = matches!(checked, Ok(check::Division::Exact | check::Division::Repeats { .. }));
        prop_assert_eq!(plain.is_ok(), whole, "{} by {}: {:?}", a, b, checked);
        match (checked, plain) {
            (Ok(check::Division::Exact), Ok(divided)) => {
                let (mut got, mut all) = (table(&divided), table(&a));
                got.sort_unstable();
                all.sort_unstable();
                prop_assert_eq!(got, all, "{} by {}", a, b);
            }
            (Ok(check::Division::Overhang { padded }), _) => {
                let times: i64 = tile.iter().filter(|mode| mode.stride == 0).map(|mode| mode.size).product();
                prop_assert_eq!(count(&over.layout), padded * times, "{} by {}", a, b);
            }
            (Ok(_), _) => {}
            (Err(error), _) => prop_assert!(false, "{a} by {b}: {error:?}"),
        }
    }

    #[test]
    fn chains_and_left_inverses(a in static_layout()) {
        match check::chain(&flat(&a)) {
            Ok(Nesting::Compact | Nesting::Chain) => prop_assert!(value::left_inverse(&a).is_ok(), "{a}"),
            // Strides that do not divide have no inverse; overlapping ones may, which is settled offset by offset.
            Ok(Nesting::Loose { .. }) | Err(_) => {}
        }
    }

    #[test]
    fn coverages(a in any_layout(), elements in 1..64_i64) {
        let checked = check::coverage(&flat(&a), elements);
        prop_assert_eq!(checked.ok(), properties::covers(&a, elements).ok());
    }

    #[test]
    fn products_by_mode(l in leaves()) {
        // Types and values reject exactly the products by mode of which the check shows two elements of one offset.
        let a = layout!((_2, {l.t}):(_1, {l.e}));
        let typed = types(|| logical_product(a, tile!(_2, _1)), |q| q.to_string());
        let product = types(|| logical_product_unchecked(a, tile!(_2, _1)), |q| q.to_string());
        let checked = product.map(|q| {
            check::product_aliases(a.properties().modes(), &flat(&q.parse::<DynLayout>().unwrap())).is_ok()
        });
        prop_assert_eq!(checked == Ok(true), typed.is_ok(), "{}", a);
        let tiler = Tiler::Modes(vec![Tiler::Int(value::Int::fixed(2)), Tiler::Int(value::Int::fixed(1))]);
        if l.e > 0 {
            prop_assert_eq!(value::logical_product(&a.to_value().unwrap(), &tiler).is_ok(), typed.is_ok(), "{}", a);
        }
    }

    #[test]
    fn swizzled_queries(l in leaves(), bytes in prop::sample::select(vec![1_i64, 2, 4, 8, 16])) {
        macro_rules! asked {
            ($a:expr) => {{
                let a = $a;
                let known = a.properties();
                let any: AnyLayout = a.to_string().parse().unwrap();
                let offsets = any.offsets().unwrap();
                let at: Vec<i64> = (0..offsets.len() as i64).map(|i| known.at(i).unwrap()).collect();
                prop_assert_eq!(at, offsets, "{}", a);
                prop_assert_eq!(known.injective().is_ok(), properties::injective(&any).unwrap(), "{}", a);
                prop_assert_eq!(known.surjective().is_ok(), properties::surjective(&any).unwrap(), "{}", a);
                prop_assert_eq!(known.run(), properties::contiguous_run(&any).ok(), "{}", a);
                prop_assert_eq!(known.gaps(), properties::gaps(&any).ok(), "{}", a);
                let print = properties::footprint(&any).unwrap();
                prop_assert_eq!(known.span().map(|s| (s.least, s.greatest)), Some((print.least, print.greatest)));
                prop_assert_eq!(known.same(&known), Some(true));
            }};
        }
        asked!(composition(swizzle(_2, _0, _3), layout!((_8, _4):(_4, _1))));
        asked!(composition(swizzle(_3, _0, _3), layout!((_8, {l.s}):(_1, _8))));
        asked!(composition(swizzle(_2, _1, -_2), layout!((_4, {l.t}):(_1, {l.e}))));
        let d = l.d;
        let warp = composition(swizzle(_3, _2, _3), layout!(_32:d));
        let any: AnyLayout = warp.to_string().parse().unwrap();
        let banks = properties::bank_conflicts(&any, bytes, 1).unwrap();
        let shared = warp.properties().shared_access(bytes, 1);
        prop_assert_eq!((shared.passes, shared.ideal), (banks.passes, banks.ideal));
        let traffic = properties::coalescing(&any, bytes, 1).unwrap();
        let global = warp.properties().global_access(bytes, 1);
        prop_assert_eq!((global.sectors, global.lines), (traffic.sectors, traffic.lines));
    }

    #[test]
    fn alignments(a in static_layout()) {
        let checked = check::alignment(&flat(&a)).unwrap();
        prop_assert_eq!(checked, value::max_alignment(&a).unwrap().value, "{}", a);
    }

    #[test]
    fn accesses_of_a_warp(d in 0..40_i64, e in 0..40_i64, bytes in prop::sample::select(vec![1_i64, 2, 4, 8, 16])) {
        let a = layout!((_8, _4):(d, e));
        let known = a.properties();
        let line = layout!(_32:d).properties();
        let warp: AnyLayout = layout!(_32:d).to_string().parse().unwrap();
        let banks = properties::bank_conflicts(&warp, bytes, 1).unwrap();
        let shared = line.shared_access(bytes, 1);
        prop_assert_eq!((shared.passes, shared.ideal), (banks.passes, banks.ideal));
        let traffic = properties::coalescing(&warp, bytes, 1).unwrap();
        let global = line.global_access(bytes, 1);
        prop_assert_eq!((global.sectors, global.lines, global.ideal), (traffic.sectors, traffic.lines, traffic.ideal));
        // Nested lanes reach the same addresses as the table says.
        let mut addresses = [0; 32];
        for (lane, address) in addresses.iter_mut().enumerate() {
            *address = a.at(lane as i64) * bytes;
        }
        prop_assert_eq!(known.shared_access(bytes, 1), check::shared_access(&addresses, bytes));
        prop_assert_eq!(known.global_access(bytes, 1), check::global_access(&addresses, bytes));
    }
}

/// Pairs of static layouts checked in `const`s, in types and on values.
macro_rules! in_const {
    ($([$s:ty, $d:ty] [$u:ty, $v:ty] $m:literal;)*) => {$({
        type A = Layout<$s, $d>;
        type B = Layout<$u, $v>;
        const MODES: (check::Properties, check::Properties) = (A::PROPERTIES, B::PROPERTIES);
        const COMPOSED: bool = check::compose(MODES.0.modes(), MODES.1.modes()).is_ok();
        const FORM: Option<check::Flat> = check::coalesce(MODES.0.modes());
        const EQUAL: bool = MODES.0.same(&MODES.1);
        const ONE_TO_ONE: bool = MODES.0.injective().is_ok();
        const ONTO: bool = MODES.0.surjective().is_ok();
        const RUN: Option<i64> = MODES.0.run();
        const GAPS: Option<i64> = MODES.0.gaps();
        const FILLS: bool = check::complement(MODES.1.modes(), $m).is_ok();
        const COVERS: Option<i64> = match check::coverage(MODES.0.modes(), $m) {
            Ok(owners) => Some(owners),
            Err(_) => None,
        };
        const PASSES: u32 = MODES.0.shared_access(4, 1).passes;
        const TRAFFIC: check::GlobalAccess = MODES.0.global_access(4, 1);
        const SPAN: Option<check::Span> = MODES.0.span();
        const ALIGNED: Option<i64> = MODES.0.max_alignment();
        const BITS: Option<u32> = MODES.0.index_bits();
        let (a, b) = (A::default(), B::default());
        let (x, y) = (a.to_value().unwrap(), b.to_value().unwrap());
        let (any, other) = (AnyLayout::from(x.clone()), AnyLayout::from(y.clone()));
        let case = format!("{a}, {b}");
        assert_eq!(COMPOSED, value::composition(&x, &y.clone().into()).is_ok(), "{case}");
        assert_eq!(COMPOSED, check_composition(a, b) == CheckResult::Valid, "{case}");
        assert_eq!(proper(FORM.unwrap().as_slice()), proper(coalesce(a).properties().modes()), "{case}");
        assert_eq!(proper(FORM.unwrap().as_slice()), proper(&flat(&value::coalesce(&x).unwrap())), "{case}");
        assert_eq!(EQUAL, properties::functionally_equal(&any, &other).unwrap(), "{case}");
        assert_eq!(ONE_TO_ONE, properties::injective(&any).unwrap(), "{case}");
        assert_eq!(ONTO, properties::surjective(&any).unwrap(), "{case}");
        assert_eq!(RUN, properties::contiguous_run(&any).ok(), "{case}");
        assert!(GAPS.is_none() || GAPS == properties::gaps(&any).ok(), "{case}");
        assert_eq!(FILLS, value::complement(&y, Some(&Tree::fixed($m))).is_ok(), "{case}");
        assert_eq!(COVERS, properties::covers(&x, $m).ok(), "{case}");
        let mut lanes = [0; 32];
        let last = Ord::min(lanes.len(), x.offsets().unwrap().len());
        lanes.iter_mut().zip(x.offsets().unwrap()).for_each(|(lane, offset)| *lane = offset * 4);
        assert_eq!(PASSES, check::shared_access(&lanes[..last], 4).passes, "{case}");
        assert_eq!(TRAFFIC, check::global_access(&lanes[..last], 4), "{case}");
        let print = properties::footprint(&any).unwrap();
        assert_eq!(SPAN.map(|s| (s.least, s.greatest)), Some((print.least, print.greatest)), "{case}");
        assert_eq!(ALIGNED, Some(max_alignment(a).value()), "{case}");
        assert_eq!(BITS.map(i64::from), properties::index_bits(&any).ok(), "{case}");
    })*};
}

#[test]
fn swizzled_tiles_in_const() {
    type Tile = ComposedLayout<Swizzle<_3, _3, _3>, _0, Layout<(_8, _64), (_64, _1)>>;
    const KNOWN: check::SwizzledProperties = Tile::PROPERTIES;
    const ONE_TO_ONE: bool = KNOWN.injective().is_ok() && KNOWN.surjective().is_ok();
    const ALIGNED: Option<i64> = KNOWN.max_alignment();
    const { assert!(ONE_TO_ONE) };
    let tile = composition(swizzle(_3, _3, _3), layout!((_8, _64):(_64, _1)));
    assert_eq!(tile.properties(), KNOWN);
    assert_eq!(ALIGNED, Some(max_alignment(tile).value()));
    let any: AnyLayout = tile.to_string().parse().unwrap();
    assert_eq!(Some(properties::contiguous_run(&any).unwrap()), KNOWN.run());
    // An offset moves what is kept together: 64 elements, from 8 on, from 4 on.
    type Moved<O> = ComposedLayout<Swizzle<_3, _3, _3>, O, Layout<(_8, _64), (_64, _1)>>;
    const MOVED: [Option<i64>; 3] = [
        Moved::<_0>::PROPERTIES.max_alignment(),
        Moved::<_8>::PROPERTIES.max_alignment(),
        Moved::<_4>::PROPERTIES.max_alignment(),
    ];
    assert_eq!(MOVED, [Some(8), Some(8), Some(4)]);
    let (rows, f) = (layout!((_8, _64):(_64, _1)), swizzle(_3, _3, _3));
    let asked = |a: &str| {
        evaluate(&format!("max_alignment({a})"))
            .unwrap()
            .to_string()
    };
    macro_rules! aligned {
        ($offset:expr, $want:literal) => {{
            let moved = ComposedLayout::new(f, $offset, rows);
            assert_eq!(max_alignment(moved).to_string(), $want);
            assert_eq!(asked(&moved.to_string()), $want);
        }};
    }
    aligned!(_0, "_8");
    aligned!(_8, "_8");
    aligned!(_4, "_4");
    aligned!(_6, "_2");
    // What is known of a dynamic offset counts, as of a stride.
    aligned!(24_i64, "_8");
    let known = ComposedLayout::new(f, Dyn::<typenum::U4, i64>::new(12).unwrap(), rows);
    assert_eq!(max_alignment(known).to_string(), "_4");
    // Every run of so many elements from a multiple of it on is a run of offsets.
    for offset in 0..32 {
        let any: AnyLayout = format!("Sw<3,3,3> o _{offset} o (_8,_64):(_64,_1)")
            .parse()
            .unwrap();
        let n = value::max_alignment_any(&any).unwrap().value;
        let offsets: std::collections::BTreeSet<i64> = any.offsets().unwrap().into_iter().collect();
        for x in &offsets {
            assert!(
                (x / n * n..x / n * n + n).all(|y| offsets.contains(&y)),
                "{any} by {n}"
            );
        }
    }
}

#[test]
fn a_sample_in_const() {
    in_const! {
        [(_4, _6), (_1, _100)] [_2, _6] 24;
        [(_8, _8), (_8, _1)] [_6, _3] 64;
        [(_4, _2, _8), (_3, _15, _97)] [_3, _3] 64;
        [(_6, _2), (_1, _10)] [(_3, _2), (_2, _3)] 12;
        [(_4, _8), (_1, _4)] [_32, _1] 32;
        [(_4, _8, (_2, _2)), (_32, _1, (_16, _8))] [(_2, _2), (_1, _4)] 128;
        [(_2, _2), (_3, _2)] [_4, _1] 4;
        [(_4, _3), (_0, _1)] [_8, _3] 3;
        [(_32, _2), (_33, _1)] [(_2, _2), (_1, _3)] 48;
        [(_3, (_5, _2)), (_10, (_2, _1))] [(_5, _3), (_3, _1)] 30;
    }
}
