//! Products of all kinds.

use super::*;
use azulejo_layout::ints::*;
use azulejo_layout::*;

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn products_by_layouts(l in leaves()) {
        let (s, t, d, e) = (l.s, l.t, l.d, l.e);
        macro_rules! repeated {
            ($a:expr, $b:expr) => {{
                let (a, b) = ($a.to_string(), $b.to_string());
                one!("logical_product({a}, {b})", fixed logical_product($a, $b));
                one!("zipped_product({a}, {b})", fixed zipped_product($a, $b));
                one!("tiled_product({a}, {b})", fixed tiled_product($a, $b));
                one!("flat_product({a}, {b})", fixed flat_product($a, $b));
                one!("stacked_product({a}, {b})", stacked_product($a, $b));
            }};
        }
        repeated!(layout!((_2, _3):(_1, _2)), layout!((s, t):(d, e)));
        repeated!(layout!((_2, _2):(_1, _6)), layout!((s, _3):(_1, d)));
        repeated!(layout!(_4:_3), layout!((_3, t):(_1, _3)));
        repeated!(layout!(s:_2), layout!(_2:_1));
        repeated!(layout!((_2, _2):(_4, _1)), layout!((_6, _2):(_1, _6)));
    }

    #[test]
    fn products_by_mode(l in leaves()) {
        let (t, e) = (l.t, l.e);
        let open = layout!((_2, t):(_1, e));
        one!("logical_product({open}, <_2,_>)", fixed logical_product(open, tile!(_2, _)));
        macro_rules! repeated {
            ($a:expr, $b:expr, $by:expr) => {{
                let (a, b) = ($a.to_string(), $by);
                one!("logical_product({a}, {b})", fixed logical_product($a, $b));
                one!("zipped_product({a}, {b})", fixed zipped_product($a, $b));
                one!("tiled_product({a}, {b})", fixed tiled_product($a, $b));
                one!("flat_product({a}, {b})", fixed flat_product($a, $b));
                one!("logical_product_unchecked({a}, {b})", logical_product_unchecked($a, $b));
                one!("zipped_product_unchecked({a}, {b})", zipped_product_unchecked($a, $b));
                one!("tiled_product_unchecked({a}, {b})", tiled_product_unchecked($a, $b));
                one!("flat_product_unchecked({a}, {b})", flat_product_unchecked($a, $b));
            }};
        }
        repeated!(layout!((_2, t):(_1, _16)), tile!(_4, _3:_1), "<_4,_3:_1>");
        repeated!(layout!((_2, _4):(_1, _8)), tile!(_2, _1), "<_2,_1>");
    }

    #[test]
    fn blocked_and_raked(l in leaves()) {
        let (s, t, d, e) = (l.s, l.t, l.d, l.e);
        macro_rules! repeated {
            ($a:expr, $b:expr) => {{
                let (a, b) = ($a.to_string(), $b.to_string());
                one!("blocked_product({a}, {b})", fixed blocked_product($a, $b));
                one!("raked_product({a}, {b})", fixed raked_product($a, $b));
            }};
        }
        repeated!(layout!((_2, _3):(_1, _2)), layout!((s, t):(d, e)));
        repeated!(layout!((_2, _3):(_3, _1)), layout!((s, t):(t, _1)));
        repeated!(layout!((_2, _3):(_1, _4)), layout!((_2, t):(_1, _2)));
        repeated!(layout!((_4, _2):(_1, _4)), layout!(s:_1));
        repeated!(layout!((_2, (_2, _3)):(_2, (_1, _4))), layout!((_3, _2):(_2, _1)));
    }

    #[test]
    fn blocks_over_shapes(s in 1..25_i64, t in 1..25_i64) {
        let block = layout!((_2, _3):(_1, _2));
        let row = layout!((_4, _2):(_2, _1));
        one!("tile_to_shape({block}, ({s},{t}))", tile_to_shape(block, (s, t), LayoutLeft));
        one!("tile_to_shape({block}, ({s},{t}), LayoutRight)", tile_to_shape(block, (s, t), LayoutRight));
        one!("tile_to_shape({row}, ({s},_6,{t}), (_2,_0,_1))", [But("(_2,_0,_1)")] tile_to_shape(row, (s, _6, t), shape!(_2, _0, _1)));
        one!("tile_to_shape({row}, ({s},_6,{t}), (_2,_0,_1))", [Permuted] tile_to_shape(row, (s, _6, t), shape!(_2, _0, _1)));
        one!("tile_to_shape({row}, (_8,_6), LayoutRight)", tile_to_shape(row, (_8, _6), LayoutRight));
    }
}
