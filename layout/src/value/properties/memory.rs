//! A warp's accesses through a layout: bank conflicts of shared memory, sectors and lines of global memory.

use crate::check;
use crate::value::composed::AnyLayout;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::table_fits;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// How the accesses of all warps meet shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpAccess {
    /// Passes over the banks.
    pub passes: u32,
    /// Passes without any conflict.
    pub ideal: u32,
    /// Two lanes of one warp that want different words of one bank.
    pub conflict: Option<(usize, usize)>,
}

impl fmt::Display for WarpAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} passes, {} without conflicts",
            self.passes, self.ideal
        )?;
        match self.conflict {
            Some((a, b)) => write!(f, "; lanes {a} and {b} want one bank"),
            None => Ok(()),
        }
    }
}

/// How the accesses of all warps meet global memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpTraffic {
    /// Sectors of 32 bytes, summed over the accesses.
    pub sectors: u32,
    /// Lines of 128 bytes, summed over the accesses.
    pub lines: u32,
    /// Sectors if the bytes of each access were adjacent and aligned.
    pub ideal: u32,
}

impl fmt::Display for WarpTraffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} sectors in {} lines, {} if adjacent",
            self.sectors, self.lines, self.ideal
        )
    }
}

/// Bytes that a lane moves in one access at most: a word in each bank.
const WIDEST: i64 = 128;

/// The byte addresses of each access of each warp.
///
/// Mode 0 of the layout is the thread, the other modes together the elements of a thread; each access moves `vector`
/// elements of `bytes` bytes, the first of which the layout places. A layout of rank 1 is one access of one element a
/// thread.
fn accesses(a: &AnyLayout, bytes: i64, vector: i64) -> Result<Vec<Vec<i64>>, LayoutError> {
    if bytes < 1 || vector < 1 {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("an access of {vector} elements of {bytes} bytes"),
        )
        .fix("give at least one element of at least one byte"));
    }
    let width = bytes.saturating_mul(vector);
    if width > WIDEST {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("an access of {vector} elements of {bytes} bytes: a lane moves {WIDEST} bytes at most"),
        )
        .fix("give fewer elements, or fewer bytes"));
    }
    let shape = a.shape();
    let total = shape.size()?.value;
    table_fits(total)?;
    let (threads, values) = match shape {
        Tree::Tuple(modes) if modes.len() > 1 => {
            let threads = shape.get(&[0])?.size()?.value;
            (threads, if threads == 0 { 0 } else { total / threads })
        }
        _ => (total, 1),
    };
    let mut out = Vec::new();
    for value in (0..values).step_by(vector as usize) {
        for warp in (0..threads).step_by(32) {
            let lanes: Result<Vec<i64>, LayoutError> = (warp..threads.min(warp + 32))
                .map(|thread| {
                    let offset = a.at(thread + threads * value)?;
                    offset
                        .checked_mul(bytes)
                        .filter(|address| address.checked_add(width).is_some())
                        .ok_or_else(|| LayoutError::overflow("an address does not fit 64 bits"))
                })
                .collect();
            out.push(lanes?);
        }
    }
    Ok(out)
}

/// The bank conflicts of a layout (thread, value) -> element of shared memory, for elements of `bytes` bytes moved
/// `vector` at a time.
///
/// # Errors
/// Coordinate strides, a layout too long to list, `bytes` or `vector` below 1 or together more than the 128 bytes of all banks.
///
/// ```
/// use azulejo_layout::value::{AnyLayout, properties::bank_conflicts};
/// // A warp reads a column of a 32x32 f32 tile: all lanes in one bank; padding by one, or a swizzle, helps.
/// let column: AnyLayout = "32:32".parse()?;
/// assert_eq!(bank_conflicts(&column, 4, 1)?.passes, 32);
/// let padded: AnyLayout = "32:33".parse()?;
/// assert_eq!(bank_conflicts(&padded, 4, 1)?.passes, 1);
/// let swizzled: AnyLayout = "Sw<5,0,5> o _0 o 32:32".parse()?;
/// assert_eq!(bank_conflicts(&swizzled, 4, 1)?.passes, 1);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn bank_conflicts(a: &AnyLayout, bytes: i64, vector: i64) -> Result<WarpAccess, LayoutError> {
    let count = || {
        let mut sum = WarpAccess {
            passes: 0,
            ideal: 0,
            conflict: None,
        };
        let width = bytes.saturating_mul(vector);
        for lanes in accesses(a, bytes, vector)? {
            let one = check::shared_access(&lanes, width);
            sum.passes += one.passes;
            sum.ideal += one.ideal;
            sum.conflict = sum.conflict.or(one.conflict);
        }
        Ok(sum)
    };
    count().during("bank_conflicts", &[a, &bytes, &vector])
}

/// The sectors and lines of a layout (thread, value) -> element of global memory, for elements of `bytes` bytes moved
/// `vector` at a time.
///
/// # Errors
/// Those of [`bank_conflicts`].
pub fn coalescing(a: &AnyLayout, bytes: i64, vector: i64) -> Result<WarpTraffic, LayoutError> {
    let count = || {
        let mut sum = WarpTraffic {
            sectors: 0,
            lines: 0,
            ideal: 0,
        };
        let width = bytes.saturating_mul(vector);
        for lanes in accesses(a, bytes, vector)? {
            let one = check::global_access(&lanes, width);
            sum.sectors += one.sectors;
            sum.lines += one.lines;
            sum.ideal += one.ideal;
        }
        Ok(sum)
    };
    count().during("coalescing", &[a, &bytes, &vector])
}
