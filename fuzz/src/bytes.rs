//! [`Bytes`]: numbers and layouts from the bytes of a fuzzer.

use azulejo_layout::value::{DynLayout, Int, Tree};

/// Bytes that are used up; zeros follow the last.
pub struct Bytes<'a>(&'a [u8]);

/// Elements of a layout at most: its table is the oracle.
const LARGEST: i64 = 256;

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    pub fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.next()) % end
    }

    /// A layout of up to four modes, perhaps nested: strides compact in some order, or anything small.
    pub fn layout(&mut self) -> DynLayout {
        let rank = 1 + self.below(4);
        let mut size = 1;
        let mut modes = Vec::new();
        for _ in 0..rank {
            let extent = [1, 2, 2, 3, 4, 5, 6, 8][self.below(8)];
            if size * extent > LARGEST {
                break;
            }
            // What is below the mode so far, times something small; or a stride of its own.
            let kind = self.next();
            let stride = match kind % 4 {
                0 | 1 => size,
                2 => size * (1 + i64::from(kind / 4 % 4)),
                _ => i64::from(self.next() % 64),
            };
            modes.push((self.int(extent), self.int(stride)));
            size *= extent;
        }
        if self.next().is_multiple_of(4) {
            let by = self.below(modes.len());
            modes.rotate_left(by);
        }
        let mut leaves: Vec<(Tree, Tree)> = modes
            .into_iter()
            .map(|(extent, stride)| (extent.into(), stride.into()))
            .collect();
        let nesting = self.next();
        if nesting.is_multiple_of(3) && leaves.len() > 1 {
            let tail = leaves.split_off(1 + usize::from(nesting / 3) % (leaves.len() - 1));
            leaves.push(tuple(tail));
        }
        let (shape, stride) = match leaves.len() {
            1 => leaves.remove(0),
            _ => tuple(leaves),
        };
        DynLayout::new(shape, stride).expect("shape and stride are congruent")
    }

    fn int(&mut self, value: i64) -> Int {
        match self.next() % 2 {
            0 => Int::fixed(value),
            _ => Int::dynamic(value),
        }
    }
}

fn tuple(items: Vec<(Tree, Tree)>) -> (Tree, Tree) {
    let (shapes, strides) = items.into_iter().unzip();
    (Tree::Tuple(shapes), Tree::Tuple(strides))
}
