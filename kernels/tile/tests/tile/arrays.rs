//! Arrays: element space, tile space, order, maps, views.

use super::*;
use azulejo_tensor::{DType, f16};
use azulejo_tile::programs::*;

#[test]
fn ct_23_j03_tiles_of_a_matrix() {
    let x = arange::<f32>(256);
    let mut y = vec![0.0f32; 256];
    DoubleTile::run(matrix(&x, 16, 16), matrix_mut(&mut y, 16, 16)).unwrap();
    let tile = |i: usize, j: usize| -> Vec<f32> {
        (0..4)
            .flat_map(|r| y[(4 * i + r) * 16 + 4 * j..][..4].to_vec())
            .collect()
    };
    let first = [0, 2, 4, 6, 32, 34, 36, 38, 64, 66, 68, 70, 96, 98, 100, 102];
    assert_eq!(tile(0, 0), first.map(|x| x as f32));
    assert_eq!(tile(2, 3)[0], 280.0);
    assert_eq!(sum(&y), 65280.0);
}

#[test]
fn ct_25_j05_rows_and_columns_together() {
    let x = arange::<f32>(64);
    let columns = View::new(&x, Strided::column_major(&[16, 4]).unwrap()).unwrap();
    let mut y = vec![0.0f32; 64];
    SumOfTwo::run(matrix(&x, 16, 4), columns, matrix_mut(&mut y, 16, 4)).unwrap();
    assert!((0..64).all(|i| y[i] == (5 * (i / 4) + 17 * (i % 4)) as f32));
    assert_eq!(y[60..], [75.0, 92.0, 109.0, 126.0]);
    assert_eq!(sum(&y), 4032.0);
}

#[test]
fn ct_31_j07_row_bias() {
    let (x, bias, mut y) = (arange::<f32>(512), arange::<f32>(32), vec![0.0f32; 512]);
    RowBias::run(matrix(&x, 16, 32), read(&bias), matrix_mut(&mut y, 16, 32)).unwrap();
    assert!((0..512).all(|i| y[i] == (32 * (i / 32) + 2 * (i % 32)) as f32));
    assert_eq!(y[508..], [536.0, 538.0, 540.0, 542.0]);
    assert_eq!(sum(&y), 138752.0);
}

#[test]
fn ct_32_j08_matrix_row_and_scalar() {
    let (x, row, mut y) = (arange::<f32>(64), arange::<f32>(8), vec![0.0f32; 64]);
    MatrixRowScalar::run(matrix(&x, 8, 8), read(&row), matrix_mut(&mut y, 8, 8), 2.0).unwrap();
    assert!((0..64).all(|i| y[i] == (16 * (i / 8) + 4 * (i % 8)) as f32));
    assert_eq!(sum(&y), 4480.0);
}

#[test]
fn z_25_j26_mixed_types_broadcast() {
    let a = arange::<i32>(12);
    let b = [0.5f32, 1.5, 2.5, 3.5].map(f16::from_f32);
    let mut y = vec![0.0f32; 12];
    MixedRows::run(matrix(&a, 3, 4), read(&b), matrix_mut(&mut y, 3, 4)).unwrap();
    let expected = [
        0.5, 2.5, 4.5, 6.5, 4.5, 6.5, 8.5, 10.5, 8.5, 10.5, 12.5, 14.5,
    ];
    assert_eq!(y, expected);
}

#[test]
fn z_33_j26_column_and_row_into_gapped_rows() {
    let column: Vec<f32> = (0..13).map(|r| 10.0 * r as f32).collect();
    let row = arange::<f32>(4);
    let mut y = vec![-1.0f32; 124];
    let gapped = Strided::new(&[13, 4], &[10, 1]).unwrap();
    OuterSum::run(
        matrix(&column, 13, 1),
        matrix(&row, 1, 4),
        ViewMut::new(&mut y, gapped).unwrap(),
    )
    .unwrap();
    for (i, y) in y.iter().enumerate() {
        let (r, c) = (i / 10, i % 10);
        assert_eq!(*y, if c < 4 { (10 * r + c) as f32 } else { -1.0 });
    }
}

#[test]
fn u_36_j28_predicated_copy() {
    let x: Vec<f32> = arange(41 * 55);
    let columns = Strided::column_major(&[41, 55]).unwrap();
    let mut y = vec![-1.0f32; 41 * 55 + 16];
    PredicatedCopy::run(
        View::new(&x, columns).unwrap(),
        ViewMut::new(&mut y[..41 * 55], columns).unwrap(),
    )
    .unwrap();
    assert_eq!(y[..2255], x[..]);
    assert!(y[2255..].iter().all(|y| *y == -1.0));
}

#[test]
fn h_28_j29_the_description_of_an_array() {
    let x = arange::<f32>(60);
    let cube = View::new(&x, Strided::row_major(&[3, 4, 5]).unwrap()).unwrap();
    let (mut numbers, mut total) = ([-1i64; 8], [0.0f32]);
    Describe::run(cube, write(&mut numbers), write(&mut total)).unwrap();
    assert_eq!(numbers, [3, 4, 5, 20, 5, 1, -1, -1]);
    assert_eq!(total, [1770.0]);
}

#[test]
fn t_21_t_22_j33_partition_by_the_corrected_formula() {
    let x = arange::<f32>(8192 * 128);
    let mut y = vec![0.0f32; 512];
    PartitionCopy::run(matrix(&x, 8192, 128), matrix_mut(&mut y, 128, 4)).unwrap();
    assert_eq!(y[..4], [65544.0, 65545.0, 65546.0, 65547.0]);
    assert_eq!(y[511], 81803.0);
}

#[test]
fn t_23_j34_maps_of_axes() {
    let x = arange::<f32>(256);
    let (mut plain, mut mapped, mut reversed) = ([0.0f32; 4], [0.0f32; 4], [0.0f32; 4]);
    MappedAxes::run(
        matrix(&x, 16, 16),
        matrix_mut(&mut plain, 2, 2),
        matrix_mut(&mut mapped, 2, 2),
        matrix_mut(&mut reversed, 2, 2),
    )
    .unwrap();
    assert_eq!(plain, [106.0, 107.0, 122.0, 123.0]);
    assert_eq!(mapped, [166.0, 182.0, 167.0, 183.0]);
    assert_eq!(reversed, mapped);
}

#[test]
fn t_27_tiles_that_overlap() {
    let x = arange::<f32>(16);
    let mut y = [0.0f32; 8];
    Overlapping::run(matrix(&x, 4, 4), matrix_mut(&mut y, 2, 4)).unwrap();
    assert_eq!(y, [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
}

#[test]
fn stores_through_an_order_a_map_of_axes_and_steps() {
    let x = arange::<f32>(8 * 16);
    let (mut turned, mut apart, mut over) =
        (vec![-1.0f32; 128], vec![-1.0f32; 256], vec![-1.0f32; 128]);
    let mut mapped = vec![-1.0f32; 128];
    MappedStores::run(
        matrix(&x, 8, 16),
        matrix_mut(&mut turned, 16, 8),
        ViewMut::new(&mut mapped, Strided::row_major(&[8, 4, 4]).unwrap()).unwrap(),
        matrix_mut(&mut apart, 8, 32),
        matrix_mut(&mut over, 8, 16),
    )
    .unwrap();
    for i in 0..8 {
        for j in 0..16 {
            let from = (16 * i + j) as f32;
            // The first tile was stored again: the last one and 100.
            let at = if i < 4 && j < 4 {
                from + 4.0 * 16.0 + 12.0 + 100.0
            } else {
                from
            };
            assert_eq!(turned[8 * j + i], at, "{i} {j}");
            // Tile axes 0, 1, 2 along axes 2, 0, 1: tile (j, i, 0) holds element (0, r, c) at (4 i + r, c, j).
            let (tile, c) = (j / 4, j % 4);
            assert_eq!(mapped[16 * i + 4 * c + tile], from);
            let (row, column) = (i / 4 * 5 + i % 4, j / 4 * 6 + j % 4);
            if row < 8 {
                assert_eq!(apart[32 * row + column], from);
            }
        }
    }
    let left = apart.iter().filter(|x| **x == -1.0).count();
    assert_eq!(left, 256 - (4 + 3) * 16);
    // Steps of 3 and 2: the last tile that covers a place.
    for row in 0..7 {
        for column in 0..10 {
            let (i, j) = (row / 3, column / 2);
            let (i, j) = (i.min(1), j.min(3));
            let from = 16 * (4 * i + row - 3 * i) + 4 * j + column - 2 * j;
            assert_eq!(over[16 * row + column], from as f32, "{row} {column}");
        }
    }
}

#[test]
fn ct_35_a_dtype_as_an_argument() {
    for dtype in DType::ALL {
        let mut y = [-1i32; 4];
        Named::run(dtype, write(&mut y)).unwrap();
        let is = (dtype == DType::BF16) as i32;
        assert_eq!(y, [dtype as i32, dtype.bits() as i32, is, -1]);
    }
}

#[test]
fn t_04_the_sign_is_the_type_s() {
    let (x, u) = ([0xF8u8 as i8, 5], [0xF8u8, 5]);
    let rows = |places: u32| {
        let mut y = zeros::<i32>(10, 2);
        Signs::run(places, read(&x), read(&u), y.view_mut()).unwrap();
        y.data().chunks(2).map(|row| row[0]).collect::<Vec<_>>()
    };
    assert_eq!(rows(1), [-4, -4, -16, 1, 248, 124, 124, 240, 0, -8]);
    assert_eq!(rows(3)[..3], [-4, -1, -64]);
    for places in [8, 9, u32::MAX] {
        assert_eq!(rows(places), [-4, -1, 0, 1, 248, 124, 0, 0, 0, -8]);
    }
}
