//! The tutorial kernel, both programs, at ragged sizes.

use azulejo_kernels::cpu::Strided;
use azulejo_kernels::host::{Device, View, ViewMut, gemm::sgemm_1};

use crate::Failure;

/// Compares the kernel with sums over its operands.
pub fn run(device: &Device) -> Result<(), Failure> {
    let stream = device.stream()?;
    for (m, n, k) in [(1, 1, 1), (41, 55, 37), (128, 128, 8), (257, 129, 65)] {
        for k_contiguous in [false, true] {
            let strides = |mn: usize| {
                if k_contiguous {
                    [k + 3, 1]
                } else {
                    [1, mn + 5]
                }
            };
            let a_value = |i: usize, l: usize| ((3 * i + 5 * l) % 7) as f32 - 3.0;
            let b_value = |j: usize, l: usize| ((2 * j + 7 * l) % 5) as f32 - 2.0;
            let filled = |mn: usize, value: &dyn Fn(usize, usize) -> f32| {
                let [row, column] = strides(mn);
                let mut data = vec![f32::NAN; (mn - 1) * row + (k - 1) * column + 1];
                for (i, l) in (0..mn).flat_map(|i| (0..k).map(move |l| (i, l))) {
                    data[i * row + l * column] = value(i, l);
                }
                data
            };
            let a = stream.upload(&filled(m, &a_value))?;
            let b = stream.upload(&filled(n, &b_value))?;
            let before: Vec<f32> = (0..(m + 1) * n)
                .map(|at| ((at % (m + 1) + 2 * (at / (m + 1))) % 9) as f32 - 4.0)
                .collect();
            let mut c = stream.upload(&before)?;
            {
                let left = View::new(&a, Strided::new(&[m, k], &strides(m))?)?;
                let right = View::new(&b, Strided::new(&[n, k], &strides(n))?)?;
                let mut out = ViewMut::new(&mut c, Strided::new(&[m, n], &[1, m + 1])?)?;
                sgemm_1(&stream, 2.0, &left, &right, 3.0, &mut out)?;
            }
            for (at, (x, c0)) in stream.download(&c)?.into_iter().zip(&before).enumerate() {
                let (i, j) = (at % (m + 1), at / (m + 1));
                let sum: f32 = (0..k).map(|l| a_value(i, l) * b_value(j, l)).sum();
                let expected = if i < m { 2.0 * sum + 3.0 * c0 } else { *c0 };
                if x != expected {
                    return Err(format!("sgemm_1 {m}x{n}x{k}, K contiguous {k_contiguous}: C[{i}, {j}] is {x}, not {expected}").into());
                }
            }
        }
    }
    println!("sgemm_1: both programs exact at 4 sizes");
    Ok(())
}
