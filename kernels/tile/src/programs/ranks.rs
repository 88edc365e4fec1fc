//! Programs over arrays of five to eight axes: grids of as many, orders of axes, reductions, broadcasts, a lock.

use azulejo_layout::{ints::*, tile};

use crate::{Array, ArrayMut, Block, In, Locked, LockedArray, Out, Part};

type R5 = (usize, usize, usize, usize, usize);
type R6 = (usize, usize, usize, usize, usize, usize);
type R8 = (usize, usize, usize, usize, usize, usize, usize, usize);

/// The axes in another order: a block for each region of the result, through a map of axes and through a permutation.
fn turned_5(
    blk: &Block,
    x: Array<'_, i32, R5>,
    mut y: ArrayMut<'_, i32, R5>,
    mut z: ArrayMut<'_, i32, R5>,
) {
    let (a, b, c, d, e) = blk.id();
    let view = x.tiles(tile!(_2, _2, _4, _2, _4));
    let turned = view.dim_map_5::<4, 0, 3, 1, 2>();
    y.store((0, 0, 0, 0, 0), turned.load((a, b, c, d, e)));
    let t = x.load(tile!(_2, _2, _4, _4, _2), (b, d, e, c, a));
    z.store((0, 0, 0, 0, 0), t.permute_5::<4, 0, 3, 1, 2>() + 1);
}

/// Along an axis each: a sum, a maximum, the place of a minimum, a running sum.
fn folds_6(
    _: &Block,
    x: Array<'_, f32, R6>,
    mut sums: ArrayMut<'_, f32, R6>,
    mut most: ArrayMut<'_, f32, R6>,
    mut least: ArrayMut<'_, i32, R6>,
    mut running: ArrayMut<'_, f32, R6>,
) {
    let t = x.load(tile!(_2, _2, _4, _2, _2, _4), (0, 0, 0, 0, 0, 0));
    let t = t.tile();
    sums.store((0, 0, 0, 0, 0, 0), t.sum::<0>());
    most.store((0, 0, 0, 0, 0, 0), t.max::<2>());
    least.store((0, 0, 0, 0, 0, 0), t.argmin::<4>());
    running.store((0, 0, 0, 0, 0, 0), t.cumsum::<5>(false));
}

/// Twice an array and a vector of integers of five axes, and a matrix trimmed to 1 × 3, repeated along the others.
fn spread_8(
    blk: &Block,
    x: Array<'_, f32, R8>,
    bias: Array<'_, i16, R5>,
    mut y: ArrayMut<'_, f32, R8>,
    mut z: ArrayMut<'_, f32, R8>,
) {
    let index = blk.id::<R8>();
    let (_, _, _, d, e, f, g, h) = index;
    let x_tile = x.load(tile!(_2, _1, _2, _2, _1, _2, _1, _4), index);
    let bias = bias.load(tile!(_2, _1, _2, _1, _4), (d, e, f, g, h));
    y.store((0, 0, 0, 0, 0, 0, 0, 0), x_tile * 2.0 + bias);
    let part = x.load_trimmed(tile!(_2, _1, _2, _2, _1, _2, _1, _3), index);
    let row = part.sum::<7>();
    z.store_trimmed((0, 0, 0, 0, 0, 0, 0, 0), part - row);
}

/// The axes from the last to the first, and in an order of their own with gaps between tiles.
fn mapped_8(
    _: &Block,
    x: Array<'_, u8, R8>,
    mut back: ArrayMut<'_, u8, R8>,
    mut apart: ArrayMut<'_, u8, R8>,
) {
    for i in 0..2 {
        for j in 0..3 {
            let t = x.load(
                tile!(_2, _1, _2, _1, _2, _2, _1, _4),
                (i, 0, 0, j, 0, 0, 0, 0),
            );
            let shape = tile!(_2, _1, _2, _1, _2, _2, _1, _4);
            let mut turned = back.tiles(shape).reversed();
            turned.store((i, 0, 0, j, 0, 0, 0, 0), t);
            let steps = (3, 1, 2, 2, 2, 2, 1, 4);
            let mut mapped = apart.tiles(shape).dim_map_8::<1, 0, 3, 2, 5, 4, 7, 6>();
            mapped = mapped.steps(steps);
            mapped.store((i, 0, 0, j, 0, 0, 0, 0), t);
        }
    }
}

/// What all blocks have along an axis, added up under a lock.
fn totals_5(_: &Block, x: Array<'_, i32, R5>, totals: LockedArray<'_, i32, R5>) {
    let part = x.load(tile!(_2, _2, _2, _2, _4), (0, 0, 0, 0, 0));
    let part = part.sum::<2>();
    totals.with(|totals| {
        let shape = tile!(_2, _2, _1, _2, _4);
        let before = totals.load(shape, (0, 0, 0, 0, 0));
        totals.store((0, 0, 0, 0, 0), before + part);
    });
}

crate::tile_program! {
    file "tile_shapes";
    /// Five axes in another order, and the same plus 1.
    pub Turned5 = turned_5 "azulejo_tile_turned_5" (x: In<i32, R5>, y: Out<i32, R5, (_2, _2, _4, _2, _4)>, z: Out<i32, R5, (_2, _2, _4, _2, _4)>);
    /// Reductions and a scan, an axis of six each.
    pub Folds6 = folds_6 "azulejo_tile_folds_6" (x: Part<f32, R6, (_2, _2, _4, _2, _2, _4)>, sums: Out<f32, R6, (_1, _2, _4, _2, _2, _4)>,
        most: Out<f32, R6, (_2, _2, _1, _2, _2, _4)>, least: Out<i32, R6, (_2, _2, _4, _2, _1, _4)>, running: Out<f32, R6, (_2, _2, _4, _2, _2, _4)>);
    /// Broadcasts to eight axes.
    pub Spread8 = spread_8 "azulejo_tile_spread_8" (x: In<f32, R8>, bias: In<i16, R5>, y: Out<f32, R8, (_2, _1, _2, _2, _1, _2, _1, _4)>,
        z: Out<f32, R8, (_2, _1, _2, _2, _1, _2, _1, _3)>);
    /// Stores through orders of eight axes.
    pub Mapped8 = mapped_8 "azulejo_tile_mapped_8" (x: In<u8, R8>, back: Out<u8, R8, (_4, _1, _2, _2, _4, _2, _1, _4)>,
        apart: Out<u8, R8, (_2, _8, _8, _2, _2, _2, _4, _1)>);
    /// Sums of all blocks in one array of five axes.
    pub Totals5 = totals_5 "azulejo_tile_totals_5" (x: Part<i32, R5, (_2, _2, _2, _2, _4)>, totals: Locked<i32, R5>);
}
