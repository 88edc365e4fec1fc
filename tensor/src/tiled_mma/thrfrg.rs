//! From a tile to `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN)))`.

use crate::tensor::for_layouts;
use azulejo_layout::check::rules::{Desc, Describe, Text};
use azulejo_layout::{
    AnyLayout, ComposeTree, ComposedLayout, Composes, Cons, CrdIdx, DivideTree, Divides, Domain,
    Int, IntoOffset, Layout, LayoutOf, Native, Nil, Tree, Underscore, ZipTree, ZippedDivides,
    layout_of,
};

use super::AtomTiling;
use crate::atom::MmaAtom;
use crate::partition::{AllThen, Listed, Unders};
use crate::tensor::SlicedBy;

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
    InRounds in_rounds (Divides logical_divide_ceil_of) O::Perm, O::Perm::default();
    /// Divided by what one atom covers.
    InAtoms in_atoms (ZippedDivides zipped_divide_ceil_of) O::Tile, O::Tile::default();
    /// An atom's elements as (thread, value).
    InValues in_values (Composes compose_with) (O::Tv, Underscore), (O::Tv::default(), Underscore);
    /// The atoms divided by their copies over threads.
    InThreads in_threads (ZippedDivides zipped_divide_ceil_of) (Underscore, O::Thr), (Underscore, O::Thr::default());
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
    /// `(FrgV, RestM, RestN, …)` and where it starts.
    type Out;
    /// What is partitioned and by what.
    const ROUND: Round;

    /// The part and where it starts.
    fn partition(self, thread: X) -> Self::Out;
}

// A plain layout goes the steps of `Thrfrg` as a tree of modes; only the part becomes a layout again.
#[diagnostic::do_not_recommend]
impl<
    S,
    D,
    O,
    X,
    Modes,
    Perm,
    Rounds,
    Tile,
    Atom,
    Atoms,
    Tv,
    Tvs,
    Own,
    Values,
    Thr,
    Copies,
    Rest,
    All,
    Sum,
    Offset,
> PartitionMma<O, X> for Layout<S, D>
where
    S: Copy,
    D: Copy,
    O: OperandTiling,
    Self: AnyLayout<L = Modes>,
    Modes: Describe,
    O::Perm: Tree<L = Perm>,
    Perm: DivideTree<Modes, Out = Rounds>,
    O::Tile: Tree<L = Tile>,
    Tile: ZipTree<Rounds, Out = (Atom, Atoms)>,
    O::Tv: Tree<L = Tv>,
    Tv: ComposeTree<Atom, Out = Tvs>,
    Underscore: ZipTree<Tvs, Out = (Own, Values)>,
    O::Thr: Tree<L = Thr>,
    Thr: ZipTree<Atoms, Out = (Copies, Rest)>,
    Cons<Own, Cons<Copies, Nil>>: CrdIdx<X, Out = Sum>,
    Sum: IntoOffset<Out = Offset>,
    Rest: AllThen<Nil, Out = All>,
    Cons<Values, All>: Native,
{
    type Out = (LayoutOf<Cons<Values, All>>, Offset);
    const ROUND: Round = Round {
        tensor: Modes::DESC,
        extents: O::EXTENTS,
    };

    #[inline(always)]
    fn partition(self, thread: X) -> Self::Out {
        let rounds = O::Perm::default().tree().divide_tree(self.modes());
        let (atom, atoms) = O::Tile::default().tree().zip_tree(rounds);
        let (own, values) = Underscore.zip_tree(O::Tv::default().tree().compose_tree(atom));
        let (copies, rest) = O::Thr::default().tree().zip_tree(atoms);
        let offset = Cons(own, Cons(copies, Nil)).idx(thread).into_offset();
        (layout_of(Cons(values, rest.all_then(Nil))), offset)
    }
}

/// The slicing coordinate of the thread at `X`: its values, and `All` of the rest.
type ThreadCoord<X, All> = Listed<Cons<X, Cons<Cons<Underscore, Cons<All, Nil>>, Nil>>>;

#[diagnostic::do_not_recommend]
impl<A, Off, L, O, X: Copy, Cut, Modes, Rest, All, Out> PartitionMma<O, X>
    for ComposedLayout<A, Off, L>
where
    A: Copy,
    Off: Copy,
    L: Copy,
    Self: Thrfrg<O, Out = Cut>,
    Cut: Domain<L = Modes>,
    Modes: RestModes<Rest = Rest>,
    Rest: Unders<Out = All>,
    All: Copy + Default,
    Cut: SlicedBy<ThreadCoord<X, All>, Out = Out>,
{
    type Out = Out;
    const ROUND: Round = <Self as Thrfrg<O>>::ROUND;

    #[inline(always)]
    fn partition(self, thread: X) -> Self::Out {
        let cut = self.thrfrg();
        let coord = Listed(Cons(
            thread,
            Cons(Cons(Underscore, Cons(Default::default(), Nil)), Nil),
        ));
        cut.sliced_at(coord)
    }
}
