//! [`RotatingOperands`]: operands in several sets, so that small products do not find theirs in L2.

use azulejo_runtime::gemm::Region;
use azulejo_runtime::{Buffer, DeviceCopy, Error, Stream};
use azulejo_tensor::DType;

use super::asked::Asked;
use super::numbers::{raw, unit};

/// Bytes of all sets: more than any L2 holds.
pub const ROTATED: u64 = 160 << 20;

/// Normally distributed elements, the same for the same type; integers have a standard deviation of 32.
pub struct Pool {
    bytes: Vec<u8>,
    size: usize,
}

impl Pool {
    /// Elements after which it repeats: a prime, so that rows of a matrix differ.
    pub const PERIOD: usize = 1_048_573;

    /// Elements of a type.
    pub fn new(dtype: DType) -> Self {
        let mut uniform = unit(0x9e37_79b9_7f4a_7c15);
        let scale = if dtype == DType::I8 { 32.0 } else { 1.0 };
        let size = dtype.bytes();
        let mut bytes = Vec::with_capacity(Self::PERIOD * size);
        for _ in 0..Self::PERIOD {
            let radius = (-2.0 * (1.0 - uniform()).ln()).sqrt();
            let x = scale * radius * (std::f64::consts::TAU * uniform()).cos();
            bytes.extend(&raw(dtype, x).to_le_bytes()[..size]);
        }
        Self { bytes, size }
    }

    /// Bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Device memory of `len` elements from element `start` on.
    pub fn upload(&self, stream: &Stream, start: usize, len: usize) -> Result<Buffer<u8>, Error> {
        let block = self.take(start, len.min(Self::PERIOD));
        repeated(stream, &block, len * self.size)
    }

    /// The bytes of `len` elements from element `start` on, no more than the period.
    pub fn take(&self, start: usize, len: usize) -> Vec<u8> {
        let (before, after) = self.bytes.split_at(start % Self::PERIOD * self.size);
        let mut out = [after, before].concat();
        out.truncate(len * self.size);
        out
    }
}

/// Device memory of `len` elements, a block of them over and over: 1 GiB is not uploaded for them.
pub fn repeated<T: DeviceCopy>(
    stream: &Stream,
    block: &[T],
    len: usize,
) -> Result<Buffer<T>, Error> {
    let mut buffer = stream.zeros(len)?;
    let mut have = block.len().min(len);
    stream.write(&block[..have], &mut buffer.slice_mut(..have)?)?;
    while have < len {
        let more = have.min(len - have);
        let (from, mut to) = buffer.split_at_mut(have)?;
        stream.copy(&from.slice(..more)?, &mut to.slice_mut(..more)?)?;
        have += more;
    }
    Ok(buffer)
}

/// A, B and D of a product in as many sets as fill L2 several times, used one after the other.
pub struct RotatingOperands(Vec<[Buffer<u8>; 3]>);

impl RotatingOperands {
    /// The elements of the pool that A and B of the first set start with.
    pub const STARTS: [usize; 2] = [0, 500_009];

    /// Elements of the pool for A and B, in at most `most` sets, and a D of zeros for each.
    pub fn new(stream: &Stream, asked: &Asked, pool: &Pool, most: usize) -> Result<Self, Error> {
        let (elements, types) = (asked.elements(), asked.problem.types);
        let bytes = [0, 1, 2].map(|at| elements[at] * types[at].bytes());
        let one: usize = bytes.iter().sum();
        let count = ROTATED.div_ceil(one.max(1) as u64).clamp(1, most as u64) as usize;
        let [first, second] = Self::STARTS;
        let set = |i: usize| {
            Ok([
                pool.upload(stream, first + i * 7919, elements[0])?,
                pool.upload(stream, second + i * 104_729, elements[1])?,
                stream.zeros(bytes[2])?,
            ])
        };
        (0..count).map(set).collect::<Result<_, _>>().map(Self)
    }

    /// A, B and D of each set.
    pub fn regions(&mut self) -> Vec<[Region<'_>; 3]> {
        let sets = self.0.iter_mut();
        sets.map(|[a, b, d]| [Region::read(a), Region::read(b), Region::write(d)])
            .collect()
    }

    /// The first set.
    pub fn first(&mut self) -> &mut [Buffer<u8>; 3] {
        &mut self.0[0]
    }
}
