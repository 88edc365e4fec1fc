//! [`Space`]: the memory that a prepared product needs besides its operands.

use cudarc::driver::result;

use super::Region;
use crate::host::{Buffer, DeviceCopy, Error, Stream, driver::Named};

/// Where tensor maps, copies of operands and partial sums go: memory of its own, or memory that the caller lends.
pub(super) struct Space<'s> {
    stream: &'s Stream,
    kind: Kind,
    used: u64,
}

enum Kind {
    Own(Vec<Buffer<u8>>),
    Lent { address: u64, bytes: u64 },
    Counted,
}

/// Every piece begins at a multiple of this.
const ALIGN: u64 = 256;

impl<'s> Space<'s> {
    /// Memory of its own, from `stream`.
    pub(super) fn own(stream: &'s Stream) -> Self {
        Self::new(stream, Kind::Own(Vec::new()))
    }

    /// The bytes of `region`, which is borrowed for writing and ordered by the caller.
    pub(super) fn lent(stream: &'s Stream, region: &Region<'_>) -> Self {
        let address = region.address().next_multiple_of(ALIGN);
        let end = region.address() + region.bytes();
        let bytes = end.saturating_sub(address);
        Self::new(stream, Kind::Lent { address, bytes })
    }

    /// No memory: what is asked for is counted, and gets addresses that nothing may be launched on.
    pub(super) fn counted(stream: &'s Stream) -> Self {
        Self::new(stream, Kind::Counted)
    }

    fn new(stream: &'s Stream, kind: Kind) -> Self {
        let used = 0;
        Self { stream, kind, used }
    }

    /// The stream that it is filled on.
    pub(super) fn stream(&self) -> &'s Stream {
        self.stream
    }

    /// Bytes that a caller has to lend for what was asked for; at any address.
    pub(super) fn bytes(&self) -> u64 {
        match self.used {
            0 => 0,
            used => used + ALIGN,
        }
    }

    /// The memory of its own.
    pub(super) fn into_own(self) -> Vec<Buffer<u8>> {
        match self.kind {
            Kind::Own(all) => all,
            _ => Vec::new(),
        }
    }

    /// Room for `bytes` bytes, which begin as zeros.
    pub(super) fn zeros(&mut self, bytes: u64) -> Result<u64, Error> {
        self.piece::<u8>(bytes, None)
    }

    /// A copy of `values` on the device.
    pub(super) fn values<T: DeviceCopy>(&mut self, values: &[T]) -> Result<u64, Error> {
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
        match &mut self.kind {
            Kind::Counted => Ok(ALIGN + at),
            Kind::Own(all) => {
                let piece = match values {
                    Some(values) => self.stream.upload(values)?.into_bytes(),
                    None => self
                        .stream
                        .zeros(usize::try_from(bytes).unwrap_or(usize::MAX))?,
                };
                let address = piece.address();
                all.push(piece);
                Ok(address)
            }
            Kind::Lent {
                address,
                bytes: given,
            } => {
                if self.used > *given {
                    return Err(too_many(*given));
                }
                let to = *address + at;
                let raw = self.stream.raw().cu_stream();
                self.stream
                    .device()
                    .context()
                    .bind_to_thread()
                    .named("cuCtxSetCurrent")?;
                match values {
                    // SAFETY: `bytes` bytes of the region from `to` on, by the check above; the region is device memory, borrowed
                    // for writing and ordered by the caller. The driver stages values of pageable memory before it returns.
                    Some(values) => unsafe { result::memcpy_htod_async(to, values, raw) }
                        .named("cuMemcpyHtoDAsync")?,
                    // SAFETY: `bytes` bytes of the region from `to` on, by the check above; the region is device memory, borrowed
                    // for writing and ordered by the caller.
                    None => unsafe { result::memset_d8_async(to, 0, bytes as usize, raw) }
                        .named("cuMemsetD8Async")?,
                }
                Ok(to)
            }
        }
    }
}
