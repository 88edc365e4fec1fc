//! Tiles and arrays of five to eight axes.

use super::*;
use azulejo_cpu::ArrayError;
use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{F8E4M3, bf16, f16};
use azulejo_tile::{
    Array as TileArray, ArrayMut, Block, In, MAX_RANK, Out, Part, Tile, TileError, Trimmed,
    programs::*, tile_program,
};

type R5 = (usize, usize, usize, usize, usize);
type R8 = (usize, usize, usize, usize, usize, usize, usize, usize);

/// Every index of an array in row-major order.
fn indices(extents: &[usize]) -> impl Iterator<Item = Vec<usize>> + '_ {
    (0..extents.iter().product()).map(move |number| {
        let mut rest: usize = number;
        let mut at = vec![0; extents.len()];
        for (at, extent) in at.iter_mut().zip(extents).rev() {
            (*at, rest) = (rest % extent, rest / extent);
        }
        at
    })
}

/// The number of an index, in row-major order.
fn number(at: &[usize], extents: &[usize]) -> usize {
    at.iter().zip(extents).fold(0, |n, (at, e)| n * e + at)
}

fn of<'a, T: Element>(data: &'a [T], extents: &[usize]) -> View<'a, T> {
    View::new(data, Strided::row_major(extents).unwrap()).unwrap()
}

fn to<'a, T: Element>(data: &'a mut [T], extents: &[usize]) -> ViewMut<'a, T> {
    ViewMut::new(data, Strided::row_major(extents).unwrap()).unwrap()
}

#[test]
fn t_03_five_axes_in_another_order() {
    for extents in [[2, 2, 4, 4, 2], [3, 5, 7, 6, 3], [1, 1, 1, 9, 1]] {
        let x = arange::<i32>(extents.iter().product());
        let order = [4, 0, 3, 1, 2];
        let turned = order.map(|axis| extents[axis]);
        let (mut y, mut z) = (vec![-9; x.len()], vec![-9; x.len()]);
        Turned5::run(of(&x, &extents), to(&mut y, &turned), to(&mut z, &turned)).unwrap();
        for (n, at) in indices(&turned).enumerate() {
            let mut from = [0; 5];
            for (place, axis) in order.iter().enumerate() {
                from[*axis] = at[place];
            }
            let expected = x[number(&from, &extents)];
            assert_eq!((y[n], z[n]), (expected, expected + 1), "{extents:?} {at:?}");
        }
    }
}

#[test]
fn t_03_reductions_and_scans_of_six_axes() {
    let extents = [2, 3, 5, 3, 2, 6];
    let x: Vec<f32> = (0..1080).map(|i| ((i * 37) % 101) as f32).collect();
    let at = |index: &[usize]| {
        let inside = index.iter().zip(&extents).all(|(at, e)| at < e);
        if inside {
            x[number(index, &extents)]
        } else {
            0.0
        }
    };
    let [summed, most_of, least_of] = [[1, 3, 5, 3, 2, 6], [2, 3, 2, 3, 2, 6], [2, 3, 5, 3, 1, 6]];
    let size = |extents: &[usize]| extents.iter().product::<usize>();
    let (mut sums, mut most) = (vec![0.0; size(&summed)], vec![0.0; size(&most_of)]);
    let (mut least, mut running) = (vec![-1; size(&least_of)], vec![0.0; x.len()]);
    Folds6::run(
        of(&x, &extents),
        to(&mut sums, &summed),
        to(&mut most, &most_of),
        to(&mut least, &least_of),
        to(&mut running, &extents),
    )
    .unwrap();
    // The elements of a tile along an axis, from its first on; places outside the array are 0.
    let line = |index: &[usize], axis: usize, first: usize, tile: usize| -> Vec<f32> {
        let mut index = index.to_vec();
        (first..first + tile)
            .map(|place| {
                index[axis] = place;
                at(&index)
            })
            .collect()
    };
    for (n, index) in indices(&summed).enumerate() {
        assert_eq!(sums[n], line(&index, 0, 0, 2).iter().sum::<f32>());
    }
    for (n, index) in indices(&most_of).enumerate() {
        let all = line(&index, 2, 4 * index[2], 4);
        assert_eq!(most[n], all.into_iter().fold(0.0, f32::max));
    }
    for (n, index) in indices(&least_of).enumerate() {
        let all = line(&index, 4, 0, 2);
        assert_eq!(least[n], (all[1] < all[0]) as i32);
    }
    for (n, index) in indices(&extents).enumerate() {
        let first = index[5] / 4 * 4;
        let all = line(&index, 5, first, index[5] - first + 1);
        assert_eq!(running[n], all.iter().sum::<f32>());
    }
}

#[test]
fn t_03_broadcasts_to_eight_axes() {
    let extents = [3, 1, 4, 3, 2, 3, 1, 5];
    let x: Vec<f32> = (0..1080).map(|i| ((i * 7) % 64) as f32 * 0.5).collect();
    let bias: Vec<i16> = (0..90).map(|i| i - 40).collect();
    let (mut y, mut z) = (vec![0.0; 1080], vec![0.0; 1080]);
    Spread8::run(
        of(&x, &extents),
        of(&bias, &extents[3..]),
        to(&mut y, &extents),
        to(&mut z, &extents),
    )
    .unwrap();
    for (n, at) in indices(&extents).enumerate() {
        let bias = bias[number(&at[3..], &extents[3..])] as f32;
        assert_eq!(y[n], 2.0 * x[n] + bias, "{at:?}");
        let first = n - at[7] % 3;
        let end = first + if at[7] < 3 { 3 } else { 2 };
        assert_eq!(z[n], x[n] - x[first..end].iter().sum::<f32>(), "{at:?}");
    }
}

#[test]
fn t_03_stores_in_orders_of_eight_axes() {
    let extents = [4, 1, 2, 3, 2, 2, 1, 4];
    let x: Vec<u8> = (0..extents.iter().product::<usize>())
        .map(|i| i as u8)
        .collect();
    let backwards = [4, 1, 2, 2, 3, 2, 1, 4];
    let mapped = [2, 5, 4, 2, 2, 2, 4, 1];
    let (mut back, mut apart) = (vec![255u8; x.len()], vec![255u8; 1280]);
    Mapped8::run(
        of(&x, &extents),
        to(&mut back, &backwards),
        to(&mut apart, &mapped),
    )
    .unwrap();
    let mut expected = vec![255u8; apart.len()];
    for (n, at) in indices(&extents).enumerate() {
        let turned: Vec<usize> = at.iter().rev().copied().collect();
        assert_eq!(back[number(&turned, &backwards)], x[n], "{at:?}");
        // A tile of 2 every 3, and of 1 every 2.
        let (first, fourth) = (at[0] / 2 * 3 + at[0] % 2, at[3] * 2);
        let place = [at[1], first, fourth, at[2], at[5], at[4], at[7], at[6]];
        if place.iter().zip(&mapped).all(|(at, extent)| at < extent) {
            expected[number(&place, &mapped)] = x[n];
        }
    }
    assert_eq!(apart, expected);
}

#[test]
fn t_03_a_lock_on_five_axes() {
    let extents = [3, 4, 5, 2, 7];
    let x = arange::<i32>(840);
    let (mut totals, mut lock) = (vec![0; 32], [0; 8]);
    Totals5::run(
        of(&x, &extents),
        (to(&mut totals, &[2, 2, 1, 2, 4]), write(&mut lock)),
    )
    .unwrap();
    let mut expected = vec![0; 32];
    for (n, at) in indices(&extents).enumerate() {
        let place = [at[0] % 2, at[1] % 2, 0, at[3] % 2, at[4] % 4];
        expected[number(&place, &[2, 2, 1, 2, 4])] += x[n];
    }
    assert_eq!(totals, expected);
    assert_eq!((lock[0], lock[4]), (24, 24));
}

/// Holds reductions along each axis of a tile against loops over its elements.
macro_rules! folded {
    ($t:ident $shape:expr, $extents:expr; $($axis:literal)*) => {{
        let shape = $shape;
        let extents: &[usize] = &$extents;
        let of = |n: usize| ((n * 29) % 53) as i64 - 20;
        let t = Tile::<i64, _>::iota(&Block::single(), shape).map(of_number).cast::<$t>();
        fn of_number(n: i64) -> i64 {
            (n * 29) % 53 - 20
        }
        $({
            let mut left = extents.to_vec();
            left[$axis] = 1;
            let (sums, best) = (t.sum::<$axis>(), t.argmax::<$axis>());
            let spread = t.max_broadcast::<$axis>().held_in_order();
            for (n, at) in indices(&left).enumerate() {
                let line: Vec<i64> = (0..extents[$axis]).map(|place| {
                    let mut at = at.clone();
                    at[$axis] = place;
                    of(number(&at, extents))
                }).collect();
                let most = *line.iter().max().unwrap();
                assert_eq!(sums.held_in_order()[n].to_f64(), line.iter().sum::<i64>() as f64);
                assert_eq!(best.held_in_order()[n] as usize, line.iter().position(|x| *x == most).unwrap());
                for place in 0..extents[$axis] {
                    let mut at = at.clone();
                    at[$axis] = place;
                    assert_eq!(spread[number(&at, extents)].to_f64(), most as f64);
                }
            }
        })*
        let all: i64 = (0..extents.iter().product()).map(of).sum();
        assert_eq!(t.sum_all().item().to_f64(), all as f64);
    }};
}

/// The elements of a tile in row-major order.
trait InOrder<T> {
    fn held_in_order(&self) -> Vec<T>;
}

impl<T: Element, S: azulejo_tile::TileShape> InOrder<T> for Tile<T, S> {
    fn held_in_order(&self) -> Vec<T> {
        use std::cell::RefCell;
        // What a function of elements captures it owns.
        thread_local!(static ALL: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) });
        let _ = self.map(|x| ALL.with_borrow_mut(|all| all.push(x.to_raw())));
        ALL.take().into_iter().map(T::from_raw).collect()
    }
}

#[test]
fn t_03_reductions_along_each_axis() {
    // Without optimization each tile has a place of its own on the stack.
    let stack = std::thread::Builder::new().stack_size(64 << 20);
    stack.spawn(each_axis).unwrap().join().unwrap();
}

fn each_axis() {
    folded!(i32 tile!(_2, _4, _1, _2, _8), [2, 4, 1, 2, 8]; 0 1 2 3 4);
    folded!(f32 tile!(_2, _1, _4, _2, _2, _4), [2, 1, 4, 2, 2, 4]; 0 1 2 3 4 5);
    folded!(f64 tile!(_2, _2, _2, _1, _2, _2, _4), [2, 2, 2, 1, 2, 2, 4]; 0 1 2 3 4 5 6);
    folded!(i64 tile!(_2, _2, _2, _2, _2, _2, _2, _2), [2; 8]; 0 1 2 3 4 5 6 7);
    folded!(f16 tile!(_1, _2, _1, _4, _2, _1, _2, _2), [1, 2, 1, 4, 2, 1, 2, 2]; 0 1 2 3 4 5 6 7);
}

#[test]
fn t_03_elements_elsewhere() {
    let blk = &Block::single();
    let t = Tile::<i32, _>::iota(blk, tile!(_2, _1, _4, _2, _2, _1, _2, _2));
    let extents = [2, 1, 4, 2, 2, 1, 2, 2];
    let order = [7, 2, 5, 0, 6, 1, 4, 3];
    let turned = t.permute_8::<7, 2, 5, 0, 6, 1, 4, 3>();
    let of_turned = order.map(|axis| extents[axis]);
    for (value, at) in turned.held_in_order().iter().zip(indices(&of_turned)) {
        let mut from = [0; 8];
        for (place, axis) in order.iter().enumerate() {
            from[*axis] = at[place];
        }
        assert_eq!(*value as usize, number(&from, &extents));
    }
    // And back: the same tile.
    assert_eq!(turned.permute_8::<3, 5, 1, 7, 6, 2, 4, 0>(), t);
    let six =
        Tile::<i16, _>::iota(blk, tile!(_2, _2, _1, _2, _2, _2)).permute_6::<5, 4, 3, 2, 1, 0>();
    assert_eq!(six.held_in_order()[..4], [0, 16, 8, 24]);
    let seven = Tile::<u8, _>::iota(blk, tile!(_2, _1, _1, _1, _1, _1, _4));
    let seven = seven.permute_7::<6, 1, 2, 3, 4, 5, 0>();
    assert_eq!(seven.held_in_order(), [0, 4, 1, 5, 2, 6, 3, 7]);
    // A reshape, new axes and axes left out keep the order.
    assert_eq!(t.reshape(tile!(_128)), Tile::iota(blk, tile!(_128)));
    assert_eq!(
        t.squeeze::<5>()
            .squeeze::<1>()
            .expand_dims::<1>()
            .expand_dims::<5>(),
        t
    );
    let last = Tile::<i32, _>::iota(blk, tile!(_2, _2, _2, _2, _2, _2, _2)).expand_dims::<7>();
    assert_eq!(last, Tile::iota(blk, tile!(_2, _2, _2, _2, _2, _2, _2, _1)));
    // Two tiles next to each other along the last of six axes, parts of them, and one in place of a part.
    let a = Tile::<i32, _>::iota(blk, tile!(_2, _1, _2, _1, _2, _2));
    let both = a.cat::<5>(a + 100);
    assert_eq!(both.held_in_order()[..8], [0, 1, 100, 101, 2, 3, 102, 103]);
    let shape = tile!(_2, _1, _2, _1, _2, _2);
    assert_eq!(both.extract(shape, (0, 0, 0, 0, 0, 1)), a + 100);
    let again = both.insert(a, (0, 0, 0, 0, 0, 1));
    assert_eq!(again.extract(shape, (0, 0, 0, 0, 0, 1)), a);
    let places =
        Tile::<i32, _>::from_fn(blk, tile!(_2, _1, _2, _1, _2, _2), |(a, b, c, d, e, f)| {
            (a + b + c + d + e + f) as i32
        });
    assert_eq!(places.max_all().item(), 4);
    assert_eq!(places.held_in_order()[15], 4);
    // The text is nested as deep as there are axes.
    let text = Tile::<i32, _>::iota(blk, tile!(_1, _1, _2, _1, _1)).to_string();
    assert_eq!(text, "[[[[[0]], [[1]]]]]");
}

#[test]
fn t_03_arithmetic_of_every_rank() {
    let blk = &Block::single();
    /// An operation on tiles of two ranks has the larger rank, whichever comes first.
    macro_rules! pairs {
        ($($a:expr, $b:expr;)*) => {$({
            let (a, b) = (Tile::<i32, _>::iota(blk, $a), Tile::<f32, _>::ones(blk, $b));
            let sum = a * 2 + b;
            assert_eq!(sum, b + 2 * a);
            let doubled: Vec<f32> = (0..a.held_in_order().len()).map(|i| 2.0 * i as f32 + 1.0).collect();
            assert_eq!(sum.held_in_order(), doubled);
        })*};
    }
    pairs! {
        tile!(_2, _2, _2, _2, _4), tile!();
        tile!(_2, _2, _2, _2, _4), tile!(_4);
        tile!(_2, _2, _2, _2, _4), tile!(_2, _1, _1, _4);
        tile!(_2, _2, _1, _2, _2, _4), tile!(_2, _1, _2, _1, _1);
        tile!(_2, _1, _2, _1, _2, _1, _4), tile!(_1, _4);
        tile!(_2, _2, _2, _1, _2, _2, _2, _4), tile!(_2, _2, _1);
        tile!(_2, _2, _2, _1, _2, _2, _2, _4), tile!(_2, _2, _1, _2, _2, _1, _4);
        tile!(_2, _2, _2, _1, _2, _2, _2, _4), tile!(_1, _1, _1, _1, _1, _1, _1, _1);
    }
    let column = Tile::<i32, _>::iota(blk, tile!(_2, _1, _1, _1, _1, _1, _1, _1));
    let row = Tile::<i32, _>::iota(blk, tile!(_2, _1, _1, _1, _1, _4));
    let table = column * 10 + row;
    assert_eq!(table.held_in_order()[..9], [0, 1, 2, 3, 4, 5, 6, 7, 10]);
    assert_eq!(
        row.broadcast_to(tile!(_2, _1, _2, _1, _1, _1, _1, _4))
            .sum_all()
            .item(),
        56
    );
    // Types promote as for other ranks.
    let shape = tile!(_2, _1, _2, _1, _2);
    let halves =
        Tile::<f16, _>::full(blk, shape, f16::from_f64(0.5)) + Tile::<i8, _>::iota(blk, shape);
    assert_eq!(halves.held_in_order()[7].to_f64(), 7.5);
    let brain = Tile::<bf16, _>::ones(blk, shape) * Tile::<u8, _>::iota(blk, shape);
    assert_eq!(brain.sum_all().item(), 28.0);
    let even = (Tile::<i64, _>::iota(blk, shape) % 2).equal(Tile::<i64, ()>::scalar(blk, 0));
    assert_eq!(even.cast::<i32>().sum_all().item(), 4);
    assert_eq!(
        Tile::<F8E4M3, _>::ones(blk, shape)
            .cast::<f64>()
            .sum_all()
            .item(),
        8.0
    );
    // Trimmed tiles too.
    let t = Trimmed::<i32, _>::iota(blk, tile!(_3, _1, _1, _2, _1, _5));
    assert_eq!((t + t).sum_all().item(), 870);
    assert_eq!(t.sum::<5>().whole(0).held_in_order()[..2], [10, 35]);
    assert_eq!(
        t.reshape(tile!(_5, _1, _1, _1, _1, _1, _3, _2))
            .max_all()
            .item(),
        29
    );
}

fn carried(blk: &Block, x: TileArray<'_, bf16, R8>, mut y: ArrayMut<'_, f32, R8>) {
    let _ = blk;
    let t = x.load(
        tile!(_1, _2, _1, _2, _1, _1, _2, _4),
        (0, 0, 0, 0, 0, 0, 0, 0),
    );
    y.store((0, 0, 0, 0, 0, 0, 0, 0), t);
    y.set(
        (0, 0, 0, 0, 0, 0, 0, 0),
        x.get((0, 1, 0, 0, 0, 0, 0, 0)) + 64.0,
    );
}

fn first_axis(_: &Block, x: TileArray<'_, u16, R5>, mut y: ArrayMut<'_, u16, R5>) {
    y.update(tile!(_2, _1, _1, _1, _1), (0, 0, 0, 0, 0), |t| t + 1);
    let t = x.load_at(tile!(_1, _1, _1, _1, _2), (x.extent::<0>() - 1, 0, 0, 0, 1));
    y.store((0, 0, 0, 0, 0), t.sum::<4>().cast::<u16>());
}

tile_program! {
    /// Regions of one half type in another type, and one element anew.
    Carried = carried "test_carried" (x: Part<bf16, R8, (_1, _2, _1, _2, _1, _1, _2, _3)>, y: Out<f32, R8, (_1, _2, _1, _2, _1, _1, _2, _3)>);
    /// One region of five axes, changed in place.
    FirstAxis = first_axis "test_first_axis" (x: In<u16, R5>, y: Out<u16, R5, (_2, _1, _1, _1, _1)>)
        where x[4] == y[4];
}

#[test]
fn t_03_regions_at_the_edges_of_eight_axes() {
    // Strides of an array turned round and cut: nothing is next to anything.
    let extents = [2, 3, 1, 3, 2, 1, 3, 4];
    let x: Vec<bf16> = (0..432).map(|i| bf16::from_f64((i % 256) as f64)).collect();
    let mut strides = [0; 8];
    let mut step = 1;
    for (stride, extent) in strides.iter_mut().zip(&extents) {
        (*stride, step) = (step, step * extent);
    }
    let layout = Strided::new(&extents, &strides).unwrap();
    let mut y = vec![-1.0f32; 432];
    Carried::run(View::new(&x, layout).unwrap(), to(&mut y, &extents)).unwrap();
    let of = |at: &[usize]| {
        let place: usize = at
            .iter()
            .zip(&strides)
            .map(|(at, stride)| at * stride)
            .sum();
        x[place].to_f64() as f32
    };
    for (n, at) in indices(&extents).enumerate() {
        let within = [at[1] % 2, at[3] % 2, at[6] % 2, at[7] % 3];
        let expected = if within == [0; 4] {
            let mut next = at.clone();
            next[1] += 1;
            64.0 + if next[1] < 3 { of(&next) } else { 0.0 }
        } else {
            of(&at)
        };
        assert_eq!(y[n], expected, "{at:?}");
    }
}

#[test]
fn t_03_the_limit_is_named() {
    assert_eq!(MAX_RANK, azulejo_cpu::MAX_RANK);
    let rejected = Strided::row_major(&[1; 9]).unwrap_err();
    assert_eq!(rejected, ArrayError::RankTooLarge { rank: 9 });
    assert_eq!(
        rejected.to_string(),
        "rank 9 is above the limit of 8: merge axes"
    );
    // An array of another rank, another extent, other regions.
    let (x, mut y) = (arange::<u16>(24), vec![0u16; 24]);
    let rejected = FirstAxis::run(of(&x, &[2, 3, 1, 4]), to(&mut y, &[2, 3, 1, 1, 4])).unwrap_err();
    assert_eq!(rejected.to_string(), "`x` has 4 axes, the program takes 5");
    let rejected =
        FirstAxis::run(of(&x, &[2, 3, 1, 1, 4]), to(&mut y, &[2, 3, 1, 2, 2])).unwrap_err();
    assert_eq!(
        rejected.to_string(),
        "`x` has extent 4 along axis 4, `y` has 2 along axis 4: they must be equal"
    );
    let x = vec![bf16::ZERO; 24];
    let mut y = vec![0.0f32; 24];
    let extents = [1, 2, 3, 1, 1, 1, 1, 4];
    let rejected =
        Carried::run(of(&x, &extents), to(&mut y, &[1, 2, 3, 1, 1, 1, 4, 1])).unwrap_err();
    assert!(matches!(rejected, TileError::Regions { argument: "y", .. }));
    assert_eq!(
        rejected.to_string(),
        "`y` has [1, 1, 3, 1, 1, 1, 2, 1] regions, the arguments before it [1, 1, 3, 1, 1, 1, 1, 2]: a block needs a region of each"
    );
    // A region of two rows: the last row's sum of two, and 1 more in the other.
    let x = arange::<u16>(24);
    let mut y = vec![5u16; 24];
    FirstAxis::run(of(&x, &[2, 3, 1, 1, 4]), to(&mut y, &[2, 3, 1, 1, 4])).unwrap();
    assert_eq!((y[0], y[12], y[23]), (13 + 14, 6, 6));
}
