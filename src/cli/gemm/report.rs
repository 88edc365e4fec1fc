//! What `azulejo gemm` prints at the end.

use std::time::Duration;

use super::compute::Job;
use super::inputs::Matrices;
use super::verify::Error;

/// Prints a line for each fact.
pub fn print<S>(
    job: &Job<'_, S>,
    [a, b]: [&Matrices; 2],
    result: &str,
    device: &str,
    time: Duration,
    error: &Error,
) {
    let (m, n, k) = job.size();
    let kind = |matrices: &Matrices| format!("{}, {}", matrices.dtype, matrices.note);
    say!("A        {m} x {k} {}", kind(a));
    say!("B        {k} x {n} {}", kind(b));
    say!("C        {result}");
    // Those of a result without elements, too, which are not computed.
    let batch = job.a.batch.extents().iter();
    let matrices = batch.fold(1, |all: usize, extent| all.saturating_mul(*extent));
    say!("size     M = {m}, N = {n}, K = {k}, {matrices} in the batch");
    say!("device   {device}");
    say!("time     {}", shown(time));
    say!("speed    {:.1} GFLOP/s", speed(job, time));
    let total = job.batches * m * n;
    let all = if error.checked == total {
        "all"
    } else {
        "a sample"
    };
    say!(
        "error    {:.3e} at most from f64 ({all} of {total} elements, largest magnitude {:.3e})",
        error.largest,
        error.scale
    );
}

/// Floating-point operations a second, in units of 10^9: two for each multiplication.
fn speed<S>(job: &Job<'_, S>, time: Duration) -> f64 {
    let (m, n, k) = job.size();
    let work = 2.0 * m as f64 * n as f64 * k as f64 * job.batches as f64;
    if work == 0.0 {
        0.0
    } else {
        work / time.as_secs_f64() / 1e9
    }
}

fn shown(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.1} us", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}
