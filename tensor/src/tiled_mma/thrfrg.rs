//! From a tile to `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))`.

use crate::tensor::for_layouts;
use azulejo_layout::law::{Desc, Describe, Text};
use azulejo_layout::{Composes, Cons, Divides, Domain, Int, Nil, Under, ZippedDivides};

use super::AtomTiling;
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

/// A step on layouts for the operand `O`. Each is a trait of its own with the layout in `Self`, so that the compiler proves
/// one after the other and none inside another.
macro_rules! step {
    ($tiling:ident: $(#[$doc:meta] $step:ident $call:ident ($operation:ident $by:ident) $tiler:ty, $value:expr;)*) => {$(
        #[$doc]
        #[diagnostic::on_unimplemented(
            message = "`{Self}` cannot be partitioned by this tiled multiply-accumulate",
            note = "operands are matrices with static or dynamic extents: A (M,K), B (N,K), C (M,N); further modes are kept as they are"
        )]
        pub trait $step<O>: Copy {
            /// What it becomes.
            type Out;
            /// Takes the step.
            fn $call(self) -> Self::Out;
        }
        $crate::tiled_mma::thrfrg::step!(@ {S: Copy, D: Copy} azulejo_layout::Layout<S, D>, $tiling $step $call $operation $by $tiler, $value);
        $crate::tiled_mma::thrfrg::step!(@ {Map: Copy, Off: Copy, Lay: Copy} azulejo_layout::ComposedLayout<Map, Off, Lay>, $tiling $step $call $operation $by $tiler, $value);
    )*};
    (@ {$($generic:tt)*} $layout:ty, $tiling:ident $step:ident $call:ident $operation:ident $by:ident $tiler:ty, $value:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, O: $tiling> $step<O> for $layout
        where
            $tiler: $operation<Self>,
        {
            type Out = <$tiler as $operation<Self>>::Out;
            #[inline(always)]
            fn $call(self) -> Self::Out {
                $value.$by(self)
            }
        }
    };
}
pub(super) use step;

step! {
    OperandTiling:
    /// Divided by what one round covers.
    InRounds in_rounds (Divides logical_divide_of) O::Perm, O::Perm::default();
    /// Divided by what one atom covers.
    InAtoms in_atoms (ZippedDivides zipped_divide_of) O::Tile, O::Tile::default();
    /// An atom's elements as (thread, value).
    InValues in_values (Composes compose_with) (O::Tv, Under), (O::Tv::default(), Under);
    /// The atoms divided by their copies over threads.
    InThreads in_threads (ZippedDivides zipped_divide_of) (Under, O::Thr), (Under, O::Thr::default());
}

macro_rules! thrfrg {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, O: OperandTiling, Modes, Rounds, Atoms, Values, Threads> Thrfrg<O> for $layout
        where
            Self: Domain<L = Modes> + InRounds<O, Out = Rounds>,
            Modes: Describe,
            Rounds: InAtoms<O, Out = Atoms>,
            Atoms: InValues<O, Out = Values>,
            Values: InThreads<O, Out = Threads>,
            Threads: Copy,
        {
            type Out = Threads;
            const ROUND: Round = Round {
                tensor: Modes::DESC,
                extents: O::EXTENTS,
            };
            #[inline(always)]
            fn thrfrg(self) -> Threads {
                self.in_rounds().in_atoms().in_values().in_threads()
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

/// The slicing coordinate of the thread at `X`: its values, and `All` of the rest.
type ThreadCoord<X, All> = Listed<Cons<X, Cons<Cons<Under, Cons<All, Nil>>, Nil>>>;

macro_rules! partition_mma {
    ({$($generic:tt)*} $layout:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*, O, X: Copy, Cut, Modes, Rest, All, Part, Offset> PartitionMma<O, X> for $layout
        where
            Self: Thrfrg<O, Out = Cut>,
            Cut: Domain<L = Modes>,
            Modes: RestModes<Rest = Rest>,
            Rest: Unders<Out = All>,
            All: Copy + Default,
            Cut: SlicedBy<ThreadCoord<X, All>, Kept = Part, Offset = Offset>,
            Part: Copy,
            Offset: Copy,
        {
            type Part = Part;
            type Offset = Offset;
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
