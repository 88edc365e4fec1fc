//! Work of several streams on one buffer: each way to a device is held to the order that buffers promise.
//!
//! Something slow comes first on the stream that has to be waited for. A GPU may be lucky all the same; the executor of PTX
//! works as late as it may, or on other streams first, and is not.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use azulejo_gemm::gpu::GpuProblem;
use azulejo_kernels::device::gemm::hopper::table::{FAMILIES, GROUPED, KernelEntry};
use azulejo_runtime::Pinned;
use azulejo_runtime::gemm::Product;

use crate::prelude::*;

/// Sides of the matrices.
const SIDE: usize = 32;
/// Their elements.
const COUNT: usize = SIDE * SIDE;
/// What the product of matrices full of 3 and of 2 is full of.
const SUM: f32 = 6.0 * SIDE as f32;

/// The streams of a check: of the host's own work, and of two users; and what keeps a stream busy.
struct Streams {
    device: Device,
    home: Stream,
    left: Stream,
    right: Stream,
    load: RefCell<Buffer<u8>>,
    rounds: usize,
}

impl Streams {
    fn new(device: &Device, small: bool) -> Result<Self, Failure> {
        let (bytes, rounds) = if small { (1 << 12, 1) } else { (1 << 30, 64) };
        let home = device.stream()?;
        let load = RefCell::new(home.zeros(bytes)?);
        device.synchronize()?;
        Ok(Self {
            home,
            left: device.stream()?,
            right: device.stream()?,
            load,
            rounds,
            device: device.clone(),
        })
    }

    /// A matrix of zeros.
    fn zeros(&self) -> Result<Buffer<f32>, Error> {
        self.home.zeros(COUNT)
    }

    /// A matrix full of a value.
    fn full(&self, value: f32) -> Result<Buffer<f32>, Error> {
        self.home.upload(&[value; COUNT])
    }

    /// Keeps a stream busy.
    fn slow(&self, stream: &Stream) -> Result<(), Error> {
        let load = &mut *self.load.borrow_mut();
        (0..self.rounds).try_for_each(|_| stream.set_bytes(load, 1))
    }

    /// Fails where an element of a buffer has another value.
    fn all<T: DeviceCopy + PartialEq + Debug>(&self, of: &impl DeviceData<T>, value: T) -> End {
        let found = self.home.download(of)?;
        match found.iter().position(|found| *found != value) {
            None => Ok(()),
            Some(at) => Err(format!("element {at} is {:?}, not {value:?}", found[at]).into()),
        }
    }
}

/// The end of a check.
type End = Result<(), Failure>;

/// Sets every element on a stream.
fn set(on: &Stream, to: &mut Buffer<f32>, value: f32) -> Result<(), Error> {
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
    [a, b]: [&'a Buffer<f32>; 2],
    d: &'a mut Buffer<f32>,
) -> Result<Prepared<'a>, Error> {
    let regions = [Region::read(a), Region::read(b), Region::write(d)];
    prepare(stream, call(DType::F32, regions, 0.0)?)
}

/// A prepared product waits for writes of its operands on other streams, and is waited for: by a download, by a later
/// write of an operand.
fn prepared(on: &Streams, launch: impl Fn(&Prepared<'_>, &Stream) -> Result<(), Error>) -> End {
    let (mut a, b, mut d) = (on.zeros()?, on.full(2.0)?, on.full(-1.0)?);
    on.slow(&on.left)?;
    set(&on.left, &mut a, 3.0)?;
    {
        let product = product(&on.right, [&a, &b], &mut d)?;
        on.slow(&on.right)?;
        launch(&product, &on.right)?;
    }
    // The next value of A comes after the product has read the last.
    set(&on.left, &mut a, 100.0)?;
    on.left.synchronize()?;
    on.all(&d, SUM)
}

/// The same of a graph of products.
fn graph(on: &Streams) -> End {
    prepared(on, |product, stream| {
        let graph = Graph::record(stream, &[product], 2)?;
        graph.replay(stream)
    })
}

/// Memory that goes away while a launch on another stream reads it, and what comes in its place.
fn dropped(on: &Streams) -> End {
    let (a, b, mut d) = (on.full(3.0)?, on.full(2.0)?, on.zeros()?);
    on.slow(&on.right)?;
    product(&on.right, [&a, &b], &mut d)?.launch()?;
    drop((a, b));
    let _poison = each(0..4, |_| on.full(f32::NAN))?;
    on.home.synchronize()?;
    on.all(&d, SUM)
}

/// Copies of a buffer, of a piece of one, and of cudarc's slice on two streams, slowly on the first, before it is written: both
/// have the value before.
fn several_readers(on: &Streams) -> End {
    macro_rules! read {
        ($of:expr, $x:ident: $from:expr, $to:expr) => {
            let mut $x = $of;
            let (mut first, mut second) = (on.zeros()?, on.zeros()?);
            on.slow(&on.left)?;
            copy_onto(&on.left, &$from, &mut first)?;
            copy_onto(&on.right, &$from, &mut second)?;
            on.right.synchronize()?;
            on.right.set_bytes(&mut $to, 0xFF)?;
            on.right.synchronize()?;
            on.all(&first, 7.0)?;
            on.all(&second, 7.0)?;
        };
    }
    read!(on.full(7.0)?, x: x, x);
    read!(on.home.upload(&[7.0f32; 2 * COUNT])?, x: x.slice(COUNT..)?, x.slice_mut(..)?);
    read!(on.full(7.0)?.into_cudarc()?, x: x, x);
    Ok(())
}

/// Page-locked memory may be changed when `write` has returned, as any other may.
fn page_locked(on: &Streams) -> End {
    let mut pinned = Pinned::<f32>::zeros(&on.left, COUNT)?;
    pinned.as_mut_slice()?.fill(7.0);
    let mut x = on.zeros()?;
    on.slow(&on.home)?;
    on.home.write(pinned.as_slice()?, &mut x)?;
    pinned.as_mut_slice()?.fill(9.0);
    on.all(&x, 7.0)?;
    // Copies that are queued end before the memory is given back.
    pinned.upload(&mut x)?;
    drop(pinned);
    on.all(&x, 9.0)
}

/// The owner of another library's memory goes when the last work on it is done.
fn owned_elsewhere(on: &Streams) -> End {
    struct Owner(Arc<AtomicBool>, #[allow(dead_code)] Buffer<f32>);
    impl Drop for Owner {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let (buffer, mut y) = (on.full(7.0)?, on.zeros()?);
    on.home.synchronize()?;
    let gone = Arc::new(AtomicBool::new(false));
    let (address, owner) = (buffer.address(), Owner(gone.clone(), buffer));
    // SAFETY: the memory of the owner, which lives as long, on which no other work is queued.
    let memory = unsafe { Memory::from_raw(&on.left, address, 4 * COUNT) }.owned_by(owner);
    on.slow(&on.right)?;
    let from = View::<f32>::row_major(&memory, &[COUNT])?;
    copy(&on.right, &from, &mut ViewMut::row_major(&mut y, &[COUNT])?)?;
    drop(memory);
    if !gone.load(Ordering::Relaxed) {
        return Err("the owner of memory is kept after the work on it".into());
    }
    on.all(&y, 7.0)
}

/// A stream that goes before its work is done.
fn streams_that_go(on: &Streams) -> End {
    let (mut x, short) = (on.full(1.0)?, on.device.stream()?);
    on.slow(&short)?;
    set(&short, &mut x, 7.0)?;
    drop(short);
    on.all(&x, 7.0)
}

/// Two threads that write one D, each by a product of its own.
fn threads(on: &Streams) -> End {
    let (a, b, mut d) = (on.full(3.0)?, on.full(2.0)?, on.zeros()?);
    let regions = [Region::read(&a), Region::read(&b), Region::write(&mut d)];
    let (of, left) = (call(DType::F32, regions, 1.0)?, &on.left);
    let sum_into = |stream: &Stream| {
        let product = prepare(stream, of.clone())?;
        (0..16).try_for_each(|_| product.launch())
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| sum_into(left));
        sum_into(&on.right)?;
        other.join().unwrap_or(Ok(()))
    })?;
    on.all(&d, 32.0 * SUM)
}

/// Members of a list that share what one of them writes.
fn shared_outputs(on: &Streams) -> End {
    let zeros = || on.home.zeros::<bf16>(COUNT);
    let (a, b, mut d, mut e) = (zeros()?, zeros()?, zeros()?, zeros()?);
    let [a, b] = [&a, &b].map(Region::read);
    let [d, e] = [&mut d, &mut e].map(Region::write);
    // Its B is its A.
    let member = |a, d| call(DType::BF16, [a, a, d], 0.0);
    let of_bf16 = |table: &[&'static [KernelEntry]]| {
        let mut rows = table.iter().copied().flatten();
        let row = rows.find(|row| row.config.types[0] == DType::BF16);
        row.ok_or("a kernel for bf16")
    };
    let row = of_bf16(GROUPED)?;
    let list = |members: &[Product<'_>]| Prepared::grouped(&on.home, members, row, 4).map(drop);
    list(&[member(a, d)?, member(a, e)?])?;
    for [first, second] in [[(a, d), (b, d)], [(a, d), (d, e)], [(e, d), (a, e)]] {
        let end = list(&[member(first.0, first.1)?, member(second.0, second.1)?]);
        if !matches!(end, Err(Error::Overlap { .. })) {
            return Err(format!("members that share an output: {end:?}").into());
        }
    }
    // One product prepared for one stream, started on another by a graph.
    let schedule = Schedule {
        splits: 1,
        group_m: 1,
        ctas: 4,
        pdl: false,
        swap_ab: false,
    };
    let by = Algorithm::Hopper(of_bf16(FAMILIES)?, schedule);
    let of = call(DType::BF16, [a, b, d], 0.0)?;
    let product = Prepared::new(&on.home, &[of], |_| Ok(by))?;
    let graph = Graph::record(&on.left, &[&product as &dyn Replay], 1)?;
    graph.replay(&on.left)?;
    drop(graph);
    drop(product);
    Ok(on.right.synchronize()?)
}

/// A check, by its name.
type Check = (&'static str, fn(&Streams) -> End);

const CHECKS: [Check; 8] = [
    ("a prepared product", |on| {
        prepared(on, |product, _| product.launch())
    }),
    ("a graph", graph),
    ("operands that are dropped", dropped),
    ("several readers", several_readers),
    ("page-locked memory", page_locked),
    ("memory of another owner", owned_elsewhere),
    ("a stream that goes", streams_that_go),
    ("two threads", threads),
];

/// Work of the only stream of a process, of which no event is recorded, and a stream that is made after it: which writes what
/// was read, and reads what was written. As the first check of a process alone it says something.
fn a_second_stream(run: &Run) -> End {
    let (first, bytes) = (&run.stream, if run.is_small() { 1 << 12 } else { 1 << 30 });
    let mut load: Buffer<u8> = first.zeros(bytes)?;
    let (mut x, mut y) = (first.upload(&[7.0f32; COUNT])?, first.zeros(COUNT)?);
    (0..64).try_for_each(|_| first.set_bytes(&mut load, 1))?;
    copy_onto(first, &x, &mut y)?;
    let second = run.device.stream()?;
    set(&second, &mut x, 9.0)?;
    second.synchronize()?;
    match second.download(&y)?.iter().find(|&&found| found != 7.0) {
        None => Ok(()),
        Some(found) => Err(format!("an element is {found}, not 7").into()),
    }
}

/// Copies a buffer on a stream.
fn copy_onto(
    stream: &Stream,
    from: &dyn DeviceData<f32>,
    to: &mut Buffer<f32>,
) -> Result<(), Error> {
    let from = View::row_major(from, &[COUNT])?;
    copy(stream, &from, &mut ViewMut::row_major(to, &[COUNT])?)
}

pub fn check(run: &mut Run) -> End {
    let second = a_second_stream(run);
    run.add("a second stream", second);
    let streams = Streams::new(&run.device, run.is_small())?;
    for (name, check) in CHECKS {
        run.add(name, check(&streams));
    }
    if run.device.variant() == Variant::Sm90a {
        run.add("a list", shared_outputs(&streams));
    }
    Ok(())
}
