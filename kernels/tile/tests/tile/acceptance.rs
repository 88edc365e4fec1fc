//! Rows of the data model that no job covers, each with its own numbers.

use super::*;
use azulejo_layout::value::{DynLayout, Tiler, zipped_divide};
use azulejo_layout::{ints::*, tile};
use azulejo_tensor::F8E4M3;
use azulejo_tile::{
    Array, ArrayMut, Block, In, Out, Tile, TileError, TypeDesc, programs::*, tile_program,
};

type V = (usize,);
type M = (usize, usize);

fn places(blk: &Block, mut y: ArrayMut<'_, i32, (usize, usize, usize)>) {
    let (i, j, k): (usize, usize, usize) = blk.id();
    assert_eq!([i, j, k], [blk.at::<0>(), blk.at::<1>(), blk.at::<2>()]);
    y.set((0, 0, 0), Tile::scalar(blk, (i + 10 * j + 100 * k) as i32));
}

fn twice_and_one(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    y.store((0,), x.load(tile!(_16), blk.id()) * 2.0 + 1.0);
}

fn twice_and_one_2(blk: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.load(tile!(_16, _16), blk.id()) * 2.0 + 1.0);
}

fn ten_more(blk: &Block, x: Array<'_, i32, V>, mut y: ArrayMut<'_, i32, V>) {
    y.store((0,), x.load(tile!(_16), blk.id()) + 10);
}

fn larger(blk: &Block, x: Array<'_, f32, V>, mut y: ArrayMut<'_, f32, V>) {
    y.store((0,), x.load(tile!(_16), blk.id()) * 2.5);
}

fn one_tile(_: &Block, x: Array<'_, f32, M>, mut y: ArrayMut<'_, f32, M>) {
    y.store((0, 0), x.load(tile!(_4, _4), (2, 3)));
}

fn two_tiles(blk: &Block, mut y: ArrayMut<'_, f32, V>) {
    y.store((0,), Tile::<f32, _>::ones(blk, tile!(_4)));
    y.store((1,), Tile::<f32, _>::full(blk, tile!(_4), 2.0));
    // Wholly outside: nothing.
    y.store((2,), Tile::<f32, _>::full(blk, tile!(_4), 3.0));
}

fn moved(blk: &Block, x: Array<'_, F8E4M3, V>, mut y: ArrayMut<'_, F8E4M3, V>) {
    y.store((0,), x.load(tile!(_128), blk.id()));
}

fn four_scalars(blk: &Block, mut y: ArrayMut<'_, i32, M>) {
    let (i, j): (usize, usize) = blk.id();
    y.set((0, 0), Tile::scalar(blk, (2 * i + j) as i32));
}

tile_program! {
    /// Where each block stands.
    Places = places "test_places" (y: Out<i32, (usize, usize, usize), (_1, _1, _1)>);
    /// `y = 2 x + 1`.
    TwiceAndOne = twice_and_one "test_twice" (x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// The same in two axes.
    TwiceAndOne2 = twice_and_one_2 "test_twice_2" (x: In<f32, M>, y: Out<f32, M, (_16, _16)>);
    /// `y = x + 10`.
    TenMore = ten_more "test_ten" (x: In<i32, V>, y: Out<i32, V, (_16,)>);
    /// `y = 2.5 x`.
    Larger = larger "test_larger" (x: In<f32, V>, y: Out<f32, V, (_16,)>);
    /// Tile (2, 3).
    OneTile = one_tile "test_one_tile" (x: In<f32, M>, y: Out<f32, M, (_4, _4)>);
    /// Ones, then twos.
    TwoTiles = two_tiles "test_two_tiles" (y: Out<f32, V, (_6,)>);
    /// Bytes moved.
    Moved8 = moved "test_moved_8" (x: In<F8E4M3, V>, y: Out<F8E4M3, V, (_128,)>);
    /// A scalar a block.
    FourScalars = four_scalars "test_four_scalars" (y: Out<i32, M, (_1, _1)>);
}

#[test]
fn ct_03_views_are_handles_and_copies_are_copies() {
    let mut original = arange::<f32>(100);
    let deep = original.clone();
    {
        let alias = write(&mut original);
        DoubleInPlace::run(alias).unwrap();
    }
    assert_eq!((original[50], deep[50]), (100.0, 50.0));
    let view = read(&original);
    let same = view;
    assert_eq!(view.layout(), same.layout());
}

#[test]
fn ct_10_ct_63_places_of_blocks() {
    let mut y = vec![-1; 24];
    let layout = Strided::row_major(&[2, 3, 4]).unwrap();
    Places::run(ViewMut::new(&mut y, layout).unwrap()).unwrap();
    assert_eq!((y[0], y[23]), (0, 321));
    for (n, y) in y.iter().enumerate() {
        assert_eq!(*y, (n / 12 + 10 * (n / 4 % 3) + 100 * (n % 4)) as i32);
    }
}

#[test]
fn ct_15_one_tile_by_its_index() {
    let (x, mut y) = (arange::<f32>(256), [0.0f32; 16]);
    OneTile::run(matrix(&x, 16, 16), matrix_mut(&mut y, 4, 4)).unwrap();
    let rows = [140, 156, 172, 188].map(|first| [0, 1, 2, 3].map(|c| (first + c) as f32));
    assert_eq!(y[..], rows.concat());
}

#[test]
fn ct_16_stores_leave_out_what_is_outside() {
    let mut y = [0.0f32; 8];
    TwoTiles::run(write(&mut y[..6])).unwrap();
    assert_eq!(y, [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 0.0, 0.0]);
}

#[test]
fn ct_18_ct_19_twice_and_one() {
    let (x, mut y) = (arange::<f32>(1024), vec![0.0f32; 1024]);
    TwiceAndOne::run(read(&x), write(&mut y)).unwrap();
    assert_eq!((y[1023], sum(&y)), (2047.0, 1048576.0));
    let (x, mut y) = (arange::<f32>(65536), vec![0.0f32; 65536]);
    TwiceAndOne2::run(matrix(&x, 256, 256), matrix_mut(&mut y, 256, 256)).unwrap();
    assert_eq!((y[65535], sum(&y)), (131071.0, 4294967296.0));
}

#[test]
fn ct_31_ct_34_ct_82_extents_that_must_be_equal() {
    let (x, mut y) = (arange::<f32>(512), vec![7.0f32; 512]);
    let bias = arange::<f32>(31);
    let rejected = RowBias::run(matrix(&x, 16, 32), read(&bias), matrix_mut(&mut y, 16, 32));
    let expected = TileError::Unequal {
        arguments: ["bias", "x"],
        axes: [0, 1],
        extents: [31, 32],
    };
    assert_eq!(rejected, Err(expected));
    let (a, b) = (vec![azulejo_tensor::f16::ONE; 64], arange::<f32>(72));
    let rejected = MixedMatrices::run(
        matrix(&a, 8, 8),
        matrix(&b, 8, 9),
        matrix_mut(&mut y[..64], 8, 8),
    );
    assert!(matches!(
        rejected,
        Err(TileError::Unequal {
            extents: [9, 8],
            ..
        })
    ));
    let short = |n| read(&bias[..n]);
    let (eight, seven) = (short(8), short(7));
    let rejected = BatchNorm::run(
        matrix(&x[..64], 8, 8),
        eight,
        seven,
        eight,
        eight,
        matrix_mut(&mut y[..64], 8, 8),
        1e-5,
    );
    assert!(matches!(
        rejected,
        Err(TileError::Unequal {
            arguments: ["deviation", "x"],
            ..
        })
    ));
    let rejected = GemmF32::run(
        matrix(&x[..64], 8, 8),
        matrix(&x[..72], 9, 8),
        matrix_mut(&mut y[..64], 8, 8),
    );
    assert_eq!(
        rejected.unwrap_err().to_string(),
        "`a` has extent 8 along axis 1, `b` has 9 along axis 0: they must be equal"
    );
    assert!(y.iter().all(|y| *y == 7.0), "nothing is written");
}

#[test]
fn ct_41_operations_of_a_type() {
    let (x, mut y) = (arange::<i32>(64), vec![0i32; 64]);
    TenMore::run(read(&x), write(&mut y)).unwrap();
    assert_eq!((y[0], y[63], sum(&y)), (10, 73, 2656.0));
    let (x, mut y) = (arange::<f32>(64), vec![0.0f32; 64]);
    Larger::run(read(&x), write(&mut y)).unwrap();
    assert_eq!((y[2], sum(&y)), (5.0, 5040.0));
}

#[test]
fn scalars_are_stored_one_by_one() {
    let mut y = [9; 4];
    FourScalars::run(matrix_mut(&mut y, 2, 2)).unwrap();
    assert_eq!(y, [0, 1, 2, 3]);
}

#[test]
fn t_05_storage_types_are_moved_byte_by_byte() {
    let x: Vec<F8E4M3> = (0..1024).map(|i| F8E4M3::from_bits(i as u8)).collect();
    let mut y = vec![F8E4M3::from_bits(0x55); 1024];
    Moved8::run(read(&x), write(&mut y)).unwrap();
    assert!(x.iter().zip(&y).all(|(x, y)| x.to_bits() == y.to_bits()));
}

#[test]
fn t_19_t_20_the_layout_of_a_partition_and_its_type() {
    let view: DynLayout = "(8192,128):(128,1)".parse().unwrap();
    let cut = zipped_divide(
        &view,
        &Tiler::from_shape(&"(128,4)".parse().unwrap()).unwrap(),
    )
    .unwrap();
    assert_eq!(cut.to_string(), "((128,4),(64,32)):((128,1),(16384,4))");
    let of = |text: &str| text.parse::<TypeDesc>().unwrap();
    let plain = of("partition_view<tile=(2x2), tensor_view<16x16xf32, strides=[16,1]>>");
    let masked = of(
        "partition_view<tile=(2x2), padding_value = zero, tensor_view<16x16xf32, strides=[16,1]>>",
    );
    assert_ne!(plain, masked);
}

#[test]
fn t_06_pointers_count_elements() {
    use azulejo_tensor::{
        engine::{Gmem, Ptr},
        f16,
    };
    fn bytes<T>(count: usize) -> usize {
        // SAFETY: nothing is read.
        let at = unsafe { Ptr::<T, Gmem>::new(core::ptr::null_mut()) };
        at.moved(count as isize).raw() as usize
    }
    assert_eq!(
        (bytes::<f16>(3), bytes::<f64>(3), bytes::<F8E4M3>(3)),
        (6, 24, 3)
    );
}

#[test]
fn t_30_t_31_static_extents_are_types_and_dynamic_ones_are_checked() {
    fn name<T>() -> &'static str {
        core::any::type_name::<T>()
    }
    type Pair = (
        azulejo_layout::C<typenum::U8>,
        azulejo_layout::C<typenum::U16>,
    );
    assert_eq!(name::<Tile<f32, (_8, _16)>>(), name::<Tile<f32, Pair>>());
    assert_ne!(
        name::<Array<'_, f32, (_8, _16)>>(),
        name::<Array<'_, f32, M>>()
    );
    // An array of the same extents, known at run time, is one of these types; another is not.
    let x = vec![1.0f32; 32 * 65];
    let run = |columns: usize| {
        let (mut rows, mut highest) = (zeros::<f32>(32, 1), zeros::<f32>(1, 64));
        let (mut at, mut running, mut all) = (
            zeros::<i32>(32, 1),
            zeros::<f32>(32, 64),
            zeros::<f32>(2, 2),
        );
        Reductions::run(
            matrix(&x, 32, columns),
            rows.view_mut(),
            highest.view_mut(),
            at.view_mut(),
            running.view_mut(),
            all.view_mut(),
        )
    };
    assert_eq!(run(64), Ok(()));
    let rejected = run(65);
    assert!(matches!(
        rejected,
        Err(TileError::Extent {
            argument: "x",
            axis: 1,
            expected: 64,
            found: 65,
            ..
        })
    ));
}
