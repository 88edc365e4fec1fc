//! [`Region`]: device memory that a prepared launch reads or writes.

use std::sync::Arc;

use cudarc::driver::CudaContext;

use crate::host::{DeviceCopy, DeviceData, DeviceDataMut, Error, check, order::Use};

/// Device memory of any owner ([`DeviceData`]), borrowed for as long as launches on it may be made.
///
/// Every launch is ordered by the memory's own record of who uses it, on whatever stream.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    address: u64,
    bytes: u64,
    /// None for memory that the prepared launch owns.
    usage: Option<Use<'a>>,
}

impl<'a> Region<'a> {
    /// Memory to read.
    pub fn read<T: DeviceCopy, D: DeviceData<T> + ?Sized>(data: &'a D) -> Self {
        let (address, usage) = data.place();
        Self {
            address,
            bytes: (data.len() * size_of::<T>()) as u64,
            usage: Some(usage),
        }
    }

    /// Memory to write.
    pub fn write<T: DeviceCopy, D: DeviceDataMut<T> + ?Sized>(data: &'a mut D) -> Self {
        let bytes = (data.len() * size_of::<T>()) as u64;
        let (address, usage) = data.place_mut();
        Self {
            address,
            bytes,
            usage: Some(usage),
        }
    }

    /// Memory that the prepared launch owns.
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

    /// How a launch on it uses the memory; none where the launch owns it.
    pub(crate) fn usage(&self) -> Option<Use<'a>> {
        self.usage
    }

    /// Its first byte and one past its last.
    pub(crate) fn range(&self) -> (u64, u64) {
        (self.address, self.address + self.bytes)
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

    /// Whether all of `other` lies in it, and is not written where this is only read.
    pub(crate) fn covers(&self, other: &Region<'_>) -> bool {
        let (all, part) = (self.range(), other.range());
        all.0 <= part.0 && part.1 <= all.1 && (self.is_writable() || !other.is_writable())
    }

    /// Rejects memory of another context than `expected`.
    ///
    /// # Errors
    /// [`Error::WrongDevice`].
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
    ///
    /// # Errors
    /// [`Error::Argument`].
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

    /// Whether it was borrowed for writing.
    pub fn is_writable(&self) -> bool {
        self.usage.is_none_or(|one| one.writes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_covers_what_lies_in_it() {
        let all = Region::at(256, 64);
        assert!(all.covers(&all) && all.covers(&all.skip(16)));
        assert!(!all.skip(16).covers(&all));
        assert!(!all.covers(&Region::at(256, 65)));
        let end = all.skip(80);
        assert_eq!((end.address(), end.bytes()), (320, 0));
    }
}
