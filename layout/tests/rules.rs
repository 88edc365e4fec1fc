//! Rules of the types: sizes in memory, dynamic operands checked on their values, one answer with the value algebra.

use azulejo_layout::expr::evaluate;
use azulejo_layout::value::DynLayout;
use azulejo_layout::*;
use std::mem::size_of_val;
use std::panic::catch_unwind;

/// The text of the panic that `call` ends in.
fn error_text<R>(call: impl FnOnce() -> R + std::panic::UnwindSafe) -> String {
    match catch_unwind(call) {
        Ok(_) => String::from("no error"),
        Err(text) => text
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| text.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_default(),
    }
}

#[test]
fn static_leaves_occupy_no_memory() {
    assert_eq!(size_of_val(&layout!(((_2, _2), _8):((_1, _4), _8))), 0);
    let n = 7usize;
    assert_eq!(
        size_of_val(&layout!((_8, n):(n, _1))),
        2 * size_of::<usize>()
    );
    let tiles = zipped_divide(layout!((_64, _32)), tile!(_8, _4));
    assert_eq!(size_of_val(&tiles), 0);
}

#[test]
fn dynamic_compositions_are_checked_on_their_values() {
    let (eight, one) = (8, 1);
    let text =
        error_text(move || composition(layout!((eight, eight):(eight, one)), layout!(_6:_3)));
    assert_eq!(
        text,
        "composition((8,8):(8,1), _6:_3) is no layout: R = (3,2):(24,1) has R(3) = 1, but A(B(3)) = 9; write the \
         layout of this function itself: modes (3,2):(24,9)"
    );
    let text =
        error_text(move || composition(layout!((_6, _2):(_1, _10)), layout!((3, _2):(_2, _3))));
    assert!(text.contains("has R(5) = 7, but A(B(5)) = 11"), "{text}");
    let right = composition(layout!((eight, eight):(eight, one)), layout!(4:2));
    assert!((0..4).all(|c| right.at(c) == 16 * c));
}

#[test]
fn dynamic_strides_under_a_static_tile_need_no_values() {
    // Neither stride is known, yet the tile's structure decides: no value would be rejected.
    for (d, e) in [(1, 16), (16, 1), (0, 0), (-3, 5), (7, 7)] {
        let tile = composition(
            layout!((_16, _8):(d, e)),
            layout!(((_4, _8), _4):((_32, _1), _8)),
        );
        for c in 0..128 {
            let b = layout!(((_4, _8), _4):((_32, _1), _8)).at(c);
            assert_eq!(tile.at(c), b % 16 * d + b / 16 * e);
        }
    }
}

#[test]
fn products_that_would_alias_are_rejected() {
    let three = 3;
    let text = error_text(move || logical_product(layout!(three:_8), layout!((_3, _6))));
    assert!(text.contains("is no layout"), "{text}");
    assert!(text.contains("would alias: Q("), "{text}");
    let error = evaluate("logical_product(_3:_8, (_3,_6):(_1,_3))").unwrap_err();
    assert!(error.to_string().contains("would alias: Q"), "{error}");
}

#[test]
fn products_by_mode_whose_copies_meet_are_rejected() {
    let two = 2;
    let text = error_text(move || logical_product(layout!((_2, _2):(_1, two)), tile!(_2, _2)));
    assert!(text.contains("by mode with <_2,_2> would alias"), "{text}");
    let error = evaluate("logical_product((_2,_2):(_1,2), <_2,_2>)").unwrap_err();
    assert!(error.to_string().contains("would alias: Q"), "{error}");
    let kept = logical_product(layout!((_2, _2):(_1, _8)), tile!(_2, _));
    assert_eq!(kept.to_string(), "((_2,_2),_2):((_1,_2),_8)");
}

#[test]
fn units_and_common_runs_stay_within_their_layouts() {
    agrees(
        "downcast((_1,_1):(_1,_1), 15)",
        &downcast(layout!((_1, _1):(_1, _1)), ints::_15),
    );
    let vector = max_common_vector(layout!(_2:_1), layout!((_5, 3):(_1, _10)));
    agrees("max_common_vector(_2:_1, (_5,3):(_1,_10))", &vector);
    let (two, six) = (2, 6);
    let text = error_text(move || max_common_vector(layout!(two:_1), layout!(_5:_1)));
    assert!(text.contains("the extent 2"), "{text}");
    assert!(evaluate("max_common_vector(2:_1, _5:_1)").is_err());
    let text = error_text(move || upcast(layout!((_4, _4):(_1, six)), ints::_4));
    assert!(text.contains("not a multiple"), "{text}");
    assert!(evaluate("upcast((_4,_4):(_1,6), 4)").is_err());
}

/// What the types give, the value algebra gives, static-ness included.
fn agrees(call: &str, got: &dyn std::fmt::Display) {
    let want = evaluate(call).expect(call).to_string();
    assert_eq!(got.to_string(), want, "{call}");
}

/// [`agrees`], and erasing static-ness keeps the function.
fn agrees_erased(call: &str, got: impl ToValue<Value = DynLayout> + std::fmt::Display) {
    agrees(call, &got);
    let erased: String = call
        .char_indices()
        .filter(|&(at, c)| c != '_' || call[..at].ends_with(|before: char| before.is_alphabetic()))
        .map(|(_, c)| c)
        .collect();
    let erased = evaluate(&erased).expect(call).to_string();
    let erased: DynLayout = erased.parse().expect(call);
    let value = got.to_value().expect(call);
    assert_eq!(value.offsets(), erased.offsets(), "{call}");
}

macro_rules! agree {
    ($($f:ident($($a:expr),*) = $call:literal;)*) => { $( agrees_erased($call, $f($($a),*)); )* };
}

#[test]
fn types_and_values_give_one_answer() {
    agree! {
        coalesce(layout!((_2, (_1, _6)):(_1, (_6, _2)))) = "coalesce((_2,(_1,_6)):(_1,(_6,_2)))";
        composition(layout!((_6, _2):(_8, _2)), layout!((_4, _3):(_3, _1))) = "composition((_6,_2):(_8,_2), (_4,_3):(_3,_1))";
        composition(layout!((_10, _2):(_16, _4)), layout!((_5, _4):(_1, _5))) = "composition((_10,_2):(_16,_4), (_5,_4):(_1,_5))";
        complement(layout!((_2, _2):(_1, _6)), ints::_24) = "complement((_2,_2):(_1,_6), _24)";
        logical_divide(layout!((_4, _2, _3):(_2, _1, _8)), layout!(_4:_2)) = "logical_divide((_4,_2,_3):(_2,_1,_8), _4:_2)";
        zipped_divide(layout!((_9, (_4, _8)):(_59, (_13, _1))), tile!(_3:_3, (_2, _4):(_1, _8))) = "zipped_divide((_9,(_4,_8)):(_59,(_13,_1)), <_3:_3,(_2,_4):(_1,_8)>)";
        tiled_divide(layout!((_8, _24)), tile!(_4, _8)) = "tiled_divide((_8,_24):(_1,_8), <_4,_8>)";
        flat_divide(layout!((_8, _24)), tile!(_4, _8)) = "flat_divide((_8,_24):(_1,_8), <_4,_8>)";
        logical_product(layout!((_2, _2):(_4, _1)), layout!(_6:_1)) = "logical_product((_2,_2):(_4,_1), _6:_1)";
        blocked_product(layout!((_2, _5):(_5, _1)), layout!((_3, _4):(_1, _3))) = "blocked_product((_2,_5):(_5,_1), (_3,_4):(_1,_3))";
        raked_product(layout!((_2, _5):(_5, _1)), layout!((_3, _4):(_1, _3))) = "raked_product((_2,_5):(_5,_1), (_3,_4):(_1,_3))";
        flatten(layout!((_2, (_2, _2)):(_1, (_4, _2)))) = "flatten((_2,(_2,_2)):(_1,(_4,_2)))";
    }
}

#[test]
fn what_only_static_leaves_show_is_the_same_in_types_and_values() {
    // Dynamic strides have no order and no zero that could be seen, so erasing static-ness changes these on purpose.
    agrees(
        "right_inverse((_4,_8):(_8,_1))",
        &right_inverse(layout!((_4, _8):(_8, _1))),
    );
    agrees(
        "left_inverse((_4,_2):(_4,_32))",
        &left_inverse(layout!((_4, _2):(_4, _32))),
    );
    agrees(
        "filter((_4,_2):(_0,_1))",
        &filter(layout!((_4, _2):(_0, _1))),
    );
}

/// Compositions of every pair of layouts, in types with static leaves, in types with dynamic ones, and in values.
macro_rules! compose_pairs {
    ($([$($a:tt)*])*; $b:tt) => { $( compose_pairs!(@one [$($a)*] $b); )* };
    (@one $a:tt [$([$($b:tt)*])*]) => { $( compose_pairs!(@pair $a [$($b)*]); )* };
    (@pair [$($a:tt)*] [$($b:tt)*]) => {{
        let (a, b) = (layout!($($a)*), layout!($($b)*));
        let value = value::composition(&a.to_value().unwrap(), &b.to_value().unwrap().into());
        let call = format!("{a} o {b}");
        let result = check_composition(a, b);
        assert_eq!(result == check::rules::CheckResult::Valid, value.is_ok(), "{call}: {result:?}");
        let erased: Vec<i64> = match value::composition(
            &a.to_value().unwrap().erased(),
            &b.to_value().unwrap().erased().into(),
        ) {
            Ok(erased) => erased.offsets().unwrap(),
            Err(_) => Vec::new(),
        };
        let offsets = value.map_or(Vec::new(), |value| value.offsets().unwrap());
        assert_eq!(offsets, erased, "{call}");
        let lazy = compose_lazy(a, b);
        for (c, want) in offsets.iter().enumerate() {
            assert_eq!(i64::try_from(lazy.at(c)).unwrap(), *want, "{call} at {c}");
        }
    }};
}

#[test]
fn compositions_are_accepted_alike_in_types_and_values() {
    compose_pairs! {
        [(_4, _6):(_1, _100)] [(_8, _8):(_8, _1)] [(_4, _2, _8):(_3, _15, _97)] [(_6, _2):(_1, _10)] [(_5, _3):(_1, _7)]
        [_24:_2];
        [[_2:_6] [_6:_3] [_3:_3] [(_3, _2):(_2, _3)] [(_2, _2):(_1, _4)] [(_3, (_2, _2)):(_4, (_2, _1))]]
    }
}

#[test]
fn dynamic_leaves_never_compose_to_another_function() {
    // The structure is fixed before the values are known, so types reject more here; what they accept is right.
    let (mut right, mut wrong) = (0, 0);
    for (s, t, d, e) in [
        (4, 6, 1, 100),
        (8, 8, 8, 1),
        (6, 2, 1, 10),
        (5, 3, 1, 7),
        (2, 9, 3, 6),
    ] {
        for (n, k) in [
            (2, 6),
            (6, 3),
            (3, 3),
            (4, 2),
            (2, 4),
            (3, 1),
            (2, 2),
            (5, 1),
        ] {
            let (a, b) = (layout!((s, t):(d, e)), layout!(n:k));
            let value = value::composition(&a.to_value().unwrap(), &b.to_value().unwrap().into());
            match check_composition(a, b) {
                check::rules::CheckResult::Valid => {
                    right += 1;
                    let got = composition(a, b).to_value().unwrap().offsets().unwrap();
                    assert_eq!(got, value.unwrap().offsets().unwrap(), "{a} o {b}");
                }
                _ => wrong += 1,
            }
        }
    }
    assert!(right >= 16 && wrong > 0, "{right} right, {wrong} rejected");
}

#[test]
fn basis_strides_that_share_a_mode_are_checked() {
    let a = layout!(((_2, _2), _6):((_1, _10), _100));
    assert_eq!(
        composition(a, layout!((_2, _2):(_1 @ 0, _2 @ 0))).to_string(),
        "(_2,_2):(_1,_10)"
    );
    let two = 2;
    let text = error_text(move || composition(a, layout!((_2, two):(_1 @ 0, _1 @ 0))));
    assert!(text.contains("carry into each other"), "{text}");
    assert!(text.contains("_1@0"), "{text}");
    // Modes of an identity layout carry out of their mode as those of any other.
    let identity = make_identity_layout(shape!(_4, two));
    let text = error_text(move || composition(identity, layout!(two:_6)));
    assert!(text.contains("is no layout"), "{text}");
}

/// Operations on one layout: types and values print the same, and erasing static-ness keeps the function.
macro_rules! unary {
    ($($l:tt)*) => { $({
        let l = stringify!($l).replace(' ', "");
        let l = &l[1..l.len() - 1];
        agrees_erased(&format!("coalesce({l})"), coalesce(layout! $l));
        agrees_erased(&format!("flatten({l})"), flatten(layout! $l));
        agrees_erased(&format!("logical_divide({l}, _2)"), logical_divide(layout! $l, ints::_2));
        agrees_erased(&format!("zipped_divide({l}, _4)"), zipped_divide(layout! $l, ints::_4));
        agrees_erased(&format!("stacked_product({l}, (_2,_3):(_3,_1))"), stacked_product(layout! $l, layout!((_2, _3):(_3, _1))));
        agrees(&format!("complement({l}, _96)"), &complement(layout! $l, ints::_96));
        agrees(&format!("logical_product({l}, _4:_1)"), &logical_product(layout! $l, layout!(_4:_1)));
        agrees(&format!("right_inverse({l})"), &right_inverse(layout! $l));
        agrees(&format!("left_inverse({l})"), &left_inverse(layout! $l));
        agrees(&format!("filter({l})"), &filter(layout! $l));
        agrees(&format!("nullspace({l})"), &nullspace(layout! $l));
        agrees(&format!("make_layout_like({l})"), &make_layout_like(layout! $l));
        agrees(&format!("max_common_layout({l}, {l})"), &max_common_layout(layout! $l, layout! $l));
        let vector = max_common_vector(layout! $l, layout! $l);
        agrees(&format!("max_common_vector({l}, {l})"), &vector);
        agrees_erased(&format!("tiled_divide({l}, _2)"), tiled_divide(layout! $l, ints::_2));
        agrees_erased(&format!("flat_divide({l}, _2)"), flat_divide(layout! $l, ints::_2));
        agrees(&format!("zipped_product({l}, _4:_1)"), &zipped_product(layout! $l, layout!(_4:_1)));
        agrees(&format!("tiled_product({l}, _4:_1)"), &tiled_product(layout! $l, layout!(_4:_1)));
        agrees(&format!("flat_product({l}, _4:_1)"), &flat_product(layout! $l, layout!(_4:_1)));
        agrees(&format!("upcast({l}, 2)"), &upcast(layout! $l, ints::_2));
        agrees(&format!("downcast({l}, 3)"), &downcast(layout! $l, ints::_3));
        agrees(&format!("recast_layout({l}, 16, 32)"), &recast(layout! $l, ints::_16, ints::_32));
        agrees(&format!("filter_zeros({l})"), &filter_zeros(layout! $l));
        agrees(&format!("make_fragment_like({l})"), &make_fragment_like(layout! $l));
        let (elements, cells) = (size(layout! $l), cosize(layout! $l));
        agrees(&format!("size({l})"), &elements);
        agrees(&format!("cosize({l})"), &cells);
    })* };
}

#[test]
fn each_operation_gives_one_answer() {
    unary! {
        (_8:_1) ((_4, _8):(_8, _1)) ((_4, _8):(_1, _4)) ((_2, (_2, _4)):(_4, (_1, _8))) ((_8, _2):(_1, _16))
    }
}

#[test]
fn orders_with_ties_give_compact_layouts() {
    let l = make_ordered_layout(shape!(_2, _4, _12, _2), shape!(_0, _0, _0, _1));
    assert_eq!(l.to_string(), "(_2,_4,_12,_2):(_1,_2,_8,_96)");
    agrees("make_ordered_layout((_2,_4,_12,_2), (_0,_0,_0,_1))", &l);
    let n = 5;
    agrees(
        "make_ordered_layout((_2,5,_8), (_1,_0,_1))",
        &make_ordered_layout(shape!(_2, n, _8), shape!(_1, _0, _1)),
    );
}

#[test]
fn divides_with_predicates_agree() {
    let (m, n) = (41, 55);
    let d = zipped_divide_ceil(layout!((m, n):(_1, m)), tile!(_4, _8));
    let Ok(expr::Value::List(parts)) = evaluate("zipped_divide_ceil((41,55):(_1,41), <_4,_8>)")
    else {
        panic!("no list");
    };
    assert_eq!(d.layout.to_string(), parts[0].to_string());
    assert_eq!(d.coordinates.to_string(), parts[1].to_string());
    assert_eq!(Notation(d.shape).to_string(), parts[2].to_string());
    let real = (0..size(d.layout)).filter(|&i| d.is_real(i)).count();
    assert_eq!(real, 41 * 55);
}

/// The coordinate of the next offset would lie outside the layout: a mode that runs backwards is not in the inverse.
#[test]
fn a_right_inverse_follows_no_mode_that_runs_backwards() {
    let in_types = [
        right_inverse(layout!((_4):(-_1))).to_string(),
        right_inverse(layout!((_4, _2):(_1, -_4))).to_string(),
        right_inverse(layout!((_4, _2):(-_1, _1))).to_string(),
    ];
    assert_eq!(in_types, ["_1:_0", "_4:_1", "_2:_4"]);
    let of = |text: &str| {
        let layout: DynLayout = text.parse().unwrap();
        value::right_inverse(&layout).unwrap().to_string()
    };
    let in_values = ["(_4):(_-1)", "(_4,_2):(_1,_-4)", "(_4,_2):(_-1,_1)"].map(of);
    assert_eq!(in_values, in_types);
}
