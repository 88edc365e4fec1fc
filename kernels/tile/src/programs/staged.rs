//! Long products of 16-bit matrices on tensor cores, their operands staged.
//!
//! ```text
//! block (i, j)   128 × 128 of C ◄── Σ_k 128 × 64 of A · 64 × 128 of B, three stages of 32 KiB in shared memory
//! ```
//!
//! Roofline: the tensor cores, 989 TFLOP/s of dense bf16 on an H200 at its full clock, less at 4096 cubed by what 700 W
//! leave of it; a stage takes them 512 clocks and brings 32 KiB. Measurements are in `benches/results/tile`.

use azulejo_layout::ints::*;
use azulejo_tensor::{ImplicitCast, Tf32, bf16, f16};

use crate::{ArrayMut, Block, Compute, Factor, Out, Staged, StagedArray, Tile};

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

/// The same in tiles of other extents, as each type is summed.
macro_rules! staged {
    ($($name:ident $m:ident $n:ident $k:ident;)*) => {$(
        #[inline(always)]
        fn $name<T: Factor<A>, A: Compute + ImplicitCast<A>>(
            blk: &Block,
            a: StagedArray<'_, T, M, ($m, $k)>,
            b: StagedArray<'_, T, M, ($k, $n)>,
            mut c: ArrayMut<'_, A, M>,
        ) {
            let (i, j) = blk.id();
            c.store((0, 0), Tile::<A, _>::matmul_along(a, i, b, j));
        }
    )*};
}

staged! {
    wide _64 _256 _32;
    small _64 _64 _64;
    tall _128 _64 _64;
    flat _64 _32 _32;
}

crate::tile_program! {
    file "tile_staged";
    /// `C = A B` of `bf16`, summed in `f32`, on tensor cores.
    pub StagedBf16 = staged_gemm "azulejo_tile_staged_bf16" [2] @Sm80 (a: Staged<bf16, M, (_128, _64)>, b: Staged<bf16, M, (_64, _128)>, c: Out<bf16, M, (_128, _128)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `C = A B` of `f16`, summed in `f32`, on tensor cores.
    pub StagedF16 = staged_gemm "azulejo_tile_staged_f16" [2] @Sm80 (a: Staged<f16, M, (_128, _64)>, b: Staged<f16, M, (_64, _128)>, c: Out<f16, M, (_128, _128)>) where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// Tiles of 64 × 256, 32 terms at a time.
    pub StagedWide = wide "azulejo_tile_staged_wide" @Sm80 (a: Staged<bf16, M, (_64, _32)>, b: Staged<bf16, M, (_32, _256)>, c: Out<f32, M, (_64, _256)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// Tiles of 64 × 64.
    pub StagedSmall = small "azulejo_tile_staged_small" @Sm80 (a: Staged<f16, M, (_64, _64)>, b: Staged<f16, M, (_64, _64)>, c: Out<f32, M, (_64, _64)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// Tiles of 128 × 64.
    pub StagedTall = tall "azulejo_tile_staged_tall" @Sm80 (a: Staged<bf16, M, (_128, _64)>, b: Staged<bf16, M, (_64, _64)>, c: Out<f32, M, (_128, _64)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `Tf32`, on tensor cores by `mma.sync`.
    pub StagedTf32 = flat "azulejo_tile_staged_tf32" (a: Staged<Tf32, M, (_64, _32)>, b: Staged<Tf32, M, (_32, _32)>, c: Out<f32, M, (_64, _32)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `i8`, on tensor cores by `mma.sync`.
    pub StagedI8 = flat "azulejo_tile_staged_i8" (a: Staged<i8, M, (_64, _32)>, b: Staged<i8, M, (_32, _32)>, c: Out<i32, M, (_64, _32)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
    /// `f64`.
    pub StagedF64 = flat "azulejo_tile_staged_f64" (a: Staged<f64, M, (_64, _32)>, b: Staged<f64, M, (_32, _32)>, c: Out<f64, M, (_64, _32)>)
        where a[1] == b[0], a[0] == c[0], b[1] == c[1];
}
