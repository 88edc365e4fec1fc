//! How a product is run.

use std::fmt;
use std::sync::OnceLock;

/// An instruction set with kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// 512-bit registers of x86-64 (AVX-512 F, BW, DQ and VL).
    Avx512,
    /// 256-bit registers of x86-64 with fused multiply-add.
    Avx2,
    /// 128-bit registers of AArch64.
    Neon,
    /// Plain Rust.
    Portable,
}

impl Isa {
    /// The instruction sets that this processor has, the fastest first; [`Isa::Portable`] is always the last.
    ///
    /// ```
    /// use azulejo_gemm::Isa;
    /// let found = Isa::available();
    /// assert_eq!(found.last(), Some(&Isa::Portable));
    /// assert_eq!(found[0], Isa::detect());
    /// ```
    pub fn available() -> Vec<Isa> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl");
            found.extend(has_512.then_some(Isa::Avx512));
            found.extend(
                (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"))
                    .then_some(Isa::Avx2),
            );
        }
        #[cfg(target_arch = "aarch64")]
        found.extend(std::arch::is_aarch64_feature_detected!("neon").then_some(Isa::Neon));
        found.push(Isa::Portable);
        found
    }

    /// The fastest instruction set that this processor has.
    pub fn detect() -> Isa {
        static BEST: OnceLock<Isa> = OnceLock::new();
        *BEST.get_or_init(|| Isa::available()[0])
    }
}

/// Block sizes of the blocked algorithm, in elements: a `(mc,kc)` block of A is packed at a time, and a `(kc,nc)` block of B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocks {
    /// Rows of a packed block of A: it lives in the second cache.
    pub mc: usize,
    /// Values of k in a packed block: a panel of B that deep lives in the first cache.
    pub kc: usize,
    /// Columns of a packed block of B: it lives in the last cache.
    pub nc: usize,
}

/// How a product is run: printed, it is one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Config {
    /// The instruction set.
    pub isa: Isa,
    /// The block sizes.
    pub blocks: Blocks,
    /// C is cut in this many parts along its rows and its columns, each a task of its own; in more where a part of another type than
    /// the sums has many rows.
    pub parts: (usize, usize),
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Isa::Avx512 => "avx512",
            Isa::Avx2 => "avx2",
            Isa::Neon => "neon",
            Isa::Portable => "portable",
        })
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Blocks { mc, kc, nc } = self.blocks;
        write!(
            f,
            "cpu {} blocks {mc}x{nc}x{kc} parts {}x{}",
            self.isa, self.parts.0, self.parts.1
        )
    }
}
