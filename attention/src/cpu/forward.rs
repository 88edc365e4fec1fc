//! The forward pass: one task for each block of query rows of a key head.

use std::ops::Range;

use azulejo_gemm::{GemmError, Isa, MatMut};
use rayon::prelude::*;

use super::block::{KeyRows, gather};
use super::product::{Weights, multiply};
use super::rows::{Rows, Sequence};
use super::score::{Row, Score};
use super::softmax::Softmax;
use crate::{AttentionElement, Options};

/// Keys of a tile of scores.
pub const KEYS: usize = 256;
/// Rows of a tile of scores, at most and where there are too few tasks.
pub const ROWS: usize = 256;
const FEW_ROWS: usize = 64;
/// Tasks from which on tiles are not made smaller for more of them.
const MANY_TASKS: usize = 64;
/// Keys of one task where few queries read many keys.
const SPLIT: usize = 16 * KEYS;

/// What the tasks read.
pub struct Forward<'a, T> {
    pub q: Rows<'a, T>,
    pub k: KeyRows<'a, T>,
    pub v: KeyRows<'a, T>,
    pub sequences: &'a [Sequence],
    pub kv_heads: usize,
    /// Query heads per key head.
    pub group: usize,
    pub options: Options<'a>,
}

/// Rows of queries of one key head: row `r` is query `r / group` of the head's query head `r % group`.
pub struct Task<'o, T> {
    pub sequence: Sequence,
    pub kv_head: usize,
    pub rows: Range<usize>,
    out: Vec<&'o mut [T]>,
    lse: Vec<&'o mut [f32]>,
}

/// What some keys give to some rows.
struct Partial {
    max: Vec<f32>,
    sum: Vec<f32>,
    out: Vec<f32>,
}

/// Computes every row of `out` and of `lse`, whose order is that of [`tasks`].
///
/// # Errors
/// Those of the products; some rows may have been written.
pub fn forward<T: AttentionElement>(
    problem: &Forward<'_, T>,
    packed: Option<usize>,
    out: Vec<&mut [T]>,
    lse: Option<Vec<&mut [f32]>>,
) -> Result<(), GemmError> {
    let has_lse = lse.is_some();
    let mut out: Vec<_> = out.into_iter().map(Some).collect();
    let mut lse: Vec<_> = lse.into_iter().flatten().map(Some).collect();
    let spans = problem.sequences.iter().map(|s| (s.q, s.queries));
    let tasks = tasks(
        spans,
        problem.kv_heads,
        problem.group,
        packed,
        |index, kv_head, rows, at| Task {
            sequence: problem.sequences[index],
            kv_head,
            rows,
            out: at.clone().filter_map(|i| out[i].take()).collect(),
            lse: at
                .filter(|_| has_lse)
                .filter_map(|i| lse[i].take())
                .collect(),
        },
    );
    // Later rows of a causal mask see more keys: the longest tasks first.
    tasks
        .into_par_iter()
        .rev()
        .try_for_each(|task| problem.run(task))
}

/// Cuts rows in tasks: of each span (where it starts and how many tokens it has), `group` rows per token and head.
///
/// `make` gets the span's index, the head, the rows and their places in `(spans, heads, tokens, group)`, or in
/// `(heads, total, group)` of `packed` tokens.
pub fn tasks<R>(
    spans: impl Iterator<Item = (usize, usize)> + Clone,
    heads: usize,
    group: usize,
    packed: Option<usize>,
    mut make: impl FnMut(usize, usize, Range<usize>, Range<usize>) -> R,
) -> Vec<R> {
    let count = |block: usize| {
        let blocks = spans
            .clone()
            .map(|(_, tokens)| (tokens * group).div_ceil(block));
        blocks.sum::<usize>() * heads
    };
    let mut block = ROWS;
    while block > FEW_ROWS && count(block) < MANY_TASKS {
        block /= 2;
    }
    let mut tasks = Vec::with_capacity(count(block));
    for (index, (start, tokens)) in spans.clone().enumerate() {
        let rows = tokens * group;
        for head in 0..heads {
            let first = match packed {
                Some(total) => (head * total + start) * group,
                None => (start * heads + head) * rows,
            };
            for from in (0..rows).step_by(block) {
                let to = rows.min(from + block);
                tasks.push(make(index, head, from..to, first + from..first + to));
            }
        }
    }
    tasks
}

impl<T: AttentionElement> Forward<'_, T> {
    fn run(&self, mut task: Task<'_, T>) -> Result<(), GemmError> {
        let seen = self.keys_of(&task.sequence, &task.rows);
        let split = seen.len() > 2 * SPLIT && task.sequence.queries * self.group <= FEW_ROWS;
        let total = if split {
            let starts: Vec<_> = seen.clone().step_by(SPLIT).collect();
            let parts = starts.into_par_iter().map(|from| {
                let keys = from..seen.end.min(from + SPLIT);
                self.partial(&task.sequence, task.kv_head, &task.rows, keys)
            });
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            parts.into_iter().reduce(Partial::merge)
        } else {
            Some(self.partial(&task.sequence, task.kv_head, &task.rows, seen)?)
        };
        let Some(Partial { max, sum, out }) = total else {
            return Ok(());
        };
        let sums = out.chunks_exact(self.v.dim()).zip(&sum);
        for (to, (from, &sum)) in task.out.iter_mut().zip(sums) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = T::from_sum(if sum == 0.0 { 0.0 } else { from / sum });
            }
        }
        for (to, (max, sum)) in task.lse.iter_mut().zip(max.iter().zip(&sum)) {
            to[0] = if *sum == 0.0 {
                f32::NEG_INFINITY
            } else {
                max + sum.ln()
            };
        }
        Ok(())
    }

    /// The keys that some of the rows see.
    fn keys_of(&self, sequence: &Sequence, rows: &Range<usize>) -> Range<usize> {
        let seen = |row: usize| {
            let query = row / self.group;
            let mask = self.options.mask;
            mask.keys(query, sequence.queries, sequence.keys)
        };
        seen(rows.start).start..seen(rows.end - 1).end
    }

    /// What `keys` give to `rows`.
    fn partial(
        &self,
        sequence: &Sequence,
        kv_head: usize,
        rows: &Range<usize>,
        keys: Range<usize>,
    ) -> Result<Partial, GemmError> {
        let isa = Isa::detect();
        let (count, dim) = (rows.len(), self.v.dim());
        let mut partial = Partial {
            max: vec![f32::NEG_INFINITY; count],
            sum: vec![0.0; count],
            out: vec![0.0; count * dim],
        };
        let mut memory = [const { Vec::new() }; 3];
        let [queries, k, v] = &mut memory;
        let queries = query_block(&self.q, sequence, kv_head, self.group, rows, queries);
        let scale = self.options.scale_for(self.q.dim);
        let score = score(&self.options);
        let mut tile = vec![0.0; count * KEYS.min(keys.len())];
        let mut columns = Vec::with_capacity(count);
        for from in keys.clone().step_by(KEYS) {
            let part = from..keys.end.min(from + KEYS);
            let width = part.len();
            row_columns(
                &mut columns,
                &self.options,
                sequence,
                kv_head,
                self.group,
                rows,
                &part,
            );
            let is_cut = columns.iter().any(|row| row.from > 0 || row.to < width);
            let tile = &mut tile[..count * width];
            let k = self.k.block(sequence, kv_head, part.clone(), k);
            multiply(
                isa,
                queries.matrix()?,
                k.matrix()?.t(),
                MatMut::row_major(tile, count, width)?,
                scale,
                0.0,
            )?;
            isa.vectorize(Softmax {
                tile,
                width,
                rows: &columns,
                score,
                max: &mut partial.max,
                sum: &mut partial.sum,
                out: &mut partial.out,
                dim,
            });
            let sees = |row: usize, key: usize| (columns[row].from..columns[row].to).contains(&key);
            let weights = Weights {
                tile,
                width,
                extents: (count, width),
                is_transposed: false,
            };
            let v = self.v.block(sequence, kv_head, part, v);
            let sees: &dyn Fn(usize, usize) -> bool = &sees;
            weights.add_product(isa, v, &mut partial.out, 1.0, is_cut.then_some(sees))?;
        }
        Ok(partial)
    }
}

impl Partial {
    /// What the keys of both give.
    fn merge(mut self, other: Self) -> Self {
        let dim = self.out.len() / self.max.len().max(1);
        let rows = self
            .out
            .chunks_mut(dim.max(1))
            .zip(other.out.chunks(dim.max(1)));
        for (row, (to, from)) in rows.enumerate() {
            let (old, new) = (self.max[row], other.max[row]);
            let max = if new > old { new } else { old };
            let shift = if max == f32::NEG_INFINITY { 0.0 } else { max };
            let factors = [(old - shift).exp(), (new - shift).exp()];
            self.max[row] = max;
            self.sum[row] = self.sum[row] * factors[0] + other.sum[row] * factors[1];
            for (to, from) in to.iter_mut().zip(from) {
                *to = *to * factors[0] + from * factors[1];
            }
        }
        self
    }
}

/// Rows of a tensor of query heads, as f32.
pub fn query_block<'s, T: AttentionElement>(
    tensor: &Rows<'_, T>,
    sequence: &Sequence,
    kv_head: usize,
    group: usize,
    rows: &Range<usize>,
    scratch: &'s mut Vec<f32>,
) -> super::block::Block<'s> {
    let row = |r: usize| tensor.at(sequence.q, r / group, kv_head * group + r % group);
    gather(rows.clone().map(row), tensor.dim, scratch)
}

/// What becomes of products.
pub fn score(options: &Options<'_>) -> Score {
    Score {
        softcap: options.softcap.unwrap_or(0.0),
        has_alibi: options.alibi.is_some(),
    }
}

/// The columns that each row sees of a tile of `keys`.
pub fn row_columns(
    columns: &mut Vec<Row>,
    options: &Options<'_>,
    sequence: &Sequence,
    kv_head: usize,
    group: usize,
    rows: &Range<usize>,
    keys: &Range<usize>,
) {
    columns.clear();
    columns.extend(rows.clone().map(|row| {
        let (query, head) = (row / group, kv_head * group + row % group);
        let seen = options.mask.keys(query, sequence.queries, sequence.keys);
        let column = |key: usize| key.clamp(keys.start, keys.end) - keys.start;
        let diagonal =
            query as i128 + sequence.keys as i128 - sequence.queries as i128 - keys.start as i128;
        Row {
            from: column(seen.start),
            to: column(seen.end),
            slope: options.alibi.map_or(0.0, |slopes| slopes[head]),
            diagonal: diagonal as f32,
        }
    }));
}
