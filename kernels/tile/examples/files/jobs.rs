//! What each command does: a file or several in, a tile program, files out.

use std::error::Error;
use std::path::{Path, PathBuf};

use azulejo_cpu::{Strided, View, ViewMut};
use azulejo_runtime::Device;
use azulejo_tensor::f16;
use azulejo_tile::programs::*;

use super::npy::{self, Npy};

type End = Result<String, Box<dyn Error>>;

/// What runs the programs: the CPU, or a GPU.
pub enum Machine {
    Cpu,
    Gpu(Device),
}

/// Runs a program on the machine: inputs with their layouts, outputs in rows with their extents, numbers.
macro_rules! on {
    ($machine:expr, $program:ident ($($input:ident $layout:expr),*; $($output:ident $extents:expr),*; $($number:expr),*)) => {
        match $machine {
            Machine::Cpu => $program::run(
                $(View::new(&$input, $layout)?,)*
                $(ViewMut::new(&mut $output, Strided::row_major($extents)?)?,)*
                $($number),*
            )?,
            Machine::Gpu(device) => {
                let stream = device.stream()?;
                $(let $input = stream.upload(&$input)?;)*
                // In the block the name is the buffer, outside it the vector.
                {
                    on!(@buffers stream [$($output)*] {
                        $program::launch(
                            &stream,
                            $(azulejo_runtime::View::new(&$input, $layout)?,)*
                            $(azulejo_runtime::ViewMut::row_major(&mut $output.1, $extents)?,)*
                            $($number),*
                        )?;
                        $(*$output.0 = stream.download(&$output.1)?;)*
                    })
                }
            }
        }
    };
    (@buffers $stream:ident [$($output:ident)*] $body:block) => {{
        $(let mut $output = {
            let buffer = $stream.upload(&$output)?;
            (&mut $output, buffer)
        };)*
        $body
    }};
}

/// `a.npy` with another ending: `a.single.npy`.
fn beside(path: &Path, what: &str) -> PathBuf {
    path.with_extension(format!("{what}.npy"))
}

/// Normalises each column of a matrix by its own mean and deviation.
pub fn batch_norm(machine: &Machine, from: &Path, to: &Path) -> End {
    let file = Npy::read(from)?;
    let [rows, columns] = file.matrix()?;
    let x = file.of::<f32>();
    let column = |c: usize| {
        let strides = file.layout.strides();
        let x = &x;
        (0..rows).map(move |r| x[r * strides[0] + c * strides[1]] as f64)
    };
    let mean: Vec<f64> = (0..columns)
        .map(|c| column(c).sum::<f64>() / rows as f64)
        .collect();
    let spread = |c: usize| column(c).map(|x| (x - mean[c]).powi(2)).sum::<f64>() / rows as f64;
    let deviation: Vec<f32> = (0..columns).map(|c| spread(c).sqrt() as f32).collect();
    let mean: Vec<f32> = mean.iter().map(|x| *x as f32).collect();
    let (gamma, beta) = (vec![1.0f32; columns], vec![0.0f32; columns]);
    let mut y = vec![0.0f32; rows * columns];
    let line = Strided::row_major(&[columns])?;
    on!(machine, BatchNorm(x file.layout, mean line, deviation line, gamma line, beta line; y &[rows, columns]; 1e-5));
    npy::write(to, &y, &[rows, columns])?;
    Ok(format!(
        "{rows} x {columns}, each column of mean 0 and deviation 1"
    ))
}

/// A vector or matrix of f64 as f32, as f16, and as i32.
pub fn precisions(machine: &Machine, from: &Path, to: &Path) -> End {
    let file = Npy::read(from)?;
    let n = file.values.len();
    let x = file.of::<f64>();
    let (mut single, mut half, mut whole) = (vec![0.0f32; n], vec![f16::ZERO; n], vec![0i32; n]);
    on!(machine, Precisions(x Strided::row_major(&[n])?; single &[n], half &[n], whole &[n];));
    let extents = file.layout.extents();
    if file.layout != Strided::row_major(extents)? {
        return Err("give an array in C order".into());
    }
    npy::write(&beside(to, "f32"), &single, extents)?;
    npy::write(&beside(to, "f16"), &half, extents)?;
    npy::write(&beside(to, "i32"), &whole, extents)?;
    let apart = |y: f64, x: f64| (y - x).abs();
    let worst = |of: &dyn Fn(usize) -> f64| (0..n).map(|i| apart(of(i), x[i])).fold(0.0, f64::max);
    Ok(format!(
        "{n} values: {} bytes as f64, {} as f32 (at most {:.1e} apart), {} as f16 (at most {:.1e})",
        8 * n,
        4 * n,
        worst(&|i| single[i] as f64),
        2 * n,
        worst(&|i| half[i].to_f64())
    ))
}

/// `(a + b) 2 + 1` of a matrix in f16 and one in f32.
pub fn mixed(machine: &Machine, a: &Path, b: &Path, to: &Path) -> End {
    let (a, b) = (Npy::read(a)?, Npy::read(b)?);
    let [rows, columns] = a.matrix()?;
    if b.matrix()? != [rows, columns] {
        return Err(format!("a is {rows} x {columns}, b is not").into());
    }
    let (left, right) = (a.of::<f16>(), b.of::<f32>());
    let mut y = vec![0.0f32; rows * columns];
    on!(machine, MixedMatrices(left a.layout, right b.layout; y &[rows, columns];));
    npy::write(to, &y, &[rows, columns])?;
    Ok(format!("{rows} x {columns} of f16 and f32 in f32"))
}

/// Softmax of each row.
pub fn softmax(machine: &Machine, from: &Path, to: &Path) -> End {
    let file = Npy::read(from)?;
    let [rows, columns] = file.matrix()?;
    let x = file.of::<f32>();
    let mut y = vec![0.0f32; rows * columns];
    on!(machine, Softmax(x file.layout; y &[rows, columns];));
    npy::write(to, &y, &[rows, columns])?;
    Ok(format!("{rows} rows of {columns}, each of sum 1"))
}

/// Layer norm of each row.
pub fn layer_norm(machine: &Machine, from: &Path, to: &Path) -> End {
    let file = Npy::read(from)?;
    let [rows, columns] = file.matrix()?;
    let x = file.of::<f32>();
    let (gamma, beta) = (vec![1.0f32; columns], vec![0.0f32; columns]);
    let mut y = vec![0.0f32; rows * columns];
    let line = Strided::row_major(&[columns])?;
    on!(machine, LayerNorm(x file.layout, gamma line, beta line; y &[rows, columns]; 1e-5));
    npy::write(to, &y, &[rows, columns])?;
    Ok(format!(
        "{rows} rows of {columns}, each of mean 0 and deviation 1"
    ))
}

/// Attention of one head: queries, keys and values in rows of 64.
pub fn attention(machine: &Machine, q: &Path, k: &Path, v: &Path, to: &Path) -> End {
    let (q, k, v) = (Npy::read(q)?, Npy::read(k)?, Npy::read(v)?);
    let [queries, _] = q.matrix()?;
    let (a, b, c) = (q.of::<f32>(), k.of::<f32>(), v.of::<f32>());
    let mut y = vec![0.0f32; queries * 64];
    on!(machine, Attention(a q.layout, b k.layout, c v.layout; y &[queries, 64]; 0.125));
    npy::write(to, &y, &[queries, 64])?;
    Ok(format!("{queries} queries, {} keys", k.matrix()?[0]))
}
