//! Memory-bound kernels on the CPU: azulejo against the standard library's fill and copy of the same bytes.

use std::cell::RefCell;

use azulejo::cpu::{ArrayError, timed::timed};
use azulejo::tensor::bf16;

use super::report::{Row, Table};
use crate::harness::{Call, compare, values};

/// A square of this many rows: 64 MiB of `f32`, more than the caches hold.
const ROWS: usize = 4096;

/// Times every kernel; one row each.
pub fn run(table: &mut Table) -> Result<(), ArrayError> {
    let size = ROWS * ROWS;
    let input = values::<f32>(1, size);
    let output = RefCell::new(vec![0.0f32; size]);
    let half = RefCell::new(vec![bf16::ZERO; size]);
    for (name, bytes, kernel) in timed(ROWS, &input, &output, &half)? {
        kernel()?;
        let fills = bytes == 4;
        let standard = || {
            match fills {
                true => output.borrow_mut().fill(0.0),
                false => output.borrow_mut().copy_from_slice(&input),
            }
            Ok(())
        };
        let calls: Vec<Call<'_, ArrayError>> =
            vec![("azulejo", kernel), ("fill or copy", Box::new(standard))];
        let times = compare(calls)?;
        let [ours, theirs] = [0, 1].map(|at| times[at].median());
        let (bytes, ceiling) = (bytes * size, if fills { 4 } else { 8 } * size);
        let (rate, most) = (bytes as f64 / ours, ceiling as f64 / theirs);
        let mut row = Row::new();
        row.text("kernel", name);
        row.number("azulejo GB/s", rate / 1e9);
        row.number("std fill or copy GB/s", most / 1e9);
        row.number("ratio", rate / most);
        row.number("spread %", 100.0 * times[0].spread());
        table.push(row);
    }
    Ok(())
}
