//! How the lanes of a warp meet memory: banks of shared memory, sectors and lines of global memory.

/// What one warp-wide access to shared memory costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SharedAccess {
    /// Passes over the banks that the access takes.
    pub passes: u32,
    /// Passes that the same number of bytes takes without any conflict.
    pub ideal: u32,
    /// Two lanes that want different words of one bank in one pass, if there are such.
    pub conflict: Option<(usize, usize)>,
}

/// What one warp-wide access to global memory touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlobalAccess {
    /// Sectors of 32 bytes.
    pub sectors: u32,
    /// Cache lines of 128 bytes.
    pub lines: u32,
    /// Sectors that the distinct bytes would fill if they were adjacent and aligned.
    pub ideal: u32,
}

/// Lanes in a warp.
pub(crate) const LANES: usize = 32;
/// Banks of shared memory, four bytes wide each.
const BANKS: i64 = 32;
const WORD: i64 = 4;
/// Bytes that a lane moves in one access at most.
const WIDEST: i64 = 128;

/// The width, or the nearest that an access can have.
const fn movable(width: i64) -> i64 {
    match width {
        ..=0 => 1,
        WIDEST.. => WIDEST,
        _ => width,
    }
}

/// The passes of one access to shared memory: lane `i` moves `width` bytes from byte address `addresses[i]`.
///
/// Shared memory has 32 banks of 4-byte words. Lanes that want the same word share it; different words of one bank take
/// one pass each. An access of 8 bytes a lane is served half a warp at a time, of 16 bytes a quarter, so that at most 32
/// words are asked for at once (CUDA C++ Programming Guide, "Shared Memory", and the measured behaviour of wide loads).
///
/// At most 32 addresses are looked at. Widths below 4 bytes use the word that holds them, and none is taken as more than
/// the 128 bytes that a lane can move.
///
/// ```
/// use azulejo_layout::check::shared_access;
/// let mut column = [0_i64; 32];
/// let mut lane = 0;
/// while lane < 32 { column[lane] = 32 * 4 * lane as i64; lane += 1; }
/// let cost = shared_access(&column, 4);
/// assert_eq!((cost.passes, cost.ideal, cost.conflict), (32, 1, Some((0, 1))));
/// ```
#[must_use]
pub const fn shared_access(addresses: &[i64], width: i64) -> SharedAccess {
    let lanes = if addresses.len() < LANES {
        addresses.len()
    } else {
        LANES
    };
    let words = if width <= WORD {
        1
    } else {
        movable(width) / WORD
    };
    let group = LANES / words as usize;
    let mut passes = 0;
    let mut ideal = 0;
    let mut conflict = None;
    let mut start = 0;
    while start < lanes {
        let end = if start + group < lanes {
            start + group
        } else {
            lanes
        };
        let (worst, pair) = group_passes(addresses, start, end, words);
        passes += worst;
        ideal += 1;
        if conflict.is_none() {
            conflict = pair;
        }
        start = end;
    }
    SharedAccess {
        passes,
        ideal,
        conflict,
    }
}

/// The largest number of distinct words of one bank among the lanes `start..end`, and two lanes that differ there.
const fn group_passes(
    addresses: &[i64],
    start: usize,
    end: usize,
    words: i64,
) -> (u32, Option<(usize, usize)>) {
    let mut worst = 0;
    let mut pair = None;
    let mut bank = 0;
    while bank < BANKS {
        let mut seen = [0_i64; LANES];
        let mut owner = [0_usize; LANES];
        let mut count = 0;
        let mut lane = start;
        while lane < end {
            let mut w = 0;
            while w < words {
                let word = addresses[lane].div_euclid(WORD) + w;
                if word.rem_euclid(BANKS) == bank {
                    let mut k = 0;
                    while k < count && seen[k] != word {
                        k += 1;
                    }
                    if k == count && count < LANES {
                        seen[count] = word;
                        owner[count] = lane;
                        count += 1;
                    }
                }
                w += 1;
            }
            lane += 1;
        }
        if count as u32 > worst {
            worst = count as u32;
            if count > 1 {
                pair = Some((owner[0], owner[1]));
            }
        }
        bank += 1;
    }
    (worst, pair)
}

/// The sectors and lines of one access to global memory: lane `i` moves `width` bytes from byte address `addresses[i]`.
///
/// At most 32 addresses are looked at, and 1 to 128 bytes a lane.
#[must_use]
pub const fn global_access(addresses: &[i64], width: i64) -> GlobalAccess {
    let width = movable(width);
    let (sectors, _) = distinct(addresses, width, 32);
    let (lines, bytes) = distinct(addresses, width, 128);
    GlobalAccess {
        sectors,
        lines,
        ideal: ((bytes + 31) / 32) as u32,
    }
}

/// How many blocks of `block` bytes the lanes touch, and how many bytes the distinct addresses hold.
const fn distinct(addresses: &[i64], width: i64, block: i64) -> (u32, i64) {
    let lanes = if addresses.len() < LANES {
        addresses.len()
    } else {
        LANES
    };
    let mut count = 0;
    let mut bytes = 0;
    let mut lane = 0;
    while lane < lanes {
        let first = addresses[lane].div_euclid(block);
        let last = addresses[lane].saturating_add(width - 1).div_euclid(block);
        let mut at = first;
        while at <= last {
            let mut earlier = 0;
            let mut new = true;
            while earlier < lane {
                let low = addresses[earlier].div_euclid(block);
                let high = addresses[earlier]
                    .saturating_add(width - 1)
                    .div_euclid(block);
                if low <= at && at <= high {
                    new = false;
                }
                earlier += 1;
            }
            if new {
                count += 1;
            }
            at += 1;
        }
        let mut earlier = 0;
        let mut new = true;
        while earlier < lane {
            if addresses[earlier] == addresses[lane] {
                new = false;
            }
            earlier += 1;
        }
        if new {
            bytes += width;
        }
        lane += 1;
    }
    (count, bytes)
}

/// The questions about the access of a warp, of properties that know their `size` and where an index is (`at`).
macro_rules! warp_access {
    ($properties:ident) => {
        impl $properties {
            /// What it costs the lanes of a warp to move `vector` elements of `bytes` bytes each in shared memory, lane `i`
            /// from the offset of index `i` on: see [`shared_access`](crate::check::shared_access).
            #[must_use]
            pub const fn shared_access(
                &self,
                bytes: i64,
                vector: i64,
            ) -> $crate::check::SharedAccess {
                let (addresses, lanes) = self.addresses(bytes);
                let width = bytes.saturating_mul(vector);
                $crate::check::shared_access(addresses.split_at(lanes).0, width)
            }

            /// The same in global memory: see [`global_access`](crate::check::global_access).
            #[must_use]
            pub const fn global_access(
                &self,
                bytes: i64,
                vector: i64,
            ) -> $crate::check::GlobalAccess {
                let (addresses, lanes) = self.addresses(bytes);
                let width = bytes.saturating_mul(vector);
                $crate::check::global_access(addresses.split_at(lanes).0, width)
            }

            /// The byte addresses of the first elements, one a lane, and how many.
            const fn addresses(&self, bytes: i64) -> ([i64; super::memory::LANES], usize) {
                let (mut addresses, mut lane) = ([0; super::memory::LANES], 0);
                let size = match self.size() {
                    Some(size) => size,
                    None => super::memory::LANES as i64,
                };
                while lane < super::memory::LANES && (lane as i64) < size {
                    if let Some(offset) = self.at(lane as i64) {
                        addresses[lane] = offset.saturating_mul(bytes);
                    }
                    lane += 1;
                }
                (addresses, lane)
            }
        }
    };
}
pub(super) use warp_access;
