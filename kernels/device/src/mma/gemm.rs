//! `gemm` of a tiled MMA on fragments.

use azulejo_layout::check::rules::Describe;
use azulejo_layout::{Domain, Int};
use azulejo_tensor::atom::{MmaAtom, Operand, StaticLayout};
use azulejo_tensor::engine::{AsRegisters, AsRegistersMut};
use azulejo_tensor::{
    GemmRank, Modes2, Modes3, OffsetAt, R1, R2, R3, Repeat, Tensor, agree, assert_values, same,
};

use super::{ExecuteMma, ExecuteTiledMma};

type RegA<X> = <<X as ExecuteTiledMma>::Atom as ExecuteMma>::RegA;
type RegB<X> = <<X as ExecuteTiledMma>::Atom as ExecuteMma>::RegB;
type RegC<X> = <<X as ExecuteTiledMma>::Atom as ExecuteMma>::RegC;

/// The forms of [`gemm`] by rank: `(V) x (V) -> (V)`, `(V,M) x (V,N) -> (V,M,N)` and `(V,M,K) x (V,N,K) -> (V,M,N)`.
#[diagnostic::on_unimplemented(
    message = "`gemm` has no form for operands of these ranks, types and storage",
    note = "the forms are (V) x (V) -> (V), (V,M) x (V,N) -> (V,M,N) and (V,M,K) x (V,N,K) -> (V,M,N), on fragments of the atom's types that `make_fragment_A`, `make_fragment_B` and `make_fragment_C` gave",
    note = "slice away the stage first: `tCrA.slice(coord!(_, _, _, stage))`"
)]
pub trait GemmForm<X, A, B, C> {
    /// What the build checks of the fragments: [`gemm`] evaluates it, so that an error names the line of the call.
    const CHECKS: ();

    /// Executes the form.
    ///
    /// # Safety
    /// Same requirements as [`gemm`].
    unsafe fn run(mma: X, a: &A, b: &B, c: &mut C);
}

/// One instruction on the operands at three offsets.
///
/// # Safety
/// Same requirements as [`gemm`]; the offsets are those of coordinates at which an operand of an instruction starts.
#[inline(always)]
unsafe fn step<X, EA, LA, EB, LB, EC, LC>(
    mma: X,
    (a, at_a): (&Tensor<EA, LA>, impl Int),
    (b, at_b): (&Tensor<EB, LB>, impl Int),
    (c, at_c): (&mut Tensor<EC, LC>, impl Int),
) where
    X: ExecuteTiledMma,
    EA: AsRegisters<RegA<X>, Value = <X::Atom as MmaAtom>::A>,
    EB: AsRegisters<RegB<X>, Value = <X::Atom as MmaAtom>::B>,
    EC: AsRegistersMut<RegC<X>, Value = <X::Atom as MmaAtom>::C>,
{
    // SAFETY: the caller has the offset of an operand of A, and `assert_fragments` has found all its values contiguous.
    let registers_a = unsafe { a.engine().registers(at_a.value() as isize) };
    // SAFETY: the caller has the offset of an operand of B, and `assert_fragments` has found all its values contiguous.
    let registers_b = unsafe { b.engine().registers(at_b.value() as isize) };
    // SAFETY: the caller has the offset of an operand of C that starts at a multiple of its size, and `assert_fragments` has found all
    // its values contiguous.
    let registers_c = unsafe { c.engine_mut().registers_mut(at_c.value() as isize) };
    // SAFETY: upheld by the caller: all threads of the tiled MMA are here, the operands are complete.
    unsafe { mma.execute(registers_c, registers_a, registers_b) };
}

/// The n of a step: serpentine, so B's registers serve twice where m advances.
#[inline(always)]
fn serpentine(m: usize, step: usize, count: usize) -> usize {
    if m.is_multiple_of(2) {
        step
    } else {
        count - 1 - step
    }
}

#[diagnostic::do_not_recommend]
impl<X, EA, LA, EB, LB, EC, LC> GemmForm<X, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>> for R1
where
    X: ExecuteTiledMma,
    EA: AsRegisters<RegA<X>, Value = <X::Atom as MmaAtom>::A>,
    EB: AsRegisters<RegB<X>, Value = <X::Atom as MmaAtom>::B>,
    EC: AsRegistersMut<RegC<X>, Value = <X::Atom as MmaAtom>::C>,
    LA: OffsetAt<usize, Offset: Int> + Domain<L: Describe>,
    LB: OffsetAt<usize, Offset: Int> + Domain<L: Describe>,
    LC: OffsetAt<usize, Offset: Int> + Domain<L: Describe>,
{
    const CHECKS: () = assert_fragments::<X::Atom, LA, LB, LC>();

    #[inline(always)]
    unsafe fn run(mma: X, a: &Tensor<EA, LA>, b: &Tensor<EB, LB>, c: &mut Tensor<EC, LC>) {
        let (a, b) = ((a, a.layout().offset_at(0)), (b, b.layout().offset_at(0)));
        let at = c.layout().offset_at(0);
        // SAFETY: the caller has all threads of the tiled MMA here, operands that are complete, and an asynchronous instruction
        // between `warpgroup_arrive` and `warpgroup_wait`; an operand starts at its first coordinate.
        unsafe { step(mma, a, b, (c, at)) };
    }
}

#[diagnostic::do_not_recommend]
impl<X, EA, LA, EB, LB, EC, LC> GemmForm<X, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>> for R2
where
    X: ExecuteTiledMma,
    EA: AsRegisters<RegA<X>, Value = <X::Atom as MmaAtom>::A>,
    EB: AsRegisters<RegB<X>, Value = <X::Atom as MmaAtom>::B>,
    EC: AsRegistersMut<RegC<X>, Value = <X::Atom as MmaAtom>::C>,
    LA: OffsetAt<(usize, usize), Offset: Int> + Domain<L: Modes2 + Describe>,
    LB: OffsetAt<(usize, usize), Offset: Int> + Domain<L: Modes2 + Describe>,
    LC: OffsetAt<(usize, usize, usize), Offset: Int> + Domain<L: Modes3 + Describe>,
{
    const CHECKS: () = {
        assert_fragments::<X::Atom, LA, LB, LC>();
        agree::<<LA::L as Modes2>::N1, <LC::L as Modes3>::N1>();
        agree::<<LB::L as Modes2>::N1, <LC::L as Modes3>::N2>();
    };

    #[inline(always)]
    unsafe fn run(mma: X, a: &Tensor<EA, LA>, b: &Tensor<EB, LB>, c: &mut Tensor<EC, LC>) {
        let (la, lb, lc) = (a.layout(), b.layout(), c.layout());
        let ((_, ma), (_, nb)) = (la.domain().extents(), lb.domain().extents());
        let (_, m, n) = lc.domain().extents();
        same(ma, m);
        same(nb, n);
        m.repeat(inlined!(|m: usize| {
            n.repeat(inlined!(|i: usize| {
                let n = serpentine(m, i, n.count());
                let (a, b) = ((a, la.offset_at((0, m))), (b, lb.offset_at((0, n))));
                // SAFETY: the caller has all threads of the tiled MMA here, operands that are complete, and an asynchronous
                // instruction between `warpgroup_arrive` and `warpgroup_wait`; the offsets are those of coordinates at which an
                // operand starts.
                unsafe { step(mma, a, b, (&mut *c, lc.offset_at((0, m, n)))) };
            }));
        }));
    }
}

#[diagnostic::do_not_recommend]
impl<X, EA, LA, EB, LB, EC, LC> GemmForm<X, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>> for R3
where
    X: ExecuteTiledMma,
    EA: AsRegisters<RegA<X>, Value = <X::Atom as MmaAtom>::A>,
    EB: AsRegisters<RegB<X>, Value = <X::Atom as MmaAtom>::B>,
    EC: AsRegistersMut<RegC<X>, Value = <X::Atom as MmaAtom>::C>,
    LA: OffsetAt<(usize, usize, usize), Offset: Int> + Domain<L: Modes3 + Describe>,
    LB: OffsetAt<(usize, usize, usize), Offset: Int> + Domain<L: Modes3 + Describe>,
    LC: OffsetAt<(usize, usize, usize), Offset: Int> + Domain<L: Modes3 + Describe>,
{
    const CHECKS: () = {
        assert_fragments::<X::Atom, LA, LB, LC>();
        agree::<<LA::L as Modes3>::N1, <LC::L as Modes3>::N1>();
        agree::<<LB::L as Modes3>::N1, <LC::L as Modes3>::N2>();
        agree::<<LA::L as Modes3>::N2, <LB::L as Modes3>::N2>();
    };

    #[inline(always)]
    unsafe fn run(mma: X, a: &Tensor<EA, LA>, b: &Tensor<EB, LB>, c: &mut Tensor<EC, LC>) {
        let (la, lb, lc) = (a.layout(), b.layout(), c.layout());
        let ((_, ma, k), (_, nb, kb)) = (la.domain().extents(), lb.domain().extents());
        let (_, m, n) = lc.domain().extents();
        same(ma, m);
        same(nb, n);
        same(k, kb);
        k.repeat(inlined!(|k: usize| {
            let mma = if k == 0 { mma } else { mma.accumulating() };
            m.repeat(inlined!(|m: usize| {
                n.repeat(inlined!(|i: usize| {
                    let n = serpentine(m, i, n.count());
                    let (a, b) = ((a, la.offset_at((0, m, k))), (b, lb.offset_at((0, n, k))));
                    // SAFETY: the caller has all threads of the tiled MMA here, operands that are complete, and an asynchronous
                    // instruction between `warpgroup_arrive` and `warpgroup_wait`; the offsets are those of coordinates at which an
                    // operand starts.
                    unsafe { step(mma, a, b, (&mut *c, lc.offset_at((0, m, n)))) };
                }));
            }));
        }));
    }
}

/// Stops the build where the first mode of a fragment is not the values of one instruction.
const fn assert_fragments<Atom, LA, LB, LC>()
where
    Atom: MmaAtom,
    LA: Domain<L: Describe>,
    LB: Domain<L: Describe>,
    LC: Domain<L: Describe>,
{
    let threads = Atom::ThrId::SIZE;
    let a = match Atom::A_OPERAND {
        Operand::Register => Atom::ALayout::SIZE / threads,
        Operand::SharedDescriptor => 1,
    };
    let b = match Atom::B_OPERAND {
        Operand::Register => Atom::BLayout::SIZE / threads,
        Operand::SharedDescriptor => 1,
    };
    assert_values("A", <LA::L as Describe>::DESC, a);
    assert_values("B", <LB::L as Describe>::DESC, b);
    let c = Atom::CLayout::SIZE / threads;
    assert_values("C", <LC::L as Describe>::DESC, c);
}

/// `c += a * b` on fragments, by the instruction of the tiled MMA's atom.
///
/// Fragments are those of `make_fragment_A`, `make_fragment_B` and `make_fragment_C`: `(V,M,K)`, `(V,N,K)` and `(V,M,N)`, or one
/// k-block of them, `(V,M)` and `(V,N)`, or the operands of one instruction, `(V)`. Extents that are static and differ do not compile. The order is k outermost, then m, then
/// n serpentine.
///
/// Source: CuTe, `gemm(tiled_mma, A, B, C)` in `algorithm/gemm.hpp`.
///
/// # Safety
/// All threads of the tiled MMA make the call together, converged. The engine of each fragment holds every offset of its layout, and
/// the registers of C start at a multiple of their size, as those of `make_fragment_C` do.
/// Operands in shared memory are complete, and visible to the asynchronous proxy where the instruction reads through it. Around an
/// asynchronous instruction are [`warpgroup_arrive`](super::warpgroup_arrive), [`warpgroup_commit_batch`](super::warpgroup_commit_batch) and
/// [`warpgroup_wait`](super::warpgroup_wait).
#[inline(always)]
pub unsafe fn gemm<X, EA, LA, EB, LB, EC, LC>(
    mma: X,
    a: &Tensor<EA, LA>,
    b: &Tensor<EB, LB>,
    c: &mut Tensor<EC, LC>,
) where
    X: ExecuteTiledMma,
    LA: Domain<L: GemmRank>,
    <LA::L as GemmRank>::Rank: GemmForm<X, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>,
{
    const {
        <<LA::L as GemmRank>::Rank as GemmForm<X, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>>::CHECKS
    };
    // SAFETY: upheld by the caller: all threads of the tiled MMA are here, operands in shared memory are complete
    // and visible, and an asynchronous instruction is between `warpgroup_arrive` and `warpgroup_wait`.
    unsafe { <<LA::L as GemmRank>::Rank>::run(mma, a, b, c) }
}
