//! Lazy tiles give what tiles give, bit for bit: inside, at edges, with any strides.

use super::*;
use azulejo_layout::{
    ints::{_1, _4, _8, _16, _32},
    tile,
};
use azulejo_tile::{Array as Input, ArrayMut, Block, In, Out, Tile, k, tile_program};

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
    let x = x.load(tile!(_4, _8), blk.id());
    let row = row.load(tile!(_8), (blk.at::<1>(),));
    let column = column.load(tile!(_4, _1), (blk.at::<0>(), 0));
    let sum = (x * 2 + row) * Tile::scalar(blk, factor) - column / 4.0;
    y.store(
        (0, 0),
        (1.0 - sum.abs() + row.tile()).clip(-300.0, 300.0).relu(),
    );
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
    let x = x.load(tile!(_4, _8), blk.id()).tile();
    let row = row.load(tile!(_8), (blk.at::<1>(),)).tile();
    let column = column.load(tile!(_4, _1), (blk.at::<0>(), 0)).tile();
    let sum = (x * 2 + row) * Tile::scalar(blk, factor) - column / 4.0;
    y.store((0, 0), (1.0 - sum.abs() + row).clip(-300.0, 300.0).relu());
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
                    read(&row),
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

fn forms(blk: &Block, x: Input<'_, f32, M>, w: Input<'_, f32, V>, mut y: ArrayMut<'_, f32, M>) {
    let (x, w) = (x.load(tile!(_4, _8), (0, 0)), w.load(tile!(_8), (0,)));
    let mut row = 0;
    let mut same = |lazy: Tile<f32, _>, made: Tile<f32, _>| {
        y.store((row, 0), lazy.reshape(tile!(_1, _32)));
        y.store((row + 1, 0), made.reshape(tile!(_1, _32)));
        row += 2;
    };
    same(x.exp(), x.tile().exp());
    same(x.sum_broadcast::<1>(), x.tile().sum_broadcast::<1>());
    same(x.cumsum::<0>(true), x.tile().cumsum::<0>(true));
    same(x.maximum(w), x.tile().maximum(w.tile()));
    same(
        x.lt(w).select(x, w),
        x.tile().lt(w.tile()).select(x.tile(), w.tile()),
    );
    same(x.fma(x, x * 2.0), x.tile().fma(x.tile(), x.tile() * 2.0));
    same((x + w).transpose().transpose(), x.tile() + w.tile());
    same(x.mma(x * w, Tile::<f32, _>::ones(blk, tile!(_8, _8))), {
        x.tile()
            .mma((x * w).tile(), Tile::<f32, _>::ones(blk, tile!(_8, _8)))
    });
    assert_eq!(x.to_string(), x.tile().to_string());
}

tile_program! {
    /// What a lazy tile does, and what its tile does, one row after the other.
    Forms = forms "test_forms" (x: In<f32, M>, w: In<f32, V>, y: Out<f32, M, (_16, _32)>);
}

#[test]
fn what_takes_a_tile_takes_a_lazy_one() {
    let (x, w) = (arange::<f32>(32), arange::<f32>(8));
    let mut y = vec![f32::NAN; 16 * 32];
    let rows = |m, n| Strided::row_major(&[m, n]).unwrap();
    Forms::run(
        View::new(&x, rows(4, 8)).unwrap(),
        read(&w),
        ViewMut::new(&mut y, rows(16, 32)).unwrap(),
    )
    .unwrap();
    for (number, pair) in y.chunks(64).enumerate() {
        let (lazy, made) = pair.split_at(32);
        assert!(lazy.iter().any(|x| *x != 0.0) && lazy.iter().all(|x| !x.is_nan()));
        assert_eq!(lazy, made, "form {number}");
    }
}

fn changed(blk: &Block, w: Input<'_, f32, V>, mut x: ArrayMut<'_, f32, M>) {
    let w = w.load(tile!(_8), (blk.at::<1>(),));
    x.update(tile!(_4, _8), (0, 0), |t| (t * t + w).relu() - t);
    x.update(tile!(_4, _8), (0, 0), |t| t.cast::<i32>());
}

tile_program! {
    /// `x = int(max(x x + w, 0) - x)`.
    Changed = changed "test_changed" (w: In<f32, V>, x: Out<f32, M, (_4, _8)>);
}

#[test]
fn tiles_are_stored_where_they_come_from() {
    for (rows, columns) in [(8, 16), (7, 13), (1, 1)] {
        let w = arange::<f32>(columns);
        for strides in [[columns, 1], [1, rows], [columns + 3, 1]] {
            let layout = Strided::new(&[rows, columns], &strides).unwrap();
            let before: Vec<f32> = (0..200).map(|i| (i % 37) as f32 * 0.7 - 9.0).collect();
            let (mut after, mut expected) = (before.clone(), before.clone());
            Changed::run(read(&w), ViewMut::new(&mut after, layout).unwrap()).unwrap();
            for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
                let x = &mut expected[i * strides[0] + j * strides[1]];
                *x = ((*x * *x + w[j]).max(0.0) - *x).trunc();
            }
            assert_eq!(after, expected, "{rows} x {columns} by {strides:?}");
        }
    }
}
