//! Static layouts as dynamic ones, and back where the values agree (T-31).

use azulejo_layout::ints::*;
use azulejo_layout::value::DynLayout;
use azulejo_layout::*;

/// The same function in dynamic leaves; back, it is the layout itself; with any leaf changed, it is not.
macro_rules! there_and_back {
    ($($layout:expr;)*) => {$({
        let l = $layout;
        let dynamic = l.into_dynamic();
        assert_eq!(dynamic.to_string(), l.to_string().replace('_', ""));
        for i in 0..size(l).value() {
            assert_eq!(i64::from(dynamic.at(i)), i64::from(l.at(i)), "{l} at {i}");
        }
        let _ = back(l, dynamic);
        let value: DynLayout = dynamic.to_string().parse().unwrap();
        assert_eq!(from(l, &value).unwrap().to_string(), l.to_string());
    })*};
}
/// `dynamic` as a layout of the type of `l`.
fn back<L: TryFromDynamic<X> + core::fmt::Display, X>(l: L, dynamic: X) -> L {
    let again: L = try_into_static(dynamic).unwrap();
    assert_eq!(again.to_string(), l.to_string());
    again
}
/// The value as a layout of the type of `l`.
fn from<'a, L: TryFrom<&'a DynLayout>>(_: L, value: &'a DynLayout) -> Result<L, L::Error> {
    L::try_from(value)
}

#[test]
fn t_31_static_layouts_are_dynamic_ones_and_back() {
    let (n, ld) = (5usize, 40i32);
    there_and_back! {
        layout!(_8:_1);
        layout!((_8, _16):(_16, _1));
        layout!(((_2, _4), _3):((_1, _6), _2));
        layout!((_3, (_2, (_2, _2))):(_0, (_1, (_8, _2))));
        layout!((_8, n):(_1, _8));
        layout!((_4, _2):(ld, _1));
    }
}

#[test]
fn t_31_leaves_that_differ_are_named() {
    type Tile = Layout<((_2, _4), _3), ((_1, _6), _2)>;
    let leaves = [2, 4, 3, 1, 6, 2];
    for changed in 0..6 {
        let mut x = leaves;
        x[changed] += 5;
        let dynamic = layout!(((x[0], x[1]), x[2]):((x[3], x[4]), x[5]));
        let error = dynamic.try_into_static::<Tile>().unwrap_err();
        assert_eq!((error.in_stride, error.leaf), (changed >= 3, changed % 3));
        assert_eq!(error.found, leaves[changed] + 5);
        assert_eq!(error.expected, Known::Static(leaves[changed]));
        let value: DynLayout = dynamic.to_string().parse().unwrap();
        let said = Tile::try_from(&value).unwrap_err().to_string();
        assert!(
            said.contains(&format!("is {}, not {}", error.found, leaves[changed])),
            "{said}"
        );
    }
    // The example of the row.
    let error = try_into_static::<(_8, _16), _>((8, 17)).unwrap_err();
    assert_eq!(
        (error.leaf, error.found, error.expected),
        (1, 17, Known::Static(16))
    );
}

#[test]
fn t_31_dynamic_leaves_of_the_type_take_what_they_hold() {
    type Narrow = Layout<(i32, Dyn<typenum::U8, usize>), (_1, u32)>;
    let l = layout!((7i64, 24i64):(1i64, 7i64))
        .try_into_static::<Narrow>()
        .unwrap();
    assert_eq!(l.to_string(), "(7,24):(_1,7)");
    let wide = |m: i64, n: i64, d: i64| layout!((m, n):(1i64, d)).try_into_static::<Narrow>();
    assert_eq!(wide(1 << 31, 24, 7).unwrap_err().expected, Known::Dynamic);
    assert_eq!(wide(7, 20, 7).unwrap_err().expected, Known::Multiple(8));
    let negative = wide(7, 24, -7).unwrap_err();
    assert!(negative.in_stride && negative.leaf == 1);
    assert!(
        negative.to_string().contains("leaf 1 of the stride is -7"),
        "{negative}"
    );
}

#[test]
fn t_31_values_of_another_profile_are_rejected() {
    type Rows = Layout<(_8, usize), (_16, _1)>;
    for text in ["8:16", "(8,2,3):(16,1,2)", "((8,2),3):((16,1),2)"] {
        let value: DynLayout = text.parse().unwrap();
        let error = Rows::try_from(&value).unwrap_err();
        assert!(!error.to_string().is_empty(), "{text}");
    }
}

#[test]
fn t_31_swizzled_and_coordinate_layouts_too() {
    let l = composition(swizzle(_2, _0, _3), layout!((_8, _8):(_8, _1)));
    let dynamic = IntoDynamic::into_dynamic(l);
    assert_eq!(dynamic.to_string(), "Sw<2,0,3> o _0 o (8,8):(8,1)");
    assert!((0..64).all(|i| dynamic.at(i) == i64::from(l.at(i))));
    let _ = back(l, dynamic);
    let tile = layout!((_2, _3):(_1 @ 1, _4 @ 0));
    let dynamic = tile.into_dynamic();
    assert_eq!(dynamic.to_string(), "(2,3):(1@1,4@0)");
    let _ = back(tile, dynamic);
}
