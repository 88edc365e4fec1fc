//! A line of text that can be written at compile time.

use super::describe::Desc;
use super::product::Tiles;
use crate::check::{Flat, Mode};
use crate::int::Known;

/// How many bytes a line holds; what exceeds it is cut off.
const CAPACITY: usize = 768;

/// A line of text.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl Text {
    /// The empty line.
    #[must_use]
    pub const fn new() -> Self {
        Text {
            bytes: [0; CAPACITY],
            len: 0,
        }
    }

    /// Appends text.
    #[must_use]
    pub const fn text(mut self, s: &str) -> Self {
        let s = s.as_bytes();
        let mut i = 0;
        while i < s.len() && self.len < CAPACITY {
            self.bytes[self.len] = s[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends another line.
    #[must_use]
    pub const fn text_of(self, line: Text) -> Self {
        self.text(line.as_str())
    }

    /// Appends a number.
    #[must_use]
    pub const fn number(mut self, value: i64) -> Self {
        if value < 0 {
            self = self.text("-");
        }
        let mut digits = [0u8; 20];
        let mut rest = value.unsigned_abs();
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        while at < digits.len() && self.len < CAPACITY {
            self.bytes[self.len] = digits[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    /// Appends a layout in the notation; `values` are those of its modes in order, `?` stands for a dynamic one without.
    #[must_use]
    pub const fn layout(self, desc: &Desc, values: &[Mode]) -> Self {
        self.side(desc, values, 0, true)
            .text(":")
            .side(desc, values, 0, false)
    }

    /// Appends two layouts as the modes of one.
    #[must_use]
    pub const fn pair(self, desc: [&Desc; 2], values: [&[Mode]; 2]) -> Self {
        self.text("(")
            .side(desc[0], values[0], 0, true)
            .text(",")
            .side(desc[1], values[1], 0, true)
            .text("):(")
            .side(desc[0], values[0], 0, false)
            .text(",")
            .side(desc[1], values[1], 0, false)
            .text(")")
    }

    /// Appends `call(layout, tiler): `; values are those of their modes in order.
    #[must_use]
    pub(crate) const fn call(
        self,
        call: &str,
        a: &Desc,
        fa: &[Mode],
        tiler: &Tiles,
        ft: &[Mode],
    ) -> Self {
        let line = self.text(call).text("(").layout(a, fa).text(", ");
        line.tiler(tiler, ft).text("): ")
    }

    /// Appends a tiler in the notation, `<_4,_2:_1,_>`; `values` are those of its modes in order, an integer being the size
    /// of one, and `?` stands for a dynamic one without.
    #[must_use]
    pub const fn tiler(self, tiler: &Tiles, values: &[Mode]) -> Self {
        self.tiler_from(tiler, values, &mut 0)
    }

    const fn tiler_from(self, tiler: &Tiles, values: &[Mode], at: &mut usize) -> Self {
        let from = if *at < values.len() {
            values.split_at(*at).1
        } else {
            &[]
        };
        match tiler {
            Tiles::Int(known) => {
                *at += 1;
                match from {
                    [mode, ..] => self.leaf(*known, Some(mode.size)),
                    [] => self.leaf(*known, None),
                }
            }
            Tiles::Layout(desc) => {
                *at += desc.count();
                self.layout(desc, from)
            }
            Tiles::Underscore => self.text("_"),
            Tiles::Nil => self.text("<>"),
            Tiles::Cons(..) => {
                let (mut line, mut list) = (self, tiler);
                let mut open = "<";
                while let Tiles::Cons(h, t) = list {
                    line = line.text(open).tiler_from(h, values, at);
                    list = t;
                    open = ",";
                }
                line.text(">")
            }
        }
    }

    /// Appends one side of a layout, its shape or its stride.
    const fn side(self, desc: &Desc, values: &[Mode], at: usize, shape: bool) -> Self {
        match desc {
            Desc::Mode(s, d, along) => {
                let mode = if at < values.len() {
                    Some(values[at])
                } else {
                    None
                };
                match (shape, mode) {
                    (true, Some(mode)) => self.leaf(*s, Some(mode.size)),
                    (true, None) => self.leaf(*s, None),
                    (false, Some(mode)) => self.leaf(*d, Some(mode.stride)).way(*along),
                    (false, None) => self.leaf(*d, None).way(*along),
                }
            }
            Desc::Nil => self.text("()"),
            Desc::Cons(..) => {
                let mut line = self;
                let (mut list, mut at) = (desc, at);
                let mut open = "(";
                while let Desc::Cons(h, t) = list {
                    line = line.text(open).side(h, values, at, shape);
                    at += h.count();
                    list = t;
                    open = ",";
                }
                line.text(")")
            }
        }
    }

    /// Appends a leaf: `_8` when static, its value otherwise, `?` without one.
    const fn leaf(self, known: Known, value: Option<i64>) -> Self {
        match (known, value) {
            (Known::Static(value), _) => self.text("_").number(value),
            (_, Some(value)) => self.number(value),
            (_, None) => self.text("?"),
        }
    }

    /// Appends `@i` for each level of a way, the outermost last; nothing for an integer.
    pub const fn way(self, along: u64) -> Self {
        let mut positions = [0u8; 64];
        let (mut levels, mut at, mut way) = (0, 0, along);
        while way > 1 {
            if way & 1 == 1 {
                at += 1;
            } else {
                positions[levels] = at;
                levels += 1;
                at = 0;
            }
            way >>= 1;
        }
        let mut line = self;
        while levels > 0 {
            levels -= 1;
            line = line.text("@").number(positions[levels] as i64);
        }
        line
    }

    /// Appends a flat list of modes in the notation.
    #[must_use]
    pub const fn modes(self, modes: &Flat) -> Self {
        let modes = modes.as_slice();
        if modes.is_empty() {
            return self.text("1:0");
        }
        let mut line = self;
        let mut side = 0;
        while side < 2 {
            let mut i = 0;
            while i < modes.len() {
                line = line.text(if i > 0 {
                    ","
                } else if modes.len() > 1 {
                    "("
                } else {
                    ""
                });
                line = line.number(if side == 0 {
                    modes[i].size
                } else {
                    modes[i].stride
                });
                i += 1;
            }
            if modes.len() > 1 {
                line = line.text(")");
            }
            if side == 0 {
                line = line.text(":");
            }
            side += 1;
        }
        line
    }

    /// The line.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(line) => line,
            Err(_) => "(a line that was cut off)",
        }
    }
}
