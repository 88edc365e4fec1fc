//! Both operands of a product to lines that TMA can take, in one launch.
//!
//! TMA wants lines at multiples of 16 bytes. A warp takes a line, a piece of it where there are few lines, or several where they
//! are short, and moves them word by word; where a line starts in the middle of a word of memory, the words written straddle those
//! read:
//!
//! ```text
//! read      | . . 0 1 | 2 3 4 5 | 6 7 8 9 |
//! written   | 0 1 2 3 | 4 5 6 7 | 8 9 . . |  padding up to 16 bytes
//! ```
//!
//! Lanes of a warp by lines of 34 elements of 16 bits, 17 words:
//!
//! ```text
//! lanes 0-7    line 0   words 0 8 16 | 1 9 | 2 10 | …
//! lanes 8-15   line 1
//! lanes 16-23  line 2
//! lanes 24-31  line 3
//! ```
//!
//! Roofline: memory, every byte once in and once out. 32 bytes a lane in flight where lines are long.

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use super::unroll::unroll;
#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::{memory::Global, thread};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};

/// Threads of a block.
pub const THREADS: u32 = 256;

/// Words that a lane has in flight.
const WORDS: u32 = 8;
/// Words that a warp has in flight.
pub const STEP: u32 = 32 * WORDS;
/// Bytes of a short line for each of the lanes that move it, fewer than a warp but four or more: all in flight.
pub const SHORT_BYTES: u32 = 16;

/// Pieces that a warp moves side by side, by the lanes of each: more than one where a line is one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Abreast {
    /// One, by 32 lanes.
    #[default]
    One,
    /// Two, by 16.
    Two,
    /// Four, by eight.
    Four,
    /// Eight, by four.
    Eight,
}

impl Abreast {
    /// What lines of so many bytes, one piece each, are moved by.
    pub const fn of_short_lines(bytes: u32) -> Self {
        match bytes.div_ceil(SHORT_BYTES) {
            0..=4 => Self::Eight,
            5..=8 => Self::Four,
            9..=16 => Self::Two,
            _ => Self::One,
        }
    }

    /// The binary logarithm of their number, 0 to 3.
    #[inline(always)]
    pub const fn log2(self) -> u32 {
        self as u32
    }
}

/// One operand's lines, and where they go.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Part {
    /// Device address of the first line, at any byte.
    pub from: u64,
    /// Device address of the first line written, a multiple of 16.
    pub to: u64,
    /// Bytes from one line to the next, read and written.
    pub steps: [u64; 2],
    /// Bytes from one batch to the next, read and written.
    pub batches: [u64; 2],
    /// Lines of all batches.
    pub lines: u32,
    /// Lines of a batch.
    pub in_batch: u32,
    /// Bytes of a line.
    pub bytes: u32,
    /// Pieces of a line, of which a warp moves one at a time.
    pub pieces: u32,
    /// Pieces that a warp moves at a time.
    pub abreast: Abreast,
}

impl Part {
    /// Pieces of all lines.
    pub fn all_pieces(&self) -> u32 {
        self.lines * self.pieces
    }

    /// What a warp moves at a time: a piece, or several lines.
    pub fn units(&self) -> u32 {
        self.all_pieces().div_ceil(1 << self.abreast.log2())
    }
}

/// What a launch moves: A's lines, then B's; an operand that stays has none.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Repack {
    /// The operands.
    pub parts: [Part; 2],
}

crate::kernels! {
    file "gemm_repack", texts crate::table::texts("gemm_repack");
    "azulejo_gemm_repack", threads 256, min_ctas 4, Sm90a => fn(args: Repack) {
        // SAFETY: the launcher checked that every line read lies in its operand; those written are its own memory.
        unsafe { repack(&args) }
    }
}

/// Moves every line.
///
/// # Safety
/// Every byte of each line is readable, those written are writable up to a multiple of 4 bytes.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
pub unsafe fn repack(args: &Repack) {
    launch_dependent_grids();
    wait_on_dependent_grids();
    let warps = THREADS / 32;
    let (warp, lane) = (thread::tid() / 32, thread::tid() % 32);
    let [a, b] = &args.parts;
    let mut index = thread::ctaid() * warps + warp;
    while index < a.units() + b.units() {
        let (part, unit) = if index < a.units() {
            (a, index)
        } else {
            (b, index - a.units())
        };
        let abreast = part.abreast.log2();
        let log2 = 5 - abreast;
        let piece = (unit << abreast) + (lane >> log2);
        // SAFETY: the caller has every byte of each line readable, and those written writable up to a multiple of 4 bytes; the piece is
        // one of the part's.
        unsafe {
            if log2 == 5 {
                move_piece::<WORDS>(part, piece, (lane, 5));
            } else if piece < part.all_pieces() {
                move_piece::<{ SHORT_BYTES / 4 }>(part, piece, (lane % (1 << log2), log2));
            }
        }
        index += thread::nctaid() * warps;
    }
}

/// Moves the words of piece `index` of a part that are its lane's, of a number of lanes with this binary logarithm.
///
/// # Safety
/// Same requirements as [`repack`]; the piece is one of the part's.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn move_piece<const N: u32>(part: &Part, index: u32, (lane, log2): (u32, u32)) {
    let (index, piece) = super::scheduler::div(index, part.pieces);
    let (batch, index) = super::scheduler::div(index, part.in_batch);
    let at =
        |base: u64, i: usize| base + index as u64 * part.steps[i] + batch as u64 * part.batches[i];
    let (from, to) = (at(part.from, 0), at(part.to, 1));
    let (words, lanes) = (part.bytes.div_ceil(4), 1u32 << log2);
    let before = from as u32 % 4;
    // Words from `start` to `end` are of words of memory that are all the line's; three others at most are not.
    let start = (before != 0) as u32;
    let next = 4 * start as u64;
    let end = (part.bytes / 4 + (part.bytes % 4 + before) / 4)
        .saturating_sub(start)
        .max(start);
    let in_piece = super::scheduler::div(words + part.pieces - 1, part.pieces).0;
    let in_piece = in_piece.next_multiple_of(STEP);
    let stop = end.min((piece + 1) * in_piece);
    let mut word = piece * in_piece + lane;
    while word < stop {
        let mut low = [0u32; WORDS as usize];
        let mut high = [0u32; WORDS as usize];
        // SAFETY: words of memory whose bytes are all the line's, and words written that are below its padding.
        unsafe {
            unroll!(N, |i| {
                let word = word + i as u32 * lanes;
                if start <= word && word < stop {
                    let first = from - before as u64 + word as u64 * 4;
                    low[i] = u32::load(first as *const u8);
                    high[i] = u32::load((first + next) as *const u8);
                }
            });
            unroll!(N, |i| {
                let word = word + i as u32 * lanes;
                if start <= word && word < stop {
                    let both = (high[i] as u64) << 32 | low[i] as u64;
                    let bits = (both >> (before * 8)) as u32;
                    u32::store((to + word as u64 * 4) as *mut u8, bits);
                }
            });
        }
        word += N * lanes;
    }
    // After the others, whose loads have brought these words' bytes to L1.
    let word = if lane < start { 0 } else { end + lane - start };
    if piece == 0 && lane < 3 && word < words {
        // SAFETY: the caller has the line readable, and a word written below its padding.
        unsafe {
            u32::store(
                (to + word as u64 * 4) as *mut u8,
                bytewise(from, part.bytes, word),
            )
        };
    }
}

/// Word `word` of a line of `bytes` from `from` on, of which memory has no such word or other bytes in it; 0 behind the line.
///
/// # Safety
/// The line is readable.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn bytewise(from: u64, bytes: u32, word: u32) -> u32 {
    let at = from + word as u64 * 4;
    let held = bytes.saturating_sub(4 * word);
    let mut found = 0;
    // SAFETY: only bytes of the line, the caller's; two at a time from even addresses.
    unsafe {
        if (from as u32 | bytes) % 2 == 0 {
            unroll!(2, |i| if held > 2 * i as u32 {
                found |= (u16::load((at + 2 * i as u64) as *const u8) as u32) << (16 * i);
            });
        } else {
            unroll!(4, |i| if held > i as u32 {
                found |= (u8::load((at + i as u64) as *const u8) as u32) << (8 * i);
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_go_side_by_side_and_are_all_moved() {
        for bytes in 0..=600 {
            let abreast = Abreast::of_short_lines(bytes);
            // All of a line is in flight at once, where fewer lanes than a warp move it.
            let lanes = 32 >> abreast.log2();
            assert!(lanes == 32 || bytes <= lanes * SHORT_BYTES, "{bytes}");
            assert!(lanes == 4 || bytes > lanes / 2 * SHORT_BYTES, "{bytes}");
            for lines in [0, 1, 7, 8, 9, u32::MAX] {
                let part = Part {
                    lines,
                    pieces: 1,
                    abreast,
                    ..Part::default()
                };
                let moved = u64::from(part.units()) << abreast.log2();
                assert!(moved.wrapping_sub(u64::from(lines)) < 8, "{bytes} {lines}");
            }
        }
    }
}
