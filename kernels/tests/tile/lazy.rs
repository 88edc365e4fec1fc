//! Lazy tiles give what tiles give, bit for bit: inside, at edges, with any strides.

use super::*;
use azulejo_kernels::tile::{Array as Input, ArrayMut, Block, In, Out, Tile, k, tile_program};
use azulejo_layout::{
    ints::{_1, _4, _8},
    tile,
};

type V = (usize,);
type M = (usize, usize);
type Column = (usize, _1);

fn lazy(
    blk: &Block,
    x: Input<'_, i16, M>,
    row: Input<'_, f32, V>,
    column: Input<'_, f32, Column>,
    mut y: ArrayMut<'_, f32, M>,
    mut z: ArrayMut<'_, i16, M>,
    factor: f32,
) {
    let x = x.lazy(tile!(_4, _8), blk.id());
    let row = row.lazy(tile!(_8), (blk.at::<1>(),));
    let column = column.lazy(tile!(_4, _1), (blk.at::<0>(), 0));
    let sum = (x * 2 + row) * Tile::scalar(factor) - column / 4.0;
    y.store((0, 0), 1.0 - sum.map(|x| x.abs()) + row.tile());
    let odd = x.zip(row.cast::<i16>(), |x, row| x | (row & 1));
    z.store((0, 0), 7 - -odd % k::<5>());
}

fn made(
    blk: &Block,
    x: Input<'_, i16, M>,
    row: Input<'_, f32, V>,
    column: Input<'_, f32, Column>,
    mut y: ArrayMut<'_, f32, M>,
    mut z: ArrayMut<'_, i16, M>,
    factor: f32,
) {
    let x = x.load(tile!(_4, _8), blk.id());
    let row = row.load(tile!(_8), (blk.at::<1>(),));
    let column = column.load(tile!(_4, _1), (blk.at::<0>(), 0));
    let sum = (x * 2 + row) * Tile::scalar(factor) - column / 4.0;
    y.store((0, 0), 1.0 - sum.abs() + row);
    let odd = x.zip(row.cast::<i16>().broadcast_to(tile!(_4, _8)), |x, row| {
        x | (row & 1)
    });
    z.store((0, 0), 7 - -odd % k::<5>());
}

tile_program! {
    /// With lazy tiles.
    Lazily = lazy "test_lazy" (x: In<i16, M>, row: In<f32, V>, column: In<f32, Column>, y: Out<f32, M, (_4, _8)>,
        z: Out<i16, M, (_4, _8)>, factor: f32);
    /// With tiles.
    Made = made "test_made" (x: In<i16, M>, row: In<f32, V>, column: In<f32, Column>, y: Out<f32, M, (_4, _8)>,
        z: Out<i16, M, (_4, _8)>, factor: f32);
}

#[test]
fn lazy_tiles_are_tiles() {
    for (rows, columns) in [(8, 16), (7, 13), (4, 8), (1, 1), (0, 5)] {
        // Rows, columns, and rows with gaps.
        let layouts = [[columns, 1], [1, rows], [columns + 3, 1]]
            .map(|strides| Strided::new(&[rows, columns], &strides).unwrap());
        let x: Vec<i16> = (0..200).map(|i| (i * 7919 % 501) as i16 - 250).collect();
        let (row, column) = (arange::<f32>(columns), arange::<f32>(rows));
        for (from, to) in [(0, 0), (0, 2), (1, 0), (2, 1), (2, 2)] {
            let outputs = [Lazily::run, Made::run].map(|run| {
                let (mut y, mut z) = ([-7.5f32; 200], [-7i16; 200]);
                run(
                    View::new(&x, layouts[from]).unwrap(),
                    View::from_slice(&row),
                    matrix(&column, rows, 1),
                    ViewMut::new(&mut y, layouts[to]).unwrap(),
                    ViewMut::new(&mut z, layouts[to]).unwrap(),
                    0.37,
                )
                .unwrap();
                (y.map(f32::to_bits), z)
            });
            assert!(
                outputs[0] == outputs[1],
                "{rows} x {columns}, {from} to {to}"
            );
            let written = outputs[0].1.iter().filter(|z| **z != -7).count();
            assert_eq!(written, rows * columns);
        }
    }
}
