//! [`append`]: new keys and values to the cache.

use azulejo_device::ptx::thread;
use azulejo_device::ptx::vector::Vector;

use super::rows::KeyRows;

/// Copies the rows to append of a head, of K or of V, `split[0]`, `split[0] + split[1]`, … of them, to their places in the cache.
///
/// Nothing of this launch reads those places: a tile takes a row to append from where it comes from.
///
/// # Safety
/// All threads of the CTA make the call. Rows and places are of `columns` elements of 2 bytes, a multiple of 8, at multiples of 16 bytes;
/// no other CTA copies the same rows.
#[inline(always)]
pub unsafe fn append(rows: &KeyRows, columns: u32, appended: u32, split: [u32; 2]) {
    let mut i = split[0];
    while i < appended {
        let from = rows.appended(i);
        // SAFETY: upheld by the caller: the table has a page for each key to append.
        let to = unsafe { rows.place(rows.cached + i as i32) };
        let mut chunk = thread::tid();
        while chunk < columns / 8 {
            let at = 16 * chunk as u64;
            // SAFETY: upheld by the caller: the row has as many columns, at multiples of 16 bytes.
            let values = unsafe { <[u32; 4]>::load_global(from + at) };
            // SAFETY: upheld by the caller: the place has as many columns, at multiples of 16 bytes, and no other CTA copies the row; of this
            // CTA's threads each has other chunks.
            unsafe { <[u32; 4]>::store_global(to + at, values) };
            chunk += thread::ntid();
        }
        i += split[1];
    }
}
