//! The certificate of a tiling of multiply-accumulates.

use azulejo_layout::check::rules::{Desc, Describe};
use azulejo_layout::{AnyLayout, Int};

use super::{AtomTiling, MmaCut, OperandA, OperandB, OperandC, TiledMma};
use crate::certificate::{Certified, MmaCertificate, certify_once, certify_tv};

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

/// A static extent.
const fn extent<E: Int>() -> i64 {
    match E::STATIC {
        Some(extent) => extent,
        None => panic!("the extents of a tiling are static"),
    }
}
