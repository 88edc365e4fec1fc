//! Reductions, scans and rearrangements.

use super::*;
use azulejo_tile::programs::{Functions, Rearrangements, Reductions};

#[test]
fn reductions_of_both_axes() {
    // Whole numbers: every order of summation is exact.
    let x: Vec<f32> = (0..2048).map(|i| ((i * 37) % 101) as f32 - 50.0).collect();
    let mut rows = zeros::<f32>(32, 1);
    let mut columns = zeros::<f32>(1, 64);
    let mut places = zeros::<i32>(32, 1);
    let mut running = zeros::<f32>(32, 64);
    let mut all = zeros::<f32>(2, 2);
    Reductions::run(
        matrix(&x, 32, 64),
        rows.view_mut(),
        columns.view_mut(),
        places.view_mut(),
        running.view_mut(),
        all.view_mut(),
    )
    .unwrap();
    for (r, row) in x.chunks(64).enumerate() {
        assert_eq!(rows.data()[r], row.iter().sum::<f32>());
        let most = row.iter().copied().fold(f32::MIN, f32::max);
        let place = row.iter().position(|x| *x == most).unwrap();
        assert_eq!(places.data()[r], place as i32);
        let mut sum = 0.0;
        for (c, x) in row.iter().enumerate() {
            sum += x;
            assert_eq!(running.data()[64 * r + c], sum);
        }
        if r == 3 {
            let apart: f32 = row.iter().map(|x| x - most).sum();
            assert_eq!(all.data()[2..], [apart, apart]);
        }
    }
    for c in 0..64 {
        let most = (0..32).map(|r| x[64 * r + c]).fold(f32::MIN, f32::max);
        assert_eq!(columns.data()[c], most);
    }
    assert_eq!(all.data()[0], x.iter().sum::<f32>());
    assert_eq!(all.data()[1], x.iter().copied().fold(f32::MAX, f32::min));
}

#[test]
fn rearrangements_of_a_tile() {
    let x = arange::<i32>(512);
    let mut turned = zeros::<i32>(32, 16);
    let mut joined = zeros::<i32>(16, 64);
    let mut cut = zeros::<i32>(4, 8);
    let mut spread = zeros::<i32>(16, 32);
    Rearrangements::run(
        matrix(&x, 16, 32),
        turned.view_mut(),
        joined.view_mut(),
        cut.view_mut(),
        spread.view_mut(),
    )
    .unwrap();
    for r in 0..16 {
        for c in 0..32 {
            let at = (32 * r + c) as i32;
            assert_eq!(turned.data()[16 * c + r], at);
            assert_eq!(joined.data()[64 * r + c], at);
            assert_eq!(joined.data()[64 * r + 32 + c], 10 * at);
            let column: i32 = (0..16).map(|r| (32 * r + c) as i32).sum();
            assert_eq!(spread.data()[32 * r + c], (32 * r + 5) as i32 + column);
        }
    }
    for r in 0..4 {
        for c in 0..8 {
            assert_eq!(cut.data()[8 * r + c], (32 * (4 + r) + 16 + c) as i32);
        }
    }
}

#[test]
fn functions_of_each_element() {
    let x: Vec<f32> = (0..40).map(|i| i as f32 / 4.0 - 5.0).collect();
    // Three blocks along the columns, one along the rows.
    let mut y = zeros::<f32>(8, 40);
    Functions::run(read(&x), y.view_mut()).unwrap();
    let at = |row: usize, c: usize| y.data()[40 * row + c] as f64;
    for (c, x) in x.iter().enumerate() {
        let x = *x as f64;
        let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-6 * b.abs().max(1e-3), "{a} {b}");
        close(at(0, c), x.exp());
        close(at(1, c), x.abs().sqrt());
        close(at(2, c), x.tanh());
        close(at(3, c), x.floor());
        close(at(4, c), 1.0 / (1.0 + (-x).exp()));
        close(at(5, c), x.clamp(-1.0, 1.0));
        close(at(6, c), x.rem_euclid(3.0));
        close(at(7, c), x / 3.0);
    }
}
