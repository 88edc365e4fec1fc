//! The comparison: checks on small squares, then rounds of memset, copy and each kernel on buffers of 1 GiB.

use std::path::Path;

use azulejo::cpu::ArrayError;
use azulejo::runtime::{AnyView, AnyViewMut, Buffer, Device, Error, Operand, Stream};
use azulejo::tensor::DType;

use super::case::{Case, cases};
use crate::cli::bench::report::{Row, Table, save};
use crate::cli::failure::Failure;
use crate::harness::{
    Call, Case as _, Elementwise, Laid, Pool, Random, calls, each, host_micros, median, provenance,
};

/// Sides of the squares that are checked: one that tiles divide, one that they do not.
const CHECKED: [usize; 2] = [512, 332];

/// The side of the squares that are timed: 1 GiB of `f32`.
const TIMED: usize = 16384;

/// Rounds of memset, copy and the kernel.
const ROUNDS: usize = 15;

/// Launches that the time of one is averaged over.
const LAUNCHES: usize = 400;

fn work(error: Error) -> Failure {
    Failure::Work(error.to_string())
}

/// Checks every kernel, then times it; one row each.
pub fn run(ordinal: u32, json: Option<&Path>) -> Result<(), Failure> {
    let device =
        Device::new(ordinal as usize).map_err(|error| Failure::argument("--device", error))?;
    // Before there is a second stream, whose work buffers would have to wait for.
    let alone = launch(&device.default_stream()).map_err(work)?;
    let stream = device.stream().map_err(work)?;
    for side in CHECKED {
        check(&stream, side)?;
    }
    let table = time(&stream).map_err(work)?;
    let launch = launch(&stream).map_err(work)?;
    say!(
        "starting a small kernel costs the host {alone:.2} us with one stream, {launch:.2} us with several"
    );
    if let Some(path) = json {
        let (major, minor) = device.capability();
        let machine = format!(
            "{}, compute capability {major}.{minor}, driver {}",
            device.name(),
            provenance::driver()
        );
        let note = format!(
            "Buffers of 1 GiB, random values; CUDA events, medians of {ROUNDS} repetitions interleaved with memset (kernels that only write) and memcpy; every kernel equalled the CPU's answer in the same run. Starting a small kernel costs the host {alone:.2} µs in a context with one stream, {launch:.2} µs with several."
        );
        save(path, &machine, &note, table.0)?;
    }
    Ok(())
}

/// Every case on squares of this side, against the CPU: equal, or within its tolerance of the magnitude or of 1.
fn check(stream: &Stream, side: usize) -> Result<(), Failure> {
    let cannot = |error: ArrayError| Failure::Work(error.to_string());
    let (cases, mut random) = (cases(side).map_err(cannot)?, Random(side as u64));
    for Case { name, on, .. } in &cases {
        let wrong = |what| {
            Failure::Work(format!(
                "{name} of side {side} is wrong: {what}; nothing was timed"
            ))
        };
        on.check(stream, &mut random).map_err(wrong)?;
    }
    say!(
        "{} kernels equal the CPU's answers on squares of side {side}",
        cases.len()
    );
    Ok(())
}

/// Inputs of random numbers, two of `f32` and two of `bf16`, and an output of any type: each as many bytes as `side` squared `f32` have.
struct Buffers([Buffer<u8>; 5]);

impl Buffers {
    /// Inputs of random numbers, an output of zeros.
    fn new(stream: &Stream, side: usize) -> Result<Self, Error> {
        let bytes = 4 * side * side;
        let [f32, bf16] = [DType::F32, DType::BF16].map(Pool::new);
        let of = |pool: &Pool, at| pool.upload(stream, at, bytes / pool.size());
        let (a, b, p, q) = (of(&f32, 0)?, of(&f32, 1)?, of(&bf16, 2)?, of(&bf16, 3)?);
        Ok(Self([a, b, p, q, stream.zeros(bytes)?]))
    }

    /// Starts a case's kernel.
    fn run(&mut self, stream: &Stream, case: &Elementwise) -> Result<(), Error> {
        let [inputs @ .., out] = &mut self.0;
        let view = |(at, of): (usize, &Laid)| {
            let first = if of.dtype == DType::F32 { 0 } else { 2 };
            AnyView::new(&inputs[first + at], of.dtype, of.layout)
        };
        let views = case.inputs.iter().enumerate().map(view);
        let views = views.collect::<Result<Vec<_>, _>>()?;
        let views: Vec<&dyn Operand> = views.iter().map(|input| input as &dyn Operand).collect();
        let out = &mut AnyViewMut::new(out, case.out.dtype, case.out.layout)?;
        case.work.launch(stream, &views, out)
    }
}

fn time(stream: &Stream) -> Result<Table, Error> {
    let bytes = TIMED * TIMED * 4;
    let mut buffers = Buffers::new(stream, TIMED)?;
    let (mut memset, mut copied) = (stream.zeros::<u8>(bytes)?, stream.zeros::<u8>(bytes)?);
    let source = stream.zeros::<u8>(bytes)?;
    let mut table = Table::default();
    for case in cases(TIMED)? {
        let all: Vec<Call<'_, Error>> = vec![
            ("memset", Box::new(|| stream.set_bytes(&mut memset, 0))),
            ("copy", Box::new(|| stream.copy(&source, &mut copied))),
            (case.name, Box::new(|| buffers.run(stream, &case.on))),
        ];
        let times = calls(stream, ROUNDS, all)?;
        let [set, copy, own] = [0, 1, 2].map(|at| times[at].median());
        let ceiling = match case.only_writes() {
            true => bytes as f64 / set,
            false => 2.0 * bytes as f64 / copy,
        };
        let rate = case.bytes() as f64 / own;
        let mut row = Row::new();
        row.text("kernel", case.name);
        row.number("GB/s", rate / 1e9);
        row.number("fraction of memset or memcpy", rate / ceiling);
        row.number("target", case.target);
        row.number("spread %", 100.0 * times[2].spread());
        table.push(row);
    }
    Ok(table)
}

/// Microseconds of the host for one small launch, over so few that the queue never fills.
fn launch(stream: &Stream) -> Result<f64, Error> {
    let mut buffers = Buffers::new(stream, 32)?;
    let cases = cases(32)?;
    let mut start = || host_micros(stream, LAUNCHES, || buffers.run(stream, &cases[0].on));
    // Until the processor and the driver run as fast as they do.
    (0..50).try_for_each(|_| start().map(drop))?;
    Ok(median(&mut each(0..20, |_| start())?))
}
