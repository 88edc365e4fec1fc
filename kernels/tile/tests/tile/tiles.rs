//! Tiles by themselves: shapes, factories, broadcasting, promotion, literals.

use super::*;
use azulejo_layout::{ints::*, tile};
use azulejo_tensor::{Bool, bf16, f16};
use azulejo_tile::{Block, Broadcast, Tile, TileShape, conflict, k};

#[test]
fn ct_14_t_09_t_10_extents_are_powers_of_two() {
    assert_eq!(<(_1, _8)>::SIZE, 8);
    assert_eq!(<(_1024,)>::SIZE, 1024);
    assert_eq!(<()>::SIZE, 1);
    assert_eq!(<(_2, _2, _4, _8)>::EXTENTS[..4], [2, 2, 4, 8]);
    assert_eq!(<(_4096, _4096)>::SIZE, 16777216); // T-10: the largest
}

#[test]
#[allow(clippy::approx_constant)] // The job's number is 3.14.
fn ct_20_factories() {
    let blk = &Block::single();
    let t = Tile::<f32, _>::zeros(blk, tile!(_4))
        + Tile::<f32, _>::ones(blk, tile!(_4)) * Tile::full(blk, tile!(_4), 3.14f32);
    assert_eq!(
        t.bitcast::<u32>().to_string(),
        format!("{:?}", [0x4048F5C3u32; 4])
    );
    assert_eq!(
        Tile::<i64, _>::iota(blk, tile!(_4)).to_string(),
        "[0, 1, 2, 3]"
    );
}

#[test]
fn ct_27_ct_29_compatible_pairs() {
    fn out<A: Broadcast<B>, B: TileShape>() -> (usize, [usize; 4]) {
        let [a, b, c, d, ..] = <A::Out as TileShape>::EXTENTS;
        (<A::Out as TileShape>::RANK, [a, b, c, d])
    }
    let padded = |[a, b]: [usize; 2]| [a, b, 1, 1, 1, 1, 1, 1];
    assert_eq!(out::<(_16, _8, _4), (_8, _4)>(), (3, [16, 8, 4, 1]));
    assert_eq!(out::<(_16,), ()>(), (1, [16, 1, 1, 1]));
    assert_eq!(out::<(_16,), (_1,)>(), (1, [16, 1, 1, 1]));
    assert_eq!(out::<(_4, _8), (_1, _8)>(), (2, [4, 8, 1, 1]));
    assert_eq!(out::<(_4, _8), (_4, _1)>(), (2, [4, 8, 1, 1]));
    assert_eq!(out::<(_8, _16), (_4, _8, _16)>(), (3, [4, 8, 16, 1]));
    assert_eq!(out::<(_1, _8), (_4, _1)>(), (2, [4, 8, 1, 1]));
    // The pairs that do not compile, at run time: the last axis at which they conflict.
    assert_eq!(
        conflict(padded([16, 8]), 2, padded([16, 4]), 2),
        Some((1, 8, 4))
    );
    assert_eq!(
        conflict(padded([16, 8]), 2, padded([8, 16]), 2),
        Some((1, 8, 16))
    );
}

#[test]
fn ct_28_ct_33_broadcast_sums() {
    let blk = &Block::single();
    let a = Tile::<i32, _>::iota(blk, tile!(_4, _8));
    let b = Tile::<i32, _>::iota(blk, tile!(_4)).expand_dims::<1>();
    let expected = Tile::<i32, _>::coordinates::<0, _>(blk, tile!(_4, _8)) + a;
    assert_eq!(a + b, expected);
    let c = Tile::<i32, _>::iota(blk, tile!(_4, _2, _2)) + Tile::<i32, _>::iota(blk, tile!(_2, _2));
    assert!(c.to_string().ends_with("[[12, 14], [16, 18]]]"));
}

#[test]
fn ct_47_ct_48_ct_50_ct_51_promotion() {
    let blk = &Block::single();
    fn name<T: Element, S: TileShape>(_: Tile<T, S>) -> &'static str {
        T::DTYPE.name()
    }
    fn one<T: Element>() -> Tile<T, (_1,)> {
        let blk = &Block::single();
        Tile::ones(blk, tile!(_1))
    }
    assert_eq!(name(one::<Bool>() + one::<i32>()), "int32");
    assert_eq!(name(one::<Bool>() + one::<i8>()), "int8");
    assert_eq!(name(one::<i32>() + one::<f32>()), "float32");
    assert_eq!(name(one::<i64>() + one::<f16>()), "float16");
    assert_eq!(name(one::<u8>() + one::<bf16>()), "bfloat16");
    assert_eq!(name(one::<u8>() + one::<u16>()), "uint16");
    assert_eq!(name(one::<i8>() + one::<i16>()), "int16");
    assert_eq!(name(one::<f16>() + one::<f32>()), "float32");
    assert_eq!(name(one::<bf16>() + one::<f32>()), "float32");
    // Literals: CT-48.
    assert_eq!(name(one::<i16>() + 1.0), "float32");
    assert_eq!(name(one::<f16>() + 1.0), "float16");
    assert_eq!(name(one::<u8>() + 1), "uint8");
    assert_eq!(name(one::<Bool>() + 1), "int32");
    assert_eq!(name(one::<f64>() * 0.1), "float64");
    assert_eq!((one::<f64>() * 0.1).to_string(), "[0.1]");
    // True division: CT-51.
    let t = Tile::<i32, _>::iota(blk, tile!(_4));
    assert_eq!((t / 2).to_string(), "[0.0, 0.5, 1.0, 1.5]");
    assert_eq!((t - k::<-18>()).to_string(), "[18, 19, 20, 21]");
}

#[test]
fn ct_56_ct_57_ct_60_ct_61_h_07_scalars_and_properties() {
    let blk = &Block::single();
    let t = Tile::<f32, _>::iota(blk, tile!(_16));
    assert_eq!(t + 5.0, t + Tile::scalar(blk, 5.0f32));
    assert_eq!(
        (Tile::<f32, (_16, _8)>::RANK, Tile::<f32, (_16, _8)>::SIZE),
        (2, 128)
    );
    let mut sum = Tile::<f32, _>::zeros(blk, tile!(_16, _8));
    for _ in 0..3 {
        sum = sum + 1.0;
    }
    assert_eq!(sum, Tile::full(blk, tile!(_16, _8), 3.0));
}

#[test]
fn ct_64_reductions_pass_over_nan_unless_asked() {
    let blk = &Block::single();
    let t = Tile::<f32, _>::iota(blk, tile!(_4)) - 1.0;
    let t = (t / t) * Tile::<f32, _>::iota(blk, tile!(_4)); // [0, NaN, 2, 3]
    assert_eq!((t.max_all().item(), t.min_all().item()), (3.0, 0.0));
    assert!(t.max_or_nan_all().item().is_nan());
    assert_eq!(t.argmax::<0>().to_string(), "[3]");
    assert_eq!(t.argmin::<0>().to_string(), "[0]");
    let same = Tile::<i32, _>::full(blk, tile!(_8), 4);
    assert_eq!(same.argmax::<0>().to_string(), "[0]"); // the first of equals
}

#[test]
fn ct_77_paddings_suit_reductions() {
    use azulejo_tile::{Array, ArrayMut, Block, In, Out, pad, tile_program};
    fn last(blk: &Block, x: Array<'_, f32, (usize,)>, mut y: ArrayMut<'_, f32, (usize,)>) {
        let _ = blk;
        y.set((0,), x.load_padded(tile!(_16), (6,), pad::PosInf).min_all());
        y.set((1,), x.load_padded(tile!(_16), (6,), pad::NegInf).max_all());
        y.set((2,), x.load(tile!(_16), (6,)).sum_all());
        y.set((3,), x.load(tile!(_16), (6,)).min_all());
    }
    tile_program! {
        /// Reductions of the last tile.
        Last = last "test_last" (x: In<f32, (usize,)>, y: Out<f32, (usize,), (_4,)>);
    }
    let (x, mut y) = (arange::<f32>(100), [0.0f32; 4]);
    Last::run(read(&x), write(&mut y)).unwrap();
    assert_eq!(y, [96.0, 99.0, 390.0, 0.0]); // the last is the trap: zeros in a minimum
}

#[test]
fn t_03_t_04_integer_operators() {
    let blk = &Block::single();
    let t = Tile::<i32, _>::full(blk, tile!(_1), -7);
    let three = Tile::<i32, _>::scalar(blk, 3);
    let text = |t: Tile<i32, (_1,)>| t.to_string();
    assert_eq!(text(t.floor_div(three)), "[-3]");
    assert_eq!(text(t % three), "[2]");
    assert_eq!(text(t.remainder(three)), "[-1]");
    assert_eq!(text((-t).floor_div(three)), "[2]");
    // T-04: the type gives the sign.
    let bits = Tile::<u8, _>::full(blk, tile!(_1), 0xF8);
    assert_eq!(
        bits.bitcast::<i8>()
            .floor_div(Tile::<i8, _>::scalar(blk, 2))
            .to_string(),
        "[-4]"
    );
    assert_eq!(
        bits.floor_div(Tile::<u8, _>::scalar(blk, 2)).to_string(),
        "[124]"
    );
}
