//! The programs on files: the examples' own code, on files shipped and made.

use std::path::{Path, PathBuf};

use super::*;
use azulejo_tensor::f16;

#[allow(dead_code)] // The tests are the CPU's.
#[path = "../../examples/files/jobs.rs"]
mod jobs;
#[path = "../../examples/files/npy.rs"]
mod npy;

use jobs::Machine;
use npy::Npy;

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/data")
        .join(name)
}

fn made(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn rows_and_columns_of_a_file() {
    let (from, to) = (shipped("a.npy"), made("normal.npy"));
    let x = Npy::read(&from).unwrap();
    let [rows, columns] = x.matrix().unwrap();
    assert_eq!((rows, columns), (256, 320));
    jobs::batch_norm(&Machine::Cpu, &from, &to).unwrap();
    let y = Npy::read(&to).unwrap().of::<f32>();
    for c in 0..columns {
        let column = || (0..rows).map(|r| y[r * columns + c] as f64);
        assert!(column().sum::<f64>().abs() < 1e-3);
        assert!((column().map(|x| x * x).sum::<f64>() / rows as f64 - 1.0).abs() < 1e-3);
    }
    jobs::softmax(&Machine::Cpu, &from, &to).unwrap();
    let y = Npy::read(&to).unwrap().values;
    for (x, y) in x.values.chunks(columns).zip(y.chunks(columns)) {
        let total: f64 = x.iter().map(|x| x.exp()).sum();
        let far = |(x, y): (&f64, &f64)| (x.exp() / total - y).abs() > 1e-6;
        assert!(!x.iter().zip(y).any(far));
    }
    jobs::layer_norm(&Machine::Cpu, &from, &to).unwrap();
    for y in Npy::read(&to).unwrap().values.chunks(columns) {
        assert!(sum(y).abs() < 1e-3);
        assert!((y.iter().map(|y| y * y).sum::<f64>() / columns as f64 - 1.0).abs() < 1e-3);
    }
    // The same numbers stored by columns.
    jobs::softmax(&Machine::Cpu, &shipped("b.npy"), &to).unwrap();
    let y = Npy::read(&to).unwrap();
    assert_eq!(y.matrix().unwrap(), [320, 192]);
    assert!(
        y.values
            .chunks(192)
            .all(|row| (sum(row) - 1.0).abs() < 1e-5)
    );
}

#[test]
#[allow(clippy::approx_constant)] // The job's own numbers.
fn precisions_of_a_file() {
    let (from, to) = (made("wide.npy"), made("narrow.npy"));
    let x: Vec<f64> = (0..64)
        .map(|i| [1.123456789, 2.987654321, 3.141592653, 4.567890123][i % 4])
        .collect();
    npy::write(&from, &x, &[64]).unwrap();
    let said = jobs::precisions(&Machine::Cpu, &from, &to).unwrap();
    assert!(
        said.starts_with("64 values: 512 bytes as f64, 256 as f32"),
        "{said}"
    );
    let read = |what: &str| Npy::read(&made(&format!("narrow.{what}.npy"))).unwrap();
    assert_eq!(sum(&read("f32").values), 189.12950325012207);
    assert_eq!(sum(&read("f16").values), 189.09375);
    assert_eq!(read("i32").of::<i32>()[..4], [1, 2, 3, 4]);
}

#[test]
fn mixed_matrices_of_files() {
    let (a, b, to) = (made("half.npy"), made("single.npy"), made("mixed.npy"));
    let half: Vec<f16> = (0..35 * 50)
        .map(|i| f16::from_f64((i % 64) as f64 / 64.0))
        .collect();
    let single: Vec<f32> = (0..35 * 50).map(|i| (i % 128) as f32 / 128.0).collect();
    npy::write(&a, &half, &[35, 50]).unwrap();
    npy::write(&b, &single, &[35, 50]).unwrap();
    jobs::mixed(&Machine::Cpu, &a, &b, &to).unwrap();
    for (i, y) in Npy::read(&to).unwrap().of::<f32>().iter().enumerate() {
        assert_eq!(*y, (half[i].to_f32() + single[i]) * 2.0 + 1.0);
    }
    npy::write(&b, &single, &[50, 35]).unwrap();
    let rejected = jobs::mixed(&Machine::Cpu, &a, &b, &to).unwrap_err();
    assert_eq!(rejected.to_string(), "a is 35 x 50, b is not");
}

#[test]
fn attention_of_files() {
    let to = made("heads.npy");
    let head = |name: &str, rows: usize, seed: usize| {
        let x: Vec<f32> = (0..rows * 64)
            .map(|i| ((i * 7919 + seed) % 100) as f32 / 50.0 - 1.0)
            .collect();
        npy::write(&made(name), &x, &[rows, 64]).unwrap();
        (made(name), x)
    };
    let ((q, _), (k, _)) = (head("q.npy", 5, 1), head("k.npy", 1, 2));
    let (v, values) = head("v.npy", 1, 3);
    jobs::attention(&Machine::Cpu, &q, &k, &v, &to).unwrap();
    // One key: every query gets its value.
    for row in Npy::read(&to).unwrap().of::<f32>().chunks(64) {
        assert_eq!(row, values);
    }
}
