//! [`Region`]: device memory that a launch reads or writes.

use std::sync::Arc;

use cudarc::driver::CudaContext;

use super::{DeviceCopy, DeviceData, DeviceDataMut, Error, Order, Stream, Use, check};
use azulejo_cpu::Strided;

/// Device memory of any owner ([`DeviceData`]), borrowed for as long as launches on it may be made.
///
/// Every launch is ordered by the memory's own record of who uses it, on whatever stream.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    pub(crate) address: u64,
    bytes: u64,
    /// None for memory that a test makes up.
    usage: Option<Use<'a>>,
}

impl<'a> Region<'a> {
    /// Memory to read.
    pub fn read<T: DeviceCopy, D: DeviceData<T> + ?Sized>(data: &'a D) -> Self {
        Self::new(data.place(), data.len() * size_of::<T>())
    }

    /// Memory to write.
    pub fn write<T: DeviceCopy, D: DeviceDataMut<T> + ?Sized>(data: &'a mut D) -> Self {
        let bytes = data.len() * size_of::<T>();
        Self::new(data.place_mut(), bytes)
    }

    fn new((address, usage): (u64, Use<'a>), bytes: usize) -> Self {
        Self {
            address,
            bytes: bytes as u64,
            usage: Some(usage),
        }
    }

    /// What a layout of elements of so many bytes and such an alignment reaches, on the device of `stream`.
    ///
    /// # Errors
    /// Memory of another device, none, or of another alignment.
    pub fn located(
        self,
        argument: &'static str,
        stream: &Stream,
        layout: &Strided,
        (size, align): (usize, usize),
    ) -> Result<Self, Error> {
        self.on_device(argument, stream.device().context())?;
        self.reached(argument, layout, (size, align))
    }

    /// As [`Region::located`], on whatever device.
    fn reached(
        self,
        argument: &'static str,
        layout: &Strided,
        (size, align): (usize, usize),
    ) -> Result<Self, Error> {
        let cosize = layout.cosize();
        if cosize > 0 && self.address == 0 {
            return Err(Error::NullPointer { argument });
        }
        if cosize > 0 {
            check::aligned(argument, self.address, align as u64)?;
        }
        Ok(self.called(argument).take((cosize * size) as u64))
    }

    /// Orders what is queued on `stream` as long as the result lives, by these regions.
    ///
    /// # Errors
    /// The driver's.
    pub fn order<'o>(
        stream: &'o Stream,
        regions: impl IntoIterator<Item = &'o Self>,
    ) -> Result<Order<'o>, Error>
    where
        'a: 'o,
    {
        let uses = regions.into_iter().filter_map(|region| region.usage());
        Order::of(stream, uses)
    }

    /// Rejects an output that shares memory with an input.
    pub(crate) fn apart(&self, input: &Self, with: &'static str) -> Result<(), Error> {
        check::apart("output", with, [self.range(), input.range()])
    }

    /// Memory that does not exist.
    #[cfg(test)]
    pub(crate) fn at(address: u64, bytes: u64) -> Self {
        Self {
            address,
            bytes,
            usage: None,
        }
    }

    /// The same memory, only read.
    pub(crate) fn reading(self) -> Self {
        Self {
            usage: self.usage.map(Use::reading),
            ..self
        }
    }

    /// The same memory, called so in errors about its use.
    pub(crate) fn called(self, argument: &'static str) -> Self {
        Self {
            usage: self.usage.map(|usage| usage.of(argument)),
            ..self
        }
    }

    /// How a launch on it uses the memory.
    pub(crate) fn usage(&self) -> Option<Use<'a>> {
        self.usage
    }

    /// Returns the first byte and one past its last.
    pub fn range(&self) -> (u64, u64) {
        (self.address, self.address.saturating_add(self.bytes))
    }

    /// All but the first `bytes` bytes; nothing where it has fewer.
    #[must_use]
    pub fn skip(self, bytes: u64) -> Self {
        let bytes = bytes.min(self.bytes);
        Self {
            address: self.address + bytes,
            bytes: self.bytes - bytes,
            ..self
        }
    }

    /// The first `bytes` bytes; all where it has fewer.
    #[must_use]
    pub fn take(self, bytes: u64) -> Self {
        let bytes = bytes.min(self.bytes);
        Self { bytes, ..self }
    }

    /// Rejects memory of another context than `expected`.
    pub(crate) fn on_device(
        &self,
        argument: &'static str,
        expected: &Arc<CudaContext>,
    ) -> Result<(), Error> {
        match &self.usage {
            Some(one) => check::same_device(argument, expected, one.context()),
            None => Ok(()),
        }
    }

    /// The device address.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Rejects memory that was borrowed for reading.
    pub(crate) fn check_writable(&self, argument: &'static str) -> Result<(), Error> {
        if self.is_writable() {
            return Ok(());
        }
        Err(Error::argument(
            argument,
            format!(
                "the {} bytes at {:#x} were borrowed for reading: borrow them by Region::write",
                self.bytes, self.address
            ),
        ))
    }

    /// Returns `true` if it was borrowed for writing.
    pub fn is_writable(&self) -> bool {
        self.usage.is_none_or(|one| one.writes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(address: u64, bytes: usize) -> Result<Region<'static>, Error> {
        let layout = Strided::row_major(&[bytes / 4])?;
        Region::at(address, bytes as u64).reached("output", &layout, (4, 4))
    }

    #[test]
    fn places_are_checked_and_kept_apart() {
        let null = place(0, 16).err();
        assert_eq!(null, Some(Error::NullPointer { argument: "output" }));
        let crooked = place(4098, 16).err().unwrap();
        assert_eq!(Err(crooked), check::aligned("output", 4098, 4));
        let [a, b, c] = [(4096, 16), (4112, 16), (4108, 8)]
            .map(|(address, bytes)| place(address, bytes).unwrap());
        assert_eq!(a.apart(&b, "the input"), Ok(()));
        for other in [&a, &b] {
            let overlap = Error::overlap("output", "the input");
            assert_eq!(c.apart(other, "the input"), Err(overlap));
        }
        assert!(place(0, 0).is_ok());
    }
}
