//! The safe API of tensors on the host: any layout on any part of a buffer is rejected or stays in that part.

use azulejo_layout::{coord, layout, tile, try_layout};
use azulejo_tensor::atom::U4;
use azulejo_tensor::engine::make_subbyte;
use azulejo_tensor::{
    axpby, copy, copy_if, fill, gemm, local_partition, local_tile, make_rmem, make_tensor, try_copy,
};

use crate::bytes::Bytes;

/// A number of a stride: small, or anything.
fn stride(bytes: &mut Bytes) -> i64 {
    match bytes.next() {
        huge @ 250.. => i64::MAX >> ((huge - 250) * 8),
        small => i64::from(small % 24) - 3,
    }
}

/// Extents and strides of two modes.
struct Matrix {
    extents: [i64; 2],
    strides: [i64; 2],
}

impl Matrix {
    fn new(bytes: &mut Bytes, extents: [i64; 2]) -> Self {
        let strides = match bytes.next() % 3 {
            0 => [1, extents[0]],
            1 => [extents[1], 1],
            _ => [stride(bytes), stride(bytes)],
        };
        Self { extents, strides }
    }

    /// The offset of an element.
    fn offset(&self, i: i64, j: i64) -> i128 {
        i128::from(i) * i128::from(self.strides[0]) + i128::from(j) * i128::from(self.strides[1])
    }

    fn coordinates(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let [m, n] = self.extents;
        (0..n).flat_map(move |j| (0..m).map(move |i| (i, j)))
    }

    /// Whether every element lies among `len`.
    fn fits(&self, len: usize) -> bool {
        let inside = |offset| (0..len as i128).contains(&offset);
        self.coordinates().all(|(i, j)| inside(self.offset(i, j)))
    }

    /// Whether no two elements share a place.
    fn injective(&self) -> bool {
        let mut offsets: Vec<i128> = self.coordinates().map(|(i, j)| self.offset(i, j)).collect();
        offsets.sort_unstable();
        offsets.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// A tensor of a matrix on a part of a buffer, or leaves the function: a layout that does not fit was rejected.
macro_rules! tensor {
    ($cells:expr, $matrix:expr) => {{
        let (matrix, len) = (&$matrix, $cells.len());
        let ([m, n], [a, b]) = (matrix.extents, matrix.strides);
        let Ok(layout) = try_layout!((m, n):(a, b)) else {
            return;
        };
        match make_tensor($cells, layout) {
            Ok(tensor) => {
                assert!(matrix.fits(len), "{layout} on {len} elements");
                tensor
            }
            Err(error) => {
                assert!(!matrix.fits(len), "{layout} on {len} elements: {error}");
                return;
            }
        }
    }};
}

/// Makes up layouts on parts of buffers, and reads and writes through their views.
///
/// # Panics
/// If a view reads or writes another element than its layout says, or one outside of its part.
pub fn tensors(data: &[u8]) {
    let bytes = &mut Bytes::new(data);
    let mut cells: Vec<i32> = (0..64).collect();
    let from: Vec<i32> = (0..64).map(|i| 1000 + i).collect();
    let (start, end) = (bytes.below(32), 32 + bytes.below(33));
    let extents = [bytes.below(7), bytes.below(7)].map(|extent| extent as i64);
    let (here, there) = (Matrix::new(bytes, extents), Matrix::new(bytes, extents));
    let (kind, mask, at) = (
        bytes.next(),
        u64::from(bytes.next()) * 0x0101_0101_0101_0101,
        bytes.below(8) as i64,
    );
    let before = cells.clone();
    let holds = |i: usize| mask >> (i % 64) & 1 == 1;
    {
        let mut to = tensor!(&mut cells[start..end], here);
        let source = tensor!(&from[..], there);
        match kind % 8 {
            0 => copy(&source, &mut to),
            1 => copy_if(holds, &source, &mut to),
            2 => fill(&mut to, 7),
            3 => axpby(3, &source, i32::from(kind / 8), &mut to),
            4 => {
                let tile = local_tile(&source, tile!(_2, _2), coord!(0i64, 0i64));
                let mut mine = make_rmem::<i32, _>(layout!((_2, _2)));
                for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    mine.put((i, j), tile.get((i, j)).unwrap_or(-1));
                }
                let own = mine.engine().as_slice();
                assert!(own.iter().all(|item| *item == -1 || from.contains(item)));
                assert_eq!(try_copy(&mine, &mut to).is_ok(), to.size() == 4);
            }
            5 => {
                let share = local_partition(&source, layout!((_2, _2)), bytes.below(4));
                let all: Vec<i32> = (0..share.size()).filter_map(|i| share.get(i)).collect();
                assert!(all.iter().all(|item| from.contains(item)));
            }
            6 => {
                let (row, all) = (to.try_slice(coord!(at, _)), extents[1]);
                assert_eq!(row.is_ok(), (0..extents[0]).contains(&at));
                let row = row.map(|row| (0..all).map(|j| row.get(j)).collect::<Vec<_>>());
                let expected = |j| before.get(start + here.offset(at, j) as usize).copied();
                assert!(row.is_err() || row == Ok((0..all).map(expected).collect()));
            }
            _ => {
                for (i, j) in [(at, 0), (0, at), (at, at), (-1, 0), (i64::MAX, 1)] {
                    let inside = (0..extents[0]).contains(&i) && (0..extents[1]).contains(&j);
                    let place = || before[start + here.offset(i, j) as usize];
                    assert_eq!(to.get((i, j)), inside.then(place));
                    assert_eq!(to.set((i, j), -5).is_some(), inside);
                    if inside {
                        to.set((i, j), place());
                    }
                }
            }
        }
    }
    // What lies around the part, and what the layout does not reach, is as before.
    let reached: Vec<usize> = here
        .coordinates()
        .map(|(i, j)| start + here.offset(i, j) as usize)
        .collect();
    for place in (0..64).filter(|place| !reached.contains(place)) {
        assert_eq!(cells[place], before[place], "element {place}");
    }
    if kind % 8 <= 1 && here.injective() {
        for (index, (i, j)) in here.coordinates().enumerate() {
            let place = start + here.offset(i, j) as usize;
            let copied = kind.is_multiple_of(8) || holds(index);
            let want = if copied {
                from[there.offset(i, j) as usize]
            } else {
                before[place]
            };
            assert_eq!(cells[place], want, "({i}, {j})");
        }
    }
    words(bytes);
    nibbles(bytes);
    product(bytes);
}

/// Copies of whole words, from and to any address.
fn words(bytes: &mut Bytes) {
    let from: Vec<u8> = (0..96).collect();
    let mut to = [255u8; 96];
    let (a, b, s) = (bytes.below(17), bytes.below(17), 8 + bytes.below(3) as i64);
    {
        let (Ok(source), Ok(mut target)) = (
            make_tensor(&from[a..], layout!((_8, _4):(_1, s))),
            make_tensor(&mut to[b..], layout!((_8, _4):(_1, _8))),
        ) else {
            return;
        };
        copy(&source, &mut target);
    }
    let place = |k: usize| (a + k % 8 + k / 8 * s as usize) as u8;
    assert!(
        (0..32).all(|k| to[b + k] == place(k)),
        "from {a} to {b} by {s}"
    );
    assert!(to[..b].iter().chain(&to[b + 32..]).all(|&x| x == 255));
}

/// Elements of four bits that share bytes.
fn nibbles(bytes: &mut Bytes) {
    let mut packed = [0u8; 12];
    let extents = [bytes.below(5), bytes.below(5)].map(|extent| extent as i64);
    let matrix = Matrix::new(bytes, extents);
    let ([m, n], [a, b]) = (matrix.extents, matrix.strides);
    let Ok(layout) = try_layout!((m, n):(a, b)) else {
        return;
    };
    let Ok(mut tensor) = make_tensor(make_subbyte::<U4, _>(&mut packed[..]), layout) else {
        return assert!(!matrix.fits(24));
    };
    fill(&mut tensor, U4::new(9));
    let mut reached = [0; 24];
    matrix
        .coordinates()
        .for_each(|(i, j)| reached[matrix.offset(i, j) as usize] = 9);
    let found: Vec<u8> = packed
        .iter()
        .flat_map(|byte| [byte & 15, byte >> 4])
        .collect();
    assert_eq!(found, reached);
}

/// A product of three matrices against three loops.
fn product(bytes: &mut Bytes) {
    let [m, n, k] = [(); 3].map(|()| bytes.below(5) as i64);
    let [a, b, c] = [[m, k], [n, k], [m, n]].map(|extents| Matrix::new(bytes, extents));
    let items: Vec<i32> = (0..48).map(|i| i * 7 % 11 - 5).collect();
    let mut sums = [1i32; 48];
    {
        let (ta, tb) = (tensor!(&items[..], a), tensor!(&items[8..], b));
        let mut tc = tensor!(&mut sums[..], c);
        gemm(&ta, &tb, &mut tc);
    }
    if c.injective() {
        for (i, j) in c.coordinates() {
            let term = |p| items[a.offset(i, p) as usize] * items[8 + b.offset(j, p) as usize];
            assert_eq!(
                sums[c.offset(i, j) as usize],
                1 + (0..k).map(term).sum::<i32>()
            );
        }
    }
}
