//! [`Rows`]: tensors as rows of one head dimension, to read; [`split`]: the same, to write.

use azulejo_cpu::{Strided, View};
use azulejo_tensor::Element;

/// Queries and keys that attend to each other.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// Where its queries start: the batch index, or the first token of packed sequences.
    pub q: usize,
    /// Where its keys start.
    pub k: usize,
    pub queries: usize,
    pub keys: usize,
}

/// A tensor to read: row `i` of head `h` of what starts at `s` is at `s start + i row + h head`.
#[derive(Clone, Copy)]
pub struct Rows<'a, T> {
    data: &'a [T],
    start: usize,
    pub row: usize,
    head: usize,
    pub dim: usize,
}

impl<'a, T: Element> Rows<'a, T> {
    /// A view of `(batch, sequence, heads, dim)`, or of packed sequences, `(total, heads, dim)`.
    pub fn new(view: View<'a, T>) -> Self {
        let (data, layout) = (view.data(), view.layout());
        let dim = layout.extents().last().copied().unwrap_or(0);
        let (start, row, head) = match *layout.strides() {
            [batch, row, head, _] => (batch, row, head),
            [row, head, _] => (row, row, head),
            _ => (0, 0, 0),
        };
        Rows {
            data,
            start,
            row,
            head,
            dim,
        }
    }

    /// The elements from row `i` on.
    pub fn from(&self, start: usize, i: usize, head: usize) -> &'a [T] {
        &self.data[start * self.start + i * self.row + head * self.head..]
    }

    /// Row `i`.
    pub fn at(&self, start: usize, i: usize, head: usize) -> &'a [T] {
        &self.from(start, i, head)[..self.dim]
    }
}

/// The modes `(batch, heads, sequence)` of a tensor whose rows are [`split`], each head mode cut in groups of `group`:
/// `(batch, kv_heads, sequence, group)`, or without the first one for packed sequences.
pub fn row_modes(layout: &Strided, heads: usize, row: usize, group: usize) -> Vec<(usize, usize)> {
    let (extents, strides) = (layout.extents(), layout.strides());
    let head = (extents[heads], strides[heads]);
    let mut modes = Vec::with_capacity(4);
    if heads.min(row) == 1 {
        modes.push((extents[0], strides[0]));
    }
    let group = group.max(1);
    modes.push((head.0 / group, head.1.saturating_mul(group)));
    modes.push((extents[row], strides[row]));
    modes.push((group, head.1));
    modes
}

/// Cuts `data` in rows of `len` elements: one per coordinate of `modes` (extent and stride), the last mode fastest.
///
/// Rows do not overlap: they are those of an injective layout.
pub fn split<'a, T>(data: &'a mut [T], modes: &[(usize, usize)], len: usize) -> Vec<&'a mut [T]> {
    if modes.iter().any(|mode| mode.0 == 0) {
        return Vec::new();
    }
    let mut places = vec![(0, 0)];
    let mut order: Vec<_> = (0..modes.len()).collect();
    // From the largest stride to the smallest, rows come in the order of memory.
    order.sort_by_key(|mode| std::cmp::Reverse(modes[*mode].1));
    for &mode in &order {
        let (extent, stride) = modes[mode];
        if extent == 1 {
            continue;
        }
        let weight: usize = modes[mode + 1..].iter().map(|mode| mode.0).product();
        places = places
            .iter()
            .flat_map(|&(offset, index)| {
                (0..extent).map(move |i| (offset + i * stride, index + i * weight))
            })
            .collect();
    }
    if !places.is_sorted() {
        places.sort_unstable();
    }
    let mut rows: Vec<&mut [T]> = Vec::new();
    rows.resize_with(places.len(), Default::default);
    let (mut rest, mut at) = (data, 0);
    for (offset, index) in places {
        let (_, tail) = rest.split_at_mut(offset - at);
        let (row, tail) = tail.split_at_mut(len);
        rows[index] = row;
        (rest, at) = (tail, offset + len);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_layout_in_any_order_of_memory() {
        // (2,3,2) rows of 4 elements, in three orders of memory and with gaps.
        for strides in [[24, 8, 4], [4, 16, 8], [40, 4, 16], [12, 24, 100]] {
            let modes = [2, 3, 2].into_iter().zip(strides).collect::<Vec<_>>();
            let mut data: Vec<usize> = (0..300).collect();
            let rows = split(&mut data, &modes, 4);
            let mut expected = Vec::new();
            for (i, j, k) in (0..12).map(|x| (x / 6, x / 2 % 3, x % 2)) {
                expected.push(i * strides[0] + j * strides[1] + k * strides[2]);
            }
            let starts: Vec<usize> = rows.iter().map(|row| row[0]).collect();
            assert_eq!(starts, expected);
            assert!(rows.iter().all(|row| row.len() == 4));
        }
        assert!(split(&mut [0; 3], &[(0, 1), (usize::MAX, 1)], 1).is_empty());
    }

    #[test]
    fn heads_are_cut_in_groups() {
        let layout = Strided::row_major(&[2, 5, 6, 8]).unwrap();
        let modes = row_modes(&layout, 2, 1, 3);
        assert_eq!(modes, [(2, 240), (2, 24), (5, 48), (3, 8)]);
        let lse = Strided::row_major(&[6, 5]).unwrap();
        assert_eq!(row_modes(&lse, 0, 1, 2), [(3, 10), (5, 1), (2, 5)]);
    }
}
