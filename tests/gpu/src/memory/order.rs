//! Work of several streams on one buffer: each way to a device is held to the order that buffers promise.
//!
//! Something slow comes first on the stream that has to be waited for. A GPU may be lucky all the same; the executor of PTX
//! works as late as it may, or on other streams first, and is not.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use azulejo_gemm::gpu::GpuProblem;
use azulejo_kernels::device::gemm::hopper::operand::Major;
use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, GROUPED, KernelEntry};
use azulejo_kernels::host::{
    Buffer, Device, DeviceCopy, DeviceData, Error, Graph, Pinned, Replay, Stream, View, ViewMut,
    copy, fill,
    gemm::{Algorithm, Epilogue, Prepared, Product, Region, Schedule},
    interop::Memory,
    ptx::Variant,
};
use azulejo_tensor::{DType, bf16};

use crate::harness::{Failure, Run, compact, with};

/// Sides of the matrices.
const SIDE: usize = 32;
/// Their elements.
const COUNT: usize = SIDE * SIDE;

/// The streams of a check: of the host's own work, and of two users; and what keeps a stream busy.
struct Streams {
    device: Device,
    three: [Stream; 3],
    load: Buffer<u8>,
    rounds: usize,
}

impl Streams {
    fn new(device: &Device, small: bool) -> Result<Self, Failure> {
        let (bytes, rounds) = if small { (1 << 12, 1) } else { (1 << 30, 64) };
        let home = device.stream()?;
        let load = home.zeros(bytes)?;
        device.synchronize()?;
        Ok(Self {
            three: [home, device.stream()?, device.stream()?],
            load,
            rounds,
            device: device.clone(),
        })
    }

    /// Keeps a stream busy.
    fn slow(&mut self, stream: &Stream) -> Result<(), Error> {
        (0..self.rounds).try_for_each(|_| stream.set_bytes(&mut self.load, 1))
    }
}

/// The end of a check.
type End = Result<(), Failure>;

/// Fails where an element of a buffer has another value.
fn all<T: DeviceCopy + PartialEq + Debug>(
    stream: &Stream,
    of: &impl DeviceData<T>,
    value: T,
) -> End {
    let found = stream.download(of)?;
    match found.iter().position(|found| *found != value) {
        None => Ok(()),
        Some(at) => Err(format!("element {at} is {:?}, not {value:?}", found[at]).into()),
    }
}

/// Sets every element on a stream, after something slow.
fn late(streams: &mut Streams, on: &Stream, to: &mut Buffer<f32>, value: f32) -> Result<(), Error> {
    streams.slow(on)?;
    fill(on, &mut ViewMut::row_major(to, &[COUNT])?, value)
}

/// A product of square matrices of a type by rows; `beta` times D is added.
fn call(dtype: DType, regions: [Region<'_>; 3], beta: f64) -> Result<Product<'_>, Error> {
    let epilogue = with!(Epilogue::default(), beta: beta);
    let problem = GpuProblem::new([SIDE as u32; 3], [dtype; 3]);
    compact(&with!(problem, b: Major::Mn), regions, &epilogue)
}

/// A product of f32, on `stream`.
fn prepare<'a>(stream: &Stream, of: Product<'a>) -> Result<Prepared<'a>, Error> {
    Prepared::new(stream, &[of], |_| Ok(Algorithm::Sm80(None)))
}

/// D = A · B of square matrices, on `stream`.
fn product<'a>(
    stream: &Stream,
    a: &'a Buffer<f32>,
    b: &'a Buffer<f32>,
    d: &'a mut Buffer<f32>,
) -> Result<Prepared<'a>, Error> {
    let regions = [Region::read(a), Region::read(b), Region::write(d)];
    prepare(stream, call(DType::F32, regions, 0.0)?)
}

/// What the product of matrices full of `a` and `b` is full of.
fn sum(a: f32, b: f32) -> f32 {
    a * b * SIDE as f32
}

/// A prepared product waits for writes of its operands on other streams, and is waited for: by a download, by a later
/// write of an operand.
fn prepared(
    streams: &mut Streams,
    launch: impl Fn(&Prepared<'_>, &Stream) -> Result<(), Error>,
) -> End {
    let [home, left, right] = streams.three.clone();
    let mut a = home.zeros::<f32>(COUNT)?;
    let mut d = home.upload(&[-1.0f32; COUNT])?;
    let b = home.upload(&[2.0f32; COUNT])?;
    late(streams, &left, &mut a, 3.0)?;
    {
        let product = product(&right, &a, &b, &mut d)?;
        streams.slow(&right)?;
        launch(&product, &right)?;
    }
    // The next value of A comes after the product has read the last.
    fill(&left, &mut ViewMut::row_major(&mut a, &[COUNT])?, 100.0)?;
    left.synchronize()?;
    all(&home, &d, sum(3.0, 2.0))
}

/// The same of a graph of products.
fn graph(streams: &mut Streams) -> End {
    prepared(streams, |product, stream| {
        let graph = Graph::record(stream, &[product], 2)?;
        graph.replay(stream)
    })
}

/// Memory that goes away while a launch on another stream reads it, and what comes in its place.
fn dropped(streams: &mut Streams) -> End {
    let [home, _, right] = streams.three.clone();
    let a = home.upload(&[3.0f32; COUNT])?;
    let b = home.upload(&[2.0f32; COUNT])?;
    let mut d = home.zeros::<f32>(COUNT)?;
    streams.slow(&right)?;
    product(&right, &a, &b, &mut d)?.launch()?;
    drop((a, b));
    let poison = (0..4).map(|_| home.upload(&[f32::NAN; COUNT]));
    let _poison = poison.collect::<Result<Vec<_>, _>>()?;
    home.synchronize()?;
    all(&home, &d, sum(3.0, 2.0))
}

/// Copies `x` on two streams, slowly on the first, then writes it: both have the value before.
fn readers(
    streams: &mut Streams,
    read: impl Fn(&Stream, &mut Buffer<f32>) -> Result<(), Error>,
    write: impl FnOnce(&Stream) -> Result<(), Error>,
) -> End {
    let [home, left, right] = streams.three.clone();
    let (mut first, mut second) = (home.zeros::<f32>(COUNT)?, home.zeros::<f32>(COUNT)?);
    streams.slow(&left)?;
    read(&left, &mut first)?;
    read(&right, &mut second)?;
    right.synchronize()?;
    write(&right)?;
    right.synchronize()?;
    all(&home, &first, 7.0)?;
    all(&home, &second, 7.0)
}

/// [`readers`] of a buffer, of a piece of one, and of cudarc's slice.
fn several_readers(streams: &mut Streams) -> End {
    let [home, ..] = streams.three.clone();
    let onto = |stream: &Stream, from: &dyn DeviceData<f32>, to: &mut Buffer<f32>| {
        let from = View::row_major(from, &[COUNT])?;
        copy(stream, &from, &mut ViewMut::row_major(to, &[COUNT])?)
    };
    macro_rules! read {
        ($of:expr, $x:ident: $from:expr, $to:expr) => {
            let $x = RefCell::new($of);
            let read = |stream: &Stream, to: &mut _| onto(stream, &$from, to);
            readers(streams, read, |stream| stream.set_bytes(&mut $to, 0xFF))?;
        };
    }
    let made = |count| home.upload(&vec![7.0f32; count]);
    read!(made(COUNT)?, x: *x.borrow(), *x.borrow_mut());
    read!(made(2 * COUNT)?, x: x.borrow().slice(COUNT..)?, x.borrow_mut().slice_mut(..)?);
    read!(made(COUNT)?.into_cudarc()?, x: *x.borrow(), *x.borrow_mut());
    Ok(())
}

/// Page-locked memory may be changed when `write` has returned, as any other may.
fn page_locked(streams: &mut Streams) -> End {
    let [home, left, _] = streams.three.clone();
    let mut pinned = Pinned::<f32>::zeros(&left, COUNT)?;
    pinned.as_mut_slice()?.fill(7.0);
    let mut x = home.zeros::<f32>(COUNT)?;
    streams.slow(&home)?;
    home.write(pinned.as_slice()?, &mut x)?;
    pinned.as_mut_slice()?.fill(9.0);
    all(&home, &x, 7.0)?;
    // Copies that are queued end before the memory is given back.
    pinned.upload(&mut x)?;
    drop(pinned);
    all(&home, &x, 9.0)
}

/// The owner of another library's memory goes when the last work on it is done.
fn owned_elsewhere(streams: &mut Streams) -> End {
    struct Owner(Arc<AtomicBool>, #[allow(dead_code)] Buffer<f32>);
    impl Drop for Owner {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let [home, left, right] = streams.three.clone();
    let buffer = home.upload(&[7.0f32; COUNT])?;
    home.synchronize()?;
    let gone = Arc::new(AtomicBool::new(false));
    let (address, owner) = (buffer.address(), Owner(gone.clone(), buffer));
    // SAFETY: the memory of the owner, which lives as long, on which no other work is queued.
    let memory = unsafe { Memory::from_raw(&left, address, 4 * COUNT) }.owned_by(owner);
    let mut y = home.zeros::<f32>(COUNT)?;
    streams.slow(&right)?;
    let from = View::<f32>::row_major(&memory, &[COUNT])?;
    copy(&right, &from, &mut ViewMut::row_major(&mut y, &[COUNT])?)?;
    drop(memory);
    if !gone.load(Ordering::Relaxed) {
        return Err("the owner of memory is kept after the work on it".into());
    }
    all(&home, &y, 7.0)
}

/// A stream that goes before its work is done.
fn streams_that_go(streams: &mut Streams) -> End {
    let [home, ..] = streams.three.clone();
    let mut x = home.upload(&[1.0f32; COUNT])?;
    let short = streams.device.stream()?;
    late(streams, &short, &mut x, 7.0)?;
    drop(short);
    all(&home, &x, 7.0)
}

/// Two threads that write one D, each by a product of its own.
fn threads(streams: &mut Streams) -> End {
    let [home, left, right] = streams.three.clone();
    let a = home.upload(&[3.0f32; COUNT])?;
    let b = home.upload(&[2.0f32; COUNT])?;
    let mut d = home.zeros::<f32>(COUNT)?;
    let regions = [Region::read(&a), Region::read(&b), Region::write(&mut d)];
    let of = call(DType::F32, regions, 1.0)?;
    let sum_into = |stream: &Stream| {
        let product = prepare(stream, of.clone())?;
        (0..16).try_for_each(|_| product.launch())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| sum_into(&left));
        sum_into(&right)?;
        other.join().unwrap_or(Ok(()))
    })?;
    all(&home, &d, 32.0 * sum(3.0, 2.0))
}

/// Members of a list that share what one of them writes.
fn shared_outputs(streams: &mut Streams) -> End {
    let [stream, left, right] = &streams.three;
    let (a, b) = (stream.zeros::<bf16>(COUNT)?, stream.zeros::<bf16>(COUNT)?);
    let (mut d, mut e) = (stream.zeros::<bf16>(COUNT)?, stream.zeros::<bf16>(COUNT)?);
    let [a, b] = [&a, &b].map(Region::read);
    let [d, e] = [&mut d, &mut e].map(Region::write);
    // Its B is its A.
    let member = |a, d| call(DType::BF16, [a, a, d], 0.0);
    let of_bf16 = |row: &&KernelEntry| row.config.types[0] == DType::BF16;
    let row = GROUPED.iter().copied().flatten().find(of_bf16);
    let row = row.ok_or("a kernel for lists of bf16")?;
    let list = |members: &[Product<'_>]| Prepared::grouped(stream, members, row, 4).map(drop);
    list(&[member(a, d)?, member(a, e)?])?;
    for [first, second] in [[(a, d), (b, d)], [(a, d), (d, e)], [(e, d), (a, e)]] {
        let end = list(&[member(first.0, first.1)?, member(second.0, second.1)?]);
        if !matches!(end, Err(Error::Overlap { .. })) {
            return Err(format!("members that share an output: {end:?}").into());
        }
    }
    // One product prepared for one stream, started on another by a graph.
    let row = FAMILIES.iter().copied().flatten().find(of_bf16);
    let row = row.ok_or("a kernel for bf16")?;
    let schedule = Schedule {
        splits: 1,
        group_m: 1,
        ctas: 4,
        pdl: false,
        swap_ab: false,
    };
    let of = call(DType::BF16, [a, b, d], 0.0)?;
    let product = Prepared::new(stream, &[of], |_| Ok(Algorithm::Hopper(row, schedule)))?;
    let graph = Graph::record(left, &[&product as &dyn Replay], 1)?;
    graph.replay(left)?;
    drop(graph);
    drop(product);
    Ok(right.synchronize()?)
}

/// A check, by its name.
type Check = (&'static str, fn(&mut Streams) -> End);

const CHECKS: [Check; 8] = [
    ("a prepared product", |streams| {
        prepared(streams, |product, _| product.launch())
    }),
    ("a graph", graph),
    ("operands that are dropped", dropped),
    ("several readers", several_readers),
    ("page-locked memory", page_locked),
    ("memory of another owner", owned_elsewhere),
    ("a stream that goes", streams_that_go),
    ("two threads", threads),
];

pub fn check(run: &mut Run) -> End {
    let streams = &mut Streams::new(&run.device, run.is_small())?;
    for (name, check) in CHECKS {
        run.add(name, check(streams));
    }
    if run.device.variant() == Variant::Sm90a {
        run.add("a list", shared_outputs(streams));
    }
    Ok(())
}
