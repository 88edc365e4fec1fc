//! Every kernel between the driver's memset and copy, interleaved, on the same buffers.

use std::fmt::Write;

use azulejo_kernels::{
    cpu::{Op, Reduction, Strided},
    device::zeros,
    host::{
        Buffer, Device, DeviceElement, Error, Launch, Stream, View, ViewMut, cast, copy, fill,
        layer_norm, map, map_in_place, reduce, softmax,
    },
};
use azulejo_tensor::{F8E4M3, bf16};

use crate::guard::Random;
use crate::harness::{Args, Call, Failure, interleaved, median, provenance};

/// Rounds of memset, copy and the kernel.
const ROUNDS: usize = 15;
/// Bytes of the largest buffers.
const BYTES: usize = 1 << 30;

/// One kernel: what it moves, which ceiling it is held against, and the least part of it that it should reach.
struct Case<'a> {
    name: &'static str,
    bytes: usize,
    /// Held against memset, not copy.
    writes_only: bool,
    target: f64,
    call: Box<dyn FnMut() -> Result<(), Failure> + 'a>,
}

struct Row {
    name: &'static str,
    speed: f64,
    ratio: f64,
    spread: f64,
    target: f64,
}

/// Random elements without uploading a gibibyte: a block of them, copied over and over on the device.
fn random<T: DeviceElement>(stream: &Stream, count: usize) -> Result<Buffer<T>, Failure> {
    let block = Random(7).moderate::<T>(1 << 20);
    let mut buffer = stream.zeros::<T>(count)?;
    stream.write(&block[..block.len().min(count)], &mut buffer)?;
    let mut have = block.len().min(count);
    while have < count {
        let more = have.min(count - have);
        let (from, mut to) = buffer.split_at_mut(have)?;
        stream.copy(&from.slice(..more)?, &mut to.slice_mut(..more)?)?;
        have += more;
    }
    Ok(buffer)
}

/// A buffer in rows, to read.
fn of<'a, T: DeviceElement>(
    buffer: &'a Buffer<T>,
    extents: &[usize],
) -> Result<View<'a, T>, Failure> {
    Ok(View::row_major(buffer, extents)?)
}

/// A buffer in rows, to write.
fn to<'a, T: DeviceElement>(
    buffer: &'a mut Buffer<T>,
    extents: &[usize],
) -> Result<ViewMut<'a, T>, Failure> {
    Ok(ViewMut::row_major(buffer, extents)?)
}

pub fn run(device: &Device, args: &Args) -> Result<(), Failure> {
    // Before there is a second stream, whose work buffers would have to wait for.
    let alone = overhead(&device.default_stream())?;
    let stream = device.stream()?;
    let n4 = BYTES / 4;
    let n2 = BYTES / 2;
    let side4 = 16384; // 16384² f32: 1 GiB.
    let (rows2, side2) = (32768, 16384); // bf16: 1 GiB.
    let a = random::<f32>(&stream, n4)?;
    let b = random::<f32>(&stream, n4)?;
    let mut c = stream.zeros::<f32>(n4)?;
    let p = random::<bf16>(&stream, n2)?;
    let q = random::<bf16>(&stream, n2)?;
    let mut r = stream.zeros::<bf16>(n2)?;
    let mut small = stream.zeros::<F8E4M3>(n4)?;
    let mut memset = stream.zeros::<u8>(BYTES)?;
    let mut copied = stream.zeros::<u8>(BYTES)?;
    let copy_from = stream.zeros::<u8>(BYTES)?;
    let s = &stream;
    let flat4 = [n4];
    let flat2 = [n2];
    let square = [side4, side4];
    let oblong = [rows2, side2];
    let mut rows = Vec::new();
    let mut go = |case: Case<'_>| -> Result<(), Failure> {
        if !args.wants(case.name) {
            return Ok(());
        }
        let mut calls: [Call<'_>; 3] = [
            ("memset", Box::new(|| Ok(s.set_bytes(&mut memset, 0)?))),
            ("copy", Box::new(|| Ok(s.copy(&copy_from, &mut copied)?))),
            (case.name, case.call),
        ];
        let times = interleaved(s, ROUNDS, &mut calls)?;
        let [mut set, mut cop, mut own] = <[_; 3]>::try_from(times).map_err(|_| "three calls")?;
        let ceiling = if case.writes_only {
            BYTES as f64 / median(&mut set)
        } else {
            2.0 * BYTES as f64 / median(&mut cop)
        };
        let speed = case.bytes as f64 / median(&mut own);
        let spread = (own[own.len() * 9 / 10] - own[own.len() / 10]) / own[own.len() / 2];
        let row = Row {
            name: case.name,
            speed: speed / 1e9,
            ratio: speed / ceiling,
            spread,
            target: case.target,
        };
        println!(
            "{:<28} {:>7.0} GB/s {:>6.1} % of {} (target {:.0} %), spread {:.1} %",
            row.name,
            row.speed,
            row.ratio * 100.0,
            if case.writes_only { "memset" } else { "copy" },
            row.target * 100.0,
            row.spread * 100.0
        );
        rows.push(row);
        Ok(())
    };
    let gapped = Strided::new(&[20000, 5632], &[13312, 1])?;
    let part = Strided::new(&[16384, 12288], &[16384, 1])?;
    // Name, bytes that it moves, the part of its ceiling that it should reach, the call.
    macro_rules! cases {
        ($($name:literal, $bytes:expr, $target:literal of $ceiling:ident => $call:expr;)*) => {$(
            go(Case {
                name: $name,
                bytes: $bytes,
                writes_only: stringify!($ceiling) == "memset",
                target: $target,
                call: Box::new(|| Ok($call?)),
            })?;
        )*};
    }
    cases! {
        "zeros f32", BYTES, 0.97 of memset => fill(s, &mut to(&mut c, &flat4)?, 0.0);
        "fill bf16", BYTES, 0.97 of memset => fill(s, &mut to(&mut r, &flat2)?, bf16::from_f32(1.5));
        "fill f32 rows of 5632 in 13312", 20000 * 5632 * 4, 0.85 of memset =>
            fill(s, &mut ViewMut::new(&mut c, gapped)?, 1.0);
        "copy f32", 2 * BYTES, 0.97 of copy => copy(s, &of(&a, &flat4)?, &mut to(&mut c, &flat4)?);
        "copy f32 rows of 12288", 2 * 16384 * 12288 * 4, 0.85 of copy =>
            copy(s, &View::new(&a, part)?, &mut ViewMut::new(&mut c, part)?);
        "transpose f32", 2 * BYTES, 0.88 of copy =>
            copy(s, &of(&a, &square)?.permute(&[1, 0])?, &mut to(&mut c, &square)?);
        "transpose bf16", 2 * BYTES, 0.88 of copy =>
            copy(s, &of(&p, &oblong)?.permute(&[1, 0])?, &mut to(&mut r, &[side2, rows2])?);
        "transpose f32 16383 x 16381", 2 * 16383 * 16381 * 4, 0.5 of copy =>
            copy(s, &of(&a, &[16383, 16381])?.permute(&[1, 0])?, &mut to(&mut c, &[16381, 16383])?);
        "permute f32 (64,2048,2048)", 2 * BYTES, 0.85 of copy =>
            copy(s, &of(&a, &[64, 2048, 2048])?.permute(&[1, 0, 2])?, &mut to(&mut c, &[2048, 64, 2048])?);
        "add f32", 3 * BYTES, 0.97 of copy =>
            map(s, Op::Add, &[&of(&a, &flat4)?, &of(&b, &flat4)?], &mut to(&mut c, &flat4)?);
        "add bf16", 3 * BYTES, 0.97 of copy =>
            map(s, Op::Add, &[&of(&p, &flat2)?, &of(&q, &flat2)?], &mut to(&mut r, &flat2)?);
        "relu f32", 2 * BYTES, 0.97 of copy => map(s, Op::Relu, &[&of(&a, &flat4)?], &mut to(&mut c, &flat4)?);
        "gelu bf16", 2 * BYTES, 0.9 of copy => map(s, Op::Gelu, &[&of(&p, &flat2)?], &mut to(&mut r, &flat2)?);
        "sin f32", 2 * BYTES, 0.9 of copy => map(s, Op::Sin, &[&of(&a, &flat4)?], &mut to(&mut c, &flat4)?);
        "row bias f32", 2 * BYTES, 0.92 of copy =>
            map(s, Op::Add, &[&of(&a, &square)?, &of(&b, &[side4])?], &mut to(&mut c, &square)?);
        "column bias f32", 2 * BYTES, 0.92 of copy =>
            map(s, Op::Add, &[&of(&a, &square)?, &of(&b, &[side4, 1])?], &mut to(&mut c, &square)?);
        "row bias bf16", 2 * BYTES, 0.92 of copy =>
            map(s, Op::Add, &[&of(&p, &oblong)?, &of(&q, &[side2])?], &mut to(&mut r, &oblong)?);
        "cast f32 to bf16", n4 * 6, 0.97 of copy => cast(s, &of(&a, &flat4)?, &mut to(&mut r, &flat4)?);
        "cast bf16 to f32", n4 * 6, 0.97 of copy => cast(s, &of(&p, &flat4)?, &mut to(&mut c, &flat4)?);
        "cast f32 to e4m3", n4 * 5, 0.9 of copy => cast(s, &of(&a, &flat4)?, &mut to(&mut small, &flat4)?);
        "relu f32 in place", 2 * BYTES, 0.97 of copy => map_in_place(s, Op::Relu, &mut to(&mut c, &flat4)?, &[]);
        "add f32 and bf16", n4 * 10, 0.9 of copy =>
            map(s, Op::Add, &[&of(&a, &flat4)?, &of(&p, &flat4)?], &mut to(&mut c, &flat4)?);
        "column sum f32", BYTES, 0.85 of copy =>
            reduce(s, Reduction::Sum, &of(&a, &square)?, &[0], &mut to(&mut c, &[side4])?);
        "column sum bf16", BYTES, 0.85 of copy =>
            reduce(s, Reduction::Sum, &of(&p, &oblong)?, &[0], &mut to(&mut r, &[side2])?);
        "row sum f32", BYTES, 0.9 of copy =>
            reduce(s, Reduction::Sum, &of(&a, &square)?, &[1], &mut to(&mut c, &[side4])?);
        "row sum bf16", BYTES, 0.9 of copy =>
            reduce(s, Reduction::Sum, &of(&p, &oblong)?, &[1], &mut to(&mut r, &[rows2])?);
        "softmax f32", 2 * BYTES, 0.9 of copy => softmax(s, &of(&a, &square)?, &mut to(&mut c, &square)?);
        "softmax bf16", 2 * BYTES, 0.9 of copy => softmax(s, &of(&p, &oblong)?, &mut to(&mut r, &oblong)?);
        "softmax f32 rows of 4096", 2 * BYTES, 0.9 of copy =>
            softmax(s, &of(&a, &[65536, 4096])?, &mut to(&mut c, &[65536, 4096])?);
        "layer norm bf16", 2 * BYTES, 0.9 of copy =>
            layer_norm(s, &of(&p, &oblong)?, None, None, 1e-5, &mut to(&mut r, &oblong)?);
    }

    let (several, bare) = (overhead(s)?, launch_alone(s)?);
    println!(
        "a small fill costs the host {alone:.2} µs with one stream, {several:.2} µs with several, its launch {bare:.2} µs"
    );
    if let Some(path) = args.value("--json") {
        std::fs::write(path, record(device, &rows, [alone, several, bare])?)?;
    }
    Ok(())
}

/// Microseconds that the host spends on a fill of a small buffer, over many in a row: views, checks, plan, launch, and in a context with
/// several streams the buffer's events.
fn overhead(stream: &Stream) -> Result<f64, Failure> {
    let mut tiny = stream.zeros::<f32>(1024)?;
    host_time(stream, || {
        fill(stream, &mut ViewMut::row_major(&mut tiny, &[1024])?, 1.0)
    })
}

/// The same of the launch alone, of memory whose order the caller sees to.
fn launch_alone(stream: &Stream) -> Result<f64, Failure> {
    let tiny = stream.zeros::<f32>(1024)?;
    let (address, bytes) = (tiny.address(), 4096u64);
    host_time(stream, || {
        let function = stream.device().function(&zeros::KERNELS[0])?;
        // SAFETY: the kernel's parameters; the buffer has these bytes and lives until the stream has been waited for.
        unsafe { Launch::new(stream, &function).run((address, bytes, 0u64)) }
    })
}

/// Microseconds that the host spends on `call`: the median of batches, few enough calls each that the queue never fills and makes it
/// wait.
fn host_time(stream: &Stream, mut call: impl FnMut() -> Result<(), Error>) -> Result<f64, Failure> {
    let mut run = |count: usize| -> Result<f64, Failure> {
        stream.synchronize()?;
        let start = std::time::Instant::now();
        for _ in 0..count {
            call()?;
        }
        let time = start.elapsed().as_secs_f64();
        stream.synchronize()?;
        Ok(time / count as f64 * 1e6)
    };
    // Until the processor and the driver run as fast as they do.
    for _ in 0..50 {
        run(400)?;
    }
    let mut times: Vec<f64> = (0..20).map(|_| run(400)).collect::<Result<_, _>>()?;
    Ok(median(&mut times))
}

fn record(
    device: &Device,
    rows: &[Row],
    [alone, several, bare]: [f64; 3],
) -> Result<String, Failure> {
    let (major, minor) = device.capability();
    let mut text = String::new();
    writeln!(
        text,
        "{{\n  \"machine\": \"{}, compute capability {major}.{minor}\",\n  \"date\": \"{}\",\n  \"driver\": \"{}\",",
        device.name(),
        provenance::date(),
        provenance::driver()
    )?;
    writeln!(
        text,
        "  \"note\": \"Buffers of 1 GiB; CUDA events, medians of {ROUNDS} rounds interleaved with memset (kernels that only write) and copy. A small fill costs the host {alone:.2} µs in a context with one stream; in one with several its launch costs {bare:.2} µs, and {several:.2} µs with the events that order its buffer between them.\",\n  \"rows\": ["
    )?;
    for (at, row) in rows.iter().enumerate() {
        let comma = if at + 1 < rows.len() { "," } else { "" };
        writeln!(
            text,
            "    {{\"kernel\": \"{}\", \"GB/s\": {:.1}, \"of ceiling\": {:.4}, \"target\": {:.2}, \"spread %\": {:.2}}}{comma}",
            row.name,
            row.speed,
            row.ratio,
            row.target,
            row.spread * 100.0
        )?;
    }
    text.push_str("  ]\n}\n");
    Ok(text)
}
