//! Long products of 16-bit matrices on tensor cores, their operands staged.
//!
//! ```text
//! block (i, j)   128 × 128 of C ◄── Σ_k 128 × 64 of A · 64 × 128 of B, three stages of 32 KiB in shared memory
//! ```
//!
//! Roofline: the tensor cores, 989 TFLOP/s of dense bf16 on an H200 at its full clock, less at 4096 cubed by what 700 W
//! leave of it; a stage takes them 512 clocks and brings 32 KiB. Measured: 730 TFLOP/s at 4096 cubed, 0.95 of cuBLASLt
//! (`benches/record/tile`).

use azulejo_layout::ints::*;
use azulejo_tensor::{ImplicitCast, bf16, f16};

use crate::tile::{ArrayMut, Block, Factor, Out, Staged, StagedArray, Tile};

type M = (usize, usize);

/// `C = A B`: a block makes 128 × 128 elements of C, K brought into shared memory ahead of its use.
#[inline(always)]
fn staged_gemm<T: Factor<f32> + ImplicitCast<T>>(
    blk: &Block,
    a: StagedArray<'_, T, M, (_128, _64)>,
    b: StagedArray<'_, T, M, (_64, _128)>,
    mut c: ArrayMut<'_, T, M>,
) {
    let (i, j) = blk.id();
    let sums = Tile::<f32, _>::matmul_along(a, i, b, j);
    c.store((0, 0), sums.cast::<T>());
}

crate::tile_program! {
    area "tile_staged";
    /// `C = A B` of `bf16`, summed in `f32`, on tensor cores.
    pub StagedBf16 = staged_gemm "azulejo_tile_staged_bf16" [2] (a: Staged<bf16, M, (_128, _64)>, b: Staged<bf16, M, (_64, _128)>, c: Out<bf16, M, (_128, _128)>);
    /// `C = A B` of `f16`, summed in `f32`, on tensor cores.
    pub StagedF16 = staged_gemm "azulejo_tile_staged_f16" [2] (a: Staged<f16, M, (_128, _64)>, b: Staged<f16, M, (_64, _128)>, c: Out<f16, M, (_128, _128)>);
}
