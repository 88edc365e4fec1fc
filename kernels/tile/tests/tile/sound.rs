//! What safe programs must not be able to do: leave a lock held, reach past an array, end in an overflow.

use super::*;
use azulejo_layout::{ints::*, tile};
use azulejo_tile::{
    Array, ArrayMut, Atomic, AtomicArray, Block, Formula, In, Locked, LockedArray, Out,
    TICKET_LOCK, Tile, TileError, tile_program,
};

type V = (usize,);
type M = (usize, usize);
type Cube = (usize, usize, usize);

/// Every second block ends while it holds the lock: by an assertion, or by a panic of its own.
fn ends_inside(blk: &Block, mut seen: ArrayMut<i32, V>, sum: LockedArray<i32, V>, panics: i32) {
    sum.with(|sum| {
        let before = sum.load(tile!(_1), (0,));
        sum.store((0,), before + 1);
        if panics == 0 {
            let even = Tile::<i32, _>::full(blk, tile!(_1), blk.at::<0>() as i32 % 2);
            even.lt_value(1.0).assert_all(c"an even block");
        } else {
            assert!(blk.at::<0>() % 2 == 0, "an odd block");
        }
    });
    seen.store((0,), Tile::<i32, _>::ones(blk, tile!(_1)));
}

tile_program! {
    /// Blocks that end inside a lock.
    EndsInside = ends_inside "test_ends_inside" (seen: Out<i32, V, (_1,)>, sum: Locked<i32, V>, panics: i32);
}

#[test]
fn a_block_that_ends_inside_a_lock_leaves_it_free() {
    for blocks in [1usize, 2, 64] {
        for panics in [0, 1] {
            let (mut seen, mut sum, mut lock) = (vec![0; blocks], [0], TICKET_LOCK);
            let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let guarded = (write(&mut sum), write(&mut lock));
                EndsInside::run(write(&mut seen), guarded, panics)
            }));
            match run {
                Ok(result) => assert_eq!(result.is_err(), blocks > 1),
                Err(_) => assert!(panics == 1 && blocks > 1),
            }
            // Each block that began took the lock and gave it back; blocks of one task that ended do not begin.
            assert_eq!(lock[0], lock[4], "{blocks} blocks, panics {panics}");
            assert_eq!(sum[0], lock[0]);
        }
    }
}

#[test]
fn a_lock_that_is_held_is_an_error() {
    let (mut seen, mut sum, mut lock) = ([0; 4], [0], TICKET_LOCK);
    lock[0] = 1;
    let guarded = (write(&mut sum), write(&mut lock));
    let held = EndsInside::run(write(&mut seen), guarded, 0).unwrap_err();
    assert_eq!(held, TileError::Lock { argument: "sum" });
    assert_eq!(
        held.to_string(),
        "the lock of `sum` is held, and no block would be served: begin with `TICKET_LOCK`"
    );
    assert_eq!((seen, sum), ([0; 4], [0]));
}

/// Accesses at any place: what is outside is 0, and is not written.
#[allow(clippy::too_many_arguments)]
fn anywhere(
    blk: &Block,
    x: Array<i32, V>,
    a: Array<i32, M>,
    cube: Array<i32, Cube>,
    mut y: ArrayMut<i32, V>,
    bins: AtomicArray<i32, V>,
    i: u64,
    j: u64,
) {
    let (i, j) = (i as usize, j as usize);
    let mut sum = Tile::<i32, _>::zeros(blk, tile!(_4));
    let parts = [
        x.load(tile!(_4), (i,)).tile(),
        x.load_at(tile!(_4), (i,)).tile(),
        x.tiles(tile!(_4)).steps((j,)).load((i,)).tile(),
        x.as_rows()
            .load(tile!(_1, _4), (i, j))
            .tile()
            .reshape(tile!(_4)),
        x.as_columns()
            .load(tile!(_4, _1), (i, j))
            .tile()
            .reshape(tile!(_4)),
        a.rows(i, j)
            .load(tile!(_1, _4), (j, 0))
            .tile()
            .reshape(tile!(_4)),
        a.columns(i, j)
            .load(tile!(_4, _1), (0, j))
            .tile()
            .reshape(tile!(_4)),
    ];
    for part in parts {
        sum = sum + part;
    }
    for one in [
        x.get((i,)),
        a.transposed().get((i, j)),
        cube.plane(i).get((j, j)),
    ] {
        sum = sum + one;
    }
    let _ = (
        x.tiles(tile!(_4)).steps((j,)).offset((i,)),
        x.as_rows().flat(),
    );
    let at = Tile::<i64, _>::full(blk, tile!(_4), i as i64);
    sum = sum + x.gather(at);
    sum = sum + a.gather(at, Tile::<i64, _>::full(blk, tile!(_4), j as i64));
    y.store((i,), sum);
    y.set((j,), Tile::<i32, _>::scalar(blk, 9));
    y.scatter(at, sum);
    bins.add(at, sum);
}

tile_program! {
    /// Accesses at any place.
    Anywhere = anywhere "test_anywhere" (x: In<i32, V>, a: In<i32, M>, cube: In<i32, Cube>, y: Out<i32, V, (_64,)>, bins: Atomic<i32, V>, i: u64, j: u64);
}

#[test]
fn places_outside_are_no_overflow() {
    let x = arange::<i32>(8);
    let far = [
        1 << 31,
        1 << 32,
        1 << 61,
        i64::MAX as u64 / 4,
        i64::MAX as u64,
        1 << 63,
        u64::MAX - 1,
        u64::MAX,
    ];
    for i in far {
        for j in far {
            let (mut y, mut bins) = ([7; 64], [7; 8]);
            Anywhere::run(
                read(&x),
                matrix(&x, 2, 4),
                View::new(&x, Strided::row_major(&[2, 2, 2]).unwrap()).unwrap(),
                write(&mut y),
                write(&mut bins),
                i,
                j,
            )
            .unwrap();
            assert_eq!((y, bins), ([7; 64], [7; 8]), "({i}, {j})");
        }
    }
}

/// The first elements of an array, row after row, and those of its fourth row.
fn beginning(_: &Block, x: Array<i32, M>, mut y: ArrayMut<i32, V>) {
    let fourth = x.rows(3, 1).load(tile!(_4, _4), (0, 0));
    let all = x.load(tile!(_4, _4), (0, 0)) + fourth;
    y.store((0,), all.reshape(tile!(_16)));
}

tile_program! {
    /// Reads a tile that is larger than the array.
    Beginning = beginning "test_beginning" (x: In<i32, M>, y: Out<i32, V, (_16,)>);
}

#[test]
fn strides_that_are_not_followed_are_no_overflow() {
    let x = [1, 2, 3, 4];
    for stride in [1 << 62, i64::MAX as usize, usize::MAX] {
        let mut y = [7; 16];
        let far = Strided::new(&[1, 4], &[stride, 1]).unwrap();
        Beginning::run(View::new(&x, far).unwrap(), write(&mut y)).unwrap();
        assert_eq!((&y[..4], &y[4..]), (&x[..], &[0; 12][..]), "{stride}");
        let none = Strided::new(&[5, 0], &[stride, 1]).unwrap();
        Beginning::run(View::new(&x, none).unwrap(), write(&mut y)).unwrap();
        assert_eq!(y, [0; 16], "{stride}");
    }
}

#[test]
fn parts_at_any_index_are_no_overflow() {
    let blk = &Block::single();
    let t = Tile::<i32, _>::iota(blk, tile!(_4, _4));
    for index in [1 << 63, usize::MAX / 2, usize::MAX - 1, usize::MAX] {
        // An index counts from the start again where it passes the end.
        let row = index % 2 * 2;
        let part = t.extract(tile!(_2, _4), (index, index));
        let expected = Tile::<i32, _>::iota(blk, tile!(_2, _4)).map(move |x| x + 4 * row as i32);
        assert_eq!(part, expected, "{index}");
        let back = t.insert(part, (index, index));
        assert_eq!(back, t, "{index}");
    }
}

/// A formula of a program's own, which may reduce, as all threads of a block must: this one counts that it is asked.
#[derive(Clone, Copy)]
struct Reduced<'t>(Tile<i32, (_4,)>, &'t core::cell::Cell<i32>);

impl Formula for Reduced<'_> {
    type Element = i32;
    type Shape = ();

    fn tile(self) -> Tile<i32, ()> {
        self.1.set(self.1.get() + 1);
        self.0.sum_all()
    }
}

fn sets(blk: &Block, mut y: ArrayMut<i32, V>) {
    let (four, asked) = (Tile::<i32, _>::iota(blk, tile!(_4)), Default::default());
    for at in [0, 7, 8, usize::MAX] {
        y.set((at,), Reduced(four, &asked));
    }
    y.set((1,), Tile::<i32, _>::scalar(blk, asked.get()));
}

tile_program! {
    /// Elements inside and outside.
    Sets = sets "test_sets" (y: Out<i32, V, (_8,)>);
}

#[test]
fn a_formula_is_asked_wherever_its_element_is_stored() {
    // Also where none is: on a device one thread stores it, or none, and all are asked.
    let mut y = [0; 8];
    Sets::run(write(&mut y)).unwrap();
    assert_eq!(y, [6, 4, 0, 0, 0, 0, 0, 6]);
}
