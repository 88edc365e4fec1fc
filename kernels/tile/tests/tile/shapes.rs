//! Tiles of any extents, of records and vectors; joins, permutations; zeros of every type and size.

use super::*;
use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{Bool, F8E4M3, F8E5M2, Tf32, bf16, f16};
use azulejo_tile::each_zero;
use azulejo_tile::{
    ArrayMut, Block, Float32x3, Float32x4, Out, Tile, TrimShape, Trimmed, programs::*, tile_program,
};
use rayon::prelude::*;

#[test]
fn tiles_of_any_extents_from_arrays() {
    // 9 blocks, the last ones of 1 row and 3 columns.
    let x: Vec<f32> = (0..91).map(|i| ((i * 37) % 91) as f32).collect();
    let (mut doubled, mut sums) = (zeros::<f32>(7, 13), zeros::<f32>(7, 3));
    let (mut turned, mut places) = (zeros::<f32>(15, 9), zeros::<i32>(3, 13));
    AnyExtents::run(
        matrix(&x, 7, 13),
        doubled.view_mut(),
        sums.view_mut(),
        turned.view_mut(),
        places.view_mut(),
    )
    .unwrap();
    let at = |r: usize, c: usize| (r < 7 && c < 13).then(|| x[13 * r + c]);
    for (i, y) in doubled.data().iter().enumerate() {
        assert_eq!(*y, 2.0 * x[i]);
    }
    for (i, j) in (0..9).map(|n| (n / 3, n % 3)) {
        let row = |r: usize| (0..5).filter_map(move |c| at(3 * i + r, 5 * j + c));
        for r in (0..3).filter(|r| 3 * i + r < 7) {
            assert_eq!(sums.data()[3 * (3 * i + r) + j], row(r).sum::<f32>());
        }
        for c in 0..5 {
            // Padded with 0 where the maximum is taken, with NaN where its place is.
            let column = |r: usize| at(3 * i + r, 5 * j + c);
            let most = (0..3).map(|r| column(r).unwrap_or(0.0)).fold(0.0, f32::max);
            for r in 0..3 {
                let expected = column(r).unwrap_or(0.0) - most;
                assert_eq!(turned.data()[9 * (5 * i + c) + 3 * j + r], expected);
            }
            if 5 * j + c < 13 {
                let place = (0..3).filter(|r| column(*r) == Some(most)).min().unwrap();
                assert_eq!(places.data()[13 * i + 5 * j + c], place as i32);
            }
        }
    }
}

#[test]
fn products_and_joins_of_any_extents() {
    let (a, b) = (arange::<f32>(18), arange::<f32>(30));
    let (mut product, mut joined) = (zeros::<f32>(3, 5), zeros::<f32>(3, 11));
    let mut shaped = zeros::<f32>(2, 9);
    AnyProduct::run(
        matrix(&a, 3, 6),
        matrix(&b, 6, 5),
        product.view_mut(),
        joined.view_mut(),
        shaped.view_mut(),
    )
    .unwrap();
    for (r, c) in (0..15).map(|n| (n / 5, n % 5)) {
        let sum: f32 = (0..6).map(|k| a[6 * r + k] * b[5 * k + c]).sum();
        assert_eq!(product.data()[5 * r + c], 1.0 + sum);
        assert_eq!(joined.data()[11 * r + 6 + c], 1.0 + sum);
    }
    for n in 0..18 {
        assert_eq!(joined.data()[n / 6 * 11 + n % 6], a[n]);
        let behind: f32 = (n..n / 6 * 6 + 6).map(|m| a[m]).sum();
        assert_eq!(shaped.data()[n], behind);
    }
}

#[test]
fn trimmed_tiles_by_themselves() {
    let blk = &Block::single();
    assert_eq!(
        (<(_3, _10)>::COUNT, Trimmed::<f32, (_3, _10)>::RANK),
        (30, 2)
    );
    // Every extent up to 17 has the next power of two.
    macro_rules! next {
        ($($n:ident)*) => {$(
            let whole = <<($n,) as TrimShape>::Whole as azulejo_tile::TileShape>::SIZE;
            assert_eq!(whole, <($n,)>::COUNT.next_power_of_two());
        )*};
    }
    next!(_1 _2 _3 _4 _5 _6 _7 _8 _9 _10 _11 _12 _13 _14 _15 _16 _17);
    // Integers and floats whose extremes are all there is: what lies outside never wins.
    let low = Trimmed::<i8, _>::full(blk, tile!(_5), -128);
    assert_eq!(
        (low.max_all().item(), low.argmax::<0>().to_string()),
        (-128, "[0]".into())
    );
    let high = Trimmed::<u16, _>::full(blk, tile!(_3), 65535);
    assert_eq!(
        (high.min_all().item(), high.argmin::<0>().to_string()),
        (65535, "[0]".into())
    );
    let nan = Trimmed::<f32, _>::full(blk, tile!(_3), f32::NAN);
    assert_eq!(nan.argmax::<0>().to_string(), "[0]");
    let infinite = Trimmed::<f64, _>::full(blk, tile!(_3), f64::NEG_INFINITY);
    assert_eq!(infinite.max_all().item(), f64::NEG_INFINITY);
    assert_eq!(
        Trimmed::<i32, _>::full(blk, tile!(_5), 3).prod_all().item(),
        243
    );
    // A row and a column of any extents broadcast; a scalar promotes.
    let sums =
        Trimmed::<i32, _>::iota(blk, tile!(_3, _1)) * 10 + Trimmed::<i32, _>::iota(blk, tile!(_5));
    assert_eq!(
        sums.to_string(),
        "[[0, 1, 2, 3, 4], [10, 11, 12, 13, 14], [20, 21, 22, 23, 24]]"
    );
    assert_eq!(
        (sums / Trimmed::<i32, _>::full(blk, tile!(_1), 4))
            .part(tile!(_1, _2), (9, 3))
            .to_string(),
        "[[5.75, 6.0]]"
    );
    assert_eq!((sums * Tile::scalar(blk, 0.5f32)).sum_all().item(), 90.0);
    // The other operators of tiles.
    let three = Trimmed::<i32, _>::iota(blk, tile!(_3));
    assert_eq!((1 - three % 2).to_string(), "[1, 0, 1]");
    assert_eq!((6.0 / (three + 1)).to_string(), "[6.0, 3.0, 2.0]");
    // 3 and 5 make 8: a tile again.
    let eight = Trimmed::<i32, _>::iota(blk, tile!(_3)).cat::<0, _>(Trimmed::iota(blk, tile!(_5)));
    assert_eq!(
        eight.whole(0),
        Tile::<i32, _>::iota(blk, tile!(_8))
            - Tile::from_fn(blk, tile!(_8), |(i,)| 3 * (i > 2) as i32)
    );
}

#[test]
fn four_axes_in_another_order() {
    let x = arange::<i32>(1024);
    let mut y = vec![0i32; 1024];
    let of = |extents: &[usize]| Strided::row_major(extents).unwrap();
    Turned4::run(
        View::new(&x, of(&[2, 4, 8, 16])).unwrap(),
        ViewMut::new(&mut y, of(&[16, 2, 8, 4])).unwrap(),
    )
    .unwrap();
    for (n, y) in y.iter().enumerate() {
        let (d, a, c, b) = (n / 64, n / 32 % 2, n / 4 % 8, n % 4);
        assert_eq!(*y, (512 * a + 128 * b + 16 * c + d) as i32);
    }
}

#[test]
fn h_15_j31_tiles_of_vectors() {
    let x3: Vec<Float32x3> = (0..1000)
        .map(|i| [i as f32, 0.5 * i as f32, -0.0].into())
        .collect();
    let x4: Vec<Float32x4> = (0..1024)
        .map(|i| [i as f32, 1.0, f32::MIN_POSITIVE, -1.0].into())
        .collect();
    let (mut y3, mut y4) = (
        vec![Float32x3::default(); 1000],
        vec![Float32x4::default(); 1024],
    );
    CopiedX3::run(&x3, &mut y3).unwrap();
    CopiedX4::run(&x4, &mut y4).unwrap();
    assert!(x3 == y3 && x4 == y4);
    assert!(y3[7].z.is_sign_negative());
    let byte = |at: usize| &raw const y3[at] as usize - y3.as_ptr() as usize;
    assert_eq!((byte(1), byte(999)), (12, 12 * 999));
    // Vectors cut short: what is not there is not written.
    CopiedX3::run(&x3[..130], &mut y3[..130]).unwrap();
}

#[test]
fn h_25_tiles_of_structs() {
    let x: Vec<Point> = (0..100).map(|i| Point { x: i, y: -i, z: 7 }).collect();
    let (mut y, mut squares) = (vec![Point::default(); 100], vec![0i32; 100]);
    let by = Point { x: 1, y: 2, z: 3 };
    Moved::run(&x, by, &mut y, write(&mut squares)).unwrap();
    for (i, (p, square)) in y.iter().zip(&squares).enumerate() {
        let i = i as i32;
        assert_eq!(
            *p,
            Point {
                x: i + 1,
                y: 2 - i,
                z: 10
            }
        );
        assert_eq!(*square, (i + 1).pow(2) + (2 - i).pow(2) + 100);
    }
    let third = &raw const x[3] as usize - x.as_ptr() as usize;
    assert_eq!((third, size_of::<Point>()), (36, 12));
}

/// A layout, and which offsets of its memory and of some behind it have an element.
fn addressed(layout: Strided) -> (Strided, Vec<bool>) {
    let mut addressed = vec![false; layout.cosize() + 32];
    layout.offsets().for_each(|at| addressed[at] = true);
    (layout, addressed)
}

fn cleared<T: Element>((layout, addressed): &(Strided, Vec<bool>), run: impl Fn(ViewMut<'_, T>)) {
    let ones = T::from_raw(u64::MAX);
    let mut y = vec![ones; addressed.len()];
    run(ViewMut::new(&mut y, *layout).unwrap());
    let before = ones.to_raw();
    let expected = addressed.iter().map(|of| if *of { 0 } else { before });
    assert!(y.iter().map(|y| y.to_raw()).eq(expected), "{layout:?}");
}

#[test]
fn z_16_j24_zeros_of_every_type() {
    let lay = |extents: &[usize], strides: &[usize]| Strided::new(extents, strides).unwrap();
    let matrices = [
        lay(&[1024, 1024], &[1024, 1]),
        lay(&[13, 4], &[4, 1]),
        lay(&[13, 4], &[10, 1]),
        lay(&[16, 5632], &[5632, 1]),
        lay(&[16, 5632], &[13312, 1]),
    ];
    let cubes = [
        lay(&[13, 4, 4], &[16, 4, 1]),
        lay(&[13, 4, 4], &[20, 4, 1]),
        lay(&[4, 4, 5632], &[22528, 5632, 1]),
        lay(&[4, 4, 5632], &[45056, 5632, 1]),
    ];
    assert_eq!((matrices[2].size(), matrices[2].cosize() - 52), (52, 72));
    let (matrices, cubes) = (matrices.map(addressed), cubes.map(addressed));
    macro_rules! check {
        ($($t:ident $matrix:ident $cube:ident;)*) => {$(
            for layout in &matrices {
                cleared::<$t>(layout, |y| $matrix::run(y).unwrap());
            }
            for layout in &cubes {
                cleared::<$t>(layout, |y| $cube::run(y).unwrap());
            }
        )*};
    }
    each_zero!(check);
}

fn stamp(blk: &Block, mut y: ArrayMut<'_, u8, (usize,)>) {
    y.store((0,), Tile::<u8, _>::ones(blk, tile!(_16)));
    y.store(((1 << 20) / 16 - 1,), Tile::<u8, _>::ones(blk, tile!(_16)));
}

tile_program! {
    /// The first and the last 16 elements of each 2^20.
    Stamp = stamp "test_stamp" (y: Out<u8, (usize,), (_1048576,)>);
}

#[test]
fn ct_58_j22_past_2_to_the_32() {
    // 2^32 + 2^20 bytes that are never filled: the system gives pages where blocks write.
    let n = (1usize << 32) + (1 << 20);
    let mut y = vec![0u8; n];
    Stamp::run(write(&mut y)).unwrap();
    for block in 0..n >> 20 {
        let own = &y[block << 20..][..1 << 20];
        assert!(own[..16] == [1; 16] && own[(1 << 20) - 16..] == [1; 16]);
        assert!(own[16] == 0 && own[(1 << 20) - 17] == 0);
    }
    assert_eq!(y[4_294_967_295], 1);
    // A count of what is left of 2^24.
    let mut small = vec![0xFFu8; 1 << 24];
    let mut left = [0u64];
    LeftOverU8::run(read(&small), write(&mut left)).unwrap();
    assert_eq!(left, [1 << 24]);
    ZeroLineU8::run(write(&mut small)).unwrap();
    LeftOverU8::run(read(&small), write(&mut left)).unwrap();
    assert_eq!((left, small.iter().all(|x| *x == 0)), ([1 << 24], true));
}

/// 65536 × 65536 bytes of 0xFF, 4 GiB of memory that is all written twice.
#[test]
fn z_20_j22_zeros_of_2_to_the_32_bytes() {
    let mut y = vec![0xFFu8; 1 << 32];
    ZeroMatrixU8::run(matrix_mut(&mut y, 65536, 65536)).unwrap();
    assert_eq!(y[4_294_967_295], 0);
    let zeros = vec![0u8; 1 << 20];
    assert!(y.chunks(1 << 20).all(|part| part == zeros));
}

/// The same in f32: every bit of 16 GiB set, then none.
#[test]
#[ignore = "takes 16 GiB of memory: cargo test --release -p azulejo-tile --test tile j22 -- --ignored"]
fn z_20_j22_zeros_of_2_to_the_32_floats() {
    let mut y = vec![0.0f32; 1 << 32];
    y.par_chunks_mut(1 << 20)
        .for_each(|part| part.fill(f32::from_bits(u32::MAX)));
    ZeroMatrixF32::run(matrix_mut(&mut y, 65536, 65536)).unwrap();
    assert_eq!(y[4_294_967_295].to_bits(), 0);
    let cleared = |part: &[f32]| part.iter().all(|x| x.to_bits() == 0);
    assert!(y.par_chunks(1 << 20).all(cleared));
}
