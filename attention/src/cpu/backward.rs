//! The backward pass: the gradient of Q by blocks of query rows, then those of K and V by blocks of keys.
//!
//! Every sum belongs to one task and has one order, so the same inputs give the same bits on any number of threads.

use std::ops::Range;

use azulejo_cpu::View;
use azulejo_gemm::{GemmError, Isa, MatMut};
use rayon::prelude::*;

use super::block::{Block, KeyRows};
use super::forward::{KEYS, ROWS, query_block, row_columns, score, tasks};
use super::gradient::{Gradient, Memory};
use super::product::{Weights, multiply};
use super::rows::{Rows, Sequence};
use super::score::Row;
use crate::{AttentionElement, Options};

/// What the tasks read.
pub struct Backward<'a, T> {
    pub q: Rows<'a, T>,
    pub k: KeyRows<'a, T>,
    pub v: KeyRows<'a, T>,
    pub out: Rows<'a, T>,
    pub d_out: Rows<'a, T>,
    /// Element `(head, query)` of what starts at `s` is at `s lse_start + head lse_head + query lse_row`.
    pub lse: View<'a, f32>,
    pub lse_strides: [usize; 3],
    pub sequences: &'a [Sequence],
    pub kv_heads: usize,
    pub group: usize,
    pub options: Options<'a>,
}

/// The tokens of packed queries and of packed keys.
pub type Packed = Option<(usize, usize)>;

/// Computes every row of the three gradients, whose orders are those of [`tasks`], keys with a group of 1.
///
/// # Errors
/// Those of the products; some rows may have been written.
pub fn backward<T: AttentionElement>(
    problem: &Backward<'_, T>,
    packed: Packed,
    dq: Vec<&mut [T]>,
    dk: Vec<&mut [T]>,
    dv: Vec<&mut [T]>,
) -> Result<(), GemmError> {
    let (sequences, kv_heads, group) = (problem.sequences, problem.kv_heads, problem.group);
    let mut dq: Vec<_> = dq.into_iter().map(Some).collect();
    let by_rows = tasks(
        sequences.iter().map(|s| (s.q, s.queries)),
        kv_heads,
        group,
        packed.map(|(queries, _)| queries),
        |index, kv_head, rows, at| {
            let to: Vec<_> = at.filter_map(|i| dq[i].take()).collect();
            (index, kv_head, rows, to)
        },
    );
    by_rows
        .into_par_iter()
        .rev()
        .try_for_each(|(index, kv_head, rows, to)| {
            let sums = problem.query_gradient(&sequences[index], kv_head, rows)?;
            store(&sums, to);
            Ok(())
        })?;
    let mut dk: Vec<_> = dk.into_iter().map(Some).collect();
    let mut dv: Vec<_> = dv.into_iter().map(Some).collect();
    let by_keys = tasks(
        sequences.iter().map(|s| (s.k, s.keys)),
        kv_heads,
        1,
        packed.map(|(_, keys)| keys),
        |index, kv_head, keys, at| {
            let k: Vec<_> = at.clone().filter_map(|i| dk[i].take()).collect();
            let v: Vec<_> = at.filter_map(|i| dv[i].take()).collect();
            (index, kv_head, keys, k, v)
        },
    );
    by_keys
        .into_par_iter()
        .try_for_each(|(index, kv_head, keys, dk, dv)| {
            let (k, v) = problem.key_gradients(&sequences[index], kv_head, keys)?;
            store(&k, dk);
            store(&v, dv);
            Ok(())
        })
}

/// Rounds rows of sums.
fn store<T: AttentionElement>(sums: &[f32], mut rows: Vec<&mut [T]>) {
    let dim = rows.first().map_or(1, |row| row.len());
    for (to, from) in rows.iter_mut().zip(sums.chunks_exact(dim)) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = T::from_sum(*from);
        }
    }
}

/// A tile of probabilities and of the gradient of its products, of some rows and keys.
#[derive(Default)]
struct Tile {
    probabilities: Vec<f32>,
    gradient: Vec<f32>,
    columns: Vec<Row>,
    memory: Vec<Memory>,
}

impl<T: AttentionElement> Backward<'_, T> {
    /// The gradient of some rows of queries, as sums.
    fn query_gradient(
        &self,
        sequence: &Sequence,
        kv_head: usize,
        rows: Range<usize>,
    ) -> Result<Vec<f32>, GemmError> {
        let mut sums = vec![0.0; rows.len() * self.q.dim];
        let mut memory = [const { Vec::new() }; 4];
        let [q, d_out, k, v] = &mut memory;
        let q = query_block(&self.q, sequence, kv_head, self.group, &rows, q);
        let d_out = query_block(&self.d_out, sequence, kv_head, self.group, &rows, d_out);
        let mask = self.options.mask;
        let seen = |row: usize| mask.keys(row / self.group, sequence.queries, sequence.keys);
        let keys = seen(rows.start).start..seen(rows.end - 1).end;
        let mut tile = Tile::default();
        for from in keys.clone().step_by(KEYS) {
            let part = from..keys.end.min(from + KEYS);
            let k = self.k.block(sequence, kv_head, part.clone(), k);
            let v = self.v.block(sequence, kv_head, part.clone(), v);
            self.fill(&mut tile, sequence, kv_head, &rows, &part, [q, k, v, d_out])?;
            tile.add(&tile.gradient, k, &mut sums, self.scale(), false)?;
        }
        Ok(sums)
    }

    /// The gradients of some keys and their values, as sums.
    fn key_gradients(
        &self,
        sequence: &Sequence,
        kv_head: usize,
        keys: Range<usize>,
    ) -> Result<(Vec<f32>, Vec<f32>), GemmError> {
        let mut dk = vec![0.0; keys.len() * self.q.dim];
        let mut dv = vec![0.0; keys.len() * self.v.dim()];
        let mut memory = [const { Vec::new() }; 4];
        let [q, d_out, k, v] = &mut memory;
        let k = self.k.block(sequence, kv_head, keys.clone(), k);
        let v = self.v.block(sequence, kv_head, keys.clone(), v);
        let mask = self.options.mask;
        let seen = |key: usize| mask.queries(key, sequence.queries, sequence.keys);
        let queries = seen(keys.start).start..seen(keys.end - 1).end;
        let mut tile = Tile::default();
        for from in (queries.start * self.group..queries.end * self.group).step_by(ROWS) {
            let rows = from..(queries.end * self.group).min(from + ROWS);
            let q = query_block(&self.q, sequence, kv_head, self.group, &rows, q);
            let d_out = query_block(&self.d_out, sequence, kv_head, self.group, &rows, d_out);
            self.fill(&mut tile, sequence, kv_head, &rows, &keys, [q, k, v, d_out])?;
            tile.add(&tile.probabilities, d_out, &mut dv, 1.0, true)?;
            tile.add(&tile.gradient, q, &mut dk, self.scale(), true)?;
        }
        Ok((dk, dv))
    }

    fn scale(&self) -> f32 {
        self.options.scale_for(self.q.dim)
    }

    /// Computes the probabilities of a tile and the gradient of its products.
    fn fill(
        &self,
        tile: &mut Tile,
        sequence: &Sequence,
        kv_head: usize,
        rows: &Range<usize>,
        keys: &Range<usize>,
        [q, k, v, d_out]: [Block<'_>; 4],
    ) -> Result<(), GemmError> {
        let isa = Isa::detect();
        let (count, width) = (rows.len(), keys.len());
        let Tile {
            probabilities,
            gradient,
            columns,
            memory,
        } = tile;
        row_columns(
            columns,
            &self.options,
            sequence,
            kv_head,
            self.group,
            rows,
            keys,
        );
        memory.clear();
        memory.extend(rows.clone().enumerate().map(|(i, row)| {
            let (query, head) = (row / self.group, kv_head * self.group + row % self.group);
            let out = self.out.at(sequence.q, query, head);
            let products = out.iter().zip(d_out.row(i));
            let delta: f64 = products
                .map(|(x, y)| f64::from(x.to_sum()) * f64::from(*y))
                .sum();
            let [start, by_head, by_row] = self.lse_strides;
            Memory {
                lse: self.lse.data()[sequence.q * start + head * by_head + query * by_row],
                delta: delta as f32,
            }
        }));
        for to in [&mut *probabilities, &mut *gradient] {
            to.resize(count * width, 0.0);
        }
        let to = |tile| MatMut::row_major(tile, count, width);
        let (q, d_out) = (q.matrix()?, d_out.matrix()?);
        multiply(
            isa,
            q,
            k.matrix()?.t(),
            to(probabilities)?,
            self.scale(),
            0.0,
        )?;
        multiply(isa, d_out, v.matrix()?.t(), to(gradient)?, 1.0, 0.0)?;
        isa.vectorize(Gradient {
            tile: probabilities,
            gradient,
            width,
            rows: columns,
            memory,
            score: score(&self.options),
        });
        Ok(())
    }
}

impl Tile {
    /// Adds `alpha` times the product of a tile, or of its transpose, and a block.
    fn add(
        &self,
        tile: &[f32],
        block: Block<'_>,
        sums: &mut [f32],
        alpha: f32,
        is_transposed: bool,
    ) -> Result<(), GemmError> {
        let rows = self.columns.len();
        let width = tile.len() / rows.max(1);
        let sees = |row: usize, key: usize| {
            (self.columns[row].from..self.columns[row].to).contains(&key)
                && self.memory[row].lse != f32::NEG_INFINITY
        };
        let is_cut =
            self.columns.iter().zip(&self.memory).any(|(row, memory)| {
                row.from > 0 || row.to < width || memory.lse == f32::NEG_INFINITY
            });
        let weights = Weights {
            tile,
            width,
            extents: (rows, width),
            is_transposed,
        };
        let sees: &dyn Fn(usize, usize) -> bool = &sees;
        weights.add_product(Isa::detect(), block, sums, alpha, is_cut.then_some(sees))
    }
}
