//! Tiles: placement, padding at the edges, and nothing outside touched.

use approx::assert_abs_diff_eq;
use azulejo_cpu::{
    Array, ArrayError, Padding, Strided, View, ViewMut, load_tile, store_tile, tile_space,
};
use azulejo_tensor::{Bool, Element, F8E4M3, F8E5M2, bf16, f16};

/// A tile of an array, what is outside being zeros.
fn tile<T: Element>(view: View<'_, T>, index: &[usize], shape: &[usize]) -> Vec<T> {
    let tile = load_tile(view, index, shape, Padding::Zero).unwrap();
    tile.into_vec()
}

/// Every index of a grid, the last axis fastest.
fn grid(space: &[usize]) -> Vec<Vec<usize>> {
    space.iter().fold(vec![vec![]], |all, extent| {
        all.iter()
            .flat_map(|index| (0..*extent).map(|i| [index.clone(), vec![i]].concat()))
            .collect()
    })
}

#[test]
fn tiles_lie_where_their_index_says() {
    let x = Array::from_vec((0..256).collect::<Vec<i32>>(), &[16, 16]).unwrap();
    let expected: Vec<i32> = (8..12)
        .flat_map(|row| (0..4).map(move |column| row * 16 + 12 + column))
        .collect();
    assert_eq!(tile(x.view(), &[2, 3], &[4, 4]), expected);
    let small = tile(x.view(), &[3, 5], &[2, 2]);
    assert_eq!(small, [106, 107, 122, 123]);
    // A tile by permuted axes is a tile of the transposed view.
    let transposed = x.view().permute(&[1, 0]).unwrap();
    let small = tile(transposed, &[3, 5], &[2, 2]);
    assert_eq!(small, [166, 182, 167, 183]);

    let doubled: Vec<i32> = x.data().iter().map(|x| 2 * x).collect();
    let mut out = Array::<i32>::zeros(&[16, 16]).unwrap();
    for index in grid(&[4, 4]) {
        let tile = tile(x.view(), &index, &[4, 4])
            .iter()
            .map(|x| 2 * x)
            .collect();
        let tile = Array::from_vec(tile, &[4, 4]).unwrap();
        store_tile(&mut out.view_mut(), &index, &tile).unwrap();
    }
    assert_eq!(out.data(), doubled);
    assert_eq!(out.data().iter().sum::<i32>(), 65_280);
}

#[test]
fn a_partition_view_starts_its_tiles_at_index_times_tile() {
    let x = Array::from_vec((0..8192 * 128).map(|i| i as f32).collect(), &[8192, 128]).unwrap();
    assert_eq!(tile_space(&[8192, 128], &[128, 4]).unwrap(), [64, 32]);
    let tile = load_tile(x.view(), &[4, 2], &[128, 4], Padding::Zero).unwrap();
    assert_eq!(tile.data()[..4], [65544.0, 65545.0, 65546.0, 65547.0]);
    assert_eq!(tile.data().last(), Some(&81803.0));
}

#[test]
fn an_image_filter_leaves_its_guard_bytes_alone() {
    let (rows, columns, guard) = (20, 37, 16);
    let data: Vec<f32> = (0..rows * columns).map(|k| (13 * k % 256) as f32).collect();
    let layout = Strided::row_major(&[rows, columns]).unwrap();
    let image = View::new(&data, layout).unwrap();
    let mut buffer = vec![f32::from_bits(0xDEAD_BEEF); rows * columns + 2 * guard];
    let space = tile_space(&[rows, columns], &[16, 16]).unwrap();
    assert_eq!(space, [2, 3]);
    for index in grid(&space) {
        let tile = load_tile(image, &index, &[16, 16], Padding::Zero).unwrap();
        let scaled = tile.data().iter().map(|x| 0.8 * x + 0.1).collect();
        let tile = Array::from_vec(scaled, &[16, 16]).unwrap();
        let inner = &mut buffer[guard..guard + rows * columns];
        store_tile(&mut ViewMut::new(inner, layout).unwrap(), &index, &tile).unwrap();
    }
    let inner = &buffer[guard..guard + rows * columns];
    assert_abs_diff_eq!(inner[0], 0.1, epsilon = 1e-7);
    assert_abs_diff_eq!(inner[rows * columns - 1], 108.1, epsilon = 1e-4);
    let sum: f64 = inner.iter().map(|x| f64::from(*x)).sum();
    assert_abs_diff_eq!(sum / 75054.8024665, 1.0, epsilon = 1e-6);
    let guards = buffer[..guard]
        .iter()
        .chain(&buffer[guard + rows * columns..]);
    assert!(guards.into_iter().all(|x| x.to_bits() == 0xDEAD_BEEF));
}

#[test]
fn padding_fills_the_last_tile_with_its_value() {
    let x = Array::from_vec((0..100).map(|i| i as f32).collect(), &[100]).unwrap();
    let expected = [
        (Padding::Zero, 0x0000_0000u32),
        (Padding::NegZero, 0x8000_0000),
        (Padding::NaN, 0x7FC0_0000),
        (Padding::PosInf, 0x7F80_0000),
        (Padding::NegInf, 0xFF80_0000),
    ];
    for (padding, bits) in expected {
        let mut out = Array::<f32>::zeros(&[112]).unwrap();
        for index in 0..7 {
            let tile = load_tile(x.view(), &[index], &[16], padding).unwrap();
            store_tile(&mut out.view_mut(), &[index], &tile).unwrap();
        }
        assert_eq!(out.data()[..100].iter().sum::<f32>(), 4950.0);
        let padded = out.data()[100..].iter().all(|x| x.to_bits() == bits);
        assert!(padded, "{padding:?}");
    }
    let last = |padding| load_tile(x.view(), &[6], &[16], padding).unwrap();
    let least = last(Padding::PosInf)
        .data()
        .iter()
        .copied()
        .reduce(f32::min);
    let most = last(Padding::NegInf)
        .data()
        .iter()
        .copied()
        .reduce(f32::max);
    assert_eq!((least, most), (Some(96.0), Some(99.0)));
    assert_eq!(last(Padding::Zero).data().iter().sum::<f32>(), 390.0);
}

#[test]
fn padding_needs_a_type_that_has_the_value() {
    use Padding::{NaN, NegInf, NegZero, PosInf};
    let e4m3 = [NaN, NegZero, PosInf, NegInf].map(|padding| padding.value::<F8E4M3>().is_ok());
    assert_eq!(e4m3, [true, true, false, false]);
    assert!(PosInf.value::<F8E5M2>().is_ok_and(|x| x.to_bits() == 0x7C));
    assert!(NegInf.value::<f16>().is_ok_and(|x| x.to_bits() == 0xFC00));
    assert!(NaN.value::<bf16>().is_ok_and(|x| x.is_nan()));
    for padding in [NegZero, NaN, PosInf, NegInf] {
        assert!(padding.value::<i32>().is_err() && padding.value::<Bool>().is_err());
    }
    for padding in Padding::ALL {
        assert_eq!(padding.as_str().parse(), Ok(*padding));
    }
    assert!("minus_zero".parse::<Padding>().is_err());
}

#[test]
fn tiles_outside_the_grid_and_of_the_wrong_rank_are_rejected() {
    let x = Array::<f32>::zeros(&[100]).unwrap();
    let load = |index: &[usize], tile: &[usize]| {
        load_tile(x.view(), index, tile, Padding::Zero).unwrap_err()
    };
    let (index, space) = (vec![7], vec![7]);
    let outside = ArrayError::IndexOutOfSpace { index, space };
    assert_eq!(load(&[7], &[16]), outside);
    let (expected, got) = (1, 2);
    for tile in [&[16, 16][..], &[16]] {
        let rank = ArrayError::RankMismatch { expected, got };
        assert_eq!(load(&[0, 0], tile), rank);
    }
    assert!(matches!(load(&[0], &[0]), ArrayError::ShapeMismatch { .. }));
}

#[test]
fn a_ragged_matrix_is_copied_tile_by_tile_and_its_poison_stays() {
    let (rows, columns) = (41, 55);
    let layout = Strided::column_major(&[rows, columns]).unwrap();
    let guard = 64;
    let source: Vec<f32> = (0..rows * columns).map(|i| i as f32).collect();
    let mut target = vec![-1.0f32; rows * columns + guard];
    let space = tile_space(&[rows, columns], &[4, 8]).unwrap();
    assert_eq!(space, [11, 7]);
    let (mut lanes, mut copied) = (0, 0);
    for index in grid(&space) {
        let from = View::new(&source, layout).unwrap();
        let tile = load_tile(from, &index, &[4, 8], Padding::NaN).unwrap();
        let valid = tile.data().iter().filter(|x| !x.is_nan()).count();
        lanes += tile.data().len();
        copied += valid;
        if index == [10, 6] {
            assert_eq!(valid, 7);
        }
        let to = &mut ViewMut::new(&mut target, layout).unwrap();
        store_tile(to, &index, &tile).unwrap();
    }
    assert_eq!((lanes, copied), (2464, 2255));
    assert_eq!(target[..rows * columns], source);
    assert!(target[rows * columns..].iter().all(|x| *x == -1.0));
}
