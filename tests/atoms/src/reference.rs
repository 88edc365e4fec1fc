//! The product of a tile by [`emulate_mma`], atom by atom.

use azulejo_atoms_device::Case;
use azulejo_tensor::atom::{MmaAtom, StaticLayout, StaticShape, emulate_mma};

use crate::Tile;

/// C after the kernel of a case: each atom's share gathered by the atom's layouts, run by [`emulate_mma`] and scattered.
pub fn expected<C: Case>(tile: &Tile<C>, accumulate: bool) -> Vec<<C::Atom as MmaAtom>::C> {
    type A<C> = <<C as Case>::Atom as MmaAtom>::ALayout;
    type B<C> = <<C as Case>::Atom as MmaAtom>::BLayout;
    type Sums<C> = <<C as Case>::Atom as MmaAtom>::CLayout;
    let [m, n, k] = C::TILE;
    let [am, an, ak] = <C::Atom as MmaAtom>::ShapeMnk::EXTENTS;
    let mut c = tile.c.clone();
    if !accumulate {
        c.fill(Default::default());
    }
    let place = |offset: i64, rows: usize| (offset as usize % rows, offset as usize / rows);
    for (row, col) in (0..m / am).flat_map(|row| (0..n / an).map(move |col| (am * row, an * col))) {
        let at = |index: usize| {
            let (i, j) = place(Sums::<C>::offset_of(index), am);
            (row + i) * n + col + j
        };
        let mut sums: Vec<_> = (0..Sums::<C>::SIZE).map(|index| c[at(index)]).collect();
        for depth in (0..k).step_by(ak) {
            let a: Vec<_> = (0..A::<C>::SIZE)
                .map(|index| {
                    let (i, j) = place(A::<C>::offset_of(index), am);
                    tile.a[(row + i) * k + depth + j]
                })
                .collect();
            let b: Vec<_> = (0..B::<C>::SIZE)
                .map(|index| {
                    let (i, j) = place(B::<C>::offset_of(index), an);
                    tile.b[(col + i) * k + depth + j]
                })
                .collect();
            emulate_mma::<C::Atom>(&a, &b, &mut sums);
        }
        for (index, &sum) in sums.iter().enumerate() {
            c[at(index)] = sum;
        }
    }
    c
}
