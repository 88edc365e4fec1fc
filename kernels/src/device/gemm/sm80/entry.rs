//! What follows for a launch from the row of a kernel.

use super::table::{Access, KernelEntry, MainloopKind};
use crate::device::gemm::major::Major;
use crate::table::{Arch, Variant};

impl Access {
    /// The index along which it reads, if it matters.
    pub const fn along(self) -> Option<Major> {
        match self {
            Self::Vectorized(along, _) | Self::Tma(along) | Self::Elementwise(along) => Some(along),
            Self::Any => None,
        }
    }
}

impl KernelEntry {
    /// Binary logarithm of the columns of tiles that are visited together, at most.
    ///
    /// The tiles that run at once are to be near a square: 264 of 128 × 64 read a third fewer lines in 16 columns than in 8.
    pub const fn columns(&self) -> u32 {
        match (self.tile, self.mainloop) {
            ((1, _), _) => 16,
            (_, MainloopKind::F64 | MainloopKind::F64Small) => 4,
            _ => 3,
        }
    }

    /// Returns `true` if its tile is a small one on f64 tensor cores.
    pub const fn is_small(&self) -> bool {
        matches!(self.mainloop, MainloopKind::F64Small)
    }

    /// Bytes of a sum.
    pub const fn sum(&self) -> u32 {
        match self.mainloop {
            MainloopKind::F64 | MainloopKind::F64Small => 8,
            _ => self.types.1.bytes() as u32,
        }
    }

    /// Returns `true` if a GPU that runs `variant` has it.
    pub fn runs(&self, variant: Variant) -> bool {
        self.kernel.arch != Arch::Sm90a || variant == Variant::Sm90a
    }

    /// Returns `true` if TMA brings its operands; its blocks, one per SM, then take tile after tile.
    pub const fn uses_tma(&self) -> bool {
        matches!(self.access[0], Access::Tma(_))
    }

    /// Returns `true` if its main loop has one stage, for small products.
    pub const fn is_single_stage(&self) -> bool {
        matches!(self.mainloop, MainloopKind::SingleStage)
    }

    /// Returns `true` if a launch may compute splits of K as a batch, which a second grid adds up.
    pub const fn can_split_k(&self) -> bool {
        self.sliced.is_none()
            && !self.uses_tma()
            && !self.is_single_stage()
            && self.tile.0 > 1
            && self.sum() <= 4
    }

    /// Returns `true` if it needs more shared memory than every GPU since compute capability 8.0 has: 99 KiB.
    pub const fn needs_large_smem(&self) -> bool {
        self.shared > 99 << 10
    }
}
