//! What a kernel is made of: a mainloop, an epilogue and a tile scheduler, each a type that the kernel's row names.
//!
//! | | |
//! |---|---|
//! | mainloop | [`WholeStages`], [`ByRows`], [`FullPrecision`]; orders and types of operands do the rest (`mainloop::Reads`) |
//! | epilogue | [`Generic`], [`StoreOnly`], [`FusedInStages`], [`FusedInPlace`] |
//! | tile scheduler | [`Cooperative`], [`PingPong`] |
//!
//! Source: CUTLASS, `GemmUniversal` of a collective mainloop, a collective epilogue and a tile scheduler.

use super::fusion::Fusion;
use azulejo_layout::ints::*;
use core::marker::PhantomData;
use typenum::Const;

/// The three of a kernel.
pub struct Collectives<Mainloop, Epilogue, TileScheduler>(
    PhantomData<(Mainloop, Epilogue, TileScheduler)>,
);

/// Which mainloop a kernel has.
pub trait Products: 'static {
    /// Of `Whole`, with a batch per stage, and `Parts`, with one for each 64 rows.
    type Of<Whole, Parts>;
    /// `true` if sums of 8-bit floats are in full precision, as a description says.
    const PROMOTES: bool = false;
}

/// A batch per stage.
pub struct WholeStages;

/// A batch for each 64 rows of a stage, so that the first are complete earlier.
pub struct ByRows;

/// A batch per stage, whose sums are added in full precision.
pub struct FullPrecision;

/// The mainloop `M`, each k-tile's products being added in full precision.
pub struct Promoted<M>(PhantomData<M>);

impl Products for WholeStages {
    type Of<Whole, Parts> = Whole;
}

impl Products for ByRows {
    type Of<Whole, Parts> = Parts;
}

impl Products for FullPrecision {
    type Of<Whole, Parts> = Promoted<Whole>;
    const PROMOTES: bool = true;
}

/// What the description and the shared memory of a kernel have of its epilogue.
pub trait Stores: 'static {
    /// What it computes, where that is all that it can.
    const FUSION: Option<Fusion> = None;
    /// Barriers of a subtile of D.
    const BARRIERS: u32 = 1;
}

/// Any epilogue that a launch asks for.
pub struct Generic;

/// Accumulators stored as they are: 64 rows leave while the other 64 are still multiplied.
pub struct StoreOnly;

/// Straight-line code; C, if it is added, being loaded to stages after those of the tile.
pub struct FusedInStages<const C: bool, const BIAS: bool, const ACTIVATION: u32>;

/// Straight-line code that adds C, which is loaded to the subtiles of D. A subtile's barriers: C is there, D has left.
pub struct FusedInPlace;

impl Stores for Generic {}

impl Stores for StoreOnly {
    const FUSION: Option<Fusion> = Some(Fusion::STORE_ONLY);
}

impl<const C: bool, const BIAS: bool, const ACTIVATION: u32> FusedInStages<C, BIAS, ACTIVATION> {
    /// What it computes.
    pub const OF: Fusion = Fusion {
        c: C,
        bias: BIAS,
        activation: ACTIVATION,
    };
}

impl<const C: bool, const BIAS: bool, const ACTIVATION: u32> Stores
    for FusedInStages<C, BIAS, ACTIVATION>
{
    const FUSION: Option<Fusion> = Some(Self::OF);
}

impl Stores for FusedInPlace {
    const FUSION: Option<Fusion> = Some(Fusion::ADD_C);
    const BARRIERS: u32 = 2;
}

/// The consumers share a tile: each has half of its rows.
pub struct Cooperative;

/// The consumers take whole tiles alternately: one multiplies while the other stores.
pub struct PingPong;

/// The rows of a tile of `Self` rows that a consumer has under a tile scheduler.
pub trait Share<TileScheduler> {
    /// The rows.
    type Rows;
    /// Blocks of 64.
    type Blocks;
    /// The same as a number.
    const ROW_BLOCKS: u32;
    /// Blocks from a consumer's first to the next consumer's: 0 where each has the whole tile.
    const ROW_BLOCK_STRIDE: u32;
    /// Consumers of a CTA.
    const CONSUMERS: u32;
}

macro_rules! shares {
    ($($scheduler:ident: $($m:literal by $consumers:literal, $blocks:literal each $stride:literal apart $Rows:ident $Blocks:ident),*;)*) => {
        $($(impl Share<$scheduler> for Const<$m> {
            type Rows = $Rows;
            type Blocks = $Blocks;
            const ROW_BLOCKS: u32 = $blocks;
            const ROW_BLOCK_STRIDE: u32 = $stride;
            const CONSUMERS: u32 = $consumers;
        })*)*
    };
}

shares! {
    Cooperative: 64 by 1, 1 each 1 apart _64 _1, 128 by 2, 1 each 1 apart _64 _1, 192 by 3, 1 each 1 apart _64 _1,
        256 by 2, 2 each 2 apart _128 _2;
    PingPong: 128 by 2, 2 each 0 apart _128 _2;
}
