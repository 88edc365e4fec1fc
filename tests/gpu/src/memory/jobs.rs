//! The worked jobs on the GPU.

use azulejo_kernels::device::probe::{self, ArrayDescriptor};
use azulejo_runtime::infini::{Add, Dtype, Elementwise, TensorDescriptor, Workspace, Zeros};
use azulejo_runtime::interop::{CudaArray, dlpack};
use azulejo_runtime::{cast_by, fill_bits};

use crate::prelude::*;

#[path = "../../../../kernels/cpu/tests/jobs/mod.rs"]
mod worked;

use worked::{
    backend::{self as list, Backend, End, Piece, Place},
    list::JOBS,
};

/// Every job, and then arrays handed over in each of the ways there are.
pub fn check(run: &mut Run) -> End {
    let stream = &run.stream.clone();
    for (name, job) in JOBS {
        run.add(name, job(&mut Gpu(stream)));
    }
    run.add("arrays handed over", exchanges(stream));
    run.add("descriptors", descriptors(stream, run.is_small()));
    run.add("arrays and locks by value", probes(stream));
    Ok(())
}

struct Gpu<'a>(&'a Stream);

fn upload(stream: &Stream, array: &AnyArray) -> Result<Buffer<u8>, Error> {
    fn of<T: DeviceCopy + Stored>(stream: &Stream, array: &AnyArray) -> Result<Buffer<u8>, Error> {
        stream.upload_bytes(T::peek(array).map_or(&[][..], Array::data))
    }
    with_dtype!(array.dtype(), T => of::<T>(stream, array))
}

impl Gpu<'_> {
    /// Runs `f` on the elements of the pieces in device memory.
    fn read<R>(
        &self,
        pieces: &[Piece<'_>],
        f: impl FnOnce(&[&dyn Operand]) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let buffers = each(pieces, |piece| upload(self.0, piece.data))?;
        let parts = each(pieces.iter().zip(&buffers), |(of, buffer)| {
            buffer.slice(of.offset * of.data.dtype().bytes()..)
        })?;
        let views = each(pieces.iter().zip(&parts), |(of, part)| {
            AnyView::new(part, of.data.dtype(), of.layout)
        })?;
        let views: Vec<&dyn Operand> = views.iter().map(|view| view as &dyn Operand).collect();
        f(&views)
    }

    /// Runs `f` on the elements of the pieces and the place in device memory, and brings all of the place back.
    fn run(
        &self,
        pieces: &[Piece<'_>],
        place: Place<'_>,
        f: impl FnOnce(&[&dyn Operand], &mut dyn Target) -> Result<(), Error>,
    ) -> End {
        let (mut buffer, dtype) = (upload(self.0, place.data)?, place.data.dtype());
        self.read(pieces, |views| {
            let mut part = buffer.slice_mut(place.offset * dtype.bytes()..)?;
            let mut to = AnyViewMut::new(&mut part, dtype, place.layout)?;
            Ok(f(views, &mut to)?)
        })?;
        let extents = place.data.extents().to_vec();
        *place.data = with_dtype!(dtype, T => Array::<T>::from_vec(self.0.download_as(&buffer)?, &extents)?.into());
        Ok(())
    }
}

impl Backend for Gpu<'_> {
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        self.run(inputs, out, |x, y| map(self.0, op, x, y))
    }

    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End {
        self.run(&[other], out, |x, y| map_in_place(self.0, op, y, x))
    }

    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End {
        self.run(&[from], out, |x, y| cast_by(self.0, x[0], y, mode, None))
    }

    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End {
        self.run(&[from], out, |x, y| copy(self.0, x[0], y))
    }

    fn fill(&mut self, out: Place<'_>, bits: u64) -> End {
        self.run(&[], out, |_, y| fill_bits(self.0, y, bits))
    }

    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure> {
        let mut out = AnyBuffer::zeros(self.0, from.data.dtype(), &[])?;
        self.read(&[from], |x| {
            Ok(reduce(self.0, op, x[0], axes, &mut out.view_mut())?)
        })?;
        Ok(out.download(self.0)?)
    }

    fn imported(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        let [x, other] = inputs else {
            return Err("two inputs".into());
        };
        let managed = AnyBuffer::upload(self.0, x.data)?
            .into_dlpack::<dlpack::ffi::DLManagedTensorVersioned>(self.0)?;
        let x = dlpack::Import::new(managed)?.on(self.0)?;
        self.run(&[*other], out, |other, y| {
            map(self.0, op, &[&x.view()?, other[0]], y)
        })
    }
}

/// J32: arrays out and in again, by DLPack of both kinds, the CUDA Array Interface and raw pointers.
fn exchanges(stream: &Stream) -> End {
    let data: Vec<f32> = (0..12).map(|i| i as f32).collect();
    let want: Vec<f64> = (0..12).map(f64::from).collect();
    let negative: Vec<f64> = want.iter().map(|x| -x).collect();
    let made = || AnyBuffer::from_buffer(stream.upload(&data)?, &[3, 4]);
    // The elements of an array, by a copy on the device.
    let expect = |what: &str, on: &Stream, array: &dyn Operand, want: &[f64]| -> End {
        let mut out = AnyBuffer::zeros(on, array.dtype(), array.layout().extents())?;
        copy(on, array, &mut out.view_mut())?;
        list::same(what, &list::values(&out.download(on)?)[..], want)
    };
    let versioned = made()?.into_dlpack::<dlpack::ffi::DLManagedTensorVersioned>(stream)?;
    let back = dlpack::Import::new(versioned)?.on(stream)?;
    expect("versioned DLPack", stream, &back.view()?, &want)?;
    // To another stream, which waits; the memory comes back after its work.
    let other = &stream.device().stream()?;
    let legacy = made()?.into_dlpack::<dlpack::ffi::DLManagedTensor>(other)?;
    let mut back = dlpack::Import::new(legacy)?.on(other)?;
    map_in_place(other, Op::Neg, &mut back.view_mut()?, &[])?;
    expect("legacy DLPack", other, &back.view()?, &negative)?;
    drop(back);
    let buffer = made()?;
    let array = CudaArray::from_json(&buffer.cuda_array(stream)?.to_json())?;
    // SAFETY: the buffer outlives what is made of its description.
    let mut back = unsafe { array.import(other, ()) }?;
    expect("CUDA array", other, &back.view()?, &want)?;
    map_in_place(other, Op::Neg, &mut back.typed_mut::<f32>()?, &[])?;
    expect("written through it", other, &back.view()?, &negative)?;
    let description = Description {
        read_only: true,
        ..back.description().clone()
    };
    // SAFETY: the buffer outlives what is made of its description.
    let mut locked = unsafe { ForeignArray::new(other, description, ()) }?;
    if !matches!(locked.view_mut(), Err(Error::ReadOnly { .. })) {
        return Err("a read-only array was taken to write".into());
    }
    drop((back, locked));
    other.synchronize()?;
    // A raw pointer, from its second row on, as bytes of another type.
    // SAFETY: the buffer's own memory, which lives on.
    let memory = unsafe { Memory::from_raw(stream, array.address + 16, 16) };
    let row = AnyView::new(&memory, DType::F32, Strided::row_major(&[4])?)?;
    expect("raw pointer", stream, &row, &negative[4..8])
}

/// J24 and Z-15, Z-35, Z-36: the descriptor interface on the device, made and dropped a thousand times.
fn descriptors(stream: &Stream, small: bool) -> End {
    let x = TensorDescriptor::new(Dtype::F32, &[1024, 1024], None)?;
    let mut output = stream.zeros::<u32>(1024 * 1024)?;
    stream.set_bytes(&mut output, 0xFF)?;
    let workspace = stream.zeros::<u64>(32)?;
    let lent = |bytes| Workspace {
        address: workspace.address(),
        bytes,
    };
    let all = |value: u32| -> Result<bool, Error> {
        Ok(stream.download(&output)?.iter().all(|x| *x == value))
    };
    stream.synchronize()?;
    let before = stream.device().memory()?.0;
    for _ in 0..1000 {
        let zeros = Elementwise::<Zeros>::create(&x, &[&x])?;
        // SAFETY: the output has the described elements; the input is not read.
        unsafe { zeros.calculate(lent(80), output.address(), &[0], stream) }?;
    }
    stream.synchronize()?;
    // Under a checking tool other programs share the GPU.
    if !small && stream.device().memory()?.0 < before {
        return Err("a thousand descriptors left memory behind".into());
    }
    list::same("zeros by descriptor", all(0)?, true)?;
    let add = Elementwise::<Add>::create(&x, &[&x, &x])?;
    let full = |x: f32| stream.upload(&vec![x; 1 << 20]);
    let (a, b) = (full(1.5)?, full(2.0)?);
    let inputs = [a.address(), b.address()];
    // SAFETY: three arrays of the described elements.
    unsafe { add.calculate(lent(120), output.address(), &inputs, stream) }?;
    // SAFETY: two arrays of the described elements.
    unsafe { add.calculate_in_place(lent(120), output.address(), &inputs[1..], stream) }?;
    list::same("a sum by descriptor", all(5.5f32.to_bits())?, true)
}

/// J29 and J30: an array by value read on the device, and a lock that 256 blocks take in turn; then two arrays in static shared
/// memory.
fn probes(stream: &Stream) -> End {
    let [describe, ticket, turn] =
        [0, 1, 2].map(|at| stream.device().function(&probe::KERNELS[at]));
    let (describe, ticket, turn) = (describe?, ticket?, turn?);
    let want = list::expected("J29");
    let x = stream.upload(&(0..60).map(|i| i as f32).collect::<Vec<_>>())?;
    let layout = Strided::row_major(&[3, 4, 5])?;
    let array = ArrayDescriptor::<f32, 3>::new(x.address(), layout.extents(), layout.strides())
        .ok_or("rank 3")?;
    let (numbers, sum) = (stream.zeros::<u64>(6)?, stream.zeros::<f32>(1)?);
    // SAFETY: the kernel's parameters; all buffers live until the downloads below have waited.
    unsafe { Launch::new(stream, &describe).run((array, numbers.address(), sum.address())) }?;
    let found = stream.download(&numbers)?.into_iter();
    let found = found.map(|x| x as f64).collect();
    list::same("J29", found, list::list(&want["shape_and_strides"]))?;
    list::number("J29", stream.download(&sum)?[0] as f64, &want["sum"])?;
    let (lock, counter) = (stream.zeros::<u32>(2)?, stream.zeros::<u32>(1)?);
    let launch = Launch::new(stream, &ticket).grid(256, 1, 1);
    // SAFETY: a lock of two words that are 0 and a counter, which live through the launch; the download waits for it.
    unsafe { launch.run((lock.address(), counter.address())) }?;
    list::same("J30", stream.download(&counter)?, vec![256])?;
    list::same("J30", stream.download(&lock)?, vec![256, 256])?;
    // x is (4,8):(1,4), y is (4,8):(8,1), and y(i, j) = x(3 - i, (8 - j) % 8).
    let y = stream.zeros::<f32>(32)?;
    // SAFETY: the first 32 floats of `x` are read and those of `y` written; both live until the download has waited.
    unsafe { Launch::new(stream, &turn).run((x.address(), y.address())) }?;
    let expected = (0..32).map(|at| (3 - at / 8 + 4 * ((8 - at % 8) % 8)) as f32);
    let name = "arrays in static shared memory";
    list::same(name, stream.download(&y)?, expected.collect())
}
