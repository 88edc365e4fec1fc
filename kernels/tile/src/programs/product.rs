//! Matrix products, and attention made of them.
//!
//! ```text
//! block (i, j)   64 × 64 of C in registers ◄── += 64 × 16 of A · 16 × 64 of B, through shared memory, along K
//! ```
//!
//! Roofline: products and sums of `f32` outside the tensor cores, about 60 TFLOP/s on an H200; what limits these programs
//! is reading shared memory, nine reads for 32 products a thread. Measurements are in `benches/results/tile`.

use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{ImplicitCast, bf16, f16};

use crate::{Array, ArrayMut, Block, Compute, Factor, In, Out, Tile};

type M = (usize, usize);

/// `C = A B`: a block makes 64 × 64 elements of C from slices of 16 columns of A and rows of B.
fn gemm<T: Factor<A>, A: Compute + ImplicitCast<A>>(
    blk: &Block,
    a: Array<'_, T, M>,
    b: Array<'_, T, M>,
    mut c: ArrayMut<'_, A, M>,
) {
    let (i, j) = blk.id();
    let mut sums = Tile::<A, _>::zeros(blk, tile!(_64, _64));
    for k in 0..a.tiles_along::<1, _>(tile!(_64, _16)) {
        let a = a.load(tile!(_64, _16), (i, k));
        let b = b.load(tile!(_16, _64), (k, j));
        sums = sums.mma(a, b);
    }
    c.store((0, 0), sums);
}

/// `softmax(Q Kᵀ · factor) V` for heads of 64, 32 queries a block, keys in steps of 16, the softmax kept running (Dao et
/// al., "FlashAttention", 2022).
fn attention(
    blk: &Block,
    q: Array<'_, f32, (usize, _64)>,
    k: Array<'_, f32, (usize, _64)>,
    v: Array<'_, f32, (usize, _64)>,
    mut y: ArrayMut<'_, f32, (usize, _64)>,
    factor: f32,
) {
    let (i, _): (usize, usize) = blk.id();
    // Used in each step, so made once.
    let q = (q.load(tile!(_32, _64), (i, 0)) * Tile::scalar(blk, factor)).tile();
    let keys = k.transposed();
    let last = Tile::<i32, _>::scalar(blk, k.extent::<0>() as i32);
    let mut most = Tile::<f32, _>::full(blk, tile!(_32, _1), f32::NEG_INFINITY);
    let mut weight = Tile::<f32, _>::zeros(blk, tile!(_32, _1));
    let mut sums = Tile::<f32, _>::zeros(blk, tile!(_32, _64));
    for step in 0..k.tiles_along::<0, _>(tile!(_16, _64)) {
        let scores = Tile::<f32, _>::matmul(q, keys.load(tile!(_64, _16), (0, step)));
        let columns = Tile::<i32, _>::iota(blk, tile!(_16)) + Tile::scalar(blk, (step * 16) as i32);
        let scores = columns
            .lt(last)
            .select(scores, Tile::<f32, _>::scalar(blk, f32::NEG_INFINITY));
        let now = most.maximum(scores.max::<1>());
        let powers = (scores - now).exp();
        let fade = (most - now).exp();
        weight = weight * fade + powers.sum::<1>();
        sums = (sums * fade).mma(powers, v.load(tile!(_16, _64), (step, 0)));
        most = now;
    }
    y.store((0, 0), sums / weight);
}

crate::tile_program! {
    file "tile_product";
    /// `C = A B` in `f32`.
    pub GemmF32 = gemm "azulejo_tile_gemm_f32" (a: In<f32, M>, b: In<f32, M>, c: Out<f32, M, (_64, _64)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `C = A B` of `f16`, summed in `f32`.
    pub GemmF16 = gemm "azulejo_tile_gemm_f16" (a: In<f16, M>, b: In<f16, M>, c: Out<f32, M, (_64, _64)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `C = A B` of `bf16`, summed in `f32`.
    pub GemmBf16 = gemm "azulejo_tile_gemm_bf16" (a: In<bf16, M>, b: In<bf16, M>, c: Out<f32, M, (_64, _64)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `C = A B` in `f64`.
    pub GemmF64 = gemm "azulejo_tile_gemm_f64" (a: In<f64, M>, b: In<f64, M>, c: Out<f64, M, (_64, _64)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `C = A B` of `i8`, summed in `i32`.
    pub GemmI8 = gemm "azulejo_tile_gemm_i8" (a: In<i8, M>, b: In<i8, M>, c: Out<i32, M, (_64, _64)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// Attention of heads of 64 elements, forward.
    pub Attention = attention "azulejo_tile_attention" (q: In<f32, (usize, _64)>, k: In<f32, (usize, _64)>, v: In<f32, (usize, _64)>,
        y: Out<f32, (usize, _64), (_32, _64)>, factor: f32) where k[0] == v[0], q[0] == y[0];
}
