//! Coordinates, sizes, divisions of shapes, and the layouts that are made from a shape.

use super::*;
use azulejo_layout::ints::*;
use azulejo_layout::*;

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn crd2idx_of_all_kinds_of_coordinates(l in leaves(), j in 0..8_i64) {
        let i = l.i;
        each_layout!(l, a => {
            one!("crd2idx({a}, {i})", crd2idx(a, i));
            one!("crd2idx({a}, ({i},{j}))", crd2idx(a, (i, j)));
            one!("crd2idx({a}, (_3,_1))", crd2idx(a, (_3, _1)));
            one!("crd2idx({a}, _5)", crd2idx(a, _5));
        });
        let a = layout!((_4, (_2, {l.t})):(_1, (_4, {l.e})));
        one!("crd2idx({a}, ({i},(_1,{j})))", crd2idx(a, (i, (_1, j))));
    }

    #[test]
    fn idx2crd_and_crd2crd(l in leaves(), j in 0..8_i64) {
        let i = l.i;
        let whole = l.s * l.t;
        each_layout!(l, a => {
            let shape = a.shape();
            let text = Notation(shape).to_string();
            one!("idx2crd({i}, {text})", tree idx2crd(shape, i));
        });
        let (s, t) = (l.s, l.t);
        one!("crd2crd(({s},{t}), {whole}, ({i},{j}))", tree crd2crd((s, t), whole, (i, j)));
        one!("crd2crd({whole}, ({s},{t}), {i})", tree crd2crd(whole, (s, t), i));
        one!("crd2crd((_4,_6), ((_2,_2),_6), ({i},{j}))", tree crd2crd(shape!(_4, _6), shape!((_2, _2), _6), (i, j)));
        one!("crd2crd(_24, (_4,{t}), {i})", tree crd2crd(_24, shape!(_4, t), i));
        one!("crd2crd(_24, (_4,_6), {i})", tree crd2crd(_24, shape!(_4, _6), i));
    }

    #[test]
    fn coordinates_of_offsets(s in 1..6_i64, t in 1..6_i64, x in 0..60_i64) {
        let column = layout!((s, (_2, t)):(_1, (s, {2 * s})));
        let x = x % (2 * s * t);
        let row = layout!((s, (_2, t)):({2 * t}, (t, _1)));
        one!("get_hier_coord({column}, {x})", tree column.get_hier_coord(x));
        one!("get_flat_coord({column}, {x})", tree column.get_flat_coord(x));
        one!("get_1d_coord({column}, {x})", tree column.get_1d_coord(x));
        one!("get_hier_coord({row}, {x})", tree row.get_hier_coord(x));
        one!("get_flat_coord({row}, {x})", tree row.get_flat_coord(x));
        one!("get_1d_coord({row}, {x})", tree row.get_1d_coord(x));
    }

    #[test]
    fn sizes(l in leaves()) {
        each_layout!(l, a => {
            one!("size({a})", size(a));
            one!("cosize({a})", cosize(a));
            let (ranks, depths) = (rank(a), depth(a));
            prop_assert_eq!(evaluate(&format!("rank({a})")).unwrap().to_string(), format!("_{ranks}"));
            prop_assert_eq!(evaluate(&format!("depth({a})")).unwrap().to_string(), format!("_{depths}"));
        });
    }

    #[test]
    fn ceil_div_and_shape_div(l in leaves(), n in 1..9_i64) {
        let (s, t) = (l.s, l.t);
        one!("ceil_div(({s},{t}), {n})", tree ceil_div((s, t), n));
        one!("ceil_div(({s},_6), _4)", tree ceil_div((s, _6), _4));
        one!("ceil_div((_12,({s},{t})), (_8,{n}))", tree ceil_div((_12, (s, t)), (_8, n)));
        one!("ceil_div((_12,_7), (_8,_2))", tree ceil_div((_12, _7), (_8, _2)));
        one!("ceil_div({s}, {n})", tree ceil_div(s, n));
        one!("shape_div(_12, _4)", tree shape_div(_12, _4));
        one!("shape_div((_2,_6), _4)", tree shape_div((_2, _6), _4));
        one!("shape_div((_6,_8), (_2,_4))", tree shape_div((_6, _8), (_2, _4)));
    }

    #[test]
    fn comparisons_of_profiles(l in leaves(), n in 1..25_i64) {
        let (s, t) = (l.s, l.t);
        macro_rules! compared {
            ($a:expr, $b:expr) => {{
                let (a, b) = (Notation($a).to_string(), Notation($b).to_string());
                one!("congruent({a}, {b})", congruent($a, $b));
                one!("weakly_congruent({a}, {b})", weakly_congruent($a, $b));
                one!("compatible({a}, {b})", compatible($a, $b));
            }};
        }
        compared!(n, (s, t));
        compared!((s, t), ((_2, _2), n));
        compared!((s, n), (n, t));
        compared!((_4, (_2, n)), (_4, n));
        compared!(_24, shape!(_4, (_2, _3)));
    }

    #[test]
    fn layouts_made_from_shapes(l in leaves()) {
        let (s, t) = (l.s, l.t);
        macro_rules! made {
            ($shape:expr) => {{
                let text = Notation($shape).to_string();
                one!("make_layout({text}, LayoutLeft)", make_layout($shape, LayoutLeft));
                one!("make_layout({text}, LayoutRight)", make_layout($shape, LayoutRight));
                let identity = make_identity_layout($shape).to_string();
                let call = format!("make_identity_layout({text})");
                prop_assert_eq!(evaluate(&call).unwrap().to_string(), identity);
            }};
        }
        made!((s, t));
        made!((_4, (s, _2)));
        made!((_4, (_3, _2)));
        one!("make_ordered_layout(({s},_3,{t}), (_1,_0,_2))", [But("(_1,_0,_2)")] make_ordered_layout((s, _3, t), shape!(_1, _0, _2)));
        one!("make_ordered_layout(({s},_3,{t}), (_1,_0,_0))", [But("(_1,_0,_0)")] make_ordered_layout((s, _3, t), shape!(_1, _0, _0)));
        // An order of dynamic numbers is that of the modes.
        one!("make_ordered_layout(({s},_3,{t}), (_1,_0,_2))", [Permuted] make_ordered_layout((s, _3, t), shape!(_1, _0, _2)));
        each_layout!(l, a => {
            one!("make_fragment_like({a})", [Permuted] make_fragment_like(a));
            one!("make_layout_like({a})", [Permuted] make_layout_like(a));
            let strides = Notation(a.stride()).to_string();
            one!("make_layout_like({a})", [But("{strides}")] make_layout_like(a));
        });
    }
}

#[test]
fn elements_distributed_over_static_shapes() -> Result<(), TestCaseError> {
    one!(
        "domain_distribute((_6,_16), 24)",
        domain_distribute(shape!(_6, _16), _24)
    );
    one!(
        "domain_distribute((_6,_16), 4)",
        domain_distribute(shape!(_6, _16), _4)
    );
    one!(
        "domain_distribute((_3,(_4,_10)), 20)",
        domain_distribute(shape!(_3, (_4, _10)), _20)
    );
    one!(
        "domain_distribute((_9,_7), 8)",
        domain_distribute(shape!(_9, _7), _8)
    );
    Ok(())
}
