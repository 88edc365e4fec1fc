//! Runs integer jobs with known answers and compares every element of D and the bytes behind it.

use azulejo::kernels::device::gemm::hopper::args::activation;
use azulejo::kernels::device::gemm::hopper::{operand::Major, table::Row};
use azulejo::kernels::host::gemm::{
    Arguments, Epilogue, Part, Prepared, Region, Schedule, Sizes, Space, StridedMatrix,
};
use azulejo::kernels::host::{Error, Stream};
use azulejo::tensor::DType;

use super::data::{element, raw, value};
use super::jobs::{Job, SMALL, a_value, b_value, c_value, column_factor, jobs, row_factor, steps};

/// Packed lines of integer values, padded to whole multiples of 16 bytes with bytes of ones.
pub(super) fn operand(
    padded: bool,
    dtype: DType,
    batches: u32,
    lines: u32,
    run: u32,
    at: impl Fn(usize, usize) -> i64,
) -> (Vec<u8>, u64) {
    let size = dtype.bits() / 8;
    let ld = if padded {
        (run * size).div_ceil(16) * 16 / size
    } else {
        run
    };
    let mut bytes = vec![0xff; (batches * lines * ld * size) as usize];
    let table: Vec<u64> = (-16..=16).map(|x| raw(dtype, x as f64)).collect();
    for line in 0..lines as usize * batches as usize {
        for i in 0..run as usize {
            let bits = table[(at(line % lines as usize, i) + 16) as usize];
            let start = (line * ld as usize + i) * size as usize;
            bytes[start..start + size as usize]
                .copy_from_slice(&bits.to_le_bytes()[..size as usize]);
        }
    }
    (bytes, ld as u64)
}

/// Runs every job of `row`, or the small ones, twice on `stream` and compares each element of D, and the bytes behind it.
///
/// Returns how many jobs ran, or what was wrong.
pub fn verify(
    stream: &Stream,
    row: &'static Row,
    blocks: u32,
    small: bool,
) -> Result<usize, String> {
    let mut all = jobs(row);
    all.retain(|job| !small || steps(row, job.sizes) <= SMALL);
    for job in &all {
        run(stream, row, job, blocks)
            .map_err(|e| format!("{} on {job:?}: {e}", row.kernel.name))?;
    }
    Ok(all.len())
}

/// The activation in f64.
fn activated(x: f64, kind: u32) -> f64 {
    match kind {
        activation::GELU => {
            let z = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
            x / 2.0 * (1.0 + z.tanh())
        }
        activation::SILU => x / (1.0 + (-x).exp()),
        activation::RELU => x.max(0.0),
        _ => x,
    }
}

/// A unit in the last place of `dtype`, relative to the value.
fn rounding(dtype: DType) -> f64 {
    match dtype {
        DType::F32 => 1e-5,
        DType::F16 => 1.0 / 1024.0,
        DType::BF16 => 1.0 / 128.0,
        DType::F8E4M3 => 1.0 / 8.0,
        _ => 1.0 / 4.0,
    }
}

fn run(stream: &Stream, row: &'static Row, job: &Job, blocks: u32) -> Result<(), String> {
    let text = |e: Error| e.to_string();
    let ([ta, tb, _, td], mut majors) =
        (row.config.types, (row.config.a.major, row.config.b.major));
    let (ta, tb) = if job.swap {
        majors = (majors.1, majors.0);
        (tb, ta)
    } else {
        (ta, tb)
    };
    let Sizes { m, n, k, batches } = job.sizes;
    let padded = !job.awkward && !job.packed;
    let operand_of = |dtype, major, mn: u32, at: &dyn Fn(usize, usize) -> i64| match major {
        Major::K => operand(padded, dtype, batches, mn, k, at),
        Major::Mn => operand(padded, dtype, batches, k, mn, |line, i| at(i, line)),
    };
    let given = |kernel: Major| match (job.awkward, kernel) {
        (false, major) => major,
        (true, Major::K) => Major::Mn,
        (true, Major::Mn) => Major::K,
    };
    let (a_major, b_major) = (given(majors.0), given(majors.1));
    let (a, lda) = operand_of(ta, a_major, m, &a_value);
    let (b, ldb) = operand_of(tb, b_major, n, &b_value);
    let (a, b) = (
        stream.upload(&a).map_err(text)?,
        stream.upload(&b).map_err(text)?,
    );
    let size = td.bits() as u64 / 8;
    let (d_lines, d_run) = if job.d_order == Major::K {
        (m, n)
    } else {
        (n, m)
    };
    let (d_lines, d_run, batches) = (d_lines as u64, d_run as u64, batches as u64);
    let batch_stride = (d_lines * d_run * size).div_ceil(16) * 16 / size;
    let elements = batch_stride * batches;
    let c: Vec<u8> = (0..elements)
        .flat_map(|i| {
            let (line, run) = (i % batch_stride / d_run, i % batch_stride % d_run);
            let (m, n) = if job.d_order == Major::K {
                (line, run)
            } else {
                (run, line)
            };
            raw(td, c_value(m as usize, n as usize) as f64)
                .to_le_bytes()
                .into_iter()
                .take(size as usize)
        })
        .collect();
    let c = stream.upload(&c).map_err(text)?;
    let bias: Vec<u8> = (0..m.max(n) as usize)
        .flat_map(|i| {
            raw(td, c_value(i, 1) as f64)
                .to_le_bytes()
                .into_iter()
                .take(size as usize)
        })
        .collect();
    let bias = stream.upload(&bias).map_err(text)?;
    let factors = |of: &dyn Fn(usize) -> f32, count: u32| {
        let values: Vec<f32> = (0..count as usize).map(of).collect();
        stream.upload(&values).map_err(text)
    };
    let (rows, columns) = (factors(&row_factor, m)?, factors(&column_factor, n)?);
    let (left, out) = (factors(&|_| 4.0, 1)?, factors(&|_| 0.5, 1)?);
    let mut amax = factors(&|_| 0.0, 1)?;
    let mut d = stream
        .upload(&vec![0xffu8; (elements * size) as usize + 256])
        .map_err(text)?;
    // `ld` elements from line to line.
    let matrix = |region, major, ld: u64, batch: u64| {
        let by_rows = StridedMatrix {
            region,
            start: 0,
            row: ld as i64,
            column: 1,
            batch: batch as i64,
        };
        match major {
            Major::K => by_rows,
            Major::Mn => by_rows.transposed(),
        }
    };
    let lines = |major, mn: u32| u64::from(if major == Major::K { mn } else { k });
    // An activation follows a bias; a fixed one, whatever there is.
    let finished = job.bias.is_some() || row.config.fixed.is_some();
    let epilogue = Epilogue {
        alpha: match (job.nothing, job.scaled) {
            (true, _) => 0.0,
            (_, true) => 2.0,
            _ => 1.0,
        },
        beta: if job.scaled { 3.0 } else { 0.0 },
        c: job
            .scaled
            .then(|| matrix(Region::read(&c), job.d_order, d_run, batch_stride)),
        bias: job.bias.map(|along| (Region::read(&bias), along)),
        activation: if finished {
            job.activation
        } else {
            activation::NONE
        },
        factors: [None, job.factored.then(|| Region::read(&left))],
        scales: [
            job.factored.then(|| Region::read(&rows)),
            job.factored.then(|| Region::read(&columns)),
        ],
        out_factor: job.factored.then(|| Region::read(&out)),
        amax: job.factored.then(|| Region::write(&mut amax)),
    };
    {
        let arguments = Arguments {
            sizes: job.sizes,
            a: matrix(Region::read(&a), a_major, lda, lda * lines(a_major, m)),
            b: matrix(Region::read(&b), b_major, ldb, ldb * lines(b_major, n)).transposed(),
            d: matrix(Region::write(&mut d), job.d_order, d_run, batch_stride),
            epilogue,
        };
        let schedule = Schedule {
            splits: job.splits,
            group: 3,
            blocks: if job.few {
                2 * row.config.blocks()
            } else {
                blocks
            },
            overlap: true,
            swap: job.swap,
        };
        let part = |space: &mut Space<'_>| Part::hopper(space, row, arguments, schedule);
        let plan = Prepared::one(stream, part).map_err(text)?;
        plan.launch().map_err(text)?;
        plan.launch().map_err(text)?;
        stream.synchronize().map_err(text)?;
    }
    let d = stream.download(&d).map_err(text)?;
    // A[m, k] depends on m and k modulo 7, B[n, k] on n and k modulo 5: 35 sums are all there are.
    let sums: Vec<i64> = (0..35)
        .map(|i| {
            (0..k as usize)
                .map(|k| a_value(i % 7, k) * b_value(i / 7, k))
                .sum()
        })
        .collect();
    let mut largest = 0.0f64;
    for i in 0..elements {
        let (batch, at) = (i / batch_stride, i % batch_stride);
        if at >= d_lines * d_run {
            if element(td, &d, i as usize) != u64::MAX >> (64 - td.bits()) {
                return Err(format!("batch {batch}: a gap after D was written"));
            }
            continue;
        }
        let (line, run) = ((at / d_run) as usize, (at % d_run) as usize);
        let (row, column) = if job.d_order == Major::K {
            (line, run)
        } else {
            (run, line)
        };
        let mut x = sums[row % 7 + column % 5 * 7] as f64;
        if job.factored {
            x *= 4.0 * (row_factor(row) * column_factor(column)) as f64;
        }
        if job.nothing {
            x = 0.0;
        }
        if job.scaled {
            x = 2.0 * x + 3.0 * c_value(row, column) as f64;
        }
        if let Some(along) = job.bias {
            x += c_value(if along == Major::K { column } else { row }, 1) as f64;
        }
        if finished {
            x = activated(x, job.activation);
        }
        largest = largest.max(x.abs());
        if job.factored {
            x *= 0.5;
        }
        // Stores to 8-bit floats take what is too large to the largest.
        match td {
            DType::F8E4M3 => x = x.clamp(-448.0, 448.0),
            DType::F8E5M2 => x = x.clamp(-57_344.0, 57_344.0),
            _ => {}
        }
        let (expected, found) = (raw(td, x), element(td, &d, i as usize));
        // Curves are computed in f32 by the device's own exponential.
        let off = (value(td, expected) - value(td, found)).abs();
        let curved = finished && [activation::GELU, activation::SILU].contains(&job.activation);
        let slack = if curved {
            rounding(td) * (x.abs() + 0.01)
        } else {
            0.0
        };
        if off.is_nan() || off > slack {
            return Err(format!(
                "batch {batch}, D[{row}, {column}] is {}, not {}",
                value(td, found),
                value(td, expected)
            ));
        }
    }
    if job.factored {
        let found = stream.download(&amax).map_err(text)?[0] as f64;
        if found != largest {
            return Err(format!("the largest magnitude is {found}, not {largest}"));
        }
    }
    if d[(elements * size) as usize..].iter().any(|b| *b != 0xff) {
        return Err("out-of-bounds write after D".into());
    }
    Ok(())
}
