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
use super::kernel::Device;
use super::unroll::{unroll, up_to_4};
use crate::device::ptx::{math, memory::Global, smem::Smem, stmatrix};

/// Which lines of D a panel holds.
#[derive(Clone, Copy)]
pub struct Panel {
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
pub unsafe fn store<C: Device>(args: &Args, panel: Panel, thread: u32) {
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
    // Elements of a line that lie in D.
    let count = (panel.width / C::OUT).min(run - run0);
    let (word, mut line) = (thread % words, thread / words);
    let step = 128 / words;
    let end = math::opaque(panel.lines).min(lines.saturating_sub(line0));
    let read = #[inline(always)]
    |line: u32, word: u32| {
        let offset = line * panel.width + word * 4;
        let swizzle = if panel.swizzled {
            (offset >> 3) & (panel.width - 16)
        } else {
            0
        };
        // SAFETY: inside the panel, which is complete.
        unsafe { stmatrix::word(panel.at + (offset ^ swizzle)) }
    };
    let element = line0 as i64 * stride + run0 as i64 + batch as i64 * args.d.batch;
    let base = args.d.base as i64 + element * C::OUT as i64;
    while line < end {
        let mut found = [[0u32; 2]; 4];
        unroll!(up_to_4, 4, |i| {
            let line = line + i as u32 * step;
            if line < end {
                found[i][0] = read(line, word);
                if C::OUT == 2 && word + 1 < words {
                    found[i][1] = read(line, word + 1);
                }
            }
        });
        unroll!(up_to_4, 4, |i| {
            let line = line + i as u32 * step;
            let at = base + line as i64 * stride * C::OUT as i64;
            let place = |element: u32| (at + element as i64 * C::OUT as i64) as *mut u8;
            // SAFETY: elements below `count` of a line of D, at multiples of what is stored.
            unsafe {
                if line < end && C::OUT == 4 {
                    if word < count {
                        u32::store(place(word), found[i][0]);
                    }
                } else if line < end {
                    let odd = (at >> 1 & 1) as u32;
                    let first = 2 * word + odd;
                    let both = (found[i][1] as u64) << 32 | found[i][0] as u64;
                    if odd == 1 && word == 0 {
                        u16::store(place(0), both as u16);
                    }
                    let value = (both >> (16 * odd)) as u32;
                    if first + 1 < count {
                        u32::store(place(first), value);
                    } else if first < count {
                        u16::store(place(first), value as u16);
                    }
                }
            }
        });
        line += 4 * step;
    }
}
