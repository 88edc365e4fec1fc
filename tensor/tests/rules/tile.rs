//! Tiles and shares: `view(t).at(x) = t.at(view(i).at(x))`, where the elements of `i` are their 1-D coordinates.

use super::every::Storage;
use super::random::{Random, cases, kinds, numbered, same};
use azulejo_layout::ints::*;
use azulejo_layout::{ComposedLayout, composition, coord, layout, shape, swizzle, tile};
use azulejo_tensor::engine::{Engine, Slice, SliceMut};
use azulejo_tensor::{Tensor, make_identity_tensor};

/// Every tile and share of a tensor of shape `(_8, _4, _16)` in the case `$c`: `$each!($given, call);` in turn.
macro_rules! views {
    ($each:ident ($($given:tt)*) $c:ident) => {
        $each!($($given)*, local_tile(tile!(_2, _2, _4), coord!($c.i, $c.j, $c.k)));
        $each!($($given)*, local_tile(tile!(_2, _2, _4), coord!($c.i, _, $c.k)));
        $each!($($given)*, local_tile(tile!(_2, _4), coord!($c.i, 0)));
        $each!($($given)*, local_tile(tile!(_8, _4, _4), coord!(0, 0, $c.k)));
        $each!($($given)*, local_tile_proj(tile!(_2, _2, _2, _4), coord!($c.i, $c.j, 0, _), coord!(_1, _1, _, _1)));
        $each!($($given)*, local_partition(layout!((_4, _2, _2)), $c.thread));
        $each!($($given)*, local_partition(layout!((_2, _2, _4):(_8, _1, _2)), $c.thread));
        $each!($($given)*, local_partition(layout!((_4, _4)), $c.thread));
        $each!($($given)*, local_partition_proj(layout!((_4, _2, _2)), $c.thread, coord!(_1, _1, _1)));
        $each!($($given)*, outer_partition(tile!(_4, _2, _4), ($c.i, $c.j, $c.k)));
        $each!($($given)*, outer_partition(tile!(_4, _2), ($c.i, $c.j)));
    };
}

/// Which tiles and shares are looked at, and where.
struct Case {
    i: i32,
    j: i32,
    k: i32,
    thread: i32,
    /// For each view a random 1-D coordinate in it, and the 1-D coordinate of the whole there.
    at: Vec<(i32, i32)>,
}

/// Draws a case. The elements of `coordinates` are their 1-D coordinates, and their views the same for all layouts.
fn draw(random: &mut Random, coordinates: &[u16]) -> Case {
    let mut case = Case {
        i: random.below(4),
        j: random.below(2),
        k: random.below(4),
        thread: random.below(16),
        at: Vec::new(),
    };
    let whole = Tensor::from_parts(Slice::new(coordinates), layout!((_8, _4, _16)));
    macro_rules! place {
        ($t:ident, $($call:tt)*) => {
            let part = $t.$($call)*;
            let x = random.below(part.size() as i32);
            case.at.push((x, part.at(x) as i32));
        };
    }
    views!(place (whole) case);
    case
}

/// Compares a view of `$t` with the whole at the next of `$places`.
macro_rules! compare {
    ($t:ident $places:ident, $($call:tt)*) => {
        let &(x, at) = $places.next().expect("one for each view");
        same($t.$($call)*.at(x), $t.at(at), stringify!($($call)*), &(x, at));
    };
}

/// The tiles and shares of a tensor on every engine.
macro_rules! engines {
    ($random:ident => $layout:expr) => {
        let (data, mut storage) = (numbered(), Storage::new());
        let read = storage.read();
        cases(|$random| {
            let t = Tensor::from_parts(read.view(0), $layout);
            let case = draw($random, &data);
            let mut places = case.at.iter();
            views!(compare (t places) case);
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
