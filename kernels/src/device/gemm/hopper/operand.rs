//! One operand's tile in shared memory, and everything the hardware must be told about it, derived from its layout.
//!
//! The tile is the canonical layout of `wgmma`: a swizzle atom of 8 rows by 32, 64 or 128 bytes, repeated. For 16-bit
//! elements, 128 rows and the K index contiguous, in elements:
//!
//! ```text
//! Sw<3,4,3> o ((8,16),(64,1)):((64,512),(1,0))        row 0: 0 1 2 … 63, row 1: 64 …, row 8: 512 …
//! ```
//!
//! The layouts are types, `tile_to_shape` of an atom each ([`tiles`](super::tiles)); [`Operand::read`] takes them apart
//! when the crate is compiled, and one that no descriptor can name does not compile.
//!
//! From a tile follow the tensor map's box (the longest run, then the steps at one stride), the copies a tile takes (one for
//! each further step), and the steps of an instruction's K and of 64 rows.

use azulejo_layout::check::SwizzledFacts;

/// Sizes and strides of one index of a layout, fastest first, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// `(size, stride)`.
    pub parts: [(u32, u32); 2],
}

impl Mode {
    /// Where index `i` lies.
    pub const fn at(&self, i: u32) -> u32 {
        let (size, stride) = self.parts[0];
        (i % size) * stride + (i / size) * self.parts[1].1
    }

    /// The index of these modes of a layout.
    const fn read(modes: &[azulejo_layout::check::Mode]) -> Self {
        let mut parts = [(1, 0); 2];
        let (mut count, mut i) = (0, 0);
        while i < modes.len() {
            let (size, stride) = (modes[i].size as u32, modes[i].stride as u32);
            if size > 1 {
                assert!(
                    count < 2,
                    "an index of the tile is more than atoms at one distance"
                );
                parts[count] = (size, stride);
                count += 1;
            }
            i += 1;
        }
        Self { parts }
    }

    /// How many indices there are.
    pub const fn size(&self) -> u32 {
        self.parts[0].0 * self.parts[1].0
    }
}

/// Which index of an operand is contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Major {
    /// K: rows of A or columns of B are contiguous.
    K,
    /// M or N.
    Mn,
}

impl Major {
    /// The other index.
    pub const fn other(self) -> Self {
        match self {
            Major::K => Major::Mn,
            Major::Mn => Major::K,
        }
    }
}

/// An operand's tile: its layout, and what follows from it. Offsets are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Which index is contiguous.
    pub major: Major,
    /// The M or N index of the tile.
    pub mn: Mode,
    /// The K index of the tile.
    pub k: Mode,
    /// Bytes of an element.
    pub element: u32,
    /// Width of the swizzle atom: 32, 64 or 128 bytes.
    pub swizzle: u32,
}

impl Operand {
    /// Reads a tile of `mn` by K elements of `element` bytes off its layout.
    ///
    /// # Panics
    /// Where the layout is not one that a matrix descriptor can name: a swizzle atom of 8 lines of 32, 64 or 128 bytes,
    /// repeated at one distance along each index, its chunks of 16 bytes moved by the swizzle of its width.
    pub const fn read(layout: &SwizzledFacts, mn: u32, element: u32) -> Self {
        let (swizzle, modes) = (layout.swizzle(), layout.inner().modes());
        // Modes of M or N, then of K.
        let (mut count, mut rows) = (0, 1);
        while rows < mn as i64 {
            rows *= modes[count].size;
            count += 1;
        }
        assert!(rows == mn as i64, "the layout's first index is not M or N");
        let (first, second) = modes.split_at(count);
        let (mn, k) = (Mode::read(first), Mode::read(second));
        assert!(
            layout.offset() == 0
                && swizzle.shift == 3
                && 1 <= swizzle.bits
                && swizzle.bits <= 3
                && element << swizzle.base == 16,
            "the swizzle is not one of TMA's, which moves chunks of 16 bytes"
        );
        let width = 16 << swizzle.bits;
        let run = width / element;
        let major = if k.parts[0].1 == 1 {
            Major::K
        } else {
            Major::Mn
        };
        let (along, across) = match major {
            Major::K => (k, mn),
            Major::Mn => (mn, k),
        };
        assert!(
            along.parts[0].0 == run && along.parts[0].1 == 1,
            "lines of the atom are not as wide as its swizzle"
        );
        assert!(
            across.parts[0].0 == 8 && across.parts[0].1 == run,
            "the atom has not eight lines, one behind the other"
        );
        assert!(
            matches!(major, Major::Mn) || along.parts[1].0 == 1,
            "a K-major tile is one swizzle atom wide"
        );
        assert!(
            across.parts[1].0 == 1 || across.parts[1].1 == 8 * run,
            "atoms do not lie one behind the other"
        );
        Self {
            major,
            mn,
            k,
            element,
            swizzle: width,
        }
    }

    /// Bytes of the tile.
    pub const fn bytes(&self) -> u32 {
        self.mn.size() * self.k.size() * self.element
    }

    /// Where element (`mn`, `k`) of the tile stands.
    pub const fn at(&self, mn: u32, k: u32) -> u32 {
        let offset = (self.mn.at(mn) + self.k.at(k)) * self.element;
        // The swizzle moves chunks of 16 bytes by the line of 128 bytes.
        offset ^ (offset >> 3 & (self.swizzle - 16))
    }

    /// From one 64-row block of A to the next.
    pub const fn row_block_step(&self) -> u32 {
        self.mn.at(64) * self.element
    }

    /// From the K step of one instruction (32 bytes of K) to the next.
    pub const fn k_step(&self) -> u32 {
        self.k.at(32 / self.element) * self.element
    }

    /// Whether the tensor cores can read the tile where it is: M- or N-major ones of 16-bit elements only.
    pub const fn has_descriptor(&self) -> bool {
        matches!(self.major, Major::K) || self.element == 2
    }
}

#[cfg(all(test, not(sanitized)))]
mod tests {
    use super::super::table::{FAMILIES, GROUPED};
    use super::*;
    use azulejo_layout::ints::{_32, _64, _96, _128};
    use azulejo_layout::value::{DynLayout, Order, tile_to_shape};
    use azulejo_layout::{LayoutRight, TileToShape};
    use azulejo_tensor::atom::{Layout_MN_SW64_Atom, Layout_MN_SW128_Atom};
    use azulejo_tensor::bf16;

    #[test]
    fn k_major_tiles_are_one_atom_wide() {
        let a = Operand::new(Major::K, 128, 64, 2);
        assert_eq!((a.bytes(), a.tma_box(), a.boxes()), (16_384, (64, 128), 1));
        assert_eq!((a.row_block_step(), a.k_step()), (8192, 32));
        assert_eq!(a.part(2).tma_box(), (64, 64));
    }

    #[test]
    fn mn_major_tiles_are_panels() {
        let b = Operand::new(Major::Mn, 256, 64, 2);
        assert_eq!((b.tma_box(), b.boxes(), b.box_step()), ((64, 64), 4, 8192));
        assert_eq!(b.k_step(), 2048);
        type Narrow = TileToShape<Layout_MN_SW64_Atom<bf16>, (_96, _64), LayoutRight>;
        let narrow = Operand::read(&Narrow::FACTS, 96, 2);
        assert_eq!(
            (narrow.swizzle, narrow.tma_box(), narrow.boxes()),
            (64, (32, 64), 3)
        );
    }

    #[test]
    fn elements_stand_where_the_swizzled_layout_has_them() {
        type Words = TileToShape<Layout_MN_SW128_Atom<f32>, (_128, _32), LayoutRight>;
        type Bytes = TileToShape<Layout_MN_SW128_Atom<i8>, (_128, _128), LayoutRight>;
        for (facts, k, element) in [(Words::FACTS, 32, 4), (Bytes::FACTS, 128, 1)] {
            let tile = Operand::new(Major::Mn, 128, k, element);
            for i in 0..128 * k {
                let stands = facts.at(i as i64).unwrap() as u32 * element;
                assert_eq!(tile.at(i % 128, i / 128), stands);
            }
        }
    }

    /// The algebra's own tile: the swizzle atom of 8 rows by 32, 64 or 128 bytes (CuTe, `Layout_K_SW128_Atom` and its
    /// kin), `tile_to_shape`d along K first where M or N is contiguous. A part's last atom may be another part's too.
    fn tiled(operand: &Operand) -> DynLayout {
        let run = operand.swizzle / operand.element;
        let (atom, order) = match operand.major {
            Major::K => (format!("(_8,_{run}):(_{run},_1)"), Order::Left),
            Major::Mn => (format!("(_{run},_8):(_1,_{run})"), Order::Right),
        };
        let rows = operand.mn.size().next_multiple_of(8);
        let shape = format!("(_{rows},_{})", operand.k.size());
        tile_to_shape(&atom.parse().unwrap(), &shape.parse().unwrap(), &order).unwrap()
    }

    /// A consumer reads its rows of A as a tile of their own, from where the first stands; parts of it are contiguous.
    #[test]
    fn a_consumers_rows_are_a_tile_of_their_own() {
        for row in FAMILIES.iter().chain(GROUPED).copied().flatten() {
            let (a, tile) = (row.config.a, row.config.tile);
            let consumers = row.config.threads / 128 - 1;
            if !a.has_descriptor() {
                continue;
            }
            let rows = if row.config.ping_pong {
                tile.0
            } else {
                tile.0 / consumers
            };
            let own = Operand::new(a.major, rows, a.k.size(), a.element);
            let first = Operand::new(a.major, 64, a.k.size(), a.element);
            // A tile of 64 rows has no next block.
            if tile.0 > 64 {
                assert_eq!(a.row_block_step(), first.bytes(), "{}", row.kernel.name);
            }
            for (mn, k) in (0..tile.0).flat_map(|mn| (0..a.k.size()).map(move |k| (mn, k))) {
                let start = mn / rows * (rows / 64) * a.row_block_step();
                assert_eq!(
                    a.at(mn, k),
                    start + own.at(mn % rows, k),
                    "{}",
                    row.kernel.name
                );
            }
        }
    }

    #[test]
    fn every_kernels_tiles_are_swizzle_atoms_tiled_to_shape() {
        let mut operands: Vec<Operand> = Vec::new();
        for row in FAMILIES.iter().copied().flatten() {
            let (a, b) = (row.config.a, row.config.b);
            let (cm, cn) = row.config.cluster;
            operands.extend([a, b, a.part(cn), b.part(cm)]);
        }
        operands.sort_by_key(|o| format!("{o:?}"));
        operands.dedup();
        assert!(operands.len() > 30);
        for operand in &operands {
            let layout = tiled(operand);
            let rows = operand.mn.size().next_multiple_of(8);
            for (i, offset) in layout.offsets().unwrap().into_iter().enumerate() {
                let (mn, k) = (i as u32 % rows, i as u32 / rows);
                if mn >= operand.mn.size() {
                    continue;
                }
                let found = operand.mn.at(mn) + operand.k.at(k);
                assert_eq!(found as i64, offset, "{layout} at ({mn}, {k})");
            }
            // The steps of an instruction's K and of 64 rows, read off the layout.
            let at = |mn: u32, k: u32| {
                layout.offsets().unwrap()[(mn + k * rows) as usize] as u64 * operand.element as u64
            };
            if !operand.has_descriptor() {
                continue;
            }
            assert_eq!(
                operand.k_step() as u64,
                at(0, 32 / operand.element),
                "{layout}"
            );
            if rows > 64 {
                assert_eq!(operand.row_block_step() as u64, at(64, 0), "{layout}");
            }
        }
    }
}
