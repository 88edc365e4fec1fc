//! The certificates of tilings.

use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_layout::check::{self, Flat};
use azulejo_layout::{AnyLayout, Int};

use super::atom::{CopyCertificate, MmaCertificate};
use super::tv::{certify_once, certify_tv, certify_vector};
use crate::atom::{CopyOp, StaticLayout, ValueBits};
use crate::tiled_copy::{CopyDst, CopySrc, CopyTiling, SideTv, TileExtents};
use crate::tiled_mma::{AtomTiling, MmaCut, OperandA, OperandB, OperandC};
use crate::{TiledCopy, TiledMma};

/// A tiling that is proved when its certificate is evaluated: a constructor does so.
///
/// ```
/// use azulejo_layout::{Layout, ints::*};
/// use azulejo_tensor::{Certified, TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, certify};
/// type Mma = TiledMma<Atom, Layout<(_2, _2, _1), (_1, _2, _0)>>;
/// certify!(Mma);
/// assert_eq!(Mma::CERTIFICATE.c.elements, 32 * 16);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no certificate",
    note = "only static tilings of atoms can be proved: see `TiledMma` and `TiledCopy`"
)]
pub trait Certified {
    /// What is proved.
    type Certificate: Copy;
    /// The proof; a compile error, with a counterexample, where there is none.
    const CERTIFICATE: Self::Certificate;
    /// What a round writes: (thread, value) to element.
    const WRITES: &'static Desc;
}

/// Proves tilings and atoms in an item, so that `cargo check` sees what fails.
///
/// ```compile_fail
/// use azulejo_layout::{Layout, Under, ints::*};
/// use azulejo_tensor::{TiledMma, atom::SM80_16x8x16_F32F16F16F32_TN as Atom, certify};
/// // The permutation of M visits every second row and leaves the tile.
/// type Mma = TiledMma<Atom, Layout<(_2, _1, _1), (_1, _0, _0)>, (Layout<_32, _2>, Under, Under)>;
/// certify!(Mma);
/// ```
#[macro_export]
macro_rules! certify {
    ($($tiling:ty),+ $(,)?) => {
        $(const _: <$tiling as $crate::Certified>::Certificate = <$tiling as $crate::Certified>::CERTIFICATE;)+
    };
}

/// The tree of a layout.
type Tree<L> = <L as AnyLayout>::L;

impl<Atom, Al, P> Certified for TiledMma<Atom, Al, P>
where
    Self: AtomTiling,
    OperandA<Self>: MmaCut<Cut: AnyLayout<L: Describe>>,
    OperandB<Self>: MmaCut<Cut: AnyLayout<L: Describe>>,
    OperandC<Self>: MmaCut<Cut: AnyLayout<L: Describe>>,
{
    type Certificate = MmaCertificate;
    const CERTIFICATE: MmaCertificate = {
        let m = extent::<<Self as AtomTiling>::TileM>();
        let n = extent::<<Self as AtomTiling>::TileN>();
        let k = extent::<<Self as AtomTiling>::TileK>();
        let a = <Tree<<OperandA<Self> as MmaCut>::Cut> as Describe>::DESC;
        let b = <Tree<<OperandB<Self> as MmaCut>::Cut> as Describe>::DESC;
        MmaCertificate {
            a: certify_tv("operand A of a tiling", a, m * k),
            b: certify_tv("operand B of a tiling", b, n * k),
            c: certify_once("the accumulator of a tiling", Self::WRITES, m * n),
            writers: extent::<<Self as AtomTiling>::ThrK>(),
        }
    };
    const WRITES: &'static Desc = <Tree<<OperandC<Self> as MmaCut>::Cut> as Describe>::DESC;
}

impl<Op, T, Tv, Tiler> Certified for TiledCopy<Op, T, Tv, Tiler>
where
    Self: CopyTiling,
    Op: CopyOp,
    Tv: AnyLayout<L: Describe>,
    T: ValueBits,
    Tiler: TileExtents,
    CopySrc<Self>: SideTv<Out: AnyLayout<L: Describe>>,
    CopyDst<Self>: SideTv<Out: AnyLayout<L: Describe>>,
{
    type Certificate = CopyCertificate;
    const CERTIFICATE: CopyCertificate = {
        let tile = Tiler::EXTENTS;
        let elements = tile[0] * tile[1] * tile[2];
        let source = <Tree<<CopySrc<Self> as SideTv>::Out> as Describe>::DESC;
        let destination = <Tree<<CopyDst<Self> as SideTv>::Out> as Describe>::DESC;
        let bits = T::BITS as i64;
        let (reads, writes) = (
            "the source of a tiled copy",
            "the destination of a tiled copy",
        );
        certify_vector(reads, source, tile, at_once(Op::SrcBits::DESC) / bits);
        certify_vector(writes, destination, tile, at_once(Op::DstBits::DESC) / bits);
        let tv = certify_tv("a tiled copy", Self::WRITES, elements);
        CopyCertificate {
            writers: tv.owners,
            source: certify_tv(reads, source, elements),
            destination: certify_tv(writes, destination, elements),
        }
    };
    const WRITES: &'static Desc = <Tree<Tv> as Describe>::DESC;
}

/// A static extent.
const fn extent<E: Int>() -> i64 {
    match E::STATIC {
        Some(extent) => extent,
        None => panic!("the extents of a tiling are static"),
    }
}

/// What one instruction moves for a thread at most, in bits; more is a box, whose elements need not be neighbours.
const REGISTERS: i64 = 128;

/// How many neighbouring bits a thread starts with.
const fn at_once(bits: &Desc) -> i64 {
    let mut modes = Flat::new();
    let Desc::Cons(thread, _) = bits else {
        return 1;
    };
    if !bits.flat(&mut modes) {
        return 1;
    }
    let values = match check::coalesce(modes.as_slice().split_at(thread.count()).1) {
        Some(values) => values,
        None => return 1,
    };
    match values.as_slice() {
        [first, ..] if first.stride == 1 && first.size <= REGISTERS => first.size,
        _ => 1,
    }
}
