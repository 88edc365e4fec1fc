//! Programs over rows: batch normalisation, softmax, layer norm.
//!
//! ```text
//! block (i, 0)   row i, up to 4096 elements ── load, padded ──► 32 registers of each of 128 threads
//!                maximum, sum: registers, then shuffles, then 4 warps through shared memory
//!                row i ◄── store, masked ──┘
//! ```
//!
//! Roofline: each reads its input once and writes its output once, so memory is the limit, 8 bytes an element of `f32`.
//! Measurements are in `benches/results/tile`.

use azulejo_layout::{ints::*, tile};

use crate::{Array, ArrayMut, Block, In, Out, Tile, pad};

type V = (usize,);
type M = (usize, usize);

#[allow(clippy::too_many_arguments)]
fn batch_norm(
    blk: &Block,
    x: Array<'_, f32, M>,
    mean: Array<'_, f32, V>,
    deviation: Array<'_, f32, V>,
    gamma: Array<'_, f32, V>,
    beta: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, M>,
    epsilon: f32,
) {
    let at = (blk.at::<1>(),);
    let x = x.load(tile!(_16, _16), blk.id());
    let mean = mean.load(tile!(_16), at);
    let deviation = deviation.load(tile!(_16), at);
    let (gamma, beta) = (gamma.load(tile!(_16), at), beta.load(tile!(_16), at));
    let normal = (x - mean) / (deviation + Tile::scalar(blk, epsilon));
    y.store((0, 0), normal * gamma + beta);
}

fn softmax(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    let x = x.load_padded(tile!(_1, _4096), blk.id(), pad::NegInf);
    let power = (x - x.max_broadcast::<1>()).exp();
    // One quotient a row, a product an element.
    y.store((0, 0), power * (1.0 / power.sum_broadcast::<1>()));
}

fn layer_norm(
    blk: &Block,
    x: Array<'_, f32, M>,
    gamma: Array<'_, f32, V>,
    beta: Array<'_, f32, V>,
    mut y: ArrayMut<'_, f32, M>,
    epsilon: f32,
) {
    let length = Tile::scalar(blk, x.extent::<1>() as f32);
    let columns = Tile::<i32, _>::coordinates::<1, _>(blk, tile!(_1, _4096));
    let inside = columns.lt(Tile::scalar(blk, x.extent::<1>() as i32));
    let x = x.load(tile!(_1, _4096), blk.id());
    let apart = x - x.sum_broadcast::<1>() / length;
    let apart = inside.select(apart, Tile::<f32, _>::scalar(blk, 0.0));
    let variance = (apart * apart).sum_broadcast::<1>() / length;
    let normal = apart * (1.0 / (variance + Tile::scalar(blk, epsilon)).sqrt());
    let scaled = normal * gamma.load(tile!(_4096), (0,));
    y.store((0, 0), scaled + beta.load(tile!(_4096), (0,)));
}

crate::tile_program! {
    file "tile_rows";
    /// `(x - mean) / (deviation + epsilon) · gamma + beta`, statistics by column; 16 × 16 elements a block.
    pub BatchNorm = batch_norm "azulejo_tile_batch_norm" (x: In<f32, M>, mean: In<f32, V>, deviation: In<f32, V>,
        gamma: In<f32, V>, beta: In<f32, V>, y: Out<f32, M, (_16, _16)>, epsilon: f32) where x[0] == y[0], x[1] == y[1], mean[0] == x[1], deviation[0] == x[1], gamma[0] == x[1], beta[0] == x[1];
    /// Softmax of rows of up to 4096 elements; a row a block.
    pub Softmax = softmax "azulejo_tile_softmax" [8] (x: In<f32, M>, y: Out<f32, M, (_1, _4096)>) where x[0] == y[0], x[1] == y[1];
    /// Layer norm of rows of up to 4096 elements; a row a block.
    pub LayerNorm = layer_norm "azulejo_tile_layer_norm" [5] (x: In<f32, M>, gamma: In<f32, V>, beta: In<f32, V>,
        y: Out<f32, M, (_1, _4096)>, epsilon: f32) where x[0] == y[0], x[1] == y[1], gamma[0] == x[1], beta[0] == x[1];
}
