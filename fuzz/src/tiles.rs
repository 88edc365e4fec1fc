//! [`tiles`]: tile programs on arrays of any extents and strides, at any places.
//!
//! AddressSanitizer sees what leaves a buffer; what stays inside it is held against loops over elements, and the gaps
//! between an output's elements must stay as they were.

use std::ops::Range;

use azulejo::cpu::{Strided, View, ViewMut};
use azulejo::layout::{ints::*, tile};
use azulejo::tile::{
    Array, ArrayMut, Atomic, AtomicArray, Block, In, Locked, LockedArray, Out, Part, Scope,
    TICKET_LOCK, Tile, tile_program,
};

use crate::bytes::Bytes;

type V = (usize,);
type M = (usize, usize);

/// What no program stores.
const GUARD: i32 = i32::MIN;

/// The tile at a place of one's own beyond the block's.
fn shifted(blk: &Block, x: Array<i32, M>, mut y: ArrayMut<i32, M>, i: u64, j: u64) {
    let (a, b) = blk.id::<M>();
    let at = (a.wrapping_add(i as usize), b.wrapping_add(j as usize));
    y.store((0, 0), x.load(tile!(_4, _4), at));
}

/// Loads, by every way there is, all of them added.
fn read(blk: &Block, x: Array<i32, M>, v: Array<i32, V>, mut y: ArrayMut<i32, V>, i: u64, j: u64) {
    let (i, j) = (i as usize, j as usize);
    let mut sum = x.load_at(tile!(_2, _4), (i, j)).tile();
    let views = [
        x.tiles(tile!(_2, _4)).steps((j, i)).load((i, j)),
        x.tiles(tile!(_2, _4)).reversed().load((i, j)),
        x.tiles(tile!(_2, _4))
            .dim_map::<1, 0>()
            .steps((i, 1))
            .load((j, i)),
        x.transposed().load(tile!(_2, _4), (i, j)),
        v.as_rows().load(tile!(_2, _4), (i, j)),
        v.as_columns().load(tile!(_2, _4), (i, j)),
    ];
    for view in views {
        sum = sum + view.tile();
    }
    sum = sum + x.rows(i, j).load(tile!(_2, _4), (j, 0)).tile();
    sum = sum + x.columns(j, i).load(tile!(_2, _4), (0, i)).tile();
    let at = Tile::<i64, _>::full(blk, tile!(_8), i as i64) + Tile::<i64, _>::iota(blk, tile!(_8));
    let rows =
        Tile::<i64, _>::full(blk, tile!(_8), j as i64) - Tile::<i64, _>::iota(blk, tile!(_8));
    sum = sum + (v.gather(at) + x.gather(rows, at)).reshape(tile!(_2, _4));
    sum = sum + x.load_trimmed(tile!(_3, _5), (i, j)).sum_all() + x.get((j, i));
    if let Some(flat) = x.flat() {
        sum = sum + flat.load(tile!(_8), (i,)).tile().reshape(tile!(_2, _4));
    }
    y.store((0,), sum.reshape(tile!(_8)));
}

/// Stores of one number, by every way there is.
fn written(blk: &Block, mut y: ArrayMut<i32, M>, i: u64, j: u64, k: u64) {
    let (i, j, k) = (i as usize, j as usize, k as usize);
    let one = Tile::<i32, _>::ones(blk, tile!(_2, _4));
    y.store((i, j), one);
    y.set((j, i), Tile::<i32, _>::scalar(blk, 1));
    y.tiles(tile!(_2, _4)).steps((k, j)).store((i, j), one);
    y.tiles(tile!(_2, _4))
        .reversed()
        .steps((i, k))
        .store((j, k), one);
    y.tiles(tile!(_2, _4)).dim_map::<1, 0>().store((k, i), one);
    let t = y.as_array().load_trimmed(tile!(_3, _5), (0, 0));
    y.store_trimmed((k, j), t);
    let t = y.load(tile!(_2, _4), (i, k));
    y.store((i, k), t);
    y.update(tile!(_2, _4), (k, k), |t| t * 1);
}

/// Stores by index, plain, atomic and under a lock.
fn indexed(
    blk: &Block,
    x: Array<i64, V>,
    mut y: ArrayMut<i32, V>,
    bins: AtomicArray<i32, V>,
    locked: LockedArray<i32, V>,
) {
    let at = x.load(tile!(_8), (0,)).tile();
    let one = Tile::<i32, _>::ones(blk, tile!(_8));
    y.scatter(at, one);
    bins.max(at, one);
    bins.within(Scope::System).min(at, one);
    locked.with(|sum| {
        let before = sum.load(tile!(_1), (0,));
        sum.store((0,), before + 1);
        sum.scatter(at, one);
    });
}

tile_program! {
    /// Tiles at a distance.
    pub Shifted = shifted "fuzz_shifted" (x: In<i32, M>, y: Out<i32, M, (_4, _4)>, i: u64, j: u64);
    /// Loads.
    pub Read = read "fuzz_read" (x: In<i32, M>, v: In<i32, V>, y: Out<i32, V, (_8,)>, i: u64, j: u64);
    /// Stores in regions of 3 × 5.
    pub Written = written "fuzz_written" (y: Out<i32, M, (_3, _5)>, i: u64, j: u64, k: u64);
    /// Stores by index.
    pub Indexed = indexed "fuzz_indexed" (x: Part<i64, V, (_8,)>, y: Out<i32, V, (_5,)>, bins: Atomic<i32, V>, locked: Locked<i32, V>);
}

/// A number that is small, or so large that a product with it overflows.
fn place(bytes: &mut Bytes) -> u64 {
    let small = bytes.below(7) as u64;
    match bytes.below(8) {
        0 => u64::MAX - small,
        1 => (1 << 63) + small,
        2 => (1 << 61) + small,
        3 => i64::MAX as u64 - small,
        4 => (1 << 32) + small,
        _ => small,
    }
}

/// Data that such a layout needs, numbered, and the layout.
fn matrix(bytes: &mut Bytes) -> Option<(Vec<i32>, Strided)> {
    let (m, n) = (bytes.below(11), bytes.below(11));
    let strides = match bytes.below(5) {
        0 => [n, 1],
        1 => [1, m],
        2 => [n + bytes.below(5), 1],
        3 => [1 + bytes.below(20), 1 + bytes.below(20)],
        _ => [0, bytes.below(3)],
    };
    let layout = Strided::new(&[m, n], &strides).ok()?;
    let len = layout.cosize() + bytes.below(3);
    Some(((0..len as i32).collect(), layout))
}

/// Whether only elements of the layout were changed.
fn untouched(data: &[i32], layout: &Strided) {
    let mut left: Vec<i32> = data.to_vec();
    layout.offsets().for_each(|at| left[at] = GUARD);
    assert!(
        left.iter().all(|x| *x == GUARD),
        "stored outside {layout:?}: {data:?}"
    );
}

/// Takes any bytes through the programs.
pub fn tiles(data: &[u8]) {
    let bytes = &mut Bytes::new(data);
    let [i, j, k] = [(); 3].map(|()| place(bytes));
    let Some((x, of_x)) = matrix(bytes) else {
        return;
    };
    let Ok(from) = View::new(&x, of_x) else {
        return;
    };
    if let Some((mut y, of_y)) = matrix(bytes) {
        y.fill(GUARD);
        if let Ok(to) = ViewMut::new(&mut y, of_y) {
            Shifted::run(from, to, i, j).expect("any places are taken");
            let ([m, n], [p, q]) = (pair(of_y.extents()), pair(of_x.extents()));
            let [s, t] = pair(of_x.strides());
            let far = |at: usize, by: u64, end: usize| {
                let tile = (at / 4).wrapping_add(by as usize).checked_mul(4)?;
                Some(tile.checked_add(at % 4)?).filter(|at| *at < end)
            };
            for (at, place) in coordinates(0..m, 0..n).zip(of_y.offsets()) {
                let read = far(at.0, i, p).zip(far(at.1, j, q));
                let expected = read.map_or(0, |(row, column)| x[row * s + column * t]);
                assert_eq!(
                    y[place], expected,
                    "{at:?} of {of_y:?} at ({i}, {j}) of {of_x:?}"
                );
            }
            untouched(&y, &of_y);
        }
        y.fill(GUARD);
        if let Ok(to) = ViewMut::new(&mut y, of_y) {
            Written::run(to, i, j, k).expect("any places are taken");
            untouched(&y, &of_y);
        }
    }
    let v: Vec<i32> = (0..bytes.below(20) as i32).collect();
    let mut y = vec![GUARD; bytes.below(20)];
    Read::run(
        from,
        View::from_slice(&v),
        ViewMut::from_slice(&mut y),
        i,
        j,
    )
    .expect("any places are taken");
    assert!(y.iter().all(|x| *x != GUARD));
    let at: Vec<i64> = (0..8 * bytes.below(4))
        .map(|_| place(bytes) as i64)
        .collect();
    let (blocks, step) = (at.len() / 8, 1 + bytes.below(3));
    let layout = Strided::new(&[5 * blocks], &[step]).expect("a vector");
    let mut y = vec![GUARD; layout.cosize() + 2];
    let (mut bins, mut sum) = (vec![0; bytes.below(6)], vec![0; 1 + bytes.below(6)]);
    let mut lock = TICKET_LOCK;
    Indexed::run(
        View::from_slice(&at),
        ViewMut::new(&mut y, layout).expect("it is long enough"),
        ViewMut::from_slice(&mut bins),
        (
            ViewMut::from_slice(&mut sum),
            ViewMut::from_slice(&mut lock),
        ),
    )
    .expect("any indices are taken");
    untouched(&y, &layout);
    assert_eq!((lock[0], lock[4]), (blocks as i32, blocks as i32));
    for (bin, x) in bins.iter().enumerate() {
        assert_eq!(*x, at.contains(&(bin as i64)) as i32);
    }
}

fn pair(of: &[usize]) -> [usize; 2] {
    [of[0], of[1]]
}

fn coordinates(rows: Range<usize>, columns: Range<usize>) -> impl Iterator<Item = M> {
    rows.flat_map(move |i| columns.clone().map(move |j| (i, j)))
}
