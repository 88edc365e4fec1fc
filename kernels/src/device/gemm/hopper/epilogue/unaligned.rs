//! A panel's lines to D where TMA cannot take it: lines of D start at any element, and memory is written 16 bytes at a time all
//! the same.
//!
//! Every thread takes 16 bytes of memory, at a multiple of 16, from the two chunks of the panel that hold them. What a line
//! has before the first multiple and behind the last are 16 bytes too, which the line's threads store element by element.
//! A line of 64 elements of 16 bits that starts 6 bytes behind a multiple:
//!
//! ```text
//! panel    | 0 … 7      | 8 … 15      | …  | 56 … 63 |
//! memory   | . . . 0 … 4 | 5 … 12 | 13 …  | 53 … 60 | 61 62 63 . . . . . |
//! ```

use super::tile::whole;
use super::*;

/// Lines of D in a panel, or a piece of one.
#[derive(Clone, Copy)]
pub struct Lines {
    /// Where it is.
    pub at: Smem,
    /// Its lines.
    pub lines: u32,
    /// Bytes of a line.
    pub width: u32,
    /// From one line of D to the next, in elements.
    pub stride: i64,
    /// Whether lines are columns of D, not rows.
    pub column_major: bool,
    /// The first line in D, the first element of each, and the batch.
    pub corner: (u32, u32, u32),
}

impl Lines {
    /// Where byte `byte` of line `line` is.
    #[inline(always)]
    fn byte<C: Device>(&self, line: u32, byte: u32) -> Smem {
        self.at + smem_layout_d::byte(whole::<C>(self.column_major), self.width, line, byte)
    }

    /// Stores the element at byte `byte` of line `line`, which starts at `to` in D.
    ///
    /// # Safety
    /// The element is inside the complete panel and inside D.
    #[inline(always)]
    unsafe fn element<C: Device>(&self, line: u32, byte: u32, to: i64) {
        let (from, to) = (self.byte::<C>(line, byte), (to + byte as i64) as *mut u8);
        // SAFETY: the caller has an element inside the complete panel and inside D.
        unsafe {
            match C::OUT {
                4 => <u32 as Global>::store(to, <u32 as Shared>::load(from)),
                2 => <u16 as Global>::store(to, <u16 as Shared>::load(from)),
                _ => <u8 as Global>::store(to, <u8 as Shared>::load(from)),
            }
        }
    }
}

/// Sixteen bytes of two chunks, from byte `first` on.
#[inline(always)]
fn window<C: Device>(low: Wide, high: Wide, first: u32) -> Wide {
    let (a, b) = (low.0, high.0);
    let mut words = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
    if first & 8 != 0 {
        unroll!(up_to_4, 4, |i| words[i] = words[i + 2]);
        (words[4], words[5]) = (words[6], words[7]);
    }
    if first & 4 != 0 {
        unroll!(up_to_4, 4, |i| words[i] = words[i + 1]);
        words[4] = words[5];
    }
    let mut out = [0; 4];
    unroll!(up_to_4, 4, |i| {
        let both = (words[i + 1] as u64) << 32 | words[i] as u64;
        out[i] = if C::OUT == 4 {
            words[i]
        } else {
            (both >> (first % 4 * 8)) as u32
        };
    });
    Wide(out)
}

/// Stores the part of a panel that lies in D.
///
/// # Safety
/// All 128 threads of the warpgroup call this, `thread` being their number, after a barrier behind which the panel is
/// complete; the arguments are the launch's, with lines of D contiguous.
#[inline(always)]
pub unsafe fn store<C: Device>(args: &Args, panel: Lines, thread: u32) {
    let (line0, run0, batch) = panel.corner;
    let (lines, run) = if panel.column_major {
        (args.n, args.m)
    } else {
        (args.m, args.n)
    };
    if run0 >= run {
        return;
    }
    let end = math::opaque(panel.lines).min(lines.saturating_sub(line0));
    let pitch = panel.stride * C::OUT as i64;
    let element = run0 as i64 + batch as i64 * args.d.batch;
    let base = args.d.base as i64 + element * C::OUT as i64 + line0 as i64 * pitch;
    let elements = panel.width / C::OUT;
    if C::FULL || run - run0 < elements {
        // The last panel of a line, or no registers for words: element by element.
        let held = (run - run0).min(elements);
        let mut i = thread;
        while i < end * held {
            let (line, column) = div(i, held);
            // SAFETY: an element of D in the panel.
            unsafe { panel.element::<C>(line, column * C::OUT, base + line as i64 * pitch) };
            i += 128;
        }
        return;
    }
    let chunks = panel.width / 16;
    let (line, chunk) = div(thread, chunks);
    let step = div(128, chunks).0;
    let mut line = if line < step { line } else { end };
    let at_once = if C::ROW_BLOCKS * C::TILE.1 > 256 || C::BLOCKS > 1 {
        1
    } else {
        2
    };
    while line < end {
        let mut found = [Wide([0; 4]); 2];
        unroll!(up_to_2, at_once, |i| {
            // Lines beyond the last are read as the last, and not stored.
            let line = (line + i as u32 * step).min(panel.lines - 1);
            let to = base + line as i64 * pitch;
            let before = to as u32 % 16;
            let low = if before == 0 {
                chunk
            } else {
                chunk.saturating_sub(1)
            };
            // SAFETY: chunks of the panel, which is complete.
            let (low, high) = unsafe {
                (
                    <Wide as Shared>::load(panel.byte::<C>(line, low * 16)),
                    <Wide as Shared>::load(panel.byte::<C>(line, chunk * 16)),
                )
            };
            found[i] = window::<C>(low, high, (16 - before) % 16);
        });
        unroll!(up_to_2, at_once, |i| {
            let line = line + i as u32 * step;
            let to = base + line as i64 * pitch;
            let before = to as u32 % 16;
            if line < end {
                // SAFETY: 16 bytes of the line, which is inside D, from a multiple of 16 on; then its elements before and
                // behind those.
                unsafe {
                    if before == 0 || chunk > 0 {
                        <Wide as Global>::store(
                            (to - before as i64 + chunk as i64 * 16) as *mut u8,
                            found[i],
                        );
                    }
                    let mut edge = chunk * C::OUT;
                    while before != 0 && edge < 16 {
                        let byte = if edge < before {
                            panel.width - before + edge
                        } else {
                            edge - before
                        };
                        panel.element::<C>(line, byte, to);
                        edge += chunks * C::OUT;
                    }
                }
            }
        });
        line += at_once * step;
    }
}
