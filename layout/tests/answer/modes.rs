//! Operations that move modes about.

use super::*;
use azulejo_layout::ints::*;
use azulejo_layout::*;

proptest! {
    #![proptest_config(seeded(FEW))]

    #[test]
    fn get_and_select(l in leaves()) {
        each_layout!(l, a => {
            one!("get({a}, 0)", get(a, _0));
            one!("get({a}, 1)", get(a, (_1,)));
            one!("select({a}, 1, 0)", select(a, (_1, _0)));
            one!("select({a}, 1, 1, 0)", select(a, (_1, _1, _0)));
        });
    }

    #[test]
    fn take_and_group(l in leaves()) {
        each_layout!(l, a => {
            one!("take({a}, 0, 1)", take(a, _0, _1));
            one!("take({a}, 0, 2)", take(a, _0, _2));
            one!("group({a}, 0, 2)", group(a, _0, _2));
            one!("group({a}, 1, 2)", group(a, _1, _2));
        });
    }

    #[test]
    fn append_prepend_and_replace(l in leaves()) {
        let x = layout!((_2, {l.t}):({l.e}, _1));
        each_layout!(l, a => {
            one!("append({a}, 2)", append(a, _2));
            one!("append({a}, 4)", append(a, _4));
            one!("prepend({a}, 3)", prepend(a, _3));
            one!("replace({a}, 0, {x})", replace(a, x, _0));
            one!("replace({a}, 1, {x})", replace(a, x, _1));
        });
    }

    #[test]
    fn slice_and_dice(l in leaves()) {
        let i = l.i;
        each_layout!(l, a => {
            one!("slice({a}, (_,{i}))", moved slice_and_offset(a, coord!(_, i)));
            one!("slice({a}, (_3,_))", moved slice_and_offset(a, coord!(_3, _)));
            one!("slice({a}, (_,_))", moved slice_and_offset(a, coord!(_, _)));
            one!("dice({a}, (_,{i}))", dice(a, coord!(_, i)));
            one!("dice({a}, ({i},_))", dice(a, coord!(i, _)));
            prop_assert_eq!(show(slice(a, coord!(_, i))), show(slice_and_offset(a, coord!(_, i)).0));
        });
    }

    #[test]
    fn coalesce_and_flatten(l in leaves()) {
        each_layout!(l, a => {
            one!("coalesce({a})", coalesce(a));
            one!("coalesce_by({a}, (_1,_1))", coalesce_by(a, shape!(_1, _1)));
            one!("coalesce_by({a}, _1)", coalesce_by(a, shape!(_1)));
            one!("flatten({a})", flatten(a));
        });
    }
}
