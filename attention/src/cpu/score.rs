//! [`Score`]: what becomes of a product before the softmax.

use super::exp::{multiply_add, tanh};

/// Soft cap and ALiBi.
#[derive(Clone, Copy)]
pub struct Score {
    /// The cap; 0 for none.
    pub softcap: f32,
    pub has_alibi: bool,
}

/// A row of a tile of scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// The columns that the query sees.
    pub from: usize,
    pub to: usize,
    /// The query's ALiBi slope.
    pub slope: f32,
    /// The column of its diagonal.
    pub diagonal: f32,
}

impl Score {
    /// Returns `true` if a product is the score.
    pub fn is_identity(self) -> bool {
        self.softcap == 0.0 && !self.has_alibi
    }

    /// The score of a product in column `j` of `row`, and the derivative of the one by the other.
    #[inline(always)]
    pub fn apply<const FMA: bool>(self, product: f32, row: &Row, j: usize) -> (f32, f32) {
        let (mut score, mut slope) = (product, 1.0);
        if self.softcap != 0.0 {
            let t = tanh::<FMA>(product / self.softcap);
            (score, slope) = (self.softcap * t, multiply_add::<FMA>(-t, t, 1.0));
        }
        if self.has_alibi {
            let distance = (row.diagonal - j as f32).abs();
            score = multiply_add::<FMA>(-row.slope, distance, score);
        }
        (score, slope)
    }
}
