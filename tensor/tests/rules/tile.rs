//! Tiles and shares: `view(t).at(x) = t.at(view(i).at(x))`, where the elements of `i` are their 1-D coordinates.

use super::random::{cases, kinds, nibbles, numbered, packed, same};
use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, composition, coord, layout, shape, swizzle, tile};
use azulejo_tensor::engine::{Slice, SliceMut};
use azulejo_tensor::{Tensor, make_identity_tensor};

/// Compares one view of `$t` and of `$u` with that of the 1-D coordinates `$i`, at a random 1-D coordinate.
macro_rules! view {
    ($random:ident, $t:ident, $u:ident, $i:ident, $($call:tt)*) => {{
        let part = $i.$($call)*;
        let x = $random.below(part.size() as i32);
        let at = part.at(x) as i32;
        same($t.$($call)*.at(x), $t.at(at), stringify!($($call)*), &(x, at));
        same($u.$($call)*.at(x), $u.at(at), stringify!($($call)*), &(x, at));
    }};
}

/// Every tile and share of two tensors of shape `(_8, _4, _16)`.
macro_rules! views {
    ($random:ident, $t:ident, $u:ident, $i:ident) => {{
        let (i, j, k) = ($random.below(4), $random.below(2), $random.below(4));
        view!($random, $t, $u, $i, local_tile(tile!(_2, _2, _4), coord!(i, j, k)));
        view!($random, $t, $u, $i, local_tile(tile!(_2, _2, _4), coord!(i, _, k)));
        view!($random, $t, $u, $i, local_tile(tile!(_2, _4), coord!(i, 0)));
        view!($random, $t, $u, $i, local_tile(tile!(_8, _4, _4), coord!(0, 0, k)));
        view!($random, $t, $u, $i, local_tile_proj(tile!(_2, _2, _2, _4), coord!(i, j, 0, _), coord!(_1, _1, _, _1)));
        let thread = $random.below(16);
        view!($random, $t, $u, $i, local_partition(layout!((_4, _2, _2)), thread));
        view!($random, $t, $u, $i, local_partition(layout!((_2, _2, _4):(_8, _1, _2)), thread));
        view!($random, $t, $u, $i, local_partition(layout!((_4, _4)), thread));
        view!($random, $t, $u, $i, local_partition_proj(layout!((_4, _2, _2)), thread, coord!(_1, _1, _1)));
        view!($random, $t, $u, $i, outer_partition(tile!(_4, _2, _4), (i, j, k)));
        view!($random, $t, $u, $i, outer_partition(tile!(_4, _2), (i, j)));
    }};
}

macro_rules! engines {
    ($random:ident => $layout:expr) => {
        let (data, bytes) = (numbered(), packed());
        let coordinates = Tensor::from_parts(Slice::new(&data), layout!((_8, _4, _16)));
        cases(|$random| {
            let layout = $layout;
            let (whole, half) = (
                Tensor::from_parts(Slice::new(&data), layout),
                Tensor::from_parts(nibbles(&bytes), layout),
            );
            views!($random, whole, half, coordinates);
        });
    };
}

kinds!(engines);

#[test]
fn writable_views_are_at_the_same_places() {
    let mut data = numbered();
    cases(|random| {
        let layout = composition(swizzle(_3, _3, _3), layout!((_8, _4, _16):(_48, _400, _3)));
        let (i, k, thread) = (random.below(4), random.below(4), random.below(16));
        let mut t = Tensor::from_parts(SliceMut::new(&mut data), layout);
        let (tiler, threads) = (tile!(_2, _4, _4), layout!((_4, _2, _2)));
        let read = t.local_tile(tiler, coord!(i, 0, k)).at(5);
        assert_eq!(t.local_tile_mut(tiler, coord!(i, 0, k)).at(5), read);
        let read = t.local_partition(threads, thread).at(5);
        assert_eq!(t.local_partition_mut(threads, thread).at(5), read);
        let read = t.outer_partition(tiler, (0, i, k)).at(5);
        assert_eq!(t.outer_partition_mut(tiler, (0, i, k)).at(5), read);
    });
}

#[test]
fn coordinates() {
    cases(|random| {
        let (m, n) = (2 * (1 + random.below(9)), 4 * (1 + random.below(9)));
        let t = make_identity_tensor(shape!(m, n));
        let (i, j) = (random.below(m / 2), random.below(n / 4));
        let (x, y) = (random.below(2), random.below(4));
        let tile = t.local_tile(tile!(_2, _4), coord!(i, j));
        assert_eq!(tile.coord((x, y)), (2 * i + x, 4 * j + y));
        let share = t.local_partition(layout!((_2, _4)), x + 2 * y);
        assert_eq!(share.coord((i, j)), (2 * i + x, 4 * j + y));
    });
}
