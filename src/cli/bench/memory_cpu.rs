//! Memory-bound kernels on the CPU: azulejo against the standard library's fill and copy of the same bytes.

use std::cell::RefCell;

use azulejo::kernels::cpu::{ArrayError, timed::timed};
use azulejo::tensor::bf16;

use super::compare::{Implementation, compare};
use super::report::Row;
use crate::cli::failure::Failure;
use crate::harness::values;

/// A square of this many rows: 64 MiB of `f32`, more than the caches hold.
const ROWS: usize = 4096;

/// Times every kernel; one row each.
pub fn run() -> Result<Vec<Row>, Failure> {
    rows().map_err(|error| Failure::Work(error.to_string()))
}

fn rows() -> Result<Vec<Row>, ArrayError> {
    let size = ROWS * ROWS;
    let input = values::<f32>(1, size);
    let output = RefCell::new(vec![0.0f32; size]);
    let half = RefCell::new(vec![bf16::ZERO; size]);
    let kernels = timed(ROWS, &input, &output, &half)?;
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
            (bytes * size) as f64 / timings[0].median() / 1e9,
        );
        let ceiling = if fills { 4 } else { 8 } * size;
        line.number(
            "std fill or copy GB/s",
            ceiling as f64 / timings[1].median() / 1e9,
        );
        line.number(
            "ratio",
            (bytes * size) as f64 / ceiling as f64 * timings[1].median() / timings[0].median(),
        );
        line.number("spread %", 100.0 * timings[0].spread());
        rows.push(line);
    }
    Ok(rows)
}
