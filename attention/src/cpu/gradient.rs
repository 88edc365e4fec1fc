//! [`Gradient`]: a tile of products and of `dO Vᵀ` becomes probabilities and their gradient.

use azulejo_gemm::Vectorize;

use super::exp::{LOG2_E, exp2};
use super::score::{Row, Score};

/// What a row of queries remembers of the forward pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    pub lse: f32,
    /// The sum of `dO ∘ O`.
    pub delta: f32,
}

/// In `tile`, products become probabilities; in `gradient`, `dO Vᵀ` becomes the gradient of the products.
///
/// Both are 0 where a row does not see the column, and in rows that see none.
pub struct Gradient<'a> {
    /// Rows of `width` products.
    pub tile: &'a mut [f32],
    /// Rows of `width` products of `dO` and V.
    pub gradient: &'a mut [f32],
    pub width: usize,
    pub rows: &'a [Row],
    pub memory: &'a [Memory],
    pub score: Score,
}

impl Vectorize for Gradient<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let score = self.score;
        let tiles = self.tile.chunks_exact_mut(self.width);
        let gradients = self.gradient.chunks_exact_mut(self.width);
        let rows = self.rows.iter().zip(self.memory);
        for ((tile, gradient), (row, memory)) in tiles.zip(gradients).zip(rows) {
            let sees = memory.lse != f32::NEG_INFINITY;
            let (from, to) = if sees { (row.from, row.to) } else { (0, 0) };
            for outside in [&mut *tile, &mut *gradient] {
                outside[..from].fill(0.0);
                outside[to..].fill(0.0);
            }
            let seen = tile[from..to].iter_mut().zip(&mut gradient[from..to]);
            if score.is_identity() {
                for (x, g) in seen {
                    *x = exp2::<FMA>((*x - memory.lse) * LOG2_E);
                    *g = *x * (*g - memory.delta);
                }
                continue;
            }
            for ((x, g), j) in seen.zip(from..) {
                let (value, slope) = score.apply::<FMA>(*x, row, j);
                *x = exp2::<FMA>((value - memory.lse) * LOG2_E);
                *g = *x * (*g - memory.delta) * slope;
            }
        }
    }
}
