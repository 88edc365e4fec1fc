//! Jobs on images: filters with edges, RGB to gray.

use super::*;
use azulejo_tile::TileError;
use azulejo_tile::programs::{Filter, Gray};

#[test]
fn ct_75_j16_filter_with_edges() {
    let x: Vec<f32> = (0..740).map(|k| (13 * k % 256) as f32).collect();
    let mut y = vec![-1.0f32; 740 + 64];
    Filter::run(matrix(&x, 20, 37), matrix_mut(&mut y[..740], 20, 37)).unwrap();
    assert!((y[0] - 0.1).abs() < 1e-6 && (y[739] - 108.1).abs() < 1e-4);
    assert!((sum(&y[..740]) / 75054.8024665 - 1.0).abs() < 1e-6);
    assert!(y[740..].iter().all(|y| *y == -1.0));
}

fn gray(height: usize, width: usize) -> Vec<f32> {
    let rgb: Vec<u8> = (0..height * width * 3)
        .map(|i| ((31 * (i / 3 / width) + 17 * (i / 3 % width) + 101 * (i % 3)) % 256) as u8)
        .collect();
    let mut y = vec![-1.0f32; height * width + 64];
    let layout = Strided::row_major(&[height, width, 3]).unwrap();
    let out = matrix_mut(&mut y[..height * width], height, width);
    Gray::run(View::new(&rgb, layout).unwrap(), out).unwrap();
    assert!(y[height * width..].iter().all(|y| *y == -1.0));
    y.truncate(height * width);
    y
}

#[test]
fn ct_81_j17_rgb_to_gray() {
    let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-6;
    let y = gray(480, 640);
    assert!(close(y[0] as f64, 0.322803944) && close(y[307199] as f64, 0.647572577));
    assert!(close(sum(&y), 153601.880440));
    let (least, most) = y
        .iter()
        .fold((1.0f32, 0.0f32), |(a, b), y| (a.min(*y), b.max(*y)));
    assert!(close(least as f64, 0.226898029) && close(most as f64, 0.812278330));
    let y = gray(481, 643);
    assert!(close(*y.last().unwrap() as f64, 0.379839211) && close(sum(&y), 154644.417560));
    let y = gray(17, 5);
    assert!(close(*y.last().unwrap() as f64, 0.526725471) && close(sum(&y), 42.2339406));
    assert!(close(sum(&gray(16, 16)), 128.387512));
    assert!(close(sum(&gray(1, 1)), 0.322803944));
}

#[test]
fn ct_81_white_is_one_and_rgb_is_three() {
    let mut y = [0.0f32];
    let white = View::new(&[255u8; 3], Strided::row_major(&[1, 1, 3]).unwrap()).unwrap();
    Gray::run(white, matrix_mut(&mut y, 1, 1)).unwrap();
    assert_eq!(y, [1.0]);
    let rgba = View::new(&[255u8; 4], Strided::row_major(&[1, 1, 4]).unwrap()).unwrap();
    let rejected = Gray::run(rgba, matrix_mut(&mut y, 1, 1)).unwrap_err();
    assert!(matches!(
        rejected,
        TileError::Extent {
            argument: "rgb",
            axis: 2,
            expected: 3,
            found: 4,
            ..
        }
    ));
    let none = View::new(&[], Strided::row_major(&[0, 5, 3]).unwrap()).unwrap();
    Gray::run(none, matrix_mut(&mut [], 0, 5)).unwrap();
}
