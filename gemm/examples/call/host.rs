//! What a call costs the host.

use std::time::Instant;

use azulejo_gemm::gpu::{GpuEpilogue, GpuMatMut, GpuMatRef, Plan, gemm};
use azulejo_kernels::host::Stream;
use azulejo_tensor::bf16;

use crate::harness::Failure;

/// Calls in a row that the stream's queue takes without waiting for the device.
const CALLS: usize = 200;

/// Prints the least of twenty means: a call that finds what was prepared, a launch of a plan, and what preparing takes.
pub fn time(stream: &Stream) -> Result<(), Failure> {
    for side in [16, 64, 256] {
        let a = stream.zeros::<bf16>(side * side)?;
        let mut d = stream.zeros::<bf16>(side * side)?;
        let view = GpuMatRef::row_major(&a, side, side)?;
        let plain = GpuEpilogue::default();
        let mut best = [f64::INFINITY; 3];
        for _ in 0..20 {
            let mut least =
                |at: usize, count: usize, work: &mut dyn FnMut() -> Result<(), Failure>| {
                    stream.synchronize()?;
                    let start = Instant::now();
                    (0..count).try_for_each(|_| work())?;
                    best[at] = best[at].min(start.elapsed().as_secs_f64() * 1e6 / count as f64);
                    Ok::<(), Failure>(())
                };
            least(0, CALLS, &mut || {
                let mut to = GpuMatMut::row_major(&mut d, side, side)?;
                Ok(gemm(stream, view, view.t(), &mut to, &plain)?)
            })?;
            least(1, 1, &mut || {
                Plan::new(
                    stream,
                    view,
                    view.t(),
                    GpuMatMut::row_major(&mut d, side, side)?,
                    &plain,
                )?;
                Ok(())
            })?;
            let plan = Plan::new(
                stream,
                view,
                view.t(),
                GpuMatMut::row_major(&mut d, side, side)?,
                &plain,
            )?;
            least(2, CALLS, &mut || Ok(plan.launch()?))?;
        }
        let [call, prepare, launch] = best;
        println!(
            "bf16 {side}^3: {call:.2} us a call, {launch:.2} us a launch of a plan, {prepare:.1} us to prepare one"
        );
    }
    Ok(())
}
