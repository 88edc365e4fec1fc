//! The swizzle with the fewest bank conflicts, by looking at all of them.

use super::write::swizzles;
use crate::check;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use crate::value::ops::cosize;
use crate::value::swizzle::Swizzle;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// The outcome of [`best_swizzle`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwizzleChoice {
    /// The swizzle; one of no bits when none is better.
    pub swizzle: Swizzle,
    /// Passes over the banks with it, over all accesses.
    pub passes: u32,
    /// Passes without any swizzle.
    pub before: u32,
    /// Passes without any conflict: no swizzle can do better.
    pub ideal: u32,
    /// How many swizzles were tried: all that fit in the tile.
    pub tried: usize,
}

impl fmt::Display for SwizzleChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} passes, {} without swizzle, {} without conflicts; best of {}",
            self.swizzle, self.passes, self.before, self.ideal, self.tried
        )
    }
}

/// The swizzle of a shared-memory tile with the fewest bank conflicts over the given accesses.
///
/// `tile` places the elements (1-D coordinate to element offset). Each access is a layout from the lanes of a warp to 1-D
/// coordinates of the tile; every lane moves `vector` elements of `bytes` bytes from there. All swizzles that fit in the
/// tile and keep vectors whole are tried, so the answer is optimal among them; of equals, the one with the fewest bits,
/// then the smallest fields, wins.
///
/// # Errors
/// Coordinates outside the tile, more than 32 lanes, sizes below 1, a tile of more than 2^24 elements.
///
/// ```
/// use azulejo_layout::value::{DynLayout, f2::best_swizzle};
/// // A row-major 8x64 tile of f16, read by ldmatrix: eight lanes take 16 bytes each, down a column.
/// let tile: DynLayout = "(8,64):(64,1)".parse()?;
/// let rows: DynLayout = "8:1".parse()?;
/// let best = best_swizzle(&tile, &[rows], 2, 8)?;
/// assert_eq!((best.swizzle.to_string().as_str(), best.passes, best.before), ("Sw<3,3,3>", 1, 8));
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn best_swizzle(
    tile: &DynLayout,
    accesses: &[DynLayout],
    bytes: i64,
    vector: i64,
) -> Result<SwizzleChoice, LayoutError> {
    search(tile, accesses, bytes, vector).during("best_swizzle", &[tile, &bytes, &vector])
}

fn search(
    tile: &DynLayout,
    accesses: &[DynLayout],
    bytes: i64,
    vector: i64,
) -> Result<SwizzleChoice, LayoutError> {
    let fault = |reason| {
        LayoutError::new(ErrorKind::OutOfRange, reason)
            .fix("give a tile of 1 to 2^24 elements and vectors of a power of two of them")
    };
    if bytes < 1 || vector < 1 || vector.count_ones() != 1 {
        return Err(fault(format!(
            "an access of {vector} elements of {bytes} bytes"
        )));
    }
    let cells = cosize(tile)?.value;
    if !(1..=1 << 24).contains(&cells) {
        return Err(fault(format!("a tile of {cells} elements")));
    }
    let total = tile.shape().size()?.value;
    let flat = tile.flat()?;
    let mut starts: Vec<Vec<i64>> = Vec::new();
    for access in accesses {
        let lanes: Result<Vec<i64>, LayoutError> = access
            .offsets()?
            .into_iter()
            .map(|coordinate| {
                if !(0..total).contains(&coordinate) {
                    return Err(fault(format!(
                        "{access} reads the coordinate {coordinate}, outside {tile}"
                    )));
                }
                check::offset(flat.as_slice(), coordinate)
                    .filter(|offset| *offset >= 0)
                    .ok_or_else(|| fault(format!("{tile} has a negative offset")))
            })
            .collect();
        let lanes = lanes?;
        if lanes.len() > 32 {
            return Err(fault(format!("{access} has more than 32 lanes")));
        }
        starts.push(lanes);
    }
    let width = bytes.saturating_mul(vector);
    let passes = |swizzle: Option<Swizzle>| {
        let (mut passes, mut ideal) = (0, 0);
        for lanes in &starts {
            let addresses: Vec<i64> = lanes
                .iter()
                .map(|&x| {
                    swizzle
                        .map_or(x, |swizzle| swizzle.apply(x))
                        .saturating_mul(bytes)
                })
                .collect();
            let one = check::shared_access(&addresses, width);
            passes += one.passes;
            ideal += one.ideal;
        }
        (passes, ideal)
    };
    let (before, ideal) = passes(None);
    let mut best = SwizzleChoice {
        swizzle: Swizzle::new(0, 0, 0)?,
        passes: before,
        before,
        ideal,
        tried: 0,
    };
    let bits = 64 - i64::from((cells as u64 - 1).leading_zeros());
    for swizzle in swizzles(bits) {
        if i64::from(swizzle.base()) < i64::from(vector.trailing_zeros()) {
            continue;
        }
        best.tried += 1;
        let (passes, _) = passes(Some(swizzle));
        if passes < best.passes {
            best.swizzle = swizzle;
            best.passes = passes;
        }
    }
    Ok(best)
}
