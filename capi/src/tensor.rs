//! [`AzulejoTensor`]: a tensor as C passes it, and [`Tensor`]: the same, checked.

use std::ffi::c_void;
use std::ops::Range;
use std::slice::{from_raw_parts, from_raw_parts_mut};

use azulejo_cpu::{Strided, View, ViewMut};
use azulejo_runtime::{Stream, interop::Memory};
use azulejo_tensor::{DType, Element};

use crate::status::Failure;

/// Modes of a tensor at most.
const MAX_RANK: usize = 8;

/// The element types of the header, with its names.
const DTYPES: [(DType, &str); 9] = [
    (DType::I8, "AZULEJO_I8"),
    (DType::I32, "AZULEJO_I32"),
    (DType::F16, "AZULEJO_F16"),
    (DType::F32, "AZULEJO_F32"),
    (DType::F64, "AZULEJO_F64"),
    (DType::BF16, "AZULEJO_BF16"),
    (DType::TF32, "AZULEJO_TF32"),
    (DType::F8E4M3, "AZULEJO_F8E4M3"),
    (DType::F8E5M2, "AZULEJO_F8E5M2"),
];

/// A tensor in host or device memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AzulejoTensor {
    /// Element (0, …, 0); null only where there are no elements.
    pub data: *mut c_void,
    /// `rank` extents.
    pub shape: *const i64,
    /// `rank` strides in elements; null for row-major.
    pub strides: *const i64,
    /// Modes, up to 8.
    pub rank: i32,
    /// The element type.
    pub dtype: i32,
}

/// A tensor whose numbers fit each other; its memory is the caller's word.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    pub name: &'static str,
    pub dtype: DType,
    pub shape: Vec<usize>,
    pub strides: Vec<isize>,
    /// The lowest element, and how many elements from there on the layout spans.
    lowest: *mut u8,
    span: usize,
}

/// What a pointer leads to, or none.
///
/// # Safety
/// A pointer that is neither null nor misaligned is of a value that is readable during `'a`.
pub(crate) unsafe fn optional<'a, T>(
    name: &'static str,
    pointer: *const T,
) -> Result<Option<&'a T>, Failure> {
    if !pointer.is_aligned() {
        let (address, align) = (pointer.addr(), align_of::<T>());
        return Err(Failure::argument(name, misaligned(address, align)));
    }
    // SAFETY: aligned, as checked; the caller has a value that is readable during `'a`, or null.
    Ok(unsafe { pointer.as_ref() })
}

fn misaligned(address: usize, align: usize) -> String {
    format!("its address {address:#x} is not a multiple of {align}; align it to its type")
}

pub(crate) fn null(name: &'static str) -> Failure {
    Failure::argument(name, "it is a null pointer; pass an address")
}

/// `count` values, named in errors.
///
/// # Safety
/// As [`optional`], for `count` values.
pub(crate) unsafe fn values<'a, T>(
    name: &'static str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Failure::argument(
            name,
            format!("{count} values do not fit in memory; pass fewer"),
        ));
    }
    // SAFETY: `pointer`, unless null or misaligned, is of `count` values that are readable during `'a`, by this function's contract.
    unsafe { optional(name, pointer) }?.ok_or_else(|| null(name))?;
    // SAFETY: not null and aligned, as checked; `count` values that are readable during `'a`, by this function's contract.
    Ok(unsafe { from_raw_parts(pointer, count) })
}

impl Tensor {
    /// The tensor that C passes as `name`.
    ///
    /// # Safety
    /// Pointers that are neither null nor misaligned are of a tensor, and in it of `rank` extents and strides.
    pub unsafe fn new(name: &'static str, tensor: *const AzulejoTensor) -> Result<Self, Failure> {
        // SAFETY: `tensor`, unless null or misaligned, is of a tensor with `rank` extents and strides, by this function's contract.
        unsafe { Self::optional(name, tensor) }?.ok_or_else(|| null(name))
    }

    /// As [`Tensor::new`]; none for a null pointer.
    ///
    /// # Safety
    /// Same requirements as [`Tensor::new`].
    pub unsafe fn optional(
        name: &'static str,
        tensor: *const AzulejoTensor,
    ) -> Result<Option<Self>, Failure> {
        // SAFETY: `tensor`, unless null or misaligned, is of a readable tensor, by this function's contract.
        let Some(tensor) = (unsafe { optional(name, tensor) })? else {
            return Ok(None);
        };
        let wrong = |why: String| Failure::argument(name, why);
        let rank = usize::try_from(tensor.rank)
            .ok()
            .filter(|rank| *rank <= MAX_RANK);
        let rank = rank.ok_or_else(|| {
            wrong(format!(
                "rank {} is not in 0 to {MAX_RANK}; merge modes, or pass a part",
                tensor.rank
            ))
        })?;
        let dtype = DTYPES.iter().find(|(code, _)| *code as i32 == tensor.dtype);
        let (dtype, _) = *dtype.ok_or_else(|| {
            let listed = DTYPES.map(|(code, name)| format!("{name} ({})", code as i32));
            wrong(format!(
                "dtype {} is none of azulejo_dtype; pass one of {}",
                tensor.dtype,
                listed.join(", ")
            ))
        })?;
        if rank > 0 && tensor.shape.is_null() {
            return Err(wrong(format!(
                "`shape` is a null pointer; pass {rank} extents"
            )));
        }
        for (list, numbers) in [("shape", tensor.shape), ("strides", tensor.strides)] {
            if !numbers.is_aligned() {
                let (address, align) = (numbers.addr(), align_of::<i64>());
                let why = misaligned(address, align);
                return Err(wrong(format!("`{list}`: {why}")));
            }
        }
        // SAFETY: `tensor.shape`, unless null or misaligned, is of `rank` extents, by this function's contract.
        let extents = unsafe { values(name, tensor.shape, rank) }?;
        let extent = |x: &i64| isize::try_from(*x).ok().filter(|x| *x >= 0);
        let shape: Option<Vec<isize>> = extents.iter().map(extent).collect();
        let shape = shape.ok_or_else(|| {
            wrong(format!(
                "shape {extents:?} has an extent below 0; pass extents of at least 0"
            ))
        })?;
        let too_large = || {
            wrong(format!(
                "shape {shape:?} is more than memory holds; pass smaller extents"
            ))
        };
        let strides = if tensor.strides.is_null() {
            let mut strides = vec![1; rank];
            for mode in (1..rank).rev() {
                let stride = isize::checked_mul(strides[mode], shape[mode].max(1));
                strides[mode - 1] = stride.ok_or_else(too_large)?;
            }
            strides
        } else {
            // SAFETY: `tensor.strides`, not null, is of `rank` strides unless it is misaligned, by this function's contract.
            let strides = unsafe { values(name, tensor.strides, rank) }?;
            strides.iter().map(|x| *x as isize).collect()
        };
        let (mut low, mut high) = (0i128, 0i128);
        for (extent, stride) in shape.iter().zip(&strides) {
            let reach = (*extent as i128 - 1) * *stride as i128;
            // What saturates is more than memory holds, and rejected below.
            low = low.saturating_add(reach.min(0));
            high = high.saturating_add(reach.max(0));
        }
        let is_empty = shape.contains(&0);
        let bytes = dtype.bytes();
        let span = if is_empty {
            0
        } else {
            high.saturating_sub(low).saturating_add(1)
        };
        let span = usize::try_from(span)
            .ok()
            .filter(|span| *span <= isize::MAX as usize / bytes);
        let span = span.ok_or_else(|| {
            wrong(format!("shape {shape:?} with strides {strides:?} spans more than memory holds; pass smaller ones"))
        })?;
        let data = tensor.data.cast::<u8>();
        if !is_empty && data.is_null() {
            return Err(wrong(
                "`data` is a null pointer, and there are elements; pass the address of the first"
                    .into(),
            ));
        }
        if !data.addr().is_multiple_of(bytes) {
            return Err(wrong(format!("`data`: {}", misaligned(data.addr(), bytes))));
        }
        let low = if is_empty { 0 } else { low as isize };
        Ok(Some(Self {
            name,
            dtype,
            shape: shape.iter().map(|x| *x as usize).collect(),
            strides,
            lowest: data.wrapping_offset(low * bytes as isize),
            span,
        }))
    }

    /// The bytes that the layout spans.
    fn range(&self) -> Range<usize> {
        let first = self.lowest.addr();
        first..first + self.span * self.dtype.bytes()
    }

    /// Rejects an output that shares memory with another argument.
    pub fn apart(&self, others: &[&Self]) -> Result<(), Failure> {
        let own = self.range();
        let shares = |other: &&&Self| {
            let other = other.range();
            own.start.max(other.start) < own.end.min(other.end)
        };
        match others.iter().find(shares) {
            Some(other) => Err(Failure::argument(
                self.name,
                format!(
                    "it shares memory with `{}`; pass memory of its own",
                    other.name
                ),
            )),
            None => Ok(()),
        }
    }

    /// Rejects another element type.
    pub fn expect(&self, dtype: DType) -> Result<(), Failure> {
        if self.dtype == dtype {
            return Ok(());
        }
        let why = format!("its elements are {}; pass {dtype}", self.dtype);
        Err(Failure::argument(self.name, why))
    }

    /// The elements that the layout spans.
    ///
    /// # Safety
    /// `T` has the size and alignment of the dtype and takes any bits; the elements are readable host memory, which nothing writes
    /// during `'a`.
    pub unsafe fn data<'a, T>(&self) -> &'a [T] {
        if self.span == 0 {
            return &[];
        }
        // SAFETY: `new` has checked that the elements are aligned and `span` of them fit the address space; the caller has them
        // readable host memory of `T`, which nothing writes during `'a`.
        unsafe { from_raw_parts(self.lowest.cast(), self.span) }
    }

    /// The elements that the layout spans, to write.
    ///
    /// # Safety
    /// As [`Tensor::data`]; they are writable, and nothing else uses them during `'a`.
    pub unsafe fn data_mut<'a, T>(&self) -> &'a mut [T] {
        if self.span == 0 {
            return &mut [];
        }
        // SAFETY: `new` has checked that the elements are aligned and `span` of them fit the address space; the caller has them
        // writable host memory of `T`, which nothing else uses during `'a`.
        unsafe { from_raw_parts_mut(self.lowest.cast(), self.span) }
    }

    /// Extents and strides that do not run backwards.
    pub fn layout(&self) -> Result<Strided, Failure> {
        let modes = self.shape.iter().zip(&self.strides);
        // A stride that is not followed may be anything.
        let stride = |(extent, stride): (&usize, &isize)| match extent {
            0 | 1 => Ok((*stride).max(0) as usize),
            _ => usize::try_from(*stride),
        };
        let strides = modes
            .map(stride)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|_| {
                let why = format!("strides {:?} run backwards; copy the tensor", self.strides);
                Failure::argument(self.name, why)
            })?;
        Strided::new(&self.shape, &strides).map_err(|error| Failure::argument(self.name, error))
    }

    /// A view of host memory.
    ///
    /// # Safety
    /// Same requirements as [`Tensor::data`].
    pub unsafe fn view<'a, T: Element>(&self) -> Result<View<'a, T>, Failure> {
        let layout = self.layout()?;
        // SAFETY: `T` has the dtype's size and alignment and takes any bits, by this function's contract.
        // By it, too, the elements are readable host memory, which nothing writes during `'a`.
        let data = unsafe { self.data() };
        View::new(data, layout).map_err(|error| Failure::argument(self.name, error))
    }

    /// A view of host memory, to write.
    ///
    /// # Safety
    /// Same requirements as [`Tensor::data_mut`].
    pub unsafe fn view_mut<'a, T: Element>(&self) -> Result<ViewMut<'a, T>, Failure> {
        let layout = self.layout()?;
        // SAFETY: `T` has the dtype's size and alignment and takes any bits, by this function's contract.
        // By it, too, the elements are writable host memory, which nothing else uses during `'a`.
        let data = unsafe { self.data_mut() };
        ViewMut::new(data, layout).map_err(|error| Failure::argument(self.name, error))
    }

    /// Returns the bytes in device memory.
    ///
    /// # Safety
    /// Same requirements as [`Memory::from_raw`].
    pub unsafe fn memory(&self, stream: &Stream) -> Memory {
        let Range { start, end } = self.range();
        // SAFETY: these bytes are memory of the stream's device until the work queued on them is done, by this function's contract.
        // By it, too, nothing else uses them while the result is borrowed for writing.
        unsafe { Memory::from_raw(stream, start as u64, end - start) }
    }

    /// The extents and strides of the batch, and of the matrices in the last two modes.
    pub fn matrix(&self) -> Result<Batch<'_>, Failure> {
        match (&self.shape[..], &self.strides[..]) {
            ([batch @ .., m, n], [steps @ .., row, column]) => {
                Ok(((batch, steps), (*m, *n), (*row, *column)))
            }
            _ => Err(Failure::argument(
                self.name,
                format!(
                    "shape {:?} is not of a matrix; pass two modes or more",
                    self.shape
                ),
            )),
        }
    }

    /// A layout of these extents where the batch of a matrix is empty, of which no matrix is in memory.
    pub fn without_matrices(&self) -> Result<Option<Strided>, Failure> {
        let ((batch, _), ..) = self.matrix()?;
        if !batch.contains(&0) {
            return Ok(None);
        }
        let layout = Strided::row_major(&self.shape);
        layout
            .map(Some)
            .map_err(|error| Failure::argument(self.name, error))
    }

    /// The number of elements of a vector, contiguous.
    pub fn vector(&self) -> Result<usize, Failure> {
        match (&self.shape[..], &self.strides[..]) {
            ([len], [stride]) if *len <= 1 || *stride == 1 => Ok(*len),
            _ => Err(Failure::argument(
                self.name,
                format!(
                    "{:?}:{:?} is not a contiguous vector; copy it to one",
                    self.shape, self.strides
                ),
            )),
        }
    }
}

/// Batch extents and strides, rows and columns, their strides.
pub(crate) type Batch<'t> = ((&'t [usize], &'t [isize]), (usize, usize), (isize, isize));
