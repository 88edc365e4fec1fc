//! Both operands of a product to lines that TMA can take, in one launch.
//!
//! TMA wants lines at multiples of 16 bytes. A warp takes a line, or a piece of it where there are few lines, and moves it word
//! by word; where the line starts in the middle of a word of memory, the words written straddle those read:
//!
//! ```text
//! read      | . . 0 1 | 2 3 4 5 | 6 7 8 9 |
//! written   | 0 1 2 3 | 4 5 6 7 | 8 9 . . |  padding up to 16 bytes
//! ```
//!
//! Roofline: memory, every byte once in and once out. 256 bytes a lane in flight.

#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use super::unroll::unroll;
#[cfg(target_arch = "nvptx64")]
use crate::device::ptx::{memory::Global, thread};
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
use azulejo_device::barrier::{launch_dependent_grids, wait_on_dependent_grids};

/// Threads of a block.
pub const THREADS: u32 = 256;

/// Words that a warp has in flight.
pub const STEP: u32 = 256;

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
}

impl Part {
    /// Pieces of all lines.
    pub fn all_pieces(&self) -> u32 {
        self.lines * self.pieces
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
    while index < a.all_pieces() + b.all_pieces() {
        let (part, number) = if index < a.all_pieces() {
            (a, index)
        } else {
            (b, index - a.all_pieces())
        };
        // SAFETY: the caller has every byte of each line readable, and those written writable up to a multiple of 4 bytes; the piece
        // is one of the part's.
        unsafe { piece(part, number, lane) };
        index += thread::nctaid() * warps;
    }
}

/// Moves piece `index` of a part.
///
/// # Safety
/// Same requirements as [`repack`]; the piece is one of the part's.
#[cfg(all(target_arch = "nvptx64", feature = "sm90a"))]
#[inline(always)]
unsafe fn piece(part: &Part, index: u32, lane: u32) {
    let (index, piece) = super::scheduler::div(index, part.pieces);
    let (batch, index) = super::scheduler::div(index, part.in_batch);
    let at =
        |base: u64, i: usize| base + index as u64 * part.steps[i] + batch as u64 * part.batches[i];
    let (from, to) = (at(part.from, 0), at(part.to, 1));
    let shift = (from % 4 * 8) as u32;
    // Words of memory that hold the line, of which those at its ends may not be the line's alone.
    let (first, end) = (from & !3, from + part.bytes as u64);
    let held = (from % 4 + part.bytes as u64).div_ceil(4) as u32;
    let (whole, behind) = ((from % 4 != 0) as u32, held - (end % 4 != 0) as u32);
    let edge = |word: u32| {
        let mut bytes = 0;
        for i in 0..4 {
            let at = first + word as u64 * 4 + i;
            if from <= at && at < end {
                // SAFETY: a byte of the line.
                bytes |= unsafe { u8::load(at as *const u8) as u32 } << (8 * i);
            }
        }
        bytes
    };
    let head = if whole > 0 { edge(0) } else { 0 };
    let tail = if behind < held { edge(held - 1) } else { 0 };
    let read = #[inline(always)]
    |word: u32| {
        if word < whole {
            head
        } else if word < behind {
            // SAFETY: a word whose bytes are all the line's.
            unsafe { u32::load((first + word as u64 * 4) as *const u8) }
        } else {
            tail
        }
    };
    let words = part.bytes.div_ceil(4);
    let in_piece = super::scheduler::div(words + part.pieces - 1, part.pieces).0;
    let in_piece = in_piece.next_multiple_of(STEP);
    let stop = words.min((piece + 1) * in_piece);
    let mut word = piece * in_piece + lane;
    while word < stop {
        let mut low = [0u32; 8];
        let mut high = [0u32; 8];
        // SAFETY: words written are below the line's padding.
        unsafe {
            unroll!(8, |i| {
                let word = word + 32 * i as u32;
                if word < held {
                    low[i] = read(word);
                }
                if shift != 0 && word + 1 < held {
                    high[i] = read(word + 1);
                }
            });
            unroll!(8, |i| {
                let word = word + 32 * i as u32;
                if word < stop {
                    let both = (high[i] as u64) << 32 | low[i] as u64;
                    u32::store((to + word as u64 * 4) as *mut u8, (both >> shift) as u32);
                }
            });
        }
        word += STEP;
    }
}
