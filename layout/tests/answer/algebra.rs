//! Composition, complement, inverses, divides, units and common vectors.

use super::*;
use azulejo_layout::ints::*;
use azulejo_layout::*;

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn composition_by_layouts_and_tilers(l in leaves(), n in 1..7_i64, k in 0..13_i64) {
        let tile = layout!((_2, _2):(_2, _4));
        let open = layout!(n:k);
        let mixed = layout!((_2, n):(_1, k));
        each_layout!(l, a => {
            one!("composition({a}, {tile})", fixed composition(a, tile));
            one!("composition({a}, {open})", fixed composition(a, open));
            one!("composition({a}, {mixed})", fixed composition(a, mixed));
            one!("composition({a}, <_2,_3>)", fixed composition(a, tile!(_2, _3)));
            one!("composition({a}, <_2:_2,{n}>)", fixed composition(a, tile!(_2:_2, n)));
        });
    }

    #[test]
    fn lazy_composition(l in leaves(), n in 1..7_i64, k in 0..13_i64) {
        each_layout!(l, a => {
            let b = layout!((_2, n):(_3, k));
            one!("compose_lazy({a}, {b})", compose_lazy(a, b));
        });
    }

    #[test]
    fn static_tiles_of_any_strides(l in leaves()) {
        // Strides do not decide whether a tile fits, so types and values accept alike.
        let (t, d, e) = (l.t, l.d, l.e);
        let a = layout!((_16, t):(d, e));
        let b = layout!(((_4, _2), _2):((_2, _1), _8));
        one!("composition({a}, {b})", composition(a, b));
        one!("composition({a}, _4:_4)", composition(a, layout!(_4:_4)));
        one!("composition({a}, <_4:_2,_2>)", composition(a, tile!(_4:_2, _2)));
    }

    #[test]
    fn complements(l in leaves(), m in 1..97_i64) {
        let (s, t, d) = (l.s, l.t, l.d);
        one!("complement(_4:_2, {m})", complement(layout!(_4:_2), m));
        one!("complement((_2,_2):(_1,_6), {m})", complement(layout!((_2, _2):(_1, _6)), m));
        one!("complement(_4:_2, ({s},{t}))", complement(layout!(_4:_2), (s, t)));
        one!("complement({s}:_3, {m})", complement(layout!(s:_3), m));
        let one_mode = layout!(s:d);
        one!("complement({one_mode}, {m})", fixed complement(one_mode, m));
    }

    #[test]
    fn inverses_and_filters(l in leaves()) {
        each_layout!(l, a => {
            one!("right_inverse({a})", [Begins] right_inverse(a));
            one!("filter({a})", [Image] filter(a));
            one!("filter_zeros({a})", [Image] filter_zeros(a));
            one!("nullspace({a})", [Within] nullspace(a));
        });
        // Values drop a mode of one element where types cannot see that it is one.
        let (s, t) = (l.s + 1, l.t + 1);
        let wide = layout!((_4, t):(_1, _8));
        one!("left_inverse({wide})", left_inverse(wide));
        let one_mode = layout!(s:_3);
        one!("left_inverse({one_mode})", left_inverse(one_mode));
        one!("left_inverse((_4,(_2,_3)):(_6,(_1,_2)))", left_inverse(layout!((_4, (_2, _3)):(_6, (_1, _2)))));
    }

    /// Modes that run backwards, and some that do not move.
    #[test]
    fn backwards(l in leaves(), m in 1..97_i64) {
        let (s, t, d) = (l.s, l.t, -l.d);
        macro_rules! each_backwards {
            ($($a:expr;)*) => {$({
                let a = $a;
                one!("right_inverse({a})", [Begins] right_inverse(a));
                one!("nullspace({a})", [Within] nullspace(a));
                one!("filter({a})", [Image] filter(a));
                one!("max_alignment({a})", [Divides] max_alignment(a));
                one!("coalesce({a})", coalesce(a));
                one!("composition({a}, _2:_1)", fixed composition(a, layout!(_2:_1)));
                one!("max_common_layout({a}, (_4,_8):(_1,_4))", [Begins] max_common_layout(a, layout!((_4, _8):(_1, _4))));
                one!("max_common_layout((_4,_8):(_1,_4), {a})", [Begins] max_common_layout(layout!((_4, _8):(_1, _4)), a));
            })*};
        }
        each_backwards! {
            layout!(_4:{ -_1 });
            layout!((_4, _2):(-_1, -_4));
            layout!((_2, _4):(_1, -_2));
            layout!((_4, _2, _3):(-_1, _1, _0));
            layout!((_2, (_2, _2)):(_0, (-_2, _1)));
            layout!((_4, _8):(-_8, -_1));
            layout!((_4, _8):(_8, -_1));
            layout!((s, _4):(-_1, _0));
            layout!((_4, t):(_1, d));
            layout!(s:d);
        }
        // No copy comes before the block.
        let tiler = layout!(t:d);
        one!("logical_product(_4:_1, {tiler})", logical_product(layout!(_4:_1), tiler));
        // A mode of one element may run either way.
        let one_mode = layout!(s:d);
        one!("complement({one_mode}, {m})", fixed complement(one_mode, m));
    }

    #[test]
    fn divides(l in leaves()) {
        let (s, t, d, e) = (l.s, l.t, l.d, l.e);
        macro_rules! divided {
            ($a:expr, $tiler:expr, $by:expr) => {{
                let (a, by) = ($a.to_string(), $by);
                one!("logical_divide({a}, {by})", logical_divide($a, $tiler));
                one!("zipped_divide({a}, {by})", zipped_divide($a, $tiler));
                one!("tiled_divide({a}, {by})", tiled_divide($a, $tiler));
                one!("flat_divide({a}, {by})", flat_divide($a, $tiler));
            }};
        }
        divided!(layout!((s, t):(d, e)), tile!(_2, _3), "<_2,_3>");
        divided!(layout!((s, (_4, t)):(d, (_1, e))), tile!(_2, _2:_1), "<_2,_2:_1>");
        divided!(layout!((_8, t):(d, e)), layout!(_4:_2), "_4:_2");
        divided!(layout!((_4, (_2, _3)):(_6, (_1, _2))), tile!(_2, _3), "<_2,_3>");
        divided!(layout!((_8, _6):(_1, _8)), layout!((_2, _2):(_1, _4)), "(_2,_2):(_1,_4)");
        // A tile with holes that ends inside a mode: no padding makes a partition.
        let inside = layout!((_8, t):(d, e));
        one!("logical_divide({inside}, (_2,_2):(_1,_3))", fixed logical_divide(inside, layout!((_2, _2):(_1, _3))));
        one!("zipped_divide({inside}, (_2,_2):(_1,_3))", fixed zipped_divide(inside, layout!((_2, _2):(_1, _3))));
    }

    #[test]
    fn divides_with_predicates(l in leaves()) {
        let (s, t, d, e) = (l.s, l.t, l.d, l.e);
        macro_rules! divided {
            ($f:ident, $name:literal, $a:expr, $tiler:expr, $by:expr) => {{
                let print = |parts: &[&dyn Display]| {
                    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                    format!("[{}]", parts.join(", "))
                };
                let answer = types(
                    || $f($a, $tiler),
                    |x| print(&[&x.layout, &x.coordinates, &Notation(x.shape)]),
                );
                compare(&format!("{}({}, {})", $name, $a, $by), answer, Erased::Predicate)?;
            }};
        }
        macro_rules! all {
            ($a:expr, $tiler:expr, $by:expr) => {{
                divided!(logical_divide_ceil, "logical_divide_ceil", $a, $tiler, $by);
                divided!(zipped_divide_ceil, "zipped_divide_ceil", $a, $tiler, $by);
                divided!(tiled_divide_ceil, "tiled_divide_ceil", $a, $tiler, $by);
                divided!(flat_divide_ceil, "flat_divide_ceil", $a, $tiler, $by);
            }};
        }
        all!(layout!((s, t):(d, e)), tile!(_2, _3), "<_2,_3>");
        all!(layout!((_5, _7):(_7, _1)), tile!(_2, _3), "<_2,_3>");
    }

    #[test]
    fn basis_strides(l in leaves()) {
        each_layout!(l, a => {
            one!("composition({a}, (_2,_3):(_1@0,_1@1))", fixed composition(a, layout!((_2, _3):(_1 @ 0, _1 @ 1))));
            one!("composition({a}, (_3,_2):(_1@1,_1@0))", fixed composition(a, layout!((_3, _2):(_1 @ 1, _1 @ 0))));
        });
        let (s, t) = (l.s, l.t);
        macro_rules! coordinates {
            ($shape:expr) => {{
                let id = make_identity_layout($shape);
                one!("coalesce_by({id}, (_1,_1))", coalesce_by(id, shape!(_1, _1)));
                one!("flatten({id})", flatten(id));
                one!("get({id}, 1)", get(id, _1));
                one!("select({id}, 1, 0)", select(id, (_1, _0)));
                one!("append({id}, 3)", append(id, _3));
                one!("logical_divide({id}, <_2,_3>)", logical_divide(id, tile!(_2, _3)));
                one!("zipped_divide({id}, <_2,_3>)", zipped_divide(id, tile!(_2, _3)));
                one!("tiled_divide({id}, <_2,_3>)", tiled_divide(id, tile!(_2, _3)));
                one!("flat_divide({id}, <_2,_3>)", flat_divide(id, tile!(_2, _3)));
                one!("size({id})", size(id));
            }};
        }
        coordinates!((s, t));
        coordinates!((_4, t));
        coordinates!((_4, _6));
    }

    #[test]
    fn units(l in leaves(), m in 1..9_i64) {
        let t = l.t;
        let near = layout!((_8, t):(_1, {8 * m}));
        let any = layout!((_8, t):(_1, m));
        one!("upcast({near}, 4)", [OrRejected] upcast(near, _4));
        one!("upcast({any}, 2)", [OrRejected] upcast(any, _2));
        one!("downcast({any}, 3)", [OrRejected] downcast(any, _3));
        one!("recast({near}, 16, 64)", [OrRejected] recast(near, _16, _64));
        one!("recast({any}, 32, 8)", [OrRejected] recast(any, _32, _8));
        one!("recast({near}, 6, 8)", [OrRejected] recast(near, _6, _8));
        let packed = layout!((_8, (_2, _3)):(_1, (_24, _8)));
        one!("upcast({packed}, 8)", [OrRejected] upcast(packed, _8));
        one!("downcast({packed}, 5)", [OrRejected] downcast(packed, _5));
        one!("max_alignment({near})", [Divides] max_alignment(near));
        one!("max_alignment({packed})", [Divides] max_alignment(packed));
    }

    #[test]
    fn common_vectors(l in leaves()) {
        let x = layout!((_8, {l.t}):(_1, {l.e}));
        each_layout!(l, a => {
            one!("max_common_layout({a}, {x})", [Begins] max_common_layout(a, x));
            one!("max_common_vector({a}, {x})", [AtMost] max_common_vector(a, x));
        });
    }
}
