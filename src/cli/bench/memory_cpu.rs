//! Memory-bound kernels on the CPU: azulejo against the standard library's fill and copy of the same bytes.

use std::cell::RefCell;

use azulejo::kernels::cpu::{self, Array, ArrayError, Strided, View, ViewMut, softmax};
use azulejo::tensor::bf16;

use super::compare::{Implementation, compare};
use super::report::{Random, Row};
use crate::cli::failure::Failure;

/// A square of this many rows: 64 MiB of `f32`, more than the caches hold.
const ROWS: usize = 4096;

/// Times every kernel; one row each.
pub fn run() -> Result<Vec<Row>, Failure> {
    timed().map_err(|error| Failure::Work(error.to_string()))
}

fn timed() -> Result<Vec<Row>, ArrayError> {
    let size = ROWS * ROWS;
    let square = Strided::row_major(&[ROWS, ROWS])?;
    let input = Random::new().values::<f32>(size);
    let x = View::new(&input, square)?;
    let row = View::from_slice(&input[..ROWS]);
    let output = RefCell::new(vec![0.0f32; size]);
    let half = RefCell::new(vec![bf16::ZERO; size]);
    let into = |f: &dyn Fn(&mut ViewMut<'_, f32>) -> Result<(), ArrayError>| {
        ViewMut::new(&mut output.borrow_mut(), square).and_then(|mut out| f(&mut out))
    };
    let narrow = || {
        let mut half = half.borrow_mut();
        cpu::map((x,), &mut ViewMut::new(&mut half, square)?, |(x,)| {
            bf16::from_f32(x)
        })
    };
    let transposed = x.permute(&[1, 0])?;
    let narrow_rows = View::new(&input, Strided::row_major(&[size / 128, 128])?)?;

    // A kernel, the bytes that it has to move for each element, and itself.
    type Kernel<'a> = (
        &'static str,
        usize,
        Box<dyn Fn() -> Result<(), ArrayError> + 'a>,
    );
    let kernels: [Kernel<'_>; 7] = [
        (
            "zeros f32",
            4,
            Box::new(|| {
                into(&|out| {
                    cpu::zeros(out);
                    Ok(())
                })
            }),
        ),
        ("copy f32", 8, Box::new(|| into(&|out| cpu::copy(x, out)))),
        (
            "map 2x + 1 f32",
            8,
            Box::new(|| into(&|out| cpu::map((x,), out, |(x,)| 2.0 * x + 1.0))),
        ),
        (
            "add a row f32",
            8,
            Box::new(|| into(&|out| cpu::map((x, row), out, |(x, row)| x + row))),
        ),
        ("cast f32 to bf16", 6, Box::new(narrow)),
        (
            "transpose f32",
            8,
            Box::new(|| into(&|out| cpu::copy(transposed, out))),
        ),
        (
            "softmax f32, rows of 128",
            8,
            Box::new(|| softmax(narrow_rows).map(drop::<Array<f32>>)),
        ),
    ];
    let mut rows = Vec::new();
    for (name, bytes, kernel) in &kernels {
        kernel()?;
        let fills = *bytes == 4;
        let timings = compare(vec![
            // The same call succeeded above.
            Implementation::new("azulejo", || drop(kernel())),
            Implementation::new(if fills { "fill" } else { "copy" }, || match fills {
                true => output.borrow_mut().fill(0.0),
                false => output.borrow_mut().copy_from_slice(&input),
            }),
        ]);
        let mut line = Row::new();
        line.text("kernel", name);
        line.number(
            "azulejo GB/s",
            (bytes * size) as f64 / timings[0].median / 1e9,
        );
        let ceiling = if fills { 4 } else { 8 } * size;
        line.number(
            "std fill or copy GB/s",
            ceiling as f64 / timings[1].median / 1e9,
        );
        line.number(
            "ratio",
            (bytes * size) as f64 / ceiling as f64 * timings[1].median / timings[0].median,
        );
        line.number("spread %", 100.0 * timings[0].spread);
        rows.push(line);
    }
    Ok(rows)
}
