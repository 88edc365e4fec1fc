//! Bytes that remember whether they have been written.

/// What is known of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Mark {
    Never,
    Written,
    Awaited,
}

/// A run of bytes with a shadow.
#[derive(Default)]
pub struct Region {
    bytes: Vec<u8>,
    marks: Vec<u8>,
}

impl Region {
    /// Bytes that were never written.
    pub fn new(bytes: usize) -> Self {
        Self {
            bytes: vec![0; bytes],
            marks: vec![Mark::Never as u8; bytes],
        }
    }

    /// How many bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes, if the range lies inside.
    pub fn get(&self, at: usize, bytes: usize) -> Option<&[u8]> {
        self.bytes.get(at..at.checked_add(bytes)?)
    }

    /// Returns `true` if each byte of a range inside has been written.
    #[inline]
    pub fn is_written(&self, at: usize, bytes: usize) -> bool {
        const WRITTEN: u8 = Mark::Written as u8;
        let marks = &self.marks[at..at + bytes];
        // What one thread accesses is compared as a number.
        match bytes {
            2 => *marks == [WRITTEN; 2],
            4 => *marks == [WRITTEN; 4],
            8 => *marks == [WRITTEN; 8],
            16 => *marks == [WRITTEN; 16],
            _ => marks.iter().all(|&mark| mark == WRITTEN),
        }
    }

    /// The first byte of a range inside that holds nothing yet, and why.
    #[cold]
    pub fn unwritten(&self, at: usize, bytes: usize) -> Option<(usize, &'static str)> {
        let first = at
            + self.marks[at..at + bytes]
                .iter()
                .position(|&mark| mark != Mark::Written as u8)?;
        Some(match self.marks[first] == Mark::Awaited as u8 {
            true => (
                first,
                "is on its way by an asynchronous copy that has not been waited for",
            ),
            false => (first, "was never written"),
        })
    }

    /// Writes, if the range lies inside; answers whether it did.
    #[inline]
    pub fn set(&mut self, at: usize, from: &[u8]) -> bool {
        // What one thread accesses is copied as a number.
        match from.len() {
            2 => return self.put::<2>(at, from),
            4 => return self.put::<4>(at, from),
            8 => return self.put::<8>(at, from),
            16 => return self.put::<16>(at, from),
            _ => {}
        }
        let Some(range) = at.checked_add(from.len()).map(|end| at..end) else {
            return false;
        };
        match self.bytes.get_mut(range.clone()) {
            Some(bytes) => {
                bytes.copy_from_slice(from);
                self.marks[range].fill(Mark::Written as u8);
                true
            }
            None => false,
        }
    }

    /// Writes the first bytes, if they lie inside; answers whether they do.
    #[inline]
    fn put<const BYTES: usize>(&mut self, at: usize, from: &[u8]) -> bool {
        let range = at..at.saturating_add(BYTES);
        let bytes = self.bytes.get_mut(range.clone());
        let Some((bytes, from)) = bytes.zip(from.first_chunk::<BYTES>()) else {
            return false;
        };
        bytes.copy_from_slice(from);
        self.marks[range].copy_from_slice(&[Mark::Written as u8; BYTES]);
        true
    }

    /// Makes a range inside hold nothing as long as an asynchronous copy is on its way to it.
    pub fn forget(&mut self, at: usize, bytes: usize) {
        self.marks[at..at + bytes].fill(Mark::Awaited as u8);
    }

    /// Makes a range inside count as never written: what was written there is worth nothing.
    pub fn poison(&mut self, at: usize, bytes: usize) {
        self.marks[at..at + bytes].fill(Mark::Never as u8);
    }
}
