//! [`KeyRows`]: keys or values of a sequence, in one tensor or in pages; [`Block`]: some of them as f32.

use std::ops::Range;

use azulejo_gemm::{GemmError, MatRef};

use super::rows::{Rows, Sequence};
use crate::AttentionElement;

/// The pages of each sequence, checked: page `p` of sequence `b` is `table[b * per_sequence + p]`.
#[derive(Clone, Copy)]
pub struct Pages<'a> {
    pub table: &'a [usize],
    pub per_sequence: usize,
    /// Keys of a page.
    pub size: usize,
}

/// Keys or values: rows in one tensor, or in the pages of a pool.
#[derive(Clone, Copy)]
pub struct KeyRows<'a, T> {
    rows: Rows<'a, T>,
    pages: Option<Pages<'a>>,
}

/// Some rows as f32, `stride` elements apart.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    data: &'a [f32],
    stride: usize,
    pub rows: usize,
    pub dim: usize,
}

impl<'a, T: AttentionElement> KeyRows<'a, T> {
    pub fn new(rows: Rows<'a, T>, pages: Option<Pages<'a>>) -> Self {
        KeyRows { rows, pages }
    }

    pub fn dim(&self) -> usize {
        self.rows.dim
    }

    /// Row `j` of a sequence.
    fn at(&self, sequence: &Sequence, j: usize, head: usize) -> &'a [T] {
        match self.pages {
            None => self.rows.at(sequence.k, j, head),
            Some(pages) => {
                let page = pages.table[sequence.k * pages.per_sequence + j / pages.size];
                self.rows.at(page, j % pages.size, head)
            }
        }
    }

    /// Rows `range` of a sequence, not empty: where they are, or copied to `scratch`.
    pub fn block<'s>(
        &self,
        sequence: &Sequence,
        head: usize,
        range: Range<usize>,
        scratch: &'s mut Vec<f32>,
    ) -> Block<'s>
    where
        'a: 's,
    {
        let (rows, dim) = (range.len(), self.rows.dim);
        if self.pages.is_none()
            && let Some(data) = T::as_f32(self.rows.from(sequence.k, range.start, head))
        {
            return Block {
                data,
                stride: self.rows.row,
                rows,
                dim,
            };
        }
        gather(range.map(|j| self.at(sequence, j, head)), dim, scratch)
    }
}

/// Copies rows to `scratch`, one after the other.
pub fn gather<'s, T: AttentionElement>(
    rows: impl Iterator<Item = impl AsRef<[T]>>,
    dim: usize,
    scratch: &'s mut Vec<f32>,
) -> Block<'s> {
    scratch.clear();
    for row in rows {
        scratch.extend(row.as_ref().iter().map(|x| x.to_sum()));
    }
    Block {
        rows: scratch.len() / dim,
        data: scratch,
        stride: dim,
        dim,
    }
}

impl<'a> Block<'a> {
    /// Row `i`.
    pub fn row(&self, i: usize) -> &'a [f32] {
        &self.data[i * self.stride..][..self.dim]
    }

    /// The rows as a matrix.
    pub fn matrix(&self) -> Result<MatRef<'a, f32>, GemmError> {
        MatRef::new(self.data, (self.rows, self.dim), (self.stride as isize, 1))
    }

    /// The rows that hold NaN or infinities.
    pub fn not_finite(&self) -> Vec<usize> {
        let finite = |row: &[f32]| row.iter().fold(true, |all, x| all & x.is_finite());
        (0..self.rows).filter(|i| !finite(self.row(*i))).collect()
    }

    /// The same rows, zeros in the place of `rows`.
    pub fn without<'s>(&self, rows: &[usize], scratch: &'s mut Vec<f32>) -> Block<'s> {
        let zeros = vec![0.0; self.dim];
        let kept = (0..self.rows).map(|i| match rows.binary_search(&i) {
            Ok(_) => &zeros[..],
            Err(_) => self.row(i),
        });
        gather::<f32>(kept, self.dim, scratch)
    }
}
