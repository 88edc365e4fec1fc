//! [`Preparation`]: launches that are being made ready, and the memory that they need besides what their caller lends.

use cudarc::driver::result;

use super::{
    Buffer, DeviceCopy, Error, Stream,
    driver::{Named, bind},
    gemm::Region,
    launches::Ready,
};

/// Launches that are being made ready. Their tensor maps, copies of operands and partial sums go to memory of their own, or to memory
/// that the caller lends.
pub(super) struct Preparation<'s> {
    stream: &'s Stream,
    memory: Memory,
    used: u64,
    ready: Ready,
}

enum Memory {
    Own,
    Lent { address: u64, bytes: u64 },
    Counted,
}

/// Every piece begins at a multiple of this.
const ALIGN: u64 = 256;

impl<'s> Preparation<'s> {
    /// In memory of its own, from `stream`.
    ///
    /// # Errors
    /// [`Error::Argument`] for a stream from which a graph is being captured.
    pub fn own(stream: &'s Stream) -> Result<Self, Error> {
        stream.not_captured()?;
        Ok(Self::new(stream, Memory::Own))
    }

    /// In the bytes of `region`, which is borrowed for writing and ordered by the caller.
    pub fn lent(stream: &'s Stream, region: &Region<'_>) -> Self {
        let (first, end) = region.range();
        // Without a multiple that an address counts there is no room.
        let address = first.checked_next_multiple_of(ALIGN).unwrap_or(end);
        let bytes = end.saturating_sub(address);
        Self::new(stream, Memory::Lent { address, bytes })
    }

    /// Without memory: what is asked for is counted, and gets addresses that nothing may be launched on.
    pub fn counted(stream: &'s Stream) -> Self {
        Self::new(stream, Memory::Counted)
    }

    fn new(stream: &'s Stream, memory: Memory) -> Self {
        Self {
            stream,
            memory,
            used: 0,
            ready: Ready::default(),
        }
    }

    /// The stream that it is for.
    pub fn stream(&self) -> &'s Stream {
        self.stream
    }

    /// Bytes that a caller has to lend for what was asked for; at any address.
    pub fn bytes(&self) -> u64 {
        match self.used {
            0 => 0,
            used => used + ALIGN,
        }
    }

    /// Adds what queues a launch, on a stream whose order its caller has seen to.
    pub fn push(&mut self, queue: impl Fn(&Stream) -> Result<(), Error> + Send + Sync + 'static) {
        self.ready.queues.push(Box::new(queue));
    }

    /// Adds the name of the kernel that the launches added are for.
    pub fn name(&mut self, kernel: &'static str) {
        self.ready.kernels.push(kernel);
    }

    /// Adds memory that lives as long as the launches, and returns its address.
    pub fn keep(&mut self, memory: Buffer<u8>) -> u64 {
        let address = memory.address();
        self.ready.own.push(memory);
        address
    }

    /// The launches.
    pub fn ready(self) -> Ready {
        self.ready
    }

    /// Room for `bytes` bytes, which begin as zeros.
    pub fn zeros(&mut self, bytes: u64) -> Result<u64, Error> {
        self.piece::<u8>(bytes, None)
    }

    /// A copy of `values` on the device.
    pub fn values<T: DeviceCopy>(&mut self, values: &[T]) -> Result<u64, Error> {
        self.piece(size_of_val(values) as u64, Some(values))
    }

    fn piece<T: DeviceCopy>(&mut self, bytes: u64, values: Option<&[T]>) -> Result<u64, Error> {
        let end = self.used.checked_add(bytes.max(1));
        let end = end.and_then(|end| end.checked_next_multiple_of(ALIGN));
        let too_many = |given: u64| Error::Workspace {
            needed: end
                .and_then(|end| usize::try_from(end).ok())
                .unwrap_or(usize::MAX),
            given: given as usize,
        };
        let at = self.used;
        self.used = end.ok_or_else(|| too_many(0))?;
        match self.memory {
            Memory::Counted => Ok(ALIGN + at),
            Memory::Own => {
                let piece = match values {
                    Some(values) => self.stream.upload(values)?.into_bytes(),
                    None => self
                        .stream
                        .zeros(usize::try_from(bytes).unwrap_or(usize::MAX))?,
                };
                Ok(self.keep(piece))
            }
            Memory::Lent {
                address,
                bytes: given,
            } => {
                if self.used > given {
                    return Err(too_many(given));
                }
                let to = address + at;
                match values {
                    // SAFETY: `bytes` bytes of the region from `to` on, by the check above; the region is device memory, borrowed
                    // for writing and ordered by the caller.
                    None => unsafe { self.stream.set_raw(to, 0, bytes as usize) }?,
                    Some(values) => {
                        let (context, raw) = (self.stream.device().context(), self.stream.raw());
                        bind(context)?;
                        // SAFETY: as above. The driver stages values of pageable memory before it returns.
                        unsafe { result::memcpy_htod_async(to, values, raw.cu_stream()) }
                            .named("cuMemcpyHtoDAsync")?;
                    }
                }
                Ok(to)
            }
        }
    }
}
