//! A panel's lines to D where TMA cannot take it: lines of D start at any element, and words are stored whole all the same.
//!
//! Every thread takes a word of a line. Where a line of 16-bit elements starts in the middle of a word of memory, the
//! words stored straddle those of the panel, and the two ends are stored alone:
//!
//! ```text
//! panel    | 0 1 | 2 3 | 4 5 | …  | 62 63 |
//! memory   | . 0 | 1 2 | 3 4 | …  | 61 62 | 63 . |
//! ```

use super::args::Args;
use super::fragment::swizzled;
use super::kernel::Device;
use super::unroll::{unroll, up_to_4};
use crate::device::ptx::{math, memory::Global, smem::Smem, stmatrix};

/// Lines of D in a panel, or a piece of one.
#[derive(Clone, Copy)]
pub struct Lines {
    /// Where it is.
    pub at: Smem,
    /// Its lines.
    pub lines: u32,
    /// Bytes of a line.
    pub width: u32,
    /// Whether chunks of 16 bytes move with the line.
    pub swizzled: bool,
    /// Whether lines are columns of D, not rows.
    pub turned: bool,
    /// The first line in D, the first element of each, and the batch.
    pub corner: (u32, u32, u32),
}

/// Stores the part of a panel that lies in D.
///
/// # Safety
/// All 128 threads of the warpgroup call this, `thread` being their number, after a barrier behind which the panel is
/// complete; the arguments are the launch's, with lines of D contiguous.
#[inline(always)]
pub unsafe fn store<C: Device>(args: &Args, panel: Lines, thread: u32) {
    let words = panel.width / 4;
    let (line0, run0, batch) = panel.corner;
    let (stride, lines, run) = if panel.turned {
        (args.d.column, args.n, args.m)
    } else {
        (args.d.row, args.m, args.n)
    };
    if run0 >= run {
        return;
    }
    // Elements of a line that lie in D, from the thread's word on.
    let (word, mut line) = (thread % words, thread / words);
    let count = (panel.width / C::OUT).min(run - run0) as i32 - (word * 4 / C::OUT) as i32;
    let step = 128 / words;
    let end = math::opaque(panel.lines).min(lines.saturating_sub(line0));
    let read = #[inline(always)]
    |line: u32, word: u32| {
        let offset = line * panel.width + word * 4;
        let swizzled = if panel.swizzled {
            swizzled(offset, panel.width)
        } else {
            offset
        };
        // SAFETY: inside the panel, which is complete.
        unsafe { stmatrix::word(panel.at + swizzled) }
    };
    let pitch = stride * C::OUT as i64;
    let element = run0 as i64 + batch as i64 * args.d.batch;
    let mut at = args.d.base as i64
        + element * C::OUT as i64
        + (line0 + line) as i64 * pitch
        + word as i64 * 4;
    let next_word = (word + 1).min(words - 1);
    let at_once = if C::FULL { 1 } else { 4 };
    while line < end {
        let mut found = [[0u32; 2]; 4];
        unroll!(up_to_4, at_once, |i| {
            // Lines beyond the last are read as the last, and not stored.
            let line = (line + i as u32 * step).min(panel.lines - 1);
            found[i][0] = read(line, word);
            if C::OUT == 2 {
                found[i][1] = read(line, next_word);
            }
        });
        unroll!(up_to_4, at_once, |i| {
            let [low, high] = found[i];
            let first = at as *mut u8;
            // SAFETY: elements of a line of D, at multiples of what is stored.
            unsafe {
                if line >= end {
                } else if C::OUT == 4 {
                    if count > 0 {
                        u32::store(first, low);
                    }
                } else if C::OUT == 2 {
                    let odd = (at >> 1 & 1) as u32;
                    let value = (((high as u64) << 32 | low as u64) >> (16 * odd)) as u32;
                    let left = count - odd as i32;
                    let to = first.add(2 * odd as usize);
                    if left > 1 {
                        u32::store(to, value);
                    } else if left == 1 {
                        u16::store(to, value as u16);
                    }
                    if odd == 1 && word == 0 {
                        u16::store(first, low as u16);
                    }
                } else if count > 3 && at % 4 == 0 {
                    u32::store(first, low);
                } else {
                    unroll!(up_to_4, 4, |j| if count > j as i32 {
                        u8::store(first.add(j), (low >> (8 * j)) as u8);
                    });
                }
            }
            line += step;
            at += step as i64 * pitch;
        });
    }
}
