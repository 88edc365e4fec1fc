//! Products of blocks on this thread, and such as pass over what a mask hides.

use azulejo_gemm::{Epilogue, GemmError, GemmProblem, Isa, MatMut, MatRef, gemm_with, select};

use super::block::Block;

/// `c = alpha a b + beta c` on this thread, by `isa`.
pub fn multiply(
    isa: Isa,
    a: MatRef<'_, f32>,
    b: MatRef<'_, f32>,
    c: MatMut<'_, f32>,
    alpha: f32,
    beta: f32,
) -> Result<(), GemmError> {
    let ((m, k), (_, n)) = (a.shape(), b.shape());
    let config = select(&GemmProblem { m, n, k }, isa, 1);
    let epilogue = Epilogue {
        alpha,
        beta,
        ..Epilogue::default()
    };
    gemm_with(a, b, c, &epilogue, &config)
}

/// Weights of rows: a tile of probabilities or of their gradient, or its transpose.
#[derive(Clone, Copy)]
pub struct Weights<'a> {
    pub tile: &'a [f32],
    /// Elements from a row of the tile to the next.
    pub width: usize,
    pub extents: (usize, usize),
    pub is_transposed: bool,
}

impl<'a> Weights<'a> {
    fn matrix(&self) -> Result<MatRef<'a, f32>, GemmError> {
        let matrix = MatRef::new(self.tile, self.extents, (self.width as isize, 1))?;
        Ok(if self.is_transposed {
            matrix.t()
        } else {
            matrix
        })
    }

    /// Adds `alpha weights block` to `out`, rows of `block.dim` sums, on this thread.
    ///
    /// `sees` is given where a mask hides some of the tile: it tells whether a row of the tile sees a column. A row of
    /// `block` that is not finite then reaches only the sums whose rows see it, for 0 times NaN is NaN.
    pub fn add_product(
        &self,
        isa: Isa,
        block: Block<'_>,
        out: &mut [f32],
        alpha: f32,
        sees: Option<&dyn Fn(usize, usize) -> bool>,
    ) -> Result<(), GemmError> {
        let weights = self.matrix()?;
        let dim = block.dim;
        let rows = weights.shape().0;
        let sums = |out| MatMut::row_major(out, rows, dim);
        let hidden = match sees {
            Some(_) => block.not_finite(),
            None => Vec::new(),
        };
        let Some(sees) = sees.filter(|_| !hidden.is_empty()) else {
            return multiply(isa, weights, block.matrix()?, sums(out)?, alpha, 1.0);
        };
        let mut scratch = Vec::new();
        let finite = block.without(&hidden, &mut scratch);
        multiply(isa, weights, finite.matrix()?, sums(out)?, alpha, 1.0)?;
        for (to, out) in out.chunks_exact_mut(dim).take(rows).enumerate() {
            for &from in &hidden {
                let at = if self.is_transposed {
                    (from, to)
                } else {
                    (to, from)
                };
                if sees(at.0, at.1) {
                    let weight = alpha * self.tile[at.0 * self.width + at.1];
                    for (x, y) in out.iter_mut().zip(block.row(from)) {
                        *x += weight * y;
                    }
                }
            }
        }
        Ok(())
    }
}
