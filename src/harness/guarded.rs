//! [`Guarded`]: an array in device memory of which every byte is watched, the elements and all around and between them.

use azulejo_cpu::{AnyArray, Array, Strided};
use azulejo_runtime::gemm::{GpuMatMut, GpuMatRef, Region};
use azulejo_runtime::{AnyView, AnyViewMut, Buffer, Error, Operand, Stream, Target};
use azulejo_tensor::{DType, Element, with_dtype};

use super::elementwise::Laid;
use super::numbers::{Random, bits};
use super::{Failure, each};

/// Bytes before and after the elements.
const GUARD: usize = 512;

/// Extents and strides of the batch's axes, of rows and of columns.
type Modes = ((Vec<usize>, Vec<isize>), (usize, usize), (isize, isize));

/// An array on the device: elements through a layout, some elements off the alignment of the allocation, between guards.
pub struct Guarded {
    laid: Laid,
    buffer: Buffer<u8>,
    before: Vec<u8>,
    start: usize,
}

impl Guarded {
    /// These elements, in the order of memory from the first on.
    pub fn holding(stream: &Stream, laid: Laid, elements: Vec<u64>) -> Result<Self, Failure> {
        Self::of(stream, laid, || 0xA5, elements.into_iter().enumerate())
    }

    /// Random bytes everywhere: an output.
    pub fn random(stream: &Stream, laid: Laid, random: &mut Random) -> Result<Self, Failure> {
        Self::of(stream, laid, || random.bits() as u8, std::iter::empty())
    }

    /// Poison everywhere but in these elements, in the order of the layout; none for an output.
    ///
    /// It is NaN, and among integers one that no small sum is.
    pub fn poisoned(
        stream: &Stream,
        laid: Laid,
        elements: impl Iterator<Item = u64>,
    ) -> Result<Self, Failure> {
        let poison = match laid.dtype {
            DType::I8 | DType::I32 => 0x5A,
            _ => 0xFF,
        };
        let elements = laid.layout.offsets().zip(elements);
        Self::of(stream, laid, || poison, elements)
    }

    /// Such bytes everywhere but in these elements, by their offsets.
    fn of(
        stream: &Stream,
        laid: Laid,
        byte: impl FnMut() -> u8,
        elements: impl Iterator<Item = (usize, u64)>,
    ) -> Result<Self, Failure> {
        let size = laid.dtype.bytes();
        let start = GUARD + laid.shift * size;
        let len = start + laid.layout.cosize() * size + GUARD;
        let mut before: Vec<u8> = std::iter::repeat_with(byte).take(len).collect();
        for (offset, element) in elements {
            let at = start + offset * size;
            before[at..at + size].copy_from_slice(&element.to_le_bytes()[..size]);
        }
        Ok(Self {
            laid,
            buffer: stream.upload(&before)?,
            before,
            start,
        })
    }

    /// The elements, in the order of the layout.
    pub fn elements(&self) -> impl Iterator<Item = u64> {
        let at = |offset| self.start + offset * self.laid.dtype.bytes();
        self.laid
            .layout
            .offsets()
            .map(move |offset| bits(self.laid.dtype, &self.before[at(offset)..]))
    }

    /// The elements as an array of the CPU.
    pub fn array(&self) -> Result<AnyArray, Failure> {
        with_dtype!(self.laid.dtype, T => {
            let elements = self.elements().map(T::from_raw).collect();
            Ok(Array::<T>::from_vec(elements, self.laid.layout.extents())?.into())
        })
    }

    /// The bytes of the elements and what lies between them.
    fn range(&self) -> std::ops::Range<usize> {
        self.start..self.before.len() - GUARD
    }

    /// Axes of the batch, of which those that repeat have one place and leading ones of one place are left out; rows and columns.
    fn modes(&self, strides: [isize; 4]) -> Modes {
        let extents = self.laid.layout.extents();
        let axes = [0, 1].map(|axis| match strides[axis] {
            0 => (1, 1),
            stride => (extents[axis], stride),
        });
        let axes = axes.into_iter().skip_while(|(extent, _)| *extent == 1);
        let shape = (extents[2], extents[3]);
        (axes.unzip(), shape, (strides[2], strides[3]))
    }

    /// As an operand of a product that is read: two axes of the batch, rows and columns, these strides having the signs.
    pub fn matrix(&self, strides: [isize; 4]) -> Result<GpuMatRef<'_>, Error> {
        let ((extents, steps), shape, strides) = self.modes(strides);
        GpuMatRef::of_region(self.region(), self.laid.dtype, shape, strides)?
            .batched(&extents, &steps)
    }

    /// The same, to write.
    pub fn matrix_mut(&mut self, strides: [isize; 4]) -> Result<GpuMatMut<'_>, Error> {
        let ((extents, steps), shape, strides) = self.modes(strides);
        let (start, len) = (self.start as u64, self.range().len() as u64);
        let region = Region::write(&mut self.buffer).skip(start).take(len);
        GpuMatMut::of_region(region, self.laid.dtype, shape, strides)?.batched(&extents, &steps)
    }

    /// The memory of the elements.
    pub fn region(&self) -> Region<'_> {
        let len = self.range().len() as u64;
        Region::read(&self.buffer).skip(self.start as u64).take(len)
    }

    /// Compares the elements with `want` by `same`, in the order of the layout, and every other byte with what it was.
    pub fn expect(
        &self,
        stream: &Stream,
        want: impl Iterator<Item = u64>,
        same: impl Fn(u64, u64) -> bool,
    ) -> Result<(), Failure> {
        self.compare(stream, want, |found, want| {
            let show = |bits: u64| with_dtype!(self.laid.dtype, T => format!("{:?} ({bits:#x})", T::from_raw(bits)));
            match same(found, want) {
                true => Ok(()),
                false => Err(format!("is {}, not {}", show(found), show(want))),
            }
        })
    }

    /// As [`Guarded::expect`], of what is expected in any form; `check` says what is wrong with an element.
    pub fn compare<T>(
        &self,
        stream: &Stream,
        want: impl Iterator<Item = T>,
        check: impl Fn(u64, T) -> Result<(), String>,
    ) -> Result<(), Failure> {
        let mut after = stream.download(&self.buffer)?;
        let Laid { dtype, layout, .. } = self.laid;
        let size = dtype.bytes();
        for ((index, offset), want) in layout.offsets().enumerate().zip(want) {
            let at = self.start + offset * size;
            check(bits(dtype, &after[at..]), want).map_err(|what| {
                format!("element {index} at offset {offset} of {layout:?} {what}")
            })?;
            after[at..at + size].copy_from_slice(&self.before[at..at + size]);
        }
        match after.iter().zip(&self.before).position(|(a, b)| a != b) {
            Some(at) => {
                let from_start = at as i64 - self.start as i64;
                let what = "from the start is part of no element and was written";
                Err(format!("byte {from_start} {what}").into())
            }
            None => Ok(()),
        }
    }

    /// Fails where a byte of what is only read has changed.
    pub fn unchanged(&self, stream: &Stream, name: &str) -> Result<(), Failure> {
        match stream.download(&self.buffer)? == self.before {
            true => Ok(()),
            false => Err(format!("{name} was written to").into()),
        }
    }
}

/// Calls `f` with views of the inputs and of the output.
pub fn on_views<R>(
    inputs: &[Guarded],
    out: &mut Guarded,
    f: impl FnOnce(&[&dyn Operand], &mut dyn Target) -> Result<R, Error>,
) -> Result<R, Failure> {
    let pieces = each(inputs, |input| input.buffer.slice(input.range()))?;
    let views = each(inputs.iter().zip(&pieces), |(input, piece)| {
        AnyView::new(piece, input.laid.dtype, input.laid.layout)
    })?;
    let views: Vec<&dyn Operand> = views.iter().map(|view| view as &dyn Operand).collect();
    let (range, Laid { dtype, layout, .. }) = (out.range(), out.laid);
    let mut piece = out.buffer.slice_mut(range)?;
    Ok(f(&views, &mut AnyViewMut::new(&mut piece, dtype, layout)?)?)
}
