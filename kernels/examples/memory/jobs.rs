//! The worked jobs on the GPU.

use azulejo_kernels::{
    cpu::{AnyArray, Array, Op, Reduction, Strided},
    device::probe::{self, ArrayDescriptor},
    host::{
        AnyBuffer, AnyView, AnyViewMut, Buffer, DeviceCopy, Error, Launch, Operand, Stream,
        cast_by, copy, fill_bits,
        infini::{Add, Dtype, Elementwise, TensorDescriptor, Workspace, Zeros},
        interop::{CudaArray, Description, ForeignArray, Memory, dlpack},
        map, map_in_place, reduce,
    },
};
use azulejo_tensor::{DType, RoundingMode, with_dtype};

#[path = "../../tests/jobs/mod.rs"]
mod worked;

use crate::Failure;
use worked::{
    backend::{self as list, Backend, End, Piece, Place},
    list::JOBS,
};

/// Every job, and then arrays handed over in each of the ways there are.
pub fn check(stream: &Stream, small: bool, n: &mut usize) -> End {
    for (name, job) in JOBS {
        job(&mut Gpu(stream)).map_err(|e| format!("{name}: {e}"))?;
        *n += 1;
    }
    exchanges(stream)?;
    descriptors(stream, small)?;
    probes(stream)?;
    *n += 4;
    Ok(())
}

struct Gpu<'a>(&'a Stream);

fn upload(stream: &Stream, array: &AnyArray) -> Result<Buffer<u8>, Failure> {
    fn of<T: DeviceCopy + azulejo_kernels::cpu::Stored>(
        stream: &Stream,
        array: &AnyArray,
    ) -> Result<Buffer<u8>, Failure> {
        Ok(stream.upload_bytes(T::peek(array).map_or(&[][..], Array::data))?)
    }
    with_dtype!(array.dtype(), T => of::<T>(stream, array))
}

impl Gpu<'_> {
    /// Runs `f` on the piece's elements in device memory.
    fn read(&self, piece: Piece<'_>, f: impl FnOnce(&dyn Operand) -> End) -> End {
        let buffer = upload(self.0, piece.data)?;
        let dtype = piece.data.dtype();
        let part = buffer.slice(piece.offset * dtype.bytes()..)?;
        f(&AnyView::new(&part, dtype, piece.layout)?)
    }

    /// Runs `f` on the place's elements in device memory, and brings all of it back.
    fn write(&self, place: Place<'_>, f: impl FnOnce(&mut AnyViewMut<'_>) -> End) -> End {
        let mut buffer = upload(self.0, place.data)?;
        let dtype = place.data.dtype();
        {
            let mut part = buffer.slice_mut(place.offset * dtype.bytes()..)?;
            f(&mut AnyViewMut::new(&mut part, dtype, place.layout)?)?;
        }
        let extents = place.data.extents().to_vec();
        *place.data = with_dtype!(dtype, T => Array::<T>::from_vec(self.0.download_as(&buffer)?, &extents)?.into());
        Ok(())
    }

    fn operate(&self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        let run = |views: &[&dyn Operand], out: Place<'_>| {
            self.write(out, |out| Ok(map(self.0, op, views, out)?))
        };
        match inputs {
            [a] => self.read(*a, |a| run(&[a], out)),
            [a, b] => self.read(*a, |a| self.read(*b, |b| run(&[a, b], out))),
            [a, b, c] => self.read(*a, |a| {
                self.read(*b, |b| self.read(*c, |c| run(&[a, b, c], out)))
            }),
            _ => Err("no such arity".into()),
        }
    }
}

impl Backend for Gpu<'_> {
    fn map(&mut self, op: Op, inputs: &[Piece<'_>], out: Place<'_>) -> End {
        self.operate(op, inputs, out)
    }

    fn update(&mut self, op: Op, out: Place<'_>, other: Piece<'_>) -> End {
        self.read(other, |other| {
            self.write(out, |out| Ok(map_in_place(self.0, op, out, &[other])?))
        })
    }

    fn cast(&mut self, from: Piece<'_>, out: Place<'_>, mode: Option<RoundingMode>) -> End {
        self.read(from, |from| {
            self.write(out, |out| Ok(cast_by(self.0, from, out, mode, None)?))
        })
    }

    fn copy(&mut self, from: Piece<'_>, out: Place<'_>) -> End {
        self.read(from, |from| {
            self.write(out, |out| Ok(copy(self.0, from, out)?))
        })
    }

    fn fill(&mut self, out: Place<'_>, bits: u64) -> End {
        self.write(out, |out| Ok(fill_bits(self.0, out, bits)?))
    }

    fn reduce(
        &mut self,
        op: Reduction,
        from: Piece<'_>,
        axes: &[usize],
    ) -> Result<AnyArray, Failure> {
        let mut out = AnyBuffer::zeros(self.0, from.data.dtype(), &[])?;
        self.read(from, |from| {
            Ok(reduce(self.0, op, from, axes, &mut out.view_mut())?)
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
        self.read(*other, |other| {
            self.write(out, |out| Ok(map(self.0, op, &[&x.view()?, other], out)?))
        })
    }
}

/// The elements of an array, by a copy on the device.
fn contents(stream: &Stream, array: &ForeignArray) -> Result<Vec<f64>, Failure> {
    let mut out = AnyBuffer::zeros(stream, array.dtype(), array.layout().extents())?;
    copy(stream, &array.view()?, &mut out.view_mut())?;
    Ok(list::values(&out.download(stream)?))
}

/// J32: arrays out and in again, by DLPack of both kinds, the CUDA Array Interface and raw pointers.
fn exchanges(stream: &Stream) -> End {
    let data: Vec<f32> = (0..12).map(|i| i as f32).collect();
    let want: Vec<f64> = (0..12).map(|i| i as f64).collect();
    let made = || -> Result<AnyBuffer, Failure> {
        Ok(AnyBuffer::from_buffer(stream.upload(&data)?, &[3, 4])?)
    };
    let equal = |what: &str, found: Vec<f64>, want: &[f64]| -> End {
        if found == want {
            Ok(())
        } else {
            Err(format!("{what}: {found:?}, not {want:?}").into())
        }
    };
    let versioned = made()?.into_dlpack::<dlpack::ffi::DLManagedTensorVersioned>(stream)?;
    let back = dlpack::Import::new(versioned)?.on(stream)?;
    equal("versioned DLPack", contents(stream, &back)?, &want)?;
    // To another stream, which waits; the memory comes back after its work.
    let other = stream.device().stream()?;
    let legacy = made()?.into_dlpack::<dlpack::ffi::DLManagedTensor>(&other)?;
    let mut back = dlpack::Import::new(legacy)?.on(&other)?;
    map_in_place(&other, Op::Neg, &mut back.view_mut()?, &[])?;
    let negative: Vec<f64> = want.iter().map(|x| -x).collect();
    equal("legacy DLPack", contents(&other, &back)?, &negative)?;
    drop(back);
    let buffer = made()?;
    let array = CudaArray::from_json(&buffer.cuda_array(stream)?.to_json())?;
    // SAFETY: the buffer outlives what is made of its description.
    let mut back = unsafe { array.import(&other, ()) }?;
    equal("CUDA array", contents(&other, &back)?, &want)?;
    map_in_place(&other, Op::Neg, &mut back.typed_mut::<f32>()?, &[])?;
    equal("written through it", contents(&other, &back)?, &negative)?;
    // SAFETY: the buffer outlives what is made of its description.
    let locked = unsafe {
        let description = Description {
            read_only: true,
            ..back.description().clone()
        };
        ForeignArray::new(&other, description, ())
    };
    match locked?.view_mut() {
        Err(Error::ReadOnly { .. }) => {}
        _ => return Err("a read-only array was taken to write".into()),
    }
    drop(back);
    other.synchronize()?;
    // A raw pointer, from its second row on, as bytes of another type.
    let (address, bytes) = (array.address + 16, 16);
    // SAFETY: the buffer's own memory, which lives on.
    let memory = unsafe { Memory::from_raw(stream, address, bytes) };
    let row = AnyView::new(&memory, DType::F32, Strided::row_major(&[4])?)?;
    let mut out = AnyBuffer::zeros(stream, DType::F32, &[4])?;
    copy(stream, &row, &mut out.view_mut())?;
    let found = list::values(&out.download(stream)?);
    equal("raw pointer", found, &negative[4..8])
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
    if stream.download(&output)?.iter().any(|x| *x != 0) {
        return Err("zeros by descriptor left something".into());
    }
    let add = Elementwise::<Add>::create(&x, &[&x, &x])?;
    let (a, b) = (
        stream.upload(&vec![1.5f32; 1 << 20])?,
        stream.upload(&vec![2.0f32; 1 << 20])?,
    );
    let inputs = [a.address(), b.address()];
    // SAFETY: three arrays of the described elements.
    unsafe { add.calculate(lent(120), output.address(), &inputs, stream) }?;
    // SAFETY: two arrays of the described elements.
    unsafe { add.calculate_in_place(lent(120), output.address(), &inputs[1..], stream) }?;
    if stream
        .download(&output)?
        .iter()
        .any(|x| f32::from_bits(*x) != 5.5)
    {
        return Err("a sum by descriptor".into());
    }
    Ok(())
}

/// J29 and J30: an array by value read on the device, and a lock that 256 blocks take in turn; then two arrays in static shared
/// memory.
fn probes(stream: &Stream) -> End {
    let [describe, ticket, turn] = [0, 1, 2].map(|at| &probe::KERNELS[at]);
    let want = list::expected("J29");
    let x = stream.upload(&(0..60).map(|i| i as f32).collect::<Vec<_>>())?;
    let layout = Strided::row_major(&[3, 4, 5])?;
    let array = ArrayDescriptor::<f32, 3>::new(x.address(), &layout).ok_or("rank 3")?;
    let (numbers, sum) = (stream.zeros::<u64>(6)?, stream.zeros::<f32>(1)?);
    let function = stream.device().function(describe)?;
    // SAFETY: the kernel's parameters; all buffers live until the downloads below have waited.
    unsafe { Launch::new(stream, &function).run((array, numbers.address(), sum.address())) }?;
    let found: Vec<f64> = stream
        .download(&numbers)?
        .iter()
        .map(|x| *x as f64)
        .collect();
    let expected: Vec<f64> = want["shape_and_strides"]
        .as_array()
        .map(|all| all.iter().filter_map(|x| x.as_f64()).collect())
        .unwrap_or_default();
    if found != expected || Some(stream.download(&sum)?[0] as f64) != want["sum"].as_f64() {
        return Err(format!("J29: {found:?}").into());
    }
    let (lock, counter) = (stream.zeros::<u32>(2)?, stream.zeros::<u32>(1)?);
    let function = stream.device().function(ticket)?;
    let launch = Launch::new(stream, &function).grid(256, 1, 1);
    // SAFETY: a lock of two words that are 0 and a counter, which live through the launch; the download waits for it.
    unsafe { launch.run((lock.address(), counter.address())) }?;
    if stream.download(&counter)? != [256] || stream.download(&lock)? != [256, 256] {
        return Err("J30: the lock let two in".into());
    }
    // x is (4,8):(1,4), y is (4,8):(8,1), and y(i, j) = x(3 - i, (8 - j) % 8).
    let y = stream.zeros::<f32>(32)?;
    let function = stream.device().function(turn)?;
    // SAFETY: the first 32 floats of `x` are read and those of `y` written; both live until the download has waited.
    unsafe { Launch::new(stream, &function).run((x.address(), y.address())) }?;
    let turned: Vec<f32> = (0..32)
        .map(|at| (3 - at / 8 + 4 * ((8 - at % 8) % 8)) as f32)
        .collect();
    if stream.download(&y)? != turned {
        return Err("arrays in static shared memory".into());
    }
    Ok(())
}
