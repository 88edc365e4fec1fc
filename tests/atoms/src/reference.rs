//! The product of a tile by [`multiply_tiles`], atom by atom.

use azulejo_atoms_device::Case;
use azulejo_tensor::atom::{MmaAtom, StaticLayout, StaticShape, multiply_tiles};

use crate::Tile;

/// C after the kernel of a case: what `emulate_mma` gives each atom's share, gathered and scattered by layouts that reach all of the
/// atom's tile.
pub fn expected<C: Case>(tile: &Tile<C>, accumulate: bool) -> Vec<<C::Atom as MmaAtom>::C> {
    let [_, n, k] = C::TILE;
    let [am, an, ak] = <C::Atom as MmaAtom>::ShapeMnk::EXTENTS;
    let mut c = tile.c.clone();
    if accumulate {
        reaches::<<C::Atom as MmaAtom>::ALayout>(am * ak);
        reaches::<<C::Atom as MmaAtom>::BLayout>(an * ak);
        reaches::<<C::Atom as MmaAtom>::CLayout>(am * an);
    } else {
        c.fill(Default::default());
    }
    let [rows, columns, _] = C::TILE.map(|extent| 0..extent);
    for row in rows.step_by(am) {
        for col in columns.clone().step_by(an) {
            let mut sums = part(&c, n, [row, col], [am, an]);
            for depth in (0..k).step_by(ak) {
                let a = part(&tile.a, k, [row, depth], [am, ak]);
                let b = part(&tile.b, k, [col, depth], [an, ak]);
                multiply_tiles::<C::Atom>(&a, &b, &mut sums);
            }
            for (j, sums) in sums.chunks_exact(am).enumerate() {
                for (i, sum) in sums.iter().enumerate() {
                    c[(row + i) * n + col + j] = *sum;
                }
            }
        }
    }
    c
}

/// A part of a row-major matrix of `pitch` columns, column after column.
fn part<T: Copy>(matrix: &[T], pitch: usize, [row, col]: [usize; 2], [m, n]: [usize; 2]) -> Vec<T> {
    let places = (0..n).flat_map(|j| (0..m).map(move |i| (row + i) * pitch + col + j));
    places.map(|at| matrix[at]).collect()
}

/// The threads' values are all elements of the atom's tile.
///
/// # Panics
/// Where an element belongs to no thread.
fn reaches<L: StaticLayout>(elements: usize) {
    let mut reached = vec![false; elements];
    (0..L::SIZE).for_each(|index| reached[L::offset_of(index) as usize] = true);
    assert!(
        reached.iter().all(|one| *one),
        "{} leaves elements out",
        L::default()
    );
}
