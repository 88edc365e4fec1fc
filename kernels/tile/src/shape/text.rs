//! Messages of compile-time checks, in the notation: `(_16,_8)`.

use super::MAX_RANK;

/// A text that a constant builds.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; 256],
    len: usize,
}

impl Text {
    /// No characters.
    pub const EMPTY: Self = Self {
        bytes: [0; 256],
        len: 0,
    };

    /// With `text` behind it.
    pub const fn text(mut self, text: &str) -> Self {
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.len] = text.as_bytes()[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// With a number behind it.
    pub const fn number(mut self, n: usize) -> Self {
        let mut digits = 1;
        let mut rest = n / 10;
        while rest > 0 {
            digits += 1;
            rest /= 10;
        }
        let mut i = digits;
        let mut rest = n;
        while i > 0 {
            i -= 1;
            self.bytes[self.len + i] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.len += digits;
        self
    }

    /// With a static shape behind it: `(_16,_8)`.
    pub const fn shape(self, extents: [usize; MAX_RANK], rank: usize) -> Self {
        let mut text = self.text("(");
        let mut axis = 0;
        while axis < rank {
            if axis > 0 {
                text = text.text(",");
            }
            text = text.text("_").number(extents[axis]);
            axis += 1;
        }
        text.text(")")
    }

    /// The characters.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}
