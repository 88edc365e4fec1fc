//! What programs say: text and assertions.

use azulejo_layout::{ints::*, tile};

use crate::tile::{Array, ArrayMut, Block, In, Out};

type M = (usize, usize);

/// Prints what it loads, and goes on only where nothing is negative.
fn spoken(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    let t = x.load(tile!(_2, _4), blk.id());
    t.print(c"t");
    t.cast::<i32>().print(c"whole");
    t.ge_value(0.0).assert_all(c"nothing negative");
    y.store((0, 0), t.sqrt());
}

crate::tile_program! {
    area "tile_spoken";
    /// Prints and asserts.
    pub Spoken = spoken "azulejo_tile_spoken" (x: In<f32, M>, y: Out<f32, M, (_2, _4)>);
}
