//! The certificate of a tiled copy.

use azulejo_layout::AnyLayout;
use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_layout::check::{self, Flat};

use super::{CopyDst, CopySrc, CopyTiling, SideTv, TileExtents, TiledCopy};
use crate::atom::{CopyOp, StaticLayout, ValueBits};
use crate::certificate::{Certified, CopyCertificate, certify_tv, certify_vector};

/// The tree of a layout.
type Tree<L> = <L as AnyLayout>::L;

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
