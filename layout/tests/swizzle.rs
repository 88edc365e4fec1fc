//! Swizzled layouts against their definition, where CuTe has no answer.

use azulejo_layout::ints::*;
use azulejo_layout::*;

#[test]
fn a_slice_of_a_layout_that_is_not_made_of_bits_keeps_its_swizzle() {
    let l = composition(swizzle(_2, _0, _2), layout!((_6, _5):(_5, _1)));
    let (row, at) = l.slice_and_offset(coord!(3i32, _));
    assert_eq!(row.to_string(), "Sw<2,0,2> o 15 o (_5):(_1)");
    assert!((0..5).all(|j| at.value() + i64::from(row.at(j)) == i64::from(l.at((3, j)))));
    let (row, at) = l.slice_and_offset(coord!(_3, _));
    assert_eq!(row.to_string(), "Sw<2,0,2> o _15 o (_5):(_1)");
    assert!((0..5).all(|j| at.value() + i64::from(row.at(j)) == i64::from(l.at((3, j)))));
}

#[test]
fn slices_of_slices_are_slices() {
    let l = composition(swizzle(_3, _0, _3), layout!((_8, _2, _4):(_8, _1, _2)));
    for (i, j) in (0..8i32).flat_map(|i| (0..4i32).map(move |j| (i, j))) {
        let (kept, at) = l.slice_and_offset(coord!(_, _, j));
        let (last, then) = kept.slice_and_offset(coord!(i, _));
        for k in 0..2 {
            assert_eq!(
                at.value() + then.value() + i64::from(last.at(k)),
                i64::from(l.at((i, k, j)))
            );
        }
    }
}

#[test]
fn an_inverse_that_no_swizzle_stands_for_has_two_stages() {
    let l = composition(
        swizzle(_3, _3, _3),
        layout!(((_2, _4, _4), (_2, _2, _2, _2)):((_16, _1, _64), (_8, _4, _256, _32))),
    );
    let r = right_inverse(l);
    assert_eq!(
        r.to_string(),
        "(_4,_2,_2,_2,_2,_4,_2):(_2,_64,_32,_1,_256,_8,_128) o _0 o Sw<3,3,3> o _0 o _512:_1"
    );
    assert!((0..512).all(|i| l.at(r.at(i)) == i));
}

#[test]
fn swizzles_of_one_shift_merge_into_one() {
    let merged = composition(swizzle(_1, _0, _3), swizzle(_1, _1, _3));
    assert_eq!(merged.to_string(), "Sw<2,0,3>");
    let none = composition(swizzle(_2, _3, _3), swizzle(_2, _3, _3));
    assert_eq!(none.to_string(), "Sw<0,0,3>");
    let shorter = composition(swizzle(_2, _0, -_4), swizzle(_1, _1, -_4));
    assert_eq!(shorter.to_string(), "Sw<1,0,-4>");
    for x in 0..512 {
        assert_eq!(
            merged.apply(x),
            swizzle(_1, _0, _3).apply(swizzle(_1, _1, _3).apply(x))
        );
        assert_eq!(none.apply(x), x);
        assert_eq!(
            shorter.apply(x),
            swizzle(_2, _0, -_4).apply(swizzle(_1, _1, -_4).apply(x))
        );
    }
}

#[test]
fn a_swizzle_after_a_swizzled_layout_keeps_both() {
    let inner = composition(swizzle(_1, _0, _1), layout!((_4, _4):(_1, _4)));
    let outer = composition(swizzle(_1, _1, _2), inner);
    assert_eq!(
        outer.to_string(),
        "Sw<1,1,2> o _0 o Sw<1,0,1> o _0 o (_4,_4):(_1,_4)"
    );
    assert!((0..16).all(|i| outer.at(i) == swizzle(_1, _1, _2).apply(inner.at(i))));
}

#[test]
fn a_swizzle_after_a_swizzled_layout_is_one_where_they_merge() {
    let rows = layout!((_8, _8):(_8, _1));
    let inner = composition(swizzle(_2, _0, _3), rows);
    let outer = composition(swizzle(_1, _2, _3), inner);
    assert_eq!(outer.to_string(), "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
    assert!((0..64).all(|i| outer.at(i) == swizzle(_1, _2, _3).apply(inner.at(i))));
    let plain = composition(swizzle(_2, _0, _3), inner);
    assert_eq!(plain.to_string(), "(_8,_8):(_8,_1)");
    let moved = ComposedLayout::new(swizzle(_2, _0, _3), 5i64, rows);
    let outer = composition(swizzle(_2, _0, _3), moved);
    assert_eq!(outer.to_string(), "Sw<0,0,3> o 5 o (_8,_8):(_8,_1)");
    // One reads what the other flips: together they flip two bits by bits one above, and no swizzle does.
    let chain = composition(swizzle(_1, _1, _1), composition(swizzle(_1, _0, _1), rows));
    assert_eq!(
        chain.to_string(),
        "Sw<1,1,1> o _0 o Sw<1,0,1> o _0 o (_8,_8):(_8,_1)"
    );
}

/// `a(b(c))`, and the text.
macro_rules! two {
    ($(($a:expr) ($b:expr) => $text:literal;)*) => {$(
        let (a, b) = ($a, $b);
        let both = composition(a, b);
        assert_eq!(both.to_string(), $text);
        for i in 0..size(b).value() {
            assert_eq!(both.at(i), a.at(b.at(i)), "{both} at {i}");
        }
    )*};
}

#[test]
fn compositions_of_two_swizzled_layouts_are_their_functions() {
    let (rows, columns) = (layout!((_8, _8):(_8, _1)), layout!((_8, _8):(_1, _8)));
    let bits = layout!((_2, _4, _4, _2):(_32, _1, _4, _16));
    two! {
        // A layout after a swizzled one: the swizzle moves to the front, or both stay.
        (rows) (composition(swizzle(_2, _0, -_3), columns)) => "Sw<2,0,3> o _0 o (_8,_8):(_8,_1)";
        (rows) (composition(swizzle(_2, _0, _3), layout!((_3, _5):(_8, _1)))) => "Sw<2,0,-3> o _0 o (_3,_5):(_1,_8)";
        (rows) (composition(swizzle(_2, _2, _2), columns)) => "(_8,_8):(_8,_1) o _0 o Sw<2,2,2> o _0 o (_8,_8):(_1,_8)";
        (layout!((_3, _2):(_2, _1))) (composition(swizzle(_1, _0, _1), layout!(_4:_1))) => "(_3,_2):(_2,_1) o _0 o Sw<1,0,1> o _0 o _4:_1";
        // Beyond the domain of the left layout its last mode goes on.
        (rows) (composition(swizzle(_2, _0, -_3), layout!(_128:_1))) => "(_8,_8):(_8,_1) o _0 o Sw<2,0,-3> o _0 o _128:_1";
        // Two swizzled layouts: bits cancel, join or vanish.
        (composition(swizzle(_2, _0, _3), rows)) (composition(swizzle(_2, _0, -_3), columns)) => "(_8,_8):(_8,_1)";
        (composition(swizzle(_1, _0, _3), rows)) (composition(swizzle(_2, _0, -_3), columns)) => "Sw<1,1,3> o _0 o (_8,_8):(_8,_1)";
        (composition(swizzle(_1, _2, _3), rows)) (composition(swizzle(_2, _0, -_3), columns)) => "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)";
        (composition(swizzle(_1, _4, -_1), bits)) (composition(swizzle(_1, _0, _5), layout!((_4, _4):(_1, _16)))) => "((_2,_2),_4):((_32,_1),_8)";
        // Offsets that share no bit with what is added to them.
        (ComposedLayout::new(swizzle(_1, _0, _3), _64, rows)) (ComposedLayout::new(swizzle(_2, _0, -_3), _32, layout!((_4, _8):(_1, _4)))) => "Sw<1,1,3> o _68 o (_4,(_2,_4)):(_8,(_32,_1))";
        // A tile of a swizzled layout is on its domain, as ever.
        (composition(swizzle(_2, _0, _3), rows)) (layout!((_4, _2):(_2, _8))) => "Sw<2,0,3> o _0 o (_4,_2):(_16,_1)";
    }
}

#[test]
fn a_swizzle_is_an_involution_linear_over_xor() {
    macro_rules! check {
        ($($b:expr, $m:expr, $s:expr;)*) => {$(
            let f = swizzle($b, $m, $s);
            for x in 0..2048 {
                assert_eq!(f.apply(f.apply(x)), x);
                assert_eq!(f.apply(x ^ 0x2a5), f.apply(x) ^ f.apply(0x2a5));
                assert_eq!(f.apply(2048 * 32 + x), 2048 * 32 + f.apply(x));
            }
        )*};
    }
    check! {
        _3, _4, _3; _2, _4, _3; _1, _4, _3; _0, _4, _3; _3, _0, _3; _3, _0, -_3; _2, _2, -_3; _1, _0, _5;
    }
}

#[test]
fn tiles_of_an_atom_are_copies_of_it() {
    let atom = composition(swizzle(_3, _3, _3), layout!((_8, _64):(_64, _1)));
    let tile = tile_to_shape(atom, shape!(_128, _128), LayoutLeft);
    assert_eq!(
        tile.to_string(),
        "Sw<3,3,3> o _0 o ((_8,_16),(_64,_2)):((_64,_512),(_1,_8192))"
    );
    let (m, k) = ([0, 7, 8, 100, 127], [0, 63, 64, 127]);
    for (m, k) in m.into_iter().flat_map(|m| k.map(|k| (m, k))) {
        assert_eq!(
            tile.at((m, k)),
            512 * (m / 8) + 8192 * (k / 64) + atom.at((m % 8, k % 64))
        );
    }
    assert_eq!(core::mem::size_of_val(&tile), 0);
    assert_eq!(max_alignment(tile).to_string(), "_8");
}
