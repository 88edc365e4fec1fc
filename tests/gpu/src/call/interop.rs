//! Memory of other libraries: cudarc's slices, arrays of the CUDA Array Interface, raw pointers.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use azulejo_runtime::{DeviceDataMut, Use};

use crate::prelude::*;

fn multiply(on: &Stream, [a, b]: [GpuMatRef<'_>; 2], mut d: GpuMatMut<'_>) -> Result<(), Error> {
    gemm(on, a, b, &mut d, &GpuEpilogue::default())
}

/// A product of 2 × 3 by 3 × 2 in every kind of memory.
pub fn kinds(run: &mut Run) -> Result<(), Failure> {
    let stream = &run.stream.clone();
    let left = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    let right = [1.0f32, 0.0, 0.0, 1.0, 1.0, 1.0];
    let expected = [4.0, 5.0, 10.0, 11.0];
    let mut equal = |kind: &str, found: &[f32]| run.is(kind, found == expected);
    let other = stream.device().stream()?;

    // cudarc's, written on one stream, multiplied on another, read on the first.
    let raw = stream.raw();
    let (a, b) = (raw.clone_htod(&left)?, raw.clone_htod(&right)?);
    let mut d = raw.alloc_zeros::<f32>(4)?;
    for on in [stream, &other] {
        raw.memset_zeros(&mut d)?;
        let (a, piece) = (GpuMatRef::row_major(&a, 2, 3)?, b.slice(..));
        let b = GpuMatRef::row_major(&piece, 3, 2)?;
        multiply(on, [a, b], GpuMatMut::row_major(&mut d, 2, 2)?)?;
        equal("cudarc", &raw.clone_dtoh(&d)?);
    }

    // Slices, and a view of three axes, whose first is a batch.
    let (a, b) = (stream.upload(&left)?, stream.upload(&right)?);
    let mut d = stream.zeros::<f32>(6)?;
    let (from, mut to) = (b.slice(0..6)?, d.slice_mut(2..)?);
    let batch = View::row_major(&a, &[1, 2, 3])?.try_into()?;
    let to = GpuMatMut::row_major(&mut to, 2, 2)?.batched(&[1], &[0])?;
    multiply(stream, [batch, GpuMatRef::row_major(&from, 3, 2)?], to)?;
    equal("slices", &stream.download(&d)?[2..]);
    let mut d = stream.zeros::<f32>(4)?;
    let matrix = |of, rows, columns| GpuMatRef::row_major::<f32>(of, rows, columns);
    let to = ViewMut::new(&mut d, Strided::row_major(&[2, 2])?)?.try_into()?;
    multiply(stream, [matrix(&a, 2, 3)?, matrix(&b, 3, 2)?], to)?;
    equal("views", &stream.download(&d)?);

    // Raw pointers, and an array as another library describes it.
    let mut d = stream.zeros::<f32>(4)?;
    // SAFETY: the buffers live longer than the memory, and nothing else uses them meanwhile.
    let memory = unsafe { Memory::from_raw(stream, a.address(), 24) };
    let description = Description {
        address: b.address(),
        dtype: DType::F32,
        layout: Strided::row_major(&[3, 2])?,
        read_only: true,
        device: None,
    };
    // SAFETY: the buffer outlives what is made of its description, which is true of it.
    let array = unsafe { ForeignArray::new(&other, description, ()) }?;
    let a = GpuMatRef::row_major::<f32>(&memory, 2, 3)?;
    let to = GpuMatMut::row_major(&mut d, 2, 2)?;
    multiply(&other, [a, array.view()?.try_into()?], to)?;
    drop((memory, array));
    equal("raw pointers", &stream.download(&d)?);
    Ok(())
}

/// Work on some memory, which counts those who queue it at once.
struct Turns<'a> {
    stream: Stream,
    memory: Use<'a>,
    now: AtomicUsize,
    most: AtomicUsize,
}

// SAFETY: it queues nothing.
unsafe impl Replay for Turns<'_> {
    fn stream(&self) -> &Stream {
        &self.stream
    }

    fn uses(&self) -> Vec<Use<'_>> {
        vec![self.memory]
    }

    unsafe fn queue(&self, _: &Stream) -> Result<(), Error> {
        self.most
            .fetch_max(1 + self.now.fetch_add(1, SeqCst), SeqCst);
        thread::sleep(Duration::from_millis(50));
        self.now.fetch_sub(1, SeqCst);
        Ok(())
    }
}

/// Threads that write one memory queue their work one after the other, whoever owns the memory.
pub fn turns(run: &mut Run) -> Result<(), Failure> {
    let stream = run.stream.clone();
    let (mut own, mut raw) = (stream.zeros::<f32>(4)?, stream.raw().alloc_zeros::<f32>(4)?);
    for (kind, (_, memory)) in [
        ("a buffer", DeviceDataMut::<f32>::place_mut(&mut own)),
        ("cudarc's memory", DeviceDataMut::<f32>::place_mut(&mut raw)),
    ] {
        let (now, most) = Default::default();
        let stream = stream.clone();
        let work = &Turns {
            stream,
            memory,
            now,
            most,
        };
        let ends = thread::scope(|scope| {
            let threads = [0; 2].map(|_| scope.spawn(|| work.start()));
            threads.map(|thread| thread.join().expect("a thread that ends"))
        });
        ends.into_iter().collect::<Result<(), _>>()?;
        run.is(format!("turns on {kind}"), work.most.load(SeqCst) == 1);
    }
    Ok(())
}
