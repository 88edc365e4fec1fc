//! The certificates of atoms.

use azulejo_layout::check::rules::Desc;
use azulejo_layout::check::{self, Flat};

use super::tv::{TvCertificate, certify_once, certify_tv};
use crate::atom::{CopyOp, MmaAtom, StaticLayout, StaticShape};

/// What is proved of a multiply-accumulate, of one atom or of a round of a tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MmaCertificate {
    /// Operand `A`: its owners are the threads that read the same element.
    pub a: TvCertificate,
    /// Operand `B`.
    pub b: TvCertificate,
    /// The accumulator.
    pub c: TvCertificate,
    /// Threads that sum parts of the same element of `C`: the copies of the atom along K.
    pub writers: i64,
}

/// What is proved of a copy, of one instruction in bits or of a round of a tiling in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyCertificate {
    /// Where it reads.
    pub source: TvCertificate,
    /// Where it writes.
    pub destination: TvCertificate,
    /// Threads that move the same bits or element: 1 where no two write the same.
    pub writers: i64,
}

/// Proves that the three layouts of an atom partition their tiles, the accumulator with one owner an element.
///
/// # Panics
/// As [`certify_tv`].
///
/// ```
/// use azulejo_tensor::{MmaCertificate, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, certify_mma_atom};
/// const PROVED: MmaCertificate = certify_mma_atom::<Atom>();
/// assert_eq!((PROVED.a.values, PROVED.b.values, PROVED.c.values), (8, 4, 4));
/// ```
#[must_use]
pub const fn certify_mma_atom<A: MmaAtom>() -> MmaCertificate {
    let [m, n, k] = A::ShapeMnk::EXTENTS;
    let (m, n, k) = (m as i64, n as i64, k as i64);
    let c = certify_once("the accumulator of an atom", A::CLayout::DESC, m * n);
    MmaCertificate {
        a: certify_tv("operand A of an atom", A::ALayout::DESC, m * k),
        b: certify_tv("operand B of an atom", A::BLayout::DESC, n * k),
        c,
        writers: 1,
    }
}

/// Proves that both sides of a copy instruction partition the same bits.
///
/// # Panics
/// As [`certify_tv`].
///
/// ```
/// use azulejo_tensor::{CopyCertificate, atom::SM75_U32x4_LDSM_N as Op, certify_copy_op};
/// const PROVED: CopyCertificate = certify_copy_op::<Op>();
/// assert_eq!((PROVED.source.threads, PROVED.destination.values, PROVED.writers), (32, 128, 1));
/// ```
#[must_use]
pub const fn certify_copy_op<Op: CopyOp>() -> CopyCertificate {
    let bits = cells(Op::RefBits::DESC);
    let name = "the reference side of a copy instruction";
    let reference = certify_once(name, Op::RefBits::DESC, bits);
    CopyCertificate {
        writers: reference.owners,
        source: certify_tv("the source of a copy instruction", Op::SrcBits::DESC, bits),
        destination: certify_tv(
            "the destination of a copy instruction",
            Op::DstBits::DESC,
            bits,
        ),
    }
}

/// One more than the largest offset.
const fn cells(layout: &Desc) -> i64 {
    let mut modes = Flat::new();
    if !layout.flat(&mut modes) {
        return 0;
    }
    match check::span(modes.as_slice()) {
        Some(span) => span.greatest + 1,
        None => 0,
    }
}
