//! Bytes that remember whether they have been written.

/// A run of bytes with a shadow.
#[derive(Default)]
pub struct Region {
    bytes: Vec<u8>,
    written: Vec<bool>,
}

impl Region {
    /// Bytes that nobody has written.
    pub fn new(bytes: usize) -> Self {
        Self {
            bytes: vec![0; bytes],
            written: vec![false; bytes],
        }
    }

    /// How many bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes, if the range lies inside.
    pub fn get(&self, at: usize, bytes: usize) -> Option<&[u8]> {
        self.bytes.get(at..at.checked_add(bytes)?)
    }

    /// The first byte of a range inside that nobody has written.
    pub fn unwritten(&self, at: usize, bytes: usize) -> Option<usize> {
        self.written[at..at + bytes]
            .iter()
            .position(|&written| !written)
            .map(|first| at + first)
    }

    /// Writes, if the range lies inside; answers whether it did.
    pub fn set(&mut self, at: usize, from: &[u8]) -> bool {
        let Some(range) = at.checked_add(from.len()).map(|end| at..end) else {
            return false;
        };
        match self.bytes.get_mut(range.clone()) {
            Some(bytes) => {
                bytes.copy_from_slice(from);
                self.written[range].fill(true);
                true
            }
            None => false,
        }
    }

    /// Makes a range inside count as never written.
    pub fn forget(&mut self, at: usize, bytes: usize) {
        self.written[at..at + bytes].fill(false);
    }
}
