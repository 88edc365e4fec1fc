//! Swizzles, and operations on layouts composed with them.

use super::*;
use azulejo_layout::ints::*;
use azulejo_layout::*;

/// The structures under a swizzle: static ones of powers of two, a row stride that is dynamic, a size that is.
macro_rules! each_swizzled {
    ($leaves:expr, $a:ident => $body:block) => {{
        let Leaves { s, e, .. } = $leaves;
        {
            let $a = composition(swizzle(_2, _0, _3), layout!((_8, _4):(_4, _1)));
            $body
        }
        {
            let $a = composition(swizzle(_2, _1, -_2), layout!((_4, _8):(_1, _4)));
            $body
        }
        {
            let $a = composition(swizzle(_3, _0, _3), layout!((_8, s):(_1, _8)));
            $body
        }
        {
            let $a = composition(swizzle(_2, _0, _3), layout!((_4, (_2, s)):(_1, (_4, e))));
            $body
        }
    }};
}

/// The same of each of several swizzles.
macro_rules! for_each_swizzle {
    ($f:ident => $body:block $($swizzle:expr),*) => {$(
        {
            let $f = $swizzle;
            $body
        }
    )*};
}

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn swizzles_of_offsets(x in 0..4096_i64) {
        macro_rules! applied {
            ($f:expr) => {{
                let f = $f;
                one!("swizzle_apply({f}, {x})", f.apply(x));
            }};
        }
        applied!(swizzle(_3, _4, _3));
        applied!(swizzle(_2, _0, -_3));
        applied!(swizzle(_0, _2, _0));
    }

    #[test]
    fn offsets_of_swizzled_layouts(l in leaves(), j in 0..8_i64) {
        let i = l.i;
        each_swizzled!(l, a => {
            one!("crd2idx({a}, {i})", a.at(i));
            one!("crd2idx({a}, ({i},{j}))", a.at((i, j)));
            one!("size({a})", size(a));
        });
    }

    #[test]
    fn modes_of_swizzled_layouts(l in leaves()) {
        each_swizzled!(l, a => {
            one!("get({a}, 0)", get(a, _0));
            one!("select({a}, 1, 0)", select(a, (_1, _0)));
            one!("take({a}, 0, 1)", take(a, _0, _1));
            one!("group({a}, 0, 2)", group(a, _0, _2));
            one!("append({a}, 3)", append(a, _3));
            one!("prepend({a}, 3)", prepend(a, _3));
            one!("coalesce({a})", coalesce(a));
            one!("coalesce_by({a}, (_1,_1))", coalesce_by(a, shape!(_1, _1)));
        });
    }

    #[test]
    fn tiles_of_swizzled_layouts(l in leaves()) {
        each_swizzled!(l, a => {
            one!("composition({a}, <_2,_2>)", fixed composition(a, tile!(_2, _2)));
            one!("logical_divide({a}, <_2,_4>)", logical_divide(a, tile!(_2, _4)));
            one!("zipped_divide({a}, <_2,_4>)", zipped_divide(a, tile!(_2, _4)));
            one!("tiled_divide({a}, <_2,_4>)", tiled_divide(a, tile!(_2, _4)));
            one!("flat_divide({a}, <_2,_4>)", flat_divide(a, tile!(_2, _4)));
        });
    }

    #[test]
    fn slices_of_swizzled_layouts(l in leaves()) {
        let i = l.i % 4;
        each_swizzled!(l, a => {
            one!("slice({a}, (_,{i}))", alike slice_and_offset(a, coord!(_, i)));
            one!("slice({a}, ({i},_))", alike slice_and_offset(a, coord!(i, _)));
            one!("slice({a}, (_3,_))", alike slice_and_offset(a, coord!(_3, _)));
            one!("slice({a}, (_,_))", alike slice_and_offset(a, coord!(_, _)));
        });
        // Bits of the modes that meet: 3 + 4 + 2 carries.
        let a = composition(swizzle(_2, _0, _3), layout!((_4, (_2, _2)):(_1, (_4, _2))));
        one!("slice({a}, ({i},_))", alike slice_and_offset(a, coord!(i, _)));
        one!("slice({a}, (_3,_))", alike slice_and_offset(a, coord!(_3, _)));
        one!("slice({a}, (_,{i}))", alike slice_and_offset(a, coord!(_, i)));
    }

    #[test]
    fn units_of_swizzled_layouts(s in 1..9_i64, r in 1..5_i64) {
        macro_rules! recast_all {
            ($a:expr) => {{
                let a = $a;
                one!("upcast({a}, 2)", [OrRejected] upcast(a, _2));
                one!("upcast({a}, 8)", [OrRejected] upcast(a, _8));
                one!("downcast({a}, 4)", [OrRejected] downcast(a, _4));
                one!("recast({a}, 16, 32)", [OrRejected] recast(a, _16, _32));
                one!("recast({a}, 32, 8)", [OrRejected] recast(a, _32, _8));
            }};
        }
        recast_all!(composition(swizzle(_2, _3, _3), layout!((_8, _16):(_16, _1))));
        recast_all!(composition(swizzle(_1, _1, _2), layout!((_16, s):(_1, _16))));
        recast_all!(composition(swizzle(_3, _4, _3), layout!((_8, s):(_1, {8 * r}))));
        // A negative shift, with the unit below its bits, and with all of its bits inside the unit.
        let a = composition(swizzle(_2, _1, -_2), layout!((_32, s):(_1, _32)));
        one!("upcast({a}, 2)", [OrRejected] upcast(a, _2));
        one!("upcast({a}, 32)", [OrRejected] upcast(a, _32));
    }

    #[test]
    fn products_of_swizzled_layouts(s in 1..5_i64, t in 1..5_i64) {
        let a = composition(swizzle(_2, _0, _3), layout!((_8, _4):(_4, _1)));
        one!("logical_product({a}, {s}:_1)", fixed logical_product(a, layout!(s:_1)));
        one!("blocked_product({a}, ({s},{t}):({t},_1))", fixed blocked_product(a, layout!((s, t):(t, _1))));
        one!("raked_product({a}, ({s},{t}):({t},_1))", fixed raked_product(a, layout!((s, t):(t, _1))));
        let (m, n) = (8 * s, 4 * t);
        one!("tile_to_shape({a}, ({m},{n}))", tile_to_shape(a, (m, n), LayoutLeft));
        one!("tile_to_shape({a}, ({m},{n}), LayoutRight)", tile_to_shape(a, (m, n), LayoutRight));
    }
}

#[test]
fn compositions_of_two_swizzled_layouts() -> Result<(), TestCaseError> {
    let rows = layout!((_8, _8):(_8, _1));
    let b = composition(swizzle(_2, _0, -_3), layout!((_8, _8):(_1, _8)));
    one!("composition({rows}, {b})", composition(rows, b));
    for_each_swizzle!(f => {
        one!("composition({f}, {b})", composition(f, b));
    } swizzle(_1, _0, -_3), swizzle(_2, _0, -_3), swizzle(_1, _2, -_3), swizzle(_2, _0, _3), swizzle(_0, _1, _4));
    for_each_swizzle!(f => {
        let a = composition(f, rows);
        one!("composition({a}, {b})", composition(a, b));
    } swizzle(_1, _0, _3), swizzle(_2, _0, _3), swizzle(_3, _0, _3), swizzle(_1, _2, _3));
    let a = ComposedLayout::new(swizzle(_1, _0, _3), _64, rows);
    let b = ComposedLayout::new(swizzle(_2, _0, -_3), _32, layout!((_4, _8):(_1, _4)));
    one!("composition({a}, {b})", composition(a, b));
    Ok(())
}

#[test]
fn inverses_and_common_vectors_of_swizzled_layouts() -> Result<(), TestCaseError> {
    macro_rules! inverted {
        ($a:expr) => {{
            let a = $a;
            one!("right_inverse({a})", [Begins] right_inverse(a));
            one!("left_inverse({a})", left_inverse(a));
            one!("max_alignment({a})", [Divides] max_alignment(a));
            one!("compose_lazy(_64:_2, (_8,_8):(_8,_1))", compose_lazy(layout!(_64:_2), layout!((_8, _8):(_8, _1))));
        }};
    }
    inverted!(composition(swizzle(_2, _0, _3), layout!((_8, _4):(_4, _1))));
    inverted!(composition(
        swizzle(_2, _1, -_2),
        layout!((_4, _8):(_1, _4))
    ));
    inverted!(composition(swizzle(_3, _0, _3), layout!((_8, _8):(_8, _1))));
    inverted!(composition(
        swizzle(_2, _0, _2),
        layout!((_2, _32):(_1, _2))
    ));
    let (f, a, b) = (
        swizzle(_2, _3, _3),
        layout!((_8, _16):(_16, _1)),
        layout!((_8, _16):(_16, _1)),
    );
    one!("max_common_swizzle({f}, {a}, {b})", [Begins] max_common_layout(composition(f, a), b));
    let (f, a, b) = (
        swizzle(_1, _2, _4),
        layout!((_16, _8):(_1, _16)),
        layout!(_128:_1),
    );
    one!("max_common_swizzle({f}, {a}, {b})", [Begins] max_common_layout(composition(f, a), b));
    Ok(())
}
