//! Pointers that callers of the C interface hand over.
//!
//! Values of these types come from nowhere but the arguments of a call, whose contract is that they are null or lead to
//! what the call reads or writes: what lets their methods be safe.

use std::ffi::{CStr, c_char, c_void};

use super::answer::{Answer, invalid};
use cudarc::driver::sys::CUresult;

/// A place of the caller's for values.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Writes one value; null is rejected.
    pub fn put(self, value: T) -> Answer {
        if self.0.is_null() {
            return Err(invalid("a null pointer for a result"));
        }
        // SAFETY: the caller's place for one value, by the contract of every call.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes one value to a place of a list.
    pub fn put_to(&self, value: T) -> Answer {
        Out(self.0).put(value)
    }

    /// Writes one value where the caller wants it.
    pub fn put_if(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the caller's place for one value, by the contract of every call.
            unsafe { self.0.write(value) };
        }
    }
}

impl Out<c_char> {
    /// Writes text of at most `room` bytes with its zero.
    pub fn text(self, text: &str, room: i32) -> Answer {
        if self.0.is_null() || room < 1 {
            return Err(invalid("no room for a name"));
        }
        let length = text.len().min(room as usize - 1);
        let end = self.0.wrapping_add(length);
        // SAFETY: the caller's place for `room` bytes, which are more than `length`; the text has as many.
        unsafe {
            self.0
                .copy_from_nonoverlapping(text.as_ptr().cast(), length)
        };
        // SAFETY: the end of the text is inside the caller's place.
        unsafe { end.write(0) };
        Ok(())
    }
}

impl Out<c_void> {
    /// Writes bytes.
    pub fn bytes(self, bytes: &[u8]) -> Answer {
        if self.0.is_null() {
            return Err(invalid("a null pointer for the destination of a copy"));
        }
        // SAFETY: the caller's place for as many bytes as the call copies.
        unsafe {
            self.0
                .cast::<u8>()
                .copy_from_nonoverlapping(bytes.as_ptr(), bytes.len())
        };
        Ok(())
    }

    /// The address as a number, for what is written later.
    pub fn as_address(&self) -> usize {
        self.0 as usize
    }

    /// The address, for what lives on the host.
    pub fn address(self) -> *mut c_void {
        self.0
    }
}

/// Values of the caller's.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T> In<T> {
    /// No values.
    pub fn none() -> Self {
        Self(std::ptr::null())
    }

    /// Returns `true` if there are none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// `count` of them; null is rejected where there should be any.
    pub fn slice(&self, count: usize) -> Result<&[T], CUresult> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() {
            return Err(invalid("a null pointer for values that are read"));
        }
        // SAFETY: the caller's `count` values, which nothing changes during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) })
    }
}

impl In<c_void> {
    /// `count` bytes.
    pub fn bytes(&self, count: usize) -> Result<&[u8], CUresult> {
        if count == 0 {
            return Ok(&[]);
        }
        if self.0.is_null() {
            return Err(invalid("a null pointer for bytes that are read"));
        }
        // SAFETY: `count` bytes that are the caller's to read, and that nothing changes during the call.
        Ok(unsafe { std::slice::from_raw_parts(self.0.cast(), count) })
    }

    /// The address, for what is read later.
    pub fn address(&self) -> usize {
        self.0 as usize
    }

    /// The text up to a zero.
    pub fn text(&self) -> Result<&str, CUresult> {
        In(self.0.cast::<c_char>()).leak_text()
    }
}

impl In<c_char> {
    /// The text up to a zero.
    pub fn text(&self) -> Result<&str, CUresult> {
        In(self.0).leak_text()
    }

    fn leak_text<'a>(self) -> Result<&'a str, CUresult> {
        if self.0.is_null() {
            return Err(invalid("a null pointer for a text"));
        }
        // SAFETY: the caller's text ends with a zero and lives through the call; the lifetime is that of a borrow of
        // the argument in both callers above.
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str()
            .map_err(|_| invalid("a text that is not UTF-8"))
    }
}

#[cfg(test)]
impl<T> Out<T> {
    /// As a caller hands it over.
    pub fn to(place: &mut T) -> Self {
        Self(place)
    }
}

#[cfg(test)]
impl<T> In<T> {
    /// As a caller hands it over.
    pub fn from(values: &[T]) -> Self {
        Self(values.as_ptr())
    }
}
