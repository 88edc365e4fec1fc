//! Device buffers with guards, and random elements.

use azulejo_kernels::{
    cpu::{AnyArray, Array, Strided},
    host::{AnyView, AnyViewMut, Buffer, DeviceElement, Stream},
};
use azulejo_tensor::{DType, Element, Number, Overflow, RoundingMode, with_dtype};

use crate::Failure;

/// Bytes before and after what a kernel may touch.
const GUARD: usize = 512;

/// Numbers that look random, the same on every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Elements as their bits: any bits at all, one in three; zeros, infinities and the like, one in seven; values of
    /// moderate size the others.
    pub fn elements(&mut self, dtype: DType, count: usize, wild: bool) -> Vec<u64> {
        (0..count)
            .map(|at| {
                let bits = self.bits();
                match dtype {
                    DType::Bool => bits & 1,
                    // Through the type, which has bits that it does not keep.
                    _ if wild && at % 3 == 0 => with_dtype!(dtype, T => T::from_raw(bits).to_raw()),
                    _ if wild && at % 7 == 1 => special(dtype, bits),
                    _ => moderate(dtype, bits),
                }
            })
            .collect()
    }

    pub fn moderate<T: DeviceElement>(&mut self, count: usize) -> Vec<T> {
        (0..count)
            .map(|_| T::from_raw(moderate(T::DTYPE, self.bits())))
            .collect()
    }
}

fn special(dtype: DType, bits: u64) -> u64 {
    const ALL: [f64; 6] = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -1.0];
    of(dtype, ALL[bits as usize % ALL.len()])
}

/// A zero of either sign.
pub fn zero(dtype: DType, bits: u64) -> u64 {
    of(dtype, if bits & 1 == 0 { 0.0 } else { -0.0 })
}

fn of(dtype: DType, x: f64) -> u64 {
    let (number, mode) = (Number::Float(x), RoundingMode::NearestEven);
    with_dtype!(dtype, T => T::from_number(number, mode, Overflow::Ieee).to_raw())
}

fn moderate(dtype: DType, bits: u64) -> u64 {
    with_dtype!(dtype, T => T::from_f64((bits % 2001) as f64 / 250.0 - 4.0).to_raw())
}

/// The array of these bits, with this shape.
pub fn array(dtype: DType, bits: &[u64], extents: &[usize]) -> Result<AnyArray, Failure> {
    with_dtype!(dtype, T => {
        Ok(Array::<T>::from_vec(bits.iter().map(|b| T::from_raw(*b)).collect(), extents)?.into())
    })
}

/// The bits of an array's elements.
pub fn bits(array: &AnyArray) -> Vec<u64> {
    with_dtype!(array.dtype(), T => {
        use azulejo_kernels::cpu::Stored;
        T::peek(array).map_or(Vec::new(), |a| a.data().iter().map(|x| x.to_raw()).collect())
    })
}

fn bytes(dtype: DType, bits: &[u64]) -> Vec<u8> {
    bits.iter()
        .flat_map(|b| b.to_le_bytes()[..dtype.bytes()].to_vec())
        .collect()
}

fn element(dtype: DType, bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..dtype.bytes()].copy_from_slice(&bytes[..dtype.bytes()]);
    u64::from_le_bytes(all)
}

/// An input with guards, `shift` elements off the allocation's alignment.
pub struct Input {
    pub host: Vec<u64>,
    pub dtype: DType,
    buffer: Buffer<u8>,
    start: usize,
}

impl Input {
    pub fn new(
        stream: &Stream,
        dtype: DType,
        host: Vec<u64>,
        shift: usize,
    ) -> Result<Self, Failure> {
        let start = GUARD + shift * dtype.bytes();
        let mut all = vec![0xA5; start];
        all.extend(bytes(dtype, &host));
        all.resize(all.len() + GUARD, 0xA5);
        Ok(Self {
            buffer: stream.upload(&all)?,
            host,
            dtype,
            start,
        })
    }

    /// Calls `f` with a view through `layout`.
    pub fn view<R>(
        &self,
        layout: Strided,
        f: impl FnOnce(&AnyView<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let piece = self
            .buffer
            .slice(self.start..self.start + self.host.len() * self.dtype.bytes())?;
        f(&AnyView::new(&piece, self.dtype, layout)?)
    }

    /// The elements that `layout` reads, in its order.
    pub fn gathered(&self, layout: &Strided) -> Vec<u64> {
        layout.offsets().map(|at| self.host[at]).collect()
    }
}

/// An output with guards, full of random bytes.
pub struct Output {
    dtype: DType,
    buffer: Buffer<u8>,
    before: Vec<u8>,
    len: usize,
    start: usize,
}

impl Output {
    pub fn new(
        stream: &Stream,
        dtype: DType,
        len: usize,
        shift: usize,
        random: &mut Random,
    ) -> Result<Self, Failure> {
        let start = GUARD + shift * dtype.bytes();
        let before: Vec<u8> = (0..start + len * dtype.bytes() + GUARD)
            .map(|_| random.bits() as u8)
            .collect();
        Ok(Self {
            buffer: stream.upload(&before)?,
            dtype,
            before,
            len,
            start,
        })
    }

    /// Calls `f` with a view through `layout` to write.
    pub fn view<R>(
        &mut self,
        layout: Strided,
        f: impl FnOnce(&mut AnyViewMut<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let range = self.start..self.start + self.len * self.dtype.bytes();
        let mut piece = self.buffer.slice_mut(range)?;
        f(&mut AnyViewMut::new(&mut piece, self.dtype, layout)?)
    }

    /// Compares with `want`, the elements in the order of `layout`, by `same`, and every other byte with what stood there
    /// before.
    pub fn expect(
        &self,
        stream: &Stream,
        layout: &Strided,
        want: &[u64],
        same: impl Fn(u64, u64) -> bool,
    ) -> Result<(), Failure> {
        let mut after = stream.download(&self.buffer)?;
        let size = self.dtype.bytes();
        for (index, offset) in layout.offsets().enumerate() {
            let at = self.start + offset * size;
            let found = element(self.dtype, &after[at..]);
            if !same(found, want[index]) {
                let show = |bits: u64| with_dtype!(self.dtype, T => format!("{:?} ({bits:#x})", T::from_raw(bits)));
                return Err(format!(
                    "element {index} at offset {offset} is {}, not {}",
                    show(found),
                    show(want[index])
                )
                .into());
            }
            after[at..at + size].copy_from_slice(&self.before[at..at + size]);
        }
        match after.iter().zip(&self.before).position(|(a, b)| a != b) {
            Some(at) => Err(format!(
                "byte {} from the start is part of no element and was written",
                at as i64 - self.start as i64
            )
            .into()),
            None => Ok(()),
        }
    }
}

/// Equal bits, or both not a number.
pub fn exact(dtype: DType) -> impl Fn(u64, u64) -> bool {
    move |a, b| {
        a == b
            || with_dtype!(dtype, T => T::from_raw(a).to_f64().is_nan() && T::from_raw(b).to_f64().is_nan())
    }
}
