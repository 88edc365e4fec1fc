//! A kernel's row: what the build inserts into the PTX and what a launcher needs to know of an entry point.
//!
//! rustc has no attribute for launch bounds, so an entry point's block size and residency are constants next to its
//! name, and the build writes them into the PTX as `.maxntid` and `.minnctapersm` (PTX ISA, performance-tuning
//! directives). `ptxas` then keeps the registers within `65536 / (threads * min_ctas)`.

/// The least architecture an entry point is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arch {
    /// Compute capability 8.0 and every later one, the same instructions everywhere: one text serves all.
    Common,
    /// Compute capability 8.0 and every later one, with other instructions on 9.0: a text for each.
    Sm80,
    /// Compute capability 9.0 alone: `wgmma`, TMA and `setmaxnreg` are not in its successors' instruction sets.
    Sm90a,
}

/// One entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The symbol in the PTX.
    pub name: &'static str,
    /// The name of the PTX file that holds it: in this repository `kernels/ptx/<variant>/<file>.ptx`.
    pub file: &'static str,
    /// Threads in a block, at most; launchers use exactly this many.
    pub threads: u32,
    /// Blocks that must fit on one SM at once.
    pub min_ctas: u32,
    /// Where it can run.
    pub arch: Arch,
    /// The compressed PTX and machine code of its file, where the program embeds them.
    pub texts: Texts,
}

/// The compressed PTX of a file, for each architecture that has a text of its own, and machine code of some of its kernels.
///
/// It refers to statics, so that a program links the files whose rows it uses and no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    /// For compute capability 8.0 and all later ones.
    pub sm_80: Option<&'static Packed>,
    /// For compute capability 9.0 alone.
    pub sm_90a: Option<&'static Packed>,
    /// Machine code for compute capability 9.0 of the file's kernels that are called most.
    pub cubins: Option<&'static Packed>,
}

impl Texts {
    /// Nothing embedded: kernels of a module that the program loads itself.
    pub const NONE: Self = Self {
        sm_80: None,
        sm_90a: None,
        cubins: None,
    };
}

/// A compressed module for each kernel of a file, as `cargo xtask ptx` writes them, or for some, as `cargo xtask cubin` does.
pub struct Packed {
    /// An index and one stream.
    pub bytes: &'static [u8],
    /// Those of a file whose modules the stream refers to as if they were before its own.
    pub base: Option<&'static [u8]>,
}

impl core::fmt::Debug for Packed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

impl Eq for Packed {}

impl Kernel {
    /// The row, where its launch bounds are those of a launch: the check of [`kernels!`](crate::kernels).
    ///
    /// # Panics
    /// At compile time in a constant, where no device launches such CTAs.
    #[track_caller]
    pub const fn checked(self) -> Self {
        assert!(
            1 <= self.threads && self.threads <= 1024,
            "kernels!: `threads` is 1 to 1024, the threads of a CTA"
        );
        assert!(
            1 <= self.min_ctas && self.min_ctas <= 32,
            "kernels!: `min_ctas` is 1 to 32, the CTAs that an SM holds at least"
        );
        assert!(
            self.threads * self.min_ctas <= 2048,
            "kernels!: `threads` times `min_ctas` is at most 2048, the threads of an SM; ask for fewer CTAs"
        );
        self
    }

    /// Registers a thread may use for `min_ctas` blocks to fit, at most 255: an SM has 65,536 and gives
    /// them out by 8 a thread.
    pub const fn register_budget(&self) -> u32 {
        match 65_536u32.checked_div(self.threads.saturating_mul(self.min_ctas)) {
            Some(fit) if fit < 256 => fit / 8 * 8,
            _ => 255,
        }
    }
}

/// A set of texts compiled for one architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// For compute capability 8.0 and all later ones.
    Sm80,
    /// For compute capability 9.0 alone.
    Sm90a,
}

impl Variant {
    /// The variant that a GPU of this compute capability runs; `None` where it is too old for any.
    ///
    /// ```
    /// use azulejo_device::table::Variant;
    /// assert_eq!(Variant::for_capability(9, 0), Some(Variant::Sm90a));
    /// assert_eq!(Variant::for_capability(8, 9), Some(Variant::Sm80));
    /// assert_eq!(Variant::for_capability(12, 0), Some(Variant::Sm80));
    /// assert_eq!(Variant::for_capability(7, 5), None);
    /// ```
    pub const fn for_capability(major: u32, minor: u32) -> Option<Self> {
        match (major, minor) {
            (9, 0) => Some(Self::Sm90a),
            (8.., _) => Some(Self::Sm80),
            _ => None,
        }
    }

    /// `true` if a GPU of this compute capability runs it, chosen or not.
    ///
    /// ```
    /// use azulejo_device::table::Variant;
    /// assert!(Variant::Sm80.runs_on(9, 0) && !Variant::Sm90a.runs_on(10, 0));
    /// ```
    pub const fn runs_on(self, major: u32, minor: u32) -> bool {
        match self {
            Self::Sm80 => major >= 8,
            Self::Sm90a => major == 9 && minor == 0,
        }
    }

    /// What rustc and `ptxas` call it; also the folder of its texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sm80 => "sm_80",
            Self::Sm90a => "sm_90a",
        }
    }

    /// `true` if this variant holds `kernel`.
    pub const fn holds(self, kernel: &Kernel) -> bool {
        matches!(
            (self, kernel.arch),
            (Self::Sm80, Arch::Common) | (_, Arch::Sm80) | (Self::Sm90a, Arch::Sm90a)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_shared_by_the_threads_that_there_are() {
        let of = |threads, min_ctas| {
            let (name, file, arch, texts) = ("", "", Arch::Sm80, Texts::NONE);
            let kernel = Kernel {
                name,
                file,
                threads,
                min_ctas,
                arch,
                texts,
            };
            kernel.register_budget()
        };
        assert_eq!([of(128, 4), of(384, 1), of(1024, 2)], [128, 168, 32]);
        // Bounds that `checked` rejects.
        assert_eq!([of(0, 1), of(1, 0), of(1, 1)], [255; 3]);
        assert_eq!(of(1 << 16, 1 << 16), 0);
    }
}
