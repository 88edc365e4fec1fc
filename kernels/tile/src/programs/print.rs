//! What programs say: text and assertions.

use azulejo_layout::{coord, ints::*, layout, slice, tile};

use crate::{Array, ArrayMut, Block, In, Out, Tile};

type M = (usize, usize);

/// Prints what it loads, and goes on only where nothing is negative.
fn printed(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    let t = x.load(tile!(_2, _4), blk.id());
    t.print(c"t");
    t.cast::<i32>().print(c"whole");
    t.ge_value(0.0).assert_all(c"nothing negative");
    y.store((0, 0), t.sqrt());
}

/// Prints four layouts of 4 × 8 and the slices of a fifth, as they are and as the offsets they give.
fn layouts(blk: &Block, n: i32, mut y: ArrayMut<'_, i32, M>) {
    macro_rules! shown {
        ($($row:literal $layout:expr;)*) => {$({
            let layout = $layout;
            blk.say_layout(c" Layout : ", layout);
            let t = Tile::<i32, _>::from_fn(blk, tile!(_4, _8), move |(i, j)| layout.at((i, j)) as i32);
            t.print(c"rows");
            let line = Tile::<i32, _>::from_fn(blk, tile!(_1, _32), move |(_, i)| layout.at(i) as i32);
            line.print(c"line");
            y.store(($row, 0), line);
        })*};
    }
    shown! {
        0 layout!((4, 8):(1, 4));
        1 layout!((4, 8):(8, 1));
        2 layout!((4, (2, 4)):(2, (1, 8)));
        3 layout!(((2, 2), (2, 4)):((1, 4), (2, 8)));
    }
    // A number that the compiler does not know, so that what is dynamic stays so.
    let two = n as i64;
    let a = layout!(((_3, two), (two, _5, _2)):((4, 1), (_2, 13, 100)));
    blk.say_layout(c" Layout : ", a);
    macro_rules! sliced {
        ($($row:literal $offset:literal $size:literal $coordinate:expr;)*) => {$({
            let kept = slice(a, $coordinate);
            blk.say_layout(c" Layout : ", kept);
            let line = Tile::<i32, _>::from_fn(blk, tile!(_1, _8), move |(_, i)| {
                if i < $size { $offset + kept.at(i) as i32 } else { -1 }
            });
            line.print(c"line");
            y.store(($row, 0), line);
        })*};
    }
    sliced! {
        4 8 20 coord!(2, _);
        5 28 6 coord!(_, 5);
        6 28 6 coord!((_, _), 5);
        7 101 15 coord!((_, 1), (0, _, 1));
        8 47 8 coord!((2, _), (_, 3, _));
    }
}

crate::tile_program! {
    file "tile_print";
    /// Prints and asserts.
    pub Printed = printed "azulejo_tile_print" (x: In<f32, M>, y: Out<f32, M, (_2, _4)>);
    /// Layouts, their slices and their offsets as text; `n` is 2.
    pub Layouts = layouts "azulejo_tile_layouts" (n: i32, y: Out<i32, M, (_9, _32)>);
}
