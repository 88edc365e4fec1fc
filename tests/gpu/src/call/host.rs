//! What calls cost the host, and what the first product of a process costs over later ones.

use crate::cubin::TYPES;
use crate::prelude::*;

/// Calls in a row that the stream's queue takes without waiting for the device.
const CALLS: usize = 200;

/// Prints the least of twenty means: a call that finds what was prepared, a launch of a plan, and what preparing takes; first in a
/// process of one stream, which records no events, and then with a second one.
pub fn calls(run: &mut Run) -> Result<(), Failure> {
    timed(&run.stream, "one stream")?;
    let _second = run.device.stream()?;
    timed(&run.stream, "two streams")
}

fn timed(stream: &Stream, streams: &str) -> Result<(), Failure> {
    let plain = GpuEpilogue::default();
    for side in [16, 64, 256] {
        let a = stream.zeros::<bf16>(side * side)?;
        let mut d = stream.zeros::<bf16>(side * side)?;
        let view = GpuMatRef::row_major(&a, side, side)?;
        let [mut call, mut prepare, mut launch, mut done] = [f64::INFINITY; 4];
        for _ in 0..20 {
            call = call.min(host_micros(stream, CALLS, || {
                let mut to = GpuMatMut::row_major(&mut d, side, side)?;
                gemm(stream, view, view.t(), &mut to, &plain)
            })?);
            prepare = prepare.min(host_micros(stream, 1, || {
                let to = GpuMatMut::row_major(&mut d, side, side)?;
                Plan::new(stream, view, view.t(), to, &plain).map(drop)
            })?);
            let to = GpuMatMut::row_major(&mut d, side, side)?;
            let plan = Plan::new(stream, view, view.t(), to, &plain)?;
            launch = launch.min(host_micros(stream, CALLS, || plan.launch())?);
            let all = host_micros(stream, 1, || {
                (0..CALLS).try_for_each(|_| plan.launch())?;
                stream.synchronize()
            })?;
            done = done.min(all / CALLS as f64);
        }
        println!(
            "bf16 {side}^3, {streams}: {call:.2} us a call, {launch:.2} us a launch of a plan, {done:.2} us until it is done, \
             {prepare:.1} us to prepare one"
        );
    }
    Ok(())
}

/// Rows, columns and depth of the first product.
const SIDE: usize = 4096;

/// Prints milliseconds of the first product of a process and of a later one, and what code the kernel was loaded from: of the type
/// that `--type` names, with `--ptx` without machine code. The memory and the stream are there before.
///
/// With `CUDA_CACHE_DISABLE=1` the driver compiles each kernel anew, as in the first process on a machine.
pub fn first(run: &mut Run) -> Result<(), Failure> {
    let asked = run.args.value("--type").unwrap_or("bf16");
    let mut types = TYPES.into_iter();
    let input = types.find(|dtype| dtype.short_name() == asked);
    let input = input.ok_or_else(|| format!("{asked}: one of {TYPES:?}"))?;
    let output = usual_output(input);
    let stream = match run.args.has("--ptx") {
        true => run.device.without_cubins()?.stream()?,
        false => run.stream.clone(),
    };
    let a = stream.zeros::<u8>(SIDE * SIDE * input.bytes())?;
    let mut d = stream.zeros::<u8>(SIDE * SIDE * output.bytes())?;
    let (shape, rows) = ((SIDE, SIDE), (SIDE as isize, 1));
    let view = GpuMatRef::of_bytes(&a, input, shape, rows)?;
    let mut product = || {
        let mut to = GpuMatMut::of_bytes(&mut d, output, shape, rows)?;
        gemm(&stream, view, view.t(), &mut to, &GpuEpilogue::default())?;
        stream.synchronize()
    };
    let times = each(0..4, |_| host_micros(&stream, 1, &mut product))?;
    let (first, later) = (times[0] / 1e3, times[3] / 1e3);
    println!(
        "{asked} {SIDE}^3: first product {first:.1} ms, later {later:.1} ms, first over later {:.1} ms",
        first - later
    );
    for function in stream.device().loaded() {
        println!("  {}: {:?}", function.name(), function.code());
    }
    Ok(())
}
