//! DLPack, both ways: the exchange format of NumPy, PyTorch, JAX, CuPy and others, <https://dmlc.github.io/dlpack/latest>.
//!
//! The structures and their ownership are those of the crate [`dlpark`]: [`Managed`] owns one and calls its deleter
//! once. `M` is [`ffi::DLManagedTensorVersioned`] or the legacy [`ffi::DLManagedTensor`]; both work everywhere here.
//!
//! | DLPack code, bits | dtype |
//! |---|---|
//! | 0 (int), 8 to 64 | `int8` … `int64` |
//! | 1 (uint), 8 to 64 | `uint8` … `uint64` |
//! | 2 (float), 16 to 64 | `float16`, `float32`, `float64` |
//! | 4 (bfloat), 16 | `bfloat16` |
//! | 6 (bool), 8 | `bool_` |
//! | 10, 12 (float8), 8 | `float8_e4m3fn`, `float8_e5m2` |

pub use dlpark::{DlpackFlags, Managed, ManagedTensorBase, ffi};

use azulejo_tensor::DType;
use dlpark::{
    AllocationDeleter,
    ffi::{DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, DLTensor},
    metadata::Dynamic,
};

use super::{Description, ForeignArray, description::layout};
use crate::{AnyBuffer, Error, Stream};

const CODES: [(DType, DLDataTypeCode); 15] = [
    (DType::Bool, DLDataTypeCode::BOOL),
    (DType::U8, DLDataTypeCode::UINT),
    (DType::U16, DLDataTypeCode::UINT),
    (DType::U32, DLDataTypeCode::UINT),
    (DType::U64, DLDataTypeCode::UINT),
    (DType::I8, DLDataTypeCode::INT),
    (DType::I16, DLDataTypeCode::INT),
    (DType::I32, DLDataTypeCode::INT),
    (DType::I64, DLDataTypeCode::INT),
    (DType::F16, DLDataTypeCode::FLOAT),
    (DType::F32, DLDataTypeCode::FLOAT),
    (DType::F64, DLDataTypeCode::FLOAT),
    (DType::BF16, DLDataTypeCode::BFLOAT),
    (DType::F8E4M3, DLDataTypeCode::FLOAT8_E4M3FN),
    (DType::F8E5M2, DLDataTypeCode::FLOAT8_E5M2),
];

/// The DLPack type of a dtype.
///
/// # Errors
/// [`Error::Dtype`] for `tfloat32`, which has none.
///
/// ```
/// use azulejo_runtime::interop::dlpack::{from_dlpack, to_dlpack};
/// use azulejo_tensor::DType;
/// let t = to_dlpack(DType::BF16)?;
/// assert_eq!((t.code.0, t.bits, t.lanes), (4, 16, 1));
/// assert_eq!(from_dlpack(t)?, DType::BF16);
/// # Ok::<(), azulejo_runtime::Error>(())
/// ```
pub fn to_dlpack(dtype: DType) -> Result<DLDataType, Error> {
    let found = CODES.iter().find(|(of, _)| *of == dtype);
    let (_, code) = found.ok_or_else(|| {
        Error::dtype(
            "array",
            dtype,
            "a type of DLPack, as float32 with the same bytes",
        )
    })?;
    Ok(DLDataType {
        code: *code,
        bits: dtype.bits() as u8,
        lanes: 1,
    })
}

/// The dtype of a DLPack type.
///
/// # Errors
/// [`Error::NotImplemented`] for complex numbers, [`Error::Dtype`] for vectors (more than one lane) and any other type.
pub fn from_dlpack(of: DLDataType) -> Result<DType, Error> {
    if of.code == DLDataTypeCode::COMPLEX {
        return Err(Error::not_implemented(format!("complex{}", of.bits)));
    }
    CODES
        .iter()
        .find(|(dtype, code)| *code == of.code && dtype.bits() == of.bits as u32 && of.lanes == 1)
        .map(|(dtype, _)| *dtype)
        .ok_or_else(|| Error::Dtype {
            argument: "array",
            found: format!(
                "DLPack code {}, {} bits, {} lanes",
                of.code.0, of.bits, of.lanes
            ),
            expected: "a type of the table of `interop::dlpack`, of one lane: convert it in the library that it comes from".into(),
            casts: false,
        })
}

/// What a DLPack tensor describes.
///
/// # Errors
/// [`Error::NotOnDevice`] where it is not in the memory of a CUDA GPU; [`Error::Dtype`], [`Error::NotImplemented`],
/// [`Error::Argument`] for a negative extent, [`Error::Strides`] for a negative stride.
///
/// # Safety
/// `shape` and `strides` must each be null or lead to `ndim` numbers.
unsafe fn describe(tensor: &DLTensor, flags: DlpackFlags) -> Result<Description, Error> {
    let DLDevice {
        device_type,
        device_id,
    } = tensor.device;
    if device_type != DLDeviceType::CUDA && device_type != DLDeviceType::CUDAMANAGED {
        return Err(Error::NotOnDevice { argument: "array" });
    }
    let malformed = |e: dlpark::tensor::Error| Error::argument("array", e.to_string());
    // SAFETY: `shape` is null or leads to `ndim` numbers, by this function's contract.
    let shape = unsafe { tensor.shape() }.map_err(malformed)?;
    // SAFETY: `strides` is null or leads to `ndim` numbers, by this function's contract.
    let strides = unsafe { tensor.strides() }.map_err(malformed)?;
    let address = (tensor.data as u64).wrapping_add(tensor.byte_offset);
    Ok(Description {
        address: if tensor.data.is_null() { 0 } else { address },
        dtype: from_dlpack(tensor.dtype)?,
        layout: layout(shape, strides)?,
        read_only: flags.contains(DlpackFlags::READ_ONLY),
        device: usize::try_from(device_id).ok(),
    })
}

/// A DLPack tensor that came in: described, owned, and not yet bound to a stream.
pub struct Import {
    description: Description,
    owner: AllocationDeleter,
}

impl Import {
    /// Takes over a tensor by the pointer that its producer handed out.
    ///
    /// # Errors
    /// [`Error::NullPointer`]; [`Error::Argument`] for a major version other than 1; those of a tensor that this crate
    /// does not take. Its deleter is called in every case but the first.
    ///
    /// # Safety
    /// `raw` must be null or a tensor that the caller owns and no one else releases, as DLPack describes it.
    pub unsafe fn from_raw<M: ManagedTensorBase>(raw: *mut M) -> Result<Self, Error> {
        if raw.is_null() {
            return Err(Error::NullPointer { argument: "array" });
        }
        // SAFETY: not null, and a tensor that the caller owns and no one else releases, by this function's contract.
        let managed = unsafe { Managed::from_raw(raw) }
            .map_err(|e| Error::argument("array", e.to_string()))?;
        Self::new(managed)
    }

    /// Takes over a tensor.
    ///
    /// # Errors
    /// As [`Import::from_raw`].
    pub fn new<M: ManagedTensorBase>(managed: Managed<M>) -> Result<Self, Error> {
        // SAFETY: the maker of the `Managed` promised that its tensor is one while it lives.
        let tensor = unsafe { managed.tensor() };
        // SAFETY: and that shape and strides are readable as long.
        let description = unsafe { describe(tensor, managed.flags()) }?;
        Ok(Self {
            description,
            owner: managed.into_deleter(),
        })
    }

    /// What it is.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The array, for work on `stream`. The producer's work must be on that stream, or done: what Python's
    /// `__dlpack__(stream=…)` asks of it.
    ///
    /// # Errors
    /// Those of [`Description::check`]; the tensor is released then.
    pub fn on(self, stream: &Stream) -> Result<ForeignArray, Error> {
        // SAFETY: the deleter keeps the tensor; that it is what it says was promised when the `Managed` was made.
        unsafe { ForeignArray::new(stream, self.description, self.owner) }
    }
}

/// A DLPack tensor that `owner` keeps alive; releasing the tensor drops `owner`.
///
/// # Errors
/// [`Error::Dtype`] for `tfloat32`; [`Error::Argument`] for a description that may only be read where `M` is
/// [`ffi::DLManagedTensor`], which cannot say so. `owner` is dropped then.
///
/// # Safety
/// The description must be true as long as `owner` lives.
pub unsafe fn export<M: ManagedTensorBase>(
    description: &Description,
    owner: impl Send + 'static,
) -> Result<Managed<M>, Error> {
    let dtype = to_dlpack(description.dtype)?;
    let (shape, strides) = (description.layout.extents(), description.layout.strides());
    let rejected = |e: dlpark::metadata::Error| Error::argument("array", e.to_string());
    let prepared = Dynamic::new(shape, strides)
        .prepare_as::<M>()
        .map_err(rejected)?;
    let mut tensor = prepared.initialize(Box::new(owner));
    tensor
        .set_data(description.address as *mut _)
        .set_device(DLDevice {
            device_type: DLDeviceType::CUDA,
            device_id: description.device.unwrap_or(0) as i32,
        })
        .set_dtype(dtype);
    if description.read_only {
        // SAFETY: the flag takes a right from the consumer and gives none.
        unsafe { tensor.set_flags_unchecked(DlpackFlags::READ_ONLY) };
    }
    // SAFETY: shape and strides are copied into the tensor's own allocation; the description is true as
    // long as `owner` lives, by this function's contract.
    let managed = unsafe { tensor.finish() };
    // A consumer of a tensor without flags takes it for writable.
    let says_so = !description.read_only || managed.flags().contains(DlpackFlags::READ_ONLY);
    Error::ensure(says_so, "description", || {
        "it may only be read, which a DLManagedTensor cannot say: export a DLManagedTensorVersioned, or a copy".into()
    })?;
    Ok(managed)
}

/// What keeps an exported buffer: when it is released, its memory waits for the consumer's stream.
struct Exported {
    buffer: AnyBuffer,
    consumer: Stream,
}

impl Drop for Exported {
    fn drop(&mut self) {
        self.buffer.outlast(&self.consumer);
    }
}

impl AnyBuffer {
    /// The buffer as a DLPack tensor for a consumer whose work is on `consumer`: that stream waits for what is queued on
    /// the buffer, and the memory is given back after the consumer's work once it releases the tensor.
    ///
    /// # Errors
    /// [`Error::Dtype`] for `tfloat32`, [`Error::WrongDevice`], or any CUDA driver error.
    ///
    /// ```no_run
    /// use azulejo_runtime::{AnyBuffer, Device, interop::dlpack::{Import, ffi::DLManagedTensorVersioned}};
    /// use azulejo_tensor::DType;
    /// let stream = Device::new(0)?.stream()?;
    /// let x = AnyBuffer::zeros(&stream, DType::F32, &[3, 4])?;
    /// let pointer = x.into_dlpack::<DLManagedTensorVersioned>(&stream)?.into_raw(); // for the other library
    /// // SAFETY: the pointer was just made, and no one else has it.
    /// let back = unsafe { Import::from_raw(pointer) }?.on(&stream)?;
    /// assert_eq!(back.layout().extents(), [3, 4]);
    /// # Ok::<(), azulejo_runtime::Error>(())
    /// ```
    pub fn into_dlpack<M: ManagedTensorBase>(self, consumer: &Stream) -> Result<Managed<M>, Error> {
        let description = self.describe(consumer)?;
        let owner = Exported {
            buffer: self,
            consumer: consumer.clone(),
        };
        // SAFETY: the buffer is the described memory and lives as long as the owner.
        unsafe { export(&description, owner) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    };

    use dlpark::ffi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion};

    use super::*;
    use azulejo_cpu::Strided;

    /// Counts how often it is dropped.
    struct Counter(Arc<AtomicUsize>);
    impl Drop for Counter {
        fn drop(&mut self) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    fn counter() -> (Counter, Arc<AtomicUsize>) {
        let count = Arc::new(AtomicUsize::new(0));
        (Counter(count.clone()), count)
    }

    fn sample(dtype: DType, extents: &[usize], strides: &[usize]) -> Description {
        Description {
            address: 0x1000,
            dtype,
            layout: Strided::new(extents, strides).unwrap(),
            read_only: false,
            device: Some(0),
        }
    }

    fn made<M: ManagedTensorBase>(of: &Description) -> (*mut M, Arc<AtomicUsize>) {
        let (owner, count) = counter();
        // SAFETY: the address is never read.
        (unsafe { export::<M>(of, owner) }.unwrap().into_raw(), count)
    }

    fn goes_out_and_comes_back<M: ManagedTensorBase>() {
        for dtype in DType::ALL.into_iter().filter(|d| *d != DType::TF32) {
            for (extents, strides) in [
                (&[3usize, 4][..], &[4usize, 1][..]),
                (&[3, 4], &[1, 3]),
                (&[], &[]),
                (&[0, 5], &[5, 1]),
                (&[2, 1, 3], &[10, 7, 2]),
            ] {
                let of = sample(dtype, extents, strides);
                let (raw, count) = made::<M>(&of);
                // SAFETY: made above, owned here.
                let import = unsafe { Import::from_raw(raw) }.unwrap();
                assert_eq!(import.description(), &of);
                assert_eq!(count.load(SeqCst), 0, "released while it is held");
                drop(import);
                assert_eq!(count.load(SeqCst), 1, "released once");
            }
        }
    }

    #[test]
    fn versioned_tensors_go_out_and_come_back() {
        goes_out_and_comes_back::<DLManagedTensorVersioned>();
    }

    #[test]
    fn legacy_tensors_go_out_and_come_back() {
        goes_out_and_comes_back::<DLManagedTensor>();
    }

    #[test]
    fn absent_strides_are_row_major_and_the_offset_counts_bytes() {
        let (raw, count) = made::<DLManagedTensor>(&sample(DType::F32, &[3, 4], &[1, 3]));
        // SAFETY: made above, owned here.
        let tensor = unsafe { &mut (*raw).dl_tensor };
        tensor.strides = std::ptr::null_mut();
        tensor.byte_offset = 8;
        // SAFETY: made above, owned here and given away.
        let import = unsafe { Import::from_raw(raw) }.unwrap();
        assert_eq!(import.description().address, 0x1008);
        assert_eq!(import.description().layout.strides(), [4, 1]);
        drop(import);
        assert_eq!(count.load(SeqCst), 1);
    }

    #[test]
    fn a_tensor_that_may_only_be_read_says_so() {
        let of = Description {
            read_only: true,
            ..sample(DType::I8, &[4], &[1])
        };
        let (raw, _) = made::<DLManagedTensorVersioned>(&of);
        // SAFETY: made above, owned here.
        let import = unsafe { Import::from_raw(raw) }.unwrap();
        assert!(import.description().read_only);
        // A legacy tensor has no flags.
        let (owner, count) = counter();
        // SAFETY: the address is never read.
        let legacy = unsafe { export::<DLManagedTensor>(&of, owner) }.err();
        assert!(legacy.is_some_and(|error| error.names("description")));
        assert_eq!(count.load(SeqCst), 1, "released once");
    }

    /// The error of a tensor that `change` has spoilt, and how often it was released.
    fn spoilt(change: impl Fn(&mut DLManagedTensorVersioned)) -> (Error, usize) {
        let (raw, count) = made::<DLManagedTensorVersioned>(&sample(DType::F32, &[3, 4], &[4, 1]));
        // SAFETY: made above, owned here.
        change(unsafe { &mut *raw });
        // SAFETY: made above, owned here and given away.
        let error = unsafe { Import::from_raw(raw) }.err();
        (error.expect("an error"), count.load(SeqCst))
    }

    #[test]
    fn what_cannot_be_taken_is_rejected_and_released_once() {
        let not_on_device = Error::NotOnDevice { argument: "array" };
        let host = spoilt(|t| t.dl_tensor.device.device_type = DLDeviceType::CPU);
        assert_eq!(host, (not_on_device.clone(), 1));
        let pinned = spoilt(|t| t.dl_tensor.device.device_type = DLDeviceType::CUDAHOST);
        assert_eq!(pinned, (not_on_device, 1));
        let (lanes, released) = spoilt(|t| t.dl_tensor.dtype.lanes = 4);
        assert_eq!((lanes.infini_status(), released), (10, 1));
        assert!(lanes.to_string().contains("4 lanes"));
        let (complex, released) = spoilt(|t| t.dl_tensor.dtype.code = DLDataTypeCode::COMPLEX);
        assert_eq!((complex.infini_status(), released), (2, 1));
        let (version, released) = spoilt(|t| t.version = DLPackVersion { major: 2, minor: 0 });
        assert!(version.names("array"));
        assert_eq!(released, 1);
        // SAFETY: the shape has two numbers.
        let (negative, released) = spoilt(|t| unsafe { *t.dl_tensor.shape = -3 });
        assert!(negative.names("shape"));
        assert_eq!(released, 1);
        // SAFETY: the strides are two numbers.
        let (reversed, released) = spoilt(|t| unsafe { *t.dl_tensor.strides = -4 });
        assert_eq!((reversed.infini_status(), released), (12, 1));
        let (shapeless, released) = spoilt(|t| t.dl_tensor.shape = std::ptr::null_mut());
        assert_eq!((shapeless.infini_status(), released), (3, 1));
        // SAFETY: null is rejected before it is read.
        let null = unsafe { Import::from_raw::<DLManagedTensor>(std::ptr::null_mut()) };
        assert_eq!(null.err(), Some(Error::NullPointer { argument: "array" }));
    }

    #[test]
    fn types_have_the_triples_of_the_header() {
        let triple = |dtype| to_dlpack(dtype).map(|t| (t.code.0, t.bits, t.lanes));
        for (dtype, expected) in [
            (DType::Bool, (6, 8, 1)),
            (DType::I8, (0, 8, 1)),
            (DType::I64, (0, 64, 1)),
            (DType::U16, (1, 16, 1)),
            (DType::F16, (2, 16, 1)),
            (DType::F32, (2, 32, 1)),
            (DType::F64, (2, 64, 1)),
            (DType::BF16, (4, 16, 1)),
            (DType::F8E4M3, (10, 8, 1)),
            (DType::F8E5M2, (12, 8, 1)),
        ] {
            assert_eq!(triple(dtype), Ok(expected));
        }
        let none = triple(DType::TF32).unwrap_err().to_string();
        assert!(
            none.starts_with("array has dtype tfloat32, expected a type of DLPack"),
            "{none}"
        );
    }
}
