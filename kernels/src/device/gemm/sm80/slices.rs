//! [`Slices`]: blocks that share a tile, each with a slice of its K.
//!
//! Where the tiles are fewer than half of the places on all SMs, all of them are cut along K: one of 128 × 128 with K = 131,072 would
//! keep one SM busy. Where they are a few more than whole rounds, a round for those few would cost as much as a full one: they
//! are cut until there is a slice for every SM. Of 8,192 tiles on 264 places 8 are left; in 8 slices each they take
//! less than an eighth of a round.
//!
//! A block that has a slice leaves its sums in device memory and counts itself; the last of a tile adds them all, in the order of K, so
//! that the result does not depend on which came last.

/// Which blocks compute which slices of which tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Slices {
    /// Tiles along the first dimension of the grid that has a block a tile.
    pub across: u32,
    /// Tiles that a block has to itself: the first.
    pub wholes: u32,
    /// Into how many slices each of the others is cut.
    pub parts: u32,
    /// Device address of a count for each tile that is cut, 0 before and after a launch.
    pub counts: u64,
    /// Device address of the sums of each slice.
    pub sums: u64,
}

/// What a block computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The tile, in the order of the grid that has a block a tile.
    pub tile: u32,
    /// Which slice of its K.
    pub slice: u32,
    /// Of how many.
    pub of: u32,
    /// Which of the tiles that are cut, where `of` is more than 1.
    pub shared: u32,
}

impl Slices {
    /// What block `block` computes.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::slices::{Slices, Unit};
    /// let slices = Slices { wholes: 2, parts: 3, ..Slices::default() };
    /// let units: Vec<_> = (0..8).map(|block| slices.unit(block)).collect();
    /// let tiles: Vec<_> = units.iter().map(|unit| (unit.tile, unit.slice, unit.of)).collect();
    /// assert_eq!(tiles, [(0, 0, 1), (1, 0, 1), (2, 0, 3), (2, 1, 3), (2, 2, 3), (3, 0, 3), (3, 1, 3), (3, 2, 3)]);
    /// assert_eq!(units[6], Unit { tile: 3, slice: 1, of: 3, shared: 1 });
    /// ```
    #[inline(always)]
    pub fn unit(&self, block: u32) -> Unit {
        if block < self.wholes || self.parts <= 1 {
            return Unit {
                tile: block,
                slice: 0,
                of: 1,
                shared: 0,
            };
        }
        let at = block - self.wholes;
        let shared = at / self.parts;
        Unit {
            tile: self.wholes + shared,
            slice: at % self.parts,
            of: self.parts,
            shared,
        }
    }

    /// Blocks that `tiles` tiles take.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::slices::Slices;
    /// assert_eq!(Slices { wholes: 2, parts: 3, ..Slices::default() }.blocks(4), 8);
    /// assert_eq!(Slices::for_grid(8192, 132, 2, 512).blocks(8192), 8184 + 8 * 8);
    /// ```
    pub const fn blocks(&self, tiles: u32) -> u32 {
        if self.parts <= 1 {
            return tiles;
        }
        self.wholes + (tiles - self.wholes) * self.parts
    }

    /// How `tiles` tiles with `blocks` blocks of K are cut for a GPU of `sm_count`, each with `resident` blocks at a time: all of them
    /// where two and more fit into each place, and the last ones where they fill less than half a place an SM after full rounds.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::slices::Slices;
    /// let cut = |tiles, blocks| {
    ///     let slices = Slices::for_grid(tiles, 132, 2, blocks);
    ///     (slices.wholes, slices.parts)
    /// };
    /// assert_eq!(cut(8192, 512), (8184, 8));
    /// assert_eq!(cut(8192, 32), (8184, 4));
    /// assert_eq!(cut(2048, 256), (2048, 1));
    /// assert_eq!(cut(40, 256), (0, 6));
    /// assert_eq!(cut(2, 4096), (0, 64));
    /// assert_eq!(cut(2, 40), (0, 5));
    /// assert_eq!(cut(200, 256), (200, 1));
    /// ```
    pub const fn for_grid(tiles: u32, sm_count: u32, resident: u32, blocks: u32) -> Self {
        let places = sm_count * resident;
        let left = if places == 0 { 0 } else { tiles % places };
        let mut parts = 1;
        if left > 0 && tiles == left && blocks > 0 {
            // The last block of a tile reads the sums of all its slices, which takes as long as some blocks of K each.
            let limits = [
                places / left,
                blocks.isqrt(),
                blocks / LEAST,
                u32::MAX / blocks,
            ];
            parts = limits[0];
            let mut i = 1;
            while i < limits.len() {
                parts = if parts < limits[i] { parts } else { limits[i] };
                i += 1;
            }
        }
        // A slice for every SM, and at least eight blocks of K in each.
        while left > 0
            && tiles > places
            && parts < MOST
            && left * parts * 2 <= sm_count
            && parts * 2 * LEAST <= blocks
        {
            parts *= 2;
        }
        if parts < 1 {
            parts = 1;
        }
        Self {
            across: 0,
            wholes: if parts > 1 { tiles - left } else { tiles },
            parts,
            counts: 0,
            sums: 0,
        }
    }
}

/// Bytes of a tile's sums: 128 × 64 of f64.
pub const SUMS: u32 = 128 * 64 * 8;
/// Slices of a tile of the last, partial round at most.
const MOST: u32 = 8;
/// Blocks of K of a slice at least.
const LEAST: u32 = 8;

impl Unit {
    /// The blocks of K, from and to, of `blocks` in all.
    ///
    /// ```
    /// use azulejo_kernels::device::gemm::sm80::slices::Unit;
    /// let slice = |slice| Unit { tile: 0, slice, of: 3, shared: 0 }.range(10);
    /// assert_eq!([slice(0), slice(1), slice(2)], [(0, 3), (3, 6), (6, 10)]);
    /// ```
    #[inline(always)]
    pub const fn range(&self, blocks: u32) -> (u32, u32) {
        if self.of <= 1 {
            return (0, blocks);
        }
        // Blocks of K times slices are less than 2^32, as `for_grid` takes care.
        (
            blocks * self.slice / self.of,
            blocks * (self.slice + 1) / self.of,
        )
    }
}
