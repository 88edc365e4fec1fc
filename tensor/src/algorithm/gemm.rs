//! `gemm`: the five forms, chosen by rank.
//!
//! | form | `a` | `b` | `c` | does |
//! |---|---|---|---|---|
//! | 1 | `(V)` | `(V)` | `(V)` | `c(v) += a(v) b(v)` |
//! | 2 | `(M)` | `(N)` | `(M,N)` | outer product |
//! | 3 | `(M,K)` | `(N,K)` | `(M,N)` | sum of outer products |
//! | 4 | `(V,M)` | `(V,N)` | `(V,M,N)` | one instruction for each `(m, n)`, serpentine in `n` |
//! | 5 | `(V,M,K)` | `(V,N,K)` | `(V,M,N)` | form 4 for each `k` |
//!
//! In forms 4 and 5 the first mode holds one thread's values of an instruction's operand. Going through `n` back and forth reuses the
//! registers of `b` at each turn.

use azulejo_layout::check::rules::Text;
use azulejo_layout::{Cons, Domain, Int, M, Nil, Size};

use super::repeat::{Repeat, same};
use crate::atom::{Fragment, MmaInstruction, UniversalFMA};
use crate::element::Element;
use crate::engine::{Engine, EngineMut};
use crate::tensor::{OffsetAt, Tensor};

/// Rank 1.
#[derive(Debug)]
pub struct R1;
/// Rank 2.
#[derive(Debug)]
pub struct R2;
/// Rank 3.
#[derive(Debug)]
pub struct R3;

/// The rank of a tree of modes, as far as `gemm` distinguishes.
#[diagnostic::on_unimplemented(
    message = "`gemm` takes tensors of rank 1 to 3",
    note = "operands are (V), (M), (M,K), (V,M) or (V,M,K): slice the stage away, `tCrA.slice(coord!(_, _, _, stage))`, or group modes"
)]
pub trait GemmRank {
    /// The rank.
    type Rank;
}

impl<S, D> GemmRank for M<S, D> {
    type Rank = R1;
}
impl<A> GemmRank for Cons<A, Nil> {
    type Rank = R1;
}
impl<A, B> GemmRank for Cons<A, Cons<B, Nil>> {
    type Rank = R2;
}
impl<A, B, C> GemmRank for Cons<A, Cons<B, Cons<C, Nil>>> {
    type Rank = R3;
}

/// The extent of a layout of rank 1.
pub trait Mode1 {
    /// Its type.
    type N0: Repeat;
    /// The extent.
    fn count1(self) -> Self::N0;
}

impl<L: Size<Out: Repeat>> Mode1 for L {
    type N0 = L::Out;
    #[inline(always)]
    fn count1(self) -> L::Out {
        self.size()
    }
}

/// The extents of two modes.
pub trait Modes2 {
    /// Of mode 0.
    type N0: Repeat;
    /// Of mode 1.
    type N1: Repeat;
    /// Both.
    fn extents(self) -> (Self::N0, Self::N1);
}

impl<A, B> Modes2 for Cons<A, Cons<B, Nil>>
where
    A: Size<Out: Repeat>,
    B: Size<Out: Repeat>,
{
    type N0 = A::Out;
    type N1 = B::Out;
    #[inline(always)]
    fn extents(self) -> (A::Out, B::Out) {
        (self.0.size(), self.1.0.size())
    }
}

/// As [`Modes2`], of three modes.
pub trait Modes3 {
    /// Of mode 0.
    type N0: Repeat;
    /// Of mode 1.
    type N1: Repeat;
    /// Of mode 2.
    type N2: Repeat;
    /// All three.
    fn extents(self) -> (Self::N0, Self::N1, Self::N2);
}

impl<A, B, C> Modes3 for Cons<A, Cons<B, Cons<C, Nil>>>
where
    A: Size<Out: Repeat>,
    B: Size<Out: Repeat>,
    C: Size<Out: Repeat>,
{
    type N0 = A::Out;
    type N1 = B::Out;
    type N2 = C::Out;
    #[inline(always)]
    fn extents(self) -> (A::Out, B::Out, C::Out) {
        (self.0.size(), self.1.0.size(), self.1.1.0.size())
    }
}

/// What `gemm` does for operands of three ranks.
#[diagnostic::on_unimplemented(
    message = "`gemm` by `{I}` has no form for these ranks, elements or storage: {Self}",
    note = "the forms are (V)(V)->(V), (M)(N)->(M,N), (M,K)(N,K)->(M,N), (V,M)(V,N)->(V,M,N) and (V,M,K)(V,N,K)->(V,M,N)",
    note = "products add up so: f16 -> f16 or f32; bf16, Tf32 -> f32; f32 -> f32; f64 -> f64; 8-bit floats -> f16 or f32; i8, u8, i16 -> i32; wider integers -> themselves",
    note = "the third tensor is written: it stands on a `&mut` slice, a pointer or an array of its own"
)]
pub trait Form<I, A, B, C> {
    /// Runs it.
    fn run(instruction: &I, a: &A, b: &B, c: &mut C);
}

/// Stops where an instruction has several values per thread.
#[track_caller]
const fn one_value<I: MmaInstruction>() {
    let (a, b, c) = (I::FragA::LEN, I::FragB::LEN, I::FragC::LEN);
    if a != 1 || b != 1 || c != 1 {
        let line = Text::new()
            .text("gemm: of A, B and C this instruction has ")
            .number(a as i64)
            .text(", ")
            .number(b as i64)
            .text(" and ")
            .number(c as i64)
            .text(" values per thread, and operands (V), (M) or (M,K) give it 1; give it operands (V,M) and (V,N), or (V,M,K) and (V,N,K)");
        panic!("{}", line.as_str());
    }
}

/// One instruction on single values.
#[inline(always)]
fn single<I>(
    instruction: &I,
    a: <I::FragA as Fragment>::Item,
    b: <I::FragB as Fragment>::Item,
    c: <I::FragC as Fragment>::Item,
) -> <I::FragC as Fragment>::Item
where
    I: MmaInstruction,
{
    const { one_value::<I>() };
    let frag = |a, b, c| instruction.fma(a, b, c);
    let mut out = c;
    frag(
        I::FragA::gather(|_| a),
        I::FragB::gather(|_| b),
        I::FragC::gather(|_| c),
    )
    .scatter(|_, item| out = item);
    out
}

macro_rules! form {
    (($ra:ident $rb:ident $rc:ident) $xa:ty, $xb:ty, $xc:ty; $ma:ident $mb:ident $mc:ident |$i:ident, $a:ident, $b:ident, $c:ident| $body:block) => {
        #[diagnostic::do_not_recommend]
        impl<I, EA, LA, EB, LB, EC, LC> Form<I, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>
            for ($ra, $rb, $rc)
        where
            I: MmaInstruction,
            EA: Engine<Item = <I::FragA as Fragment>::Item>,
            EB: Engine<Item = <I::FragB as Fragment>::Item>,
            EC: EngineMut<Item = <I::FragC as Fragment>::Item>,
            LA: OffsetAt<$xa, Offset: Int> + Domain<L: $ma>,
            LB: OffsetAt<$xb, Offset: Int> + Domain<L: $mb>,
            LC: OffsetAt<$xc, Offset: Int> + Domain<L: $mc>,
        {
            #[inline(always)]
            fn run($i: &I, $a: &Tensor<EA, LA>, $b: &Tensor<EB, LB>, $c: &mut Tensor<EC, LC>) {
                $body
            }
        }
    };
}

form! { (R1 R1 R1) usize, usize, usize; Mode1 Mode1 Mode1 |i, a, b, c| {
    let (va, vb, vc) = (a.layout().domain().count1(), b.layout().domain().count1(), c.layout().domain().count1());
    same(va, vc);
    same(vb, vc);
    vc.repeat(|v| c.put(v, single(i, a.at(v), b.at(v), c.at(v))));
}}

form! { (R1 R1 R2) usize, usize, (usize, usize); Mode1 Mode1 Modes2 |i, a, b, c| {
    let (m, n) = c.layout().domain().extents();
    same(a.layout().domain().count1(), m);
    same(b.layout().domain().count1(), n);
    m.repeat(|m| n.repeat(|n| c.put((m, n), single(i, a.at(m), b.at(n), c.at((m, n))))));
}}

form! { (R2 R2 R2) (usize, usize), (usize, usize), (usize, usize); Modes2 Modes2 Modes2 |i, a, b, c| {
    let ((ma, k), (nb, kb)) = (a.layout().domain().extents(), b.layout().domain().extents());
    let (m, n) = c.layout().domain().extents();
    same(ma, m);
    same(nb, n);
    same(k, kb);
    k.repeat(|k| m.repeat(|m| n.repeat(|n| {
        c.put((m, n), single(i, a.at((m, k)), b.at((n, k)), c.at((m, n))));
    })));
}}

form! { (R2 R2 R3) (usize, usize), (usize, usize), (usize, usize, usize); Modes2 Modes2 Modes3 |i, a, b, c| {
    let ((_, ma), (_, nb), (_, m, n)) = (a.layout().domain().extents(), b.layout().domain().extents(), c.layout().domain().extents());
    same(ma, m);
    same(nb, n);
    m.repeat(|m| n.repeat(|step| {
        let n = if m % 2 == 0 { step } else { n.count() - 1 - step };
        let frag_a = I::FragA::gather(|v| a.at((v, m)));
        let frag_b = I::FragB::gather(|v| b.at((v, n)));
        let frag_c = I::FragC::gather(|v| c.at((v, m, n)));
        i.fma(frag_a, frag_b, frag_c).scatter(|v, item| c.put((v, m, n), item));
    }));
}}

form! { (R3 R3 R3) (usize, usize, usize), (usize, usize, usize), (usize, usize, usize); Modes3 Modes3 Modes3 |i, a, b, c| {
    let ((_, ma, k), (_, nb, kb), (_, m, n)) = (a.layout().domain().extents(), b.layout().domain().extents(), c.layout().domain().extents());
    same(ma, m);
    same(nb, n);
    same(k, kb);
    k.repeat(|k| m.repeat(|m| n.repeat(|step| {
        let n = if m % 2 == 0 { step } else { n.count() - 1 - step };
        let frag_a = I::FragA::gather(|v| a.at((v, m, k)));
        let frag_b = I::FragB::gather(|v| b.at((v, n, k)));
        let frag_c = I::FragC::gather(|v| c.at((v, m, n)));
        i.fma(frag_a, frag_b, frag_c).scatter(|v, item| c.put((v, m, n), item));
    })));
}}

/// The form that three layouts select.
type FormOf<LA, LB, LC> = (
    <<LA as Domain>::L as GemmRank>::Rank,
    <<LB as Domain>::L as GemmRank>::Rank,
    <<LC as Domain>::L as GemmRank>::Rank,
);

/// Multiply and add in the types of three engines.
type Fma<EA, EB, EC> =
    UniversalFMA<<EC as Engine>::Item, <EA as Engine>::Item, <EB as Engine>::Item>;

/// `c += a b` by an instruction, in the form that the ranks select.
///
/// # Panics
/// Where dynamic extents differ; static ones are compared when the program is built.
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{atom::UniversalFMA, gemm_with, make_tensor};
/// let (a, b) = ([1.0, 2.0, 3.0], [5.0, 6.0]);
/// let mut c = [1.0; 6];
/// gemm_with(
///     &UniversalFMA::<f64>::default(),
///     &make_tensor(&a[..], layout!(_3))?,
///     &make_tensor(&b[..], layout!(_2))?,
///     &mut make_tensor(&mut c[..], layout!((_3, _2):(_2, _1)))?,
/// );
/// assert_eq!(c, [6.0, 7.0, 11.0, 13.0, 16.0, 19.0]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
#[inline(always)]
pub fn gemm_with<I, EA, LA, EB, LB, EC, LC>(
    instruction: &I,
    a: &Tensor<EA, LA>,
    b: &Tensor<EB, LB>,
    c: &mut Tensor<EC, LC>,
) where
    LA: Domain<L: GemmRank>,
    LB: Domain<L: GemmRank>,
    LC: Domain<L: GemmRank>,
    FormOf<LA, LB, LC>: Form<I, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>,
{
    <FormOf<LA, LB, LC>>::run(instruction, a, b, c);
}

/// `c += a b` by multiply and add in the type of `c`, in the form that the ranks select.
///
/// # Panics
/// As [`gemm_with`].
///
/// ```
/// use azulejo_layout::layout;
/// use azulejo_tensor::{gemm, make_tensor};
/// let (a, b) = ([1, 2, 3], [5, 6]);
/// let mut c = [0; 6];
/// gemm(
///     &make_tensor(&a[..], layout!(_3))?,
///     &make_tensor(&b[..], layout!(_2))?,
///     &mut make_tensor(&mut c[..], layout!((_3, _2):(_2, _1)))?,
/// );
/// assert_eq!(c, [5, 6, 10, 12, 15, 18]);
/// # Ok::<(), azulejo_tensor::TensorError>(())
/// ```
/// Static extents that differ do not compile: K is 4 in `a` and 5 in `b`.
/// ```compile_fail
/// use azulejo_layout::layout;
/// use azulejo_tensor::{gemm, make_rmem};
/// let (a, b) = (make_rmem::<f32, _>(layout!((_3, _4))), make_rmem::<f32, _>(layout!((_2, _5))));
/// gemm(&a, &b, &mut make_rmem::<f32, _>(layout!((_3, _2))));
/// ```
#[inline(always)]
pub fn gemm<EA, LA, EB, LB, EC, LC>(a: &Tensor<EA, LA>, b: &Tensor<EB, LB>, c: &mut Tensor<EC, LC>)
where
    EA: Engine<Item: Element>,
    EB: Engine<Item: Element>,
    EC: Engine<Item: Element>,
    LA: Domain<L: GemmRank>,
    LB: Domain<L: GemmRank>,
    LC: Domain<L: GemmRank>,
    FormOf<LA, LB, LC>: Form<Fma<EA, EB, EC>, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>,
{
    gemm_with(&UniversalFMA::default(), a, b, c);
}
