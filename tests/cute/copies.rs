use azulejo::layout::ints::*;
use azulejo::prelude::*;
use azulejo::tensor::atom::{CopyAtom, UniversalCopy};

#[test]
fn orders_and_predicates() {
    let data: Vec<i32> = (0..32).collect();
    let mut out = [-1; 32];
    let rows = make_tensor(&data[..], layout!((_4, _8):(_8, _1))).unwrap();
    copy(
        &rows,
        &mut make_tensor(&mut out[..], layout!((_4, _8))).unwrap(),
    );
    assert_eq!(out[..5], [0, 8, 16, 24, 1]);

    // The last tile of 41 x 55 by 4 x 8: seven elements, the others untouched.
    let (m, n) = (41, 55);
    let whole: Vec<i32> = (0..41 * 55).collect();
    let from = make_tensor(&whole[..], layout!((m, n))).unwrap();
    let places = local_tile(
        &make_identity_tensor(shape!(m, n)),
        tile!(_4, _8),
        coord!(10, 6),
    );
    let tile = local_tile(&from, tile!(_4, _8), coord!(10, 6));
    let mut mine = make_rmem::<i32, _>(layout!((_4, _8)));
    fill(&mut mine, -1);
    copy_if(
        |i: usize| within(places.coord(i as i32), (m, n)),
        &tile,
        &mut mine,
    );
    for i in 0..32usize {
        let (row, column) = (i % 4, i / 4);
        let want = if row == 0 && column < 7 {
            40 + 41 * (48 + column as i32)
        } else {
            -1
        };
        assert_eq!(mine.at(i), want);
    }
    let size = 3usize;
    let short = try_copy(
        &make_tensor(&data[..], layout!(_4)).unwrap(),
        &mut make_tensor(&mut out[..], layout!(size)).unwrap(),
    );
    assert_eq!(short, Err(TensorError::SizeMismatch { lhs: 4, rhs: 3 }));
}

/// Memory that starts at a multiple of a word.
#[repr(align(16))]
struct Aligned([f32; 1024]);

/// Threads (32, 8) of values (4, 1) over 128 x 8 elements: four neighbours each, in one word.
#[test]
fn four_neighbours_at_once() {
    let tiled = make_tiled_copy(
        CopyAtom::<UniversalCopy<_128>, f32>::new(),
        layout!((_32, _8)),
        layout!((_4, _1)),
    );
    assert_eq!(tiled.layout_tv().to_string(), "(_256,_4):(_4,_1)");
    let data = Aligned(std::array::from_fn(|i| i as f32));
    let from = make_tensor(&data.0[..], layout!((_128, _8))).unwrap();
    for thread in 0..256usize {
        let mine = tiled.get_slice(thread).partition_S(&from);
        let mut registers = mine.make_fragment_like::<f32>();
        assert_eq!(copy_bits(&mine, &registers), 128);
        copy_with(tiled, &mine, &mut registers);
        assert_eq!(registers.at(3), (4 * thread + 3) as f32);
    }
}

#[test]
fn elementwise() {
    let x = [1.0, 2.0, 3.0];
    let mut y = [1.0; 3];
    let from = make_tensor(&x[..], layout!(_3)).unwrap();
    axpby(
        2.0,
        &from,
        3.0,
        &mut make_tensor(&mut y[..], layout!(_3)).unwrap(),
    );
    assert_eq!(y, [5.0, 7.0, 9.0]);
    let mut y = [f64::NAN; 3];
    axpby(
        2.0,
        &from,
        0.0,
        &mut make_tensor(&mut y[..], layout!(_3)).unwrap(),
    );
    assert_eq!(y, [2.0, 4.0, 6.0]);
    let mut gaps = [7; 5];
    clear(&mut make_tensor(&mut gaps[..], layout!(_3:_2)).unwrap());
    assert_eq!(gaps, [0, 7, 0, 7, 0]);
}

#[test]
fn swizzles() {
    let swizzle = Swizzle::<_3, _0, _3>::default();
    let mut row: Vec<i64> = (0..16i64).map(|i| swizzle.apply(i)).collect();
    assert_eq!(row[8..], [9, 8, 11, 10, 13, 12, 15, 14]);
    row.sort_unstable();
    assert!(row.iter().enumerate().all(|(i, &x)| x == i as i64));
}
