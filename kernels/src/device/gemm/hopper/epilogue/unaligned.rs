//! A subtile's lines to D where TMA cannot take it: lines of D start at any element, and memory is written 16 bytes at a time all
//! the same.
//!
//! Every thread takes 16 bytes of memory, at a multiple of 16, from the two chunks of the subtile that hold them. What a line
//! has before the first multiple and after the last are 16 bytes too, which the line's threads store element by element.
//! A line of 64 elements of 16 bits that starts 6 bytes after a multiple:
//!
//! ```text
//! subtile    | 0 … 7      | 8 … 15      | …  | 56 … 63 |
//! memory   | . . . 0 … 4 | 5 … 12 | 13 …  | 53 … 60 | 61 62 63 . . . . . |
//! ```

use super::epi_tile::EpilogueTile;
use super::*;

/// Stores the element at byte `byte` of line `line`, which starts at `to` in D.
///
/// # Safety
/// The element is inside the complete subtile and inside D.
#[inline(always)]
unsafe fn store_element<C: Device>(epi_tile: &EpilogueTile, line: u32, byte: u32, to: i64) {
    let (from, to) = (
        epi_tile.smem.byte::<C>(line, byte),
        (to + byte as i64) as *mut u8,
    );
    // SAFETY: the caller has an element inside the complete subtile and inside D.
    unsafe {
        match C::OUT {
            4 => <u32 as Global>::store(to, <u32 as Shared>::load(from)),
            2 => <u16 as Global>::store(to, <u16 as Shared>::load(from)),
            _ => <u8 as Global>::store(to, <u8 as Shared>::load(from)),
        }
    }
}

/// Sixteen bytes of two chunks, from byte `first` on.
#[inline(always)]
fn window<C: Device>(low: Wide, high: Wide, first: u32) -> Wide {
    let (a, b) = (low.0, high.0);
    let mut words = [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]];
    if first & 8 != 0 {
        unroll!(4, |i| words[i] = words[i + 2]);
        (words[4], words[5]) = (words[6], words[7]);
    }
    if first & 4 != 0 {
        unroll!(4, |i| words[i] = words[i + 1]);
        words[4] = words[5];
    }
    let mut out = [0; 4];
    unroll!(4, |i| {
        let both = (words[i + 1] as u64) << 32 | words[i] as u64;
        out[i] = if C::OUT == 4 {
            words[i]
        } else {
            (both >> (first % 4 * 8)) as u32
        };
    });
    Wide(out)
}

/// Lines that a thread has in flight: as many as registers allow.
const fn at_once<C: Config>() -> u32 {
    if C::ROW_BLOCKS * C::TILE.1 > 256 || C::BLOCKS > 1 {
        1
    } else {
        2
    }
}

/// Stores the part of a subtile that lies in D.
///
/// # Safety
/// All 128 threads of the warpgroup call this, `thread` being their number, after a barrier after which the subtile is
/// complete; the arguments are the launch's, with lines of D contiguous.
#[inline(always)]
pub unsafe fn store<C: Device>(args: &Args, epi_tile: &EpilogueTile, thread: u32) {
    let (row, column, batch) = epi_tile.corner;
    // Lines of the subtile and elements of each, the first of both in D, how many D has, and from line to line in D.
    let ([height, elements], [line0, run0], [lines, run], stride) = if epi_tile.smem.column_major {
        let (sides, corner) = ([epi_tile.columns, 64], [column, row]);
        (sides, corner, [args.n, args.m], args.d.column)
    } else {
        let (sides, corner) = ([64, epi_tile.columns], [row, column]);
        (sides, corner, [args.m, args.n], args.d.row)
    };
    if run0 >= run {
        return;
    }
    let end = math::black_box(height).min(lines.saturating_sub(line0));
    let pitch = stride * C::OUT as i64;
    let element = run0 as i64 + batch as i64 * args.d.batch;
    let base = args.d.base as i64 + element * C::OUT as i64 + line0 as i64 * pitch;
    if C::REG_LIMITED || run - run0 < elements {
        // The last subtile of a line, or no registers for words: element by element.
        let held = (run - run0).min(elements);
        let mut i = thread;
        while i < end * held {
            let (line, column) = div(i, held);
            // SAFETY: an element of D in the subtile.
            unsafe {
                store_element::<C>(epi_tile, line, column * C::OUT, base + line as i64 * pitch)
            };
            i += 128;
        }
        return;
    }
    let width = elements * C::OUT;
    let chunks = width / 16;
    let (line, chunk) = div(thread, chunks);
    let step = div(128, chunks).0;
    let mut line = if line < step { line } else { end };
    while line < end {
        let mut found = [Wide([0; 4]); 2];
        unroll!(at_once::<C>(), |i| {
            // Lines beyond the last are read as the last, and not stored.
            let line = (line + i as u32 * step).min(height - 1);
            let to = base + line as i64 * pitch;
            let before = to as u32 % 16;
            let low = if before == 0 {
                chunk
            } else {
                chunk.saturating_sub(1)
            };
            // SAFETY: chunks of the subtile, which is complete.
            let (low, high) = unsafe {
                (
                    <Wide as Shared>::load(epi_tile.smem.byte::<C>(line, low * 16)),
                    <Wide as Shared>::load(epi_tile.smem.byte::<C>(line, chunk * 16)),
                )
            };
            found[i] = window::<C>(low, high, (16 - before) % 16);
        });
        unroll!(at_once::<C>(), |i| {
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
                            width - before + edge
                        } else {
                            edge - before
                        };
                        store_element::<C>(epi_tile, line, byte, to);
                        edge += chunks * C::OUT;
                    }
                }
            }
        });
        line += at_once::<C>() * step;
    }
}
