//! `slice(c).at(x) = at(c with x in the open places)`.

use super::every::Storage;
use super::random::{cases, kinds, numbered, same};
use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, composition, coord, layout, shape, swizzle};
use azulejo_tensor::engine::Slice;
use azulejo_tensor::{Tensor, make_identity_tensor};

/// Every slice of a tensor of three modes, at a random coordinate of its shape `(_8, _4, _16)`.
macro_rules! slices {
    ($random:ident, $t:ident, $slice:ident, $at:ident) => {{
        let (i, j, k) = ($random.below(8), $random.below(4), $random.below(16));
        let whole = $t.$at((i, j, k));
        slices!(@ $t $slice $at (i, j, k) whole:
            (i, _, _) (j, k); (_, j, _) (i, k); (_, _, k) (i, j); (i, j, _) k; (i, _, k) j; (_, j, k) i; (_, _, _) (i, j, k););
        same($t.$slice(coord!(i, _, _)).$slice(coord!(_, k)).$at(j), whole, "a slice of a slice", &(i, j, k));
        let fixed = $t.$at((_3::NEW, j, k));
        slices!(@ $t $slice $at (_3::NEW, j, k) fixed: (_3, _, _) (j, k); (_3, _, k) j;);
    }};
    (@ $t:ident $slice:ident $at:ident $c:tt $whole:ident: $(($($kept:tt)*) $x:expr;)*) => {$(
        same($t.$slice(coord!($($kept)*)).$at($x), $whole, stringify!($($kept)*), &$c);
    )*};
}

/// The slices of a tensor on every engine, read and written.
macro_rules! engines {
    ($random:ident => $layout:expr) => {
        let (mut reads, mut writes) = (Storage::new(), Storage::new());
        let (mut read, mut written) = (Some(reads.read()), Some(writes.written()));
        cases(|$random| {
            let layout = $layout;
            let t = Tensor::from_parts(read.take().expect("put back"), layout);
            slices!($random, t, slice, at);
            read = Some(t.into_parts().0);
            let mut t = Tensor::from_parts(written.take().expect("put back"), layout);
            slices!($random, t, slice_mut, at);
            written = Some(t.into_parts().0);
        });
    };
}

kinds!(engines);

#[test]
fn coordinates() {
    cases(|random| {
        let (m, n) = (8 + random.below(9), 4 + random.below(9));
        let t = make_identity_tensor(shape!(m, n, _16));
        slices!(random, t, slice, coord);
    });
}

#[test]
fn modes_inside_modes() {
    let data = numbered();
    cases(|random| {
        let (a, b, c, d) = (
            random.below(2),
            random.below(4),
            random.below(4),
            random.below(8),
        );
        let layout = layout!(((_2, _4), (_4, _8)):((_256, _1), (_8, _32)));
        macro_rules! inside {
            ($layout:expr) => {
                let t = Tensor::from_parts(Slice::new(&data), $layout);
                let whole = t.at(((a, b), (c, d)));
                assert_eq!(t.slice(coord!((a, _), _)).at((b, (c, d))), whole);
                assert_eq!(t.slice(coord!((a, _), (_, d))).at((b, c)), whole);
                assert_eq!(t.slice(coord!(_, (c, _))).at(((a, b), d)), whole);
                assert_eq!(t.slice(coord!((a, b), (_, d))).at(c), whole);
                assert_eq!(t.slice(coord!(_, c + 4 * d)).at(a + 2 * b), whole);
            };
        }
        inside!(layout);
        inside!(composition(swizzle(_3, _0, _3), layout));
        inside!(composition(swizzle(_3, _2, -_3), layout));
        inside!(ComposedLayout::new(
            swizzle(_3, _0, _3),
            random.below(1000),
            layout
        ));
    });
}

#[test]
fn stages_of_a_swizzled_tile_start_where_their_first_element_is() {
    let data = numbered();
    let stages = composition(swizzle(_3, _3, _3), layout!((_8, _64, _3):(_64, _1, _512)));
    let t = Tensor::from_parts(Slice::new(&data), stages);
    assert_eq!(t.slice(coord!(_, _, 1)).at(0), 512);
    let turned = composition(swizzle(_3, _3, _3), layout!((_2, _4, _64):(_64, _128, _1)));
    let t = Tensor::from_parts(Slice::new(&data), turned);
    assert_eq!(t.slice(coord!(1, _, _)).at(0), 72);
}
