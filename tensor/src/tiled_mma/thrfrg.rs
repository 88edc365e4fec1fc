//! From a tile to `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))`.

use crate::tensor::for_layouts;
use azulejo_layout::law::{Desc, Describe, Text};
use azulejo_layout::{Composes, Cons, Divides, Domain, Int, Nil, Under, ZippedDivides};

use super::AtomTiling;
use crate::OffsetAt;
use crate::SlicedBy;
use crate::atom::MmaAtom;
use crate::partition::{Listed, Unders};

/// The tilers of one operand, in the order they are applied.
pub trait OperandTiling {
    /// What one round covers.
    type Perm: Copy + Default;
    /// What one atom covers.
    type Tile: Copy + Default;
    /// The atom's (thread, value) layout.
    type Tv: Copy + Default;
    /// Copies of the atom.
    type Thr: Copy + Default;
    /// The extents of one round.
    const EXTENTS: [Option<i64>; 2];
}

/// The operand `A`, of (M, K).
#[derive(Clone, Copy, Debug, Default)]
pub struct OperandA<Mma>(core::marker::PhantomData<Mma>);
/// The operand `B`, of (N, K).
#[derive(Clone, Copy, Debug, Default)]
pub struct OperandB<Mma>(core::marker::PhantomData<Mma>);
/// The operand `C`, of (M, N).
#[derive(Clone, Copy, Debug, Default)]
pub struct OperandC<Mma>(core::marker::PhantomData<Mma>);

impl<Mma: AtomTiling> OperandTiling for OperandA<Mma> {
    type Perm = (Mma::PermM, Mma::PermK);
    type Tile = (Mma::AtomM, Mma::AtomK);
    type Tv = <Mma::Atom as MmaAtom>::ALayout;
    type Thr = (Mma::ThrM, Mma::ThrK);
    const EXTENTS: [Option<i64>; 2] = [Mma::TileM::STATIC, Mma::TileK::STATIC];
}

impl<Mma: AtomTiling> OperandTiling for OperandB<Mma> {
    type Perm = (Mma::PermN, Mma::PermK);
    type Tile = (Mma::AtomN, Mma::AtomK);
    type Tv = <Mma::Atom as MmaAtom>::BLayout;
    type Thr = (Mma::ThrN, Mma::ThrK);
    const EXTENTS: [Option<i64>; 2] = [Mma::TileN::STATIC, Mma::TileK::STATIC];
}

impl<Mma: AtomTiling> OperandTiling for OperandC<Mma> {
    type Perm = (Mma::PermM, Mma::PermN);
    type Tile = (Mma::AtomM, Mma::AtomN);
    type Tv = <Mma::Atom as MmaAtom>::CLayout;
    type Thr = (Mma::ThrM, Mma::ThrN);
    const EXTENTS: [Option<i64>; 2] = [Mma::TileM::STATIC, Mma::TileN::STATIC];
}

/// A layout cut for the operand `O`: threads first, then values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be partitioned by this tiled multiply-accumulate",
    note = "operands are matrices with static or dynamic extents: A (M,K), B (N,K), C (M,N); further modes are kept as they are"
)]
pub trait Thrfrg<O>: Copy {
    /// `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,…)))`.
    type Out: Copy;
    /// What is cut and by what; partitions stop where it does not divide.
    const ROUND: Round;

    /// Cuts it.
    fn thrfrg(self) -> Self::Out;
}

type Permuted<L, O> = <<O as OperandTiling>::Perm as Divides<L>>::Out;
type Atoms<L, O> = <<O as OperandTiling>::Tile as ZippedDivides<Permuted<L, O>>>::Out;
type Values<L, O> = <(<O as OperandTiling>::Tv, Under) as Composes<Atoms<L, O>>>::Out;
type Threads<L, O> = <(Under, <O as OperandTiling>::Thr) as ZippedDivides<Values<L, O>>>::Out;

macro_rules! thrfrg {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, O: OperandTiling> Thrfrg<O> for $layout
        where
            Self: Domain,
            <Self as Domain>::L: Describe,
            O::Perm: Divides<Self>,
            O::Tile: ZippedDivides<Permuted<Self, O>>,
            (O::Tv, Under): Composes<Atoms<Self, O>>,
            (Under, O::Thr): ZippedDivides<Values<Self, O>>,
            Threads<Self, O>: Copy,
        {
            type Out = Threads<Self, O>;
            const ROUND: Round = Round {
                tensor: <<Self as Domain>::L as Describe>::DESC,
                extents: O::EXTENTS,
            };
            #[inline(always)]
            fn thrfrg(self) -> Self::Out {
                let permuted = O::Perm::default().logical_divide_of(self);
                let atoms = O::Tile::default().zipped_divide_of(permuted);
                let values = (O::Tv::default(), Under).compose_with(atoms);
                (Under, O::Thr::default()).zipped_divide_of(values)
            }
        }
    };
}

for_layouts!(thrfrg);

/// The rest modes of a cut layout.
pub trait RestModes {
    /// The modes.
    type Rest;
}

impl<T, V, R> RestModes for Cons<T, Cons<Cons<V, Cons<R, Nil>>, Nil>> {
    type Rest = R;
}

/// A tensor and the round of a tiling that cuts it.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    tensor: &'static Desc,
    extents: [Option<i64>; 2],
}

/// Stops where the round does not divide a static extent; `call` is the partition.
#[track_caller]
pub(super) const fn divides(call: &str, round: Round) {
    let (mut mode, mut rest) = (0, round.tensor);
    while mode < 2 {
        let Desc::Cons(head, tail) = rest else { return };
        if let (Some(extent), Some(tile)) = (head.size(), round.extents[mode])
            && (tile < 1 || extent % tile != 0)
        {
            let whole = if tile < 1 { 0 } else { extent / tile };
            let line = Text::new()
                .text(call)
                .text(" of ")
                .layout(round.tensor, &[])
                .text(": mode ")
                .number(mode as i64)
                .text(" has ")
                .number(extent)
                .text(" elements, a round of the tiled multiply-accumulate covers ")
                .number(tile)
                .text(", and ")
                .number(extent)
                .text(" = ")
                .number(whole)
                .text(" * ")
                .number(tile)
                .text(" + ")
                .number(extent - whole * tile)
                .text(": pad the tile to ")
                .number((whole + 1) * tile)
                .text(", or choose a smaller atom layout or permutation");
            panic!("{}", line.as_str());
        }
        rest = tail;
        mode += 1;
    }
}

/// A layout of which a thread at coordinate `X` takes its part for the operand `O`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be partitioned by this tiled multiply-accumulate",
    note = "operands are matrices with static or dynamic extents: A (M,K), B (N,K), C (M,N); further modes are kept as they are"
)]
pub trait PartitionMma<O, X>: Copy {
    /// `(FrgV, RestM, RestN, …)`.
    type Part: Copy;
    /// Where the part starts.
    type Offset: Copy;
    /// What is partitioned and by what.
    const ROUND: Round;

    /// The part and where it starts.
    fn partition(self, thread: X) -> (Self::Part, Self::Offset);
}

type Rest<L, O> = <<<L as Thrfrg<O>>::Out as Domain>::L as RestModes>::Rest;
type ThreadCoord<L, O, X> =
    Listed<Cons<X, Cons<Cons<Under, Cons<<Rest<L, O> as Unders>::Out, Nil>>, Nil>>>;

macro_rules! partition_mma {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, O, X: Copy> PartitionMma<O, X> for $layout
        where
            Self: Thrfrg<O>,
            <Self as Thrfrg<O>>::Out: Domain<L: RestModes>,
            Rest<Self, O>: Unders,
            <Self as Thrfrg<O>>::Out: SlicedBy<ThreadCoord<Self, O, X>>,
        {
            type Part = <<Self as Thrfrg<O>>::Out as SlicedBy<ThreadCoord<Self, O, X>>>::Kept;
            type Offset = <<Self as Thrfrg<O>>::Out as OffsetAt<ThreadCoord<Self, O, X>>>::Offset;
            const ROUND: Round = <Self as Thrfrg<O>>::ROUND;

            #[inline(always)]
            fn partition(self, thread: X) -> (Self::Part, Self::Offset) {
                let cut = self.thrfrg();
                let coord = Listed(Cons(
                    thread,
                    Cons(Cons(Under, Cons(Default::default(), Nil)), Nil),
                ));
                (cut.sliced_by(coord), cut.offset_at(coord))
            }
        }
    };
}

for_layouts!(partition_mma);
