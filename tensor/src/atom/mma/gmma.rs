//! SM90 GMMA: `wgmma.mma_async` of a warpgroup, 64×N×K for every N.
//!
//! `B` always lies in shared memory; `A` in shared memory (`SS`) or in registers (`RS`). Operands in shared memory are named by a
//! descriptor, so every thread of the layout sees the whole tile (thread stride 0).
//!
//! | family | K | accumulator | operands |
//! |---|--:|---|---|
//! | `SM90_64xNx16_F32F16F16`, `SM90_64xNx16_F16F16F16` | 16 | `f32`, `f16` | `f16` |
//! | `SM90_64xNx16_F32BF16BF16` | 16 | `f32` | `bf16` |
//! | `SM90_64xNx8_F32TF32TF32` | 8 | `f32` | tf32 |
//! | `SM90_64xNx32_F32E4M3E4M3` and seven others | 32 | `f32`, `f16` | the 8-bit floats |
//! | `SM90_64xNx32_S32S8S8` and three others | 32 | `i32` | bytes |
//!
//! The accumulator, for every K and N (PTX ISA, "Register fragments and shared memory matrix layouts" of `wgmma`):
//!
//! ```text
//! ((_4,_8,_4),(_2,_2,N/8)):((_128,_1,_16),(_64,_8,_512))
//!         n=0     1      2     …   7      8
//!  m=0    T0V0   T0V1   T1V0      T3V1   T0V4
//!  m=1    T4V0   T4V1   T5V0      T7V1   T4V4
//!  m=8    T0V2   T0V3   T1V2      T3V3   T0V6
//!  m=16   T32V0  T32V1  …
//! ```

use core::fmt;
use core::marker::PhantomData;

use azulejo_layout::Layout;
use azulejo_layout::ints::*;
use half::{bf16, f16};

use super::{MmaAtom, MmaVisitor, Operand};
use crate::atom::{StaticLayout, StaticShape};
use crate::element::{Element, F8E4M3, F8E5M2, Tf32};

/// 128 threads in order: a warpgroup.
pub type Warpgroup = Layout<_128, _1>;
/// The accumulator of 64×N, where `N8` is N/8.
pub type GmmaC<N8> = Layout<((_4, _8, _4), (_2, _2, N8)), ((_128, _1, _16), (_64, _8, _512))>;
/// A whole tile of `Rows`×`K` in shared memory, the same for every thread.
pub type GmmaShared<Rows, K> = Layout<(_128, (Rows, K)), (_0, (_1, Rows))>;

/// The major direction of an operand in shared memory.
pub trait Major: Copy + Default + 'static {
    /// `K` or `MN`.
    const NAME: &'static str;
    /// Whether elements along K are neighbours.
    const IS_K: bool;
}

/// K-major: elements along K are neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct K;

/// MN-major: elements along M or N are neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MN;

impl Major for K {
    const NAME: &'static str = "K";
    const IS_K: bool = true;
}
impl Major for MN {
    const NAME: &'static str = "MN";
    const IS_K: bool = false;
}

/// The sign with which an operand enters the products.
///
/// Source: CuTe, `GMMA::ScaleIn`; PTX ISA, `imm-scale-a`.
pub trait ScaleIn: Copy + Default + 'static {
    /// 1 or -1.
    const SCALE: i32;
    /// `One` or `Neg`.
    const NAME: &'static str;
}

/// The operand as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct One;

/// The operand negated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neg;

impl ScaleIn for One {
    const SCALE: i32 = 1;
    const NAME: &'static str = "One";
}

impl ScaleIn for Neg {
    const SCALE: i32 = -1;
    const NAME: &'static str = "Neg";
}

/// An N that `wgmma` has: a multiple of 8 from `_8` to `_256`.
#[diagnostic::on_unimplemented(
    message = "`wgmma` has no N of `{Self}`",
    note = "N is a multiple of 8 from `_8` to `_256`"
)]
pub trait GmmaN: Copy + Default + fmt::Display + 'static {
    /// N / 8.
    type Eighth: Copy + Default + 'static;
    /// N.
    const N: u32;
    /// The accumulator of 64×N.
    type C: StaticLayout;
    /// `B` of N×8, N×16 and N×32.
    type B8: StaticLayout;
    /// As [`GmmaN::B8`].
    type B16: StaticLayout;
    /// As [`GmmaN::B8`].
    type B32: StaticLayout;
    /// `(64, N, 8)`, `(64, N, 16)`, `(64, N, 32)`.
    type Shape8: StaticShape;
    /// As [`GmmaN::Shape8`].
    type Shape16: StaticShape;
    /// As [`GmmaN::Shape8`].
    type Shape32: StaticShape;
}

/// An N that the integer forms have: 8, 16, 24 and the multiples of 16 up to 256.
#[diagnostic::on_unimplemented(
    message = "the integer forms of `wgmma` have no N of `{Self}`",
    note = "N is `_8`, `_16`, `_24` or a multiple of 16 up to `_256`"
)]
pub trait GmmaIntegerN: GmmaN {}

macro_rules! gmma_n {
    ($($n:ident $eighth:ident $value:literal $($integer:ident)?;)*) => {
        $(#[diagnostic::do_not_recommend]
        impl GmmaN for $n {
            type Eighth = $eighth;
            const N: u32 = $value;
            type C = GmmaC<$eighth>;
            type B8 = GmmaShared<$n, _8>;
            type B16 = GmmaShared<$n, _16>;
            type B32 = GmmaShared<$n, _32>;
            type Shape8 = (_64, $n, _8);
            type Shape16 = (_64, $n, _16);
            type Shape32 = (_64, $n, _32);
        }
        $(#[diagnostic::do_not_recommend] impl $integer for $n {})?)*

    };
}

gmma_n! {
    _8 _1 8 GmmaIntegerN;
    _16 _2 16 GmmaIntegerN;
    _24 _3 24 GmmaIntegerN;
    _32 _4 32 GmmaIntegerN;
    _40 _5 40;
    _48 _6 48 GmmaIntegerN;
    _56 _7 56;
    _64 _8 64 GmmaIntegerN;
    _72 _9 72;
    _80 _10 80 GmmaIntegerN;
    _88 _11 88;
    _96 _12 96 GmmaIntegerN;
    _104 _13 104;
    _112 _14 112 GmmaIntegerN;
    _120 _15 120;
    _128 _16 128 GmmaIntegerN;
    _136 _17 136;
    _144 _18 144 GmmaIntegerN;
    _152 _19 152;
    _160 _20 160 GmmaIntegerN;
    _168 _21 168;
    _176 _22 176 GmmaIntegerN;
    _184 _23 184;
    _192 _24 192 GmmaIntegerN;
    _200 _25 200;
    _208 _26 208 GmmaIntegerN;
    _216 _27 216;
    _224 _28 224 GmmaIntegerN;
    _232 _29 232;
    _240 _30 240 GmmaIntegerN;
    _248 _31 248;
    _256 _32 256 GmmaIntegerN;
}

/// What fixes K, the layout of `A` in registers and the names, given the width of the operands.
pub trait GmmaK<N: GmmaN>: Copy + Default + 'static {
    /// K.
    const K: u32;
    /// Shape.
    type Shape: StaticShape;
    /// `A` in shared memory.
    type SharedA: StaticLayout;
    /// `A` in registers.
    type RegisterA: StaticLayout;
    /// `B`.
    type B: StaticLayout;
}

macro_rules! gmma_k {
    ($($(#[$doc:meta])* $name:ident<$bound:ident> $k:literal $kt:ident $shape:ident $b:ident $register:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl<N: $bound> GmmaK<N> for $name {
            const K: u32 = $k;
            type Shape = N::$shape;
            type SharedA = GmmaShared<_64, $kt>;
            type RegisterA = $register;
            type B = N::$b;
        }
    )*};
}

gmma_k! {
    /// K of 8, 32-bit operands.
    K8<GmmaN> 8 _8 Shape8 B8 Layout<((_4, _8, _4), (_2, _2)), ((_64, _1, _16), (_8, _256))>;
    /// K of 16, 16-bit operands.
    K16<GmmaN> 16 _16 Shape16 B16 Layout<((_4, _8, _4), (_2, _2, _2)), ((_128, _1, _16), (_64, _8, _512))>;
    /// K of 32, 8-bit operands.
    K32<GmmaN> 32 _32 Shape32 B32 Layout<((_4, _8, _4), (_4, _2, _2)), ((_256, _1, _16), (_64, _8, _1024))>;
    /// K of 32, integer operands.
    K32Integer<GmmaIntegerN> 32 _32 Shape32 B32 Layout<((_4, _8, _4), (_4, _2, _2)), ((_256, _1, _16), (_64, _8, _1024))>;
}

/// `A` and `B` in shared memory: `C += A * B` with N, K, types and majors as parameters. Use the family aliases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmmaSs<N, Depth, C, A, B, MajorA = K, MajorB = K, ScaleA = One, ScaleB = One>(
    PhantomData<(N, Depth, C, A, B)>,
    PhantomData<(MajorA, MajorB, ScaleA, ScaleB)>,
);

/// `A` in registers, `B` in shared memory. Use the family aliases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmmaRs<N, Depth, C, A, B, MajorA = K, MajorB = K, ScaleA = One, ScaleB = One>(
    PhantomData<(N, Depth, C, A, B)>,
    PhantomData<(MajorA, MajorB, ScaleA, ScaleB)>,
);

/// CuTe's spelling of a type in an atom's name.
const fn spelling(dtype: crate::element::DType) -> &'static str {
    use crate::element::DType;
    match dtype {
        DType::F16 => "F16",
        DType::BF16 => "BF16",
        DType::TF32 => "TF32",
        DType::F8E4M3 => "E4M3",
        DType::F8E5M2 => "E5M2",
        DType::I8 => "S8",
        DType::U8 => "U8",
        DType::I32 => "S32",
        DType::F64 => "F64",
        _ => "F32",
    }
}

/// What an atom's name says, in two registers: the text is put together by one function for all atoms, of which there are 912.
#[derive(Clone, Copy)]
struct Name {
    columns: u16,
    depth: u8,
    /// Of C, A and B.
    types: [crate::element::DType; 3],
    /// Whether A is in registers.
    registers: bool,
    /// Whether A and B are K-major.
    k_major: [bool; 2],
    /// Whether A and B are negated.
    negated: [bool; 2],
}

impl Name {
    #[inline(never)]
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [c, a, b] = self.types.map(spelling);
        let (columns, depth) = (self.columns, self.depth);
        let source = if self.registers { "RS" } else { "SS" };
        write!(f, "SM90_64x{columns}x{depth}_{c}{a}{b}_{source}")?;
        let [p, q] = self.k_major.map(|k| if k { K::NAME } else { MN::NAME });
        let [x, y] = self.negated.map(|negated| if negated { Neg::NAME } else { One::NAME });
        // Only 16-bit operands have a choice of major. Signs are named where one is negative.
        match (depth == 16, self.negated.contains(&true)) {
            (true, false) => write!(f, "<{p},{q}>"),
            (true, true) => write!(f, "<{p},{q},{x},{y}>"),
            (false, false) => f.write_str("_TN"),
            (false, true) => write!(f, "_TN<{x},{y}>"),
        }
    }
}

macro_rules! gmma {
    ($name:ident $registers:literal $layout:ident $operand:ident $held:ty) => {
        impl<N: GmmaN, D: GmmaK<N>, C: Element, A: Element, B: Element, P: Major, Q: Major, X: ScaleIn, Y: ScaleIn> MmaAtom
            for $name<N, D, C, A, B, P, Q, X, Y>
        {
            type A = A;
            type B = B;
            type C = C;
            type ShapeMnk = D::Shape;
            type ThrId = Warpgroup;
            type ALayout = D::$layout;
            type BLayout = D::B;
            type CLayout = N::C;
            type FrgTypeA = $held;
            type FrgTypeB = super::fragment::DescriptorFragment<Q, 1>;
            const A_OPERAND: Operand = Operand::$operand;
            const B_OPERAND: Operand = Operand::SharedDescriptor;
            const SCALE_A: i32 = X::SCALE;
            const SCALE_B: i32 = Y::SCALE;

            fn write_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Name {
                    columns: N::N as u16,
                    depth: D::K as u8,
                    types: [C::DTYPE, A::DTYPE, B::DTYPE],
                    registers: $registers,
                    k_major: [P::IS_K, Q::IS_K],
                    negated: [X::SCALE < 0, Y::SCALE < 0],
                }
                .write(f)
            }
        }
    };
}

gmma!(GmmaSs false SharedA SharedDescriptor super::fragment::DescriptorFragment<P, 0>);
gmma!(GmmaRs true RegisterA Register super::fragment::RegisterFragment);

macro_rules! families {
    ($($ss:ident $rs:ident $depth:ident $([$major:ident])?: $c:ty = $a:ty, $b:ty;)*) => {$(
        families!(@alias $ss GmmaSs $depth $c, $a, $b, "`A` and `B` in shared memory" $(, $major)?);
        families!(@alias $rs GmmaRs $depth $c, $a, $b, "`A` in registers, `B` in shared memory" $(, $major)?);
    )*};
    (@alias $name:ident $gmma:ident $depth:ident $c:ty, $a:ty, $b:ty, $doc:literal, $major:ident) => {
        #[doc = concat!("`", stringify!($c), " += ", stringify!($a), " * ", stringify!($b), "`, ", $doc, "; any majors.")]
        pub type $name<N, MajorA = K, MajorB = K, ScaleA = One, ScaleB = One> = $gmma<N, $depth, $c, $a, $b, MajorA, MajorB, ScaleA, ScaleB>;
    };
    (@alias $name:ident $gmma:ident K32Integer $c:ty, $a:ty, $b:ty, $doc:literal) => {
        #[doc = concat!("`", stringify!($c), " += ", stringify!($a), " * ", stringify!($b), "`, ", $doc, "; both K-major, without signs.")]
        pub type $name<N> = $gmma<N, K32Integer, $c, $a, $b>;
    };
    (@alias $name:ident $gmma:ident $depth:ident $c:ty, $a:ty, $b:ty, $doc:literal) => {
        #[doc = concat!("`", stringify!($c), " += ", stringify!($a), " * ", stringify!($b), "`, ", $doc, "; both K-major.")]
        pub type $name<N, ScaleA = One, ScaleB = One> = $gmma<N, $depth, $c, $a, $b, K, K, ScaleA, ScaleB>;
    };
}

families! {
    SM90_64xNx16_F32F16F16_SS SM90_64xNx16_F32F16F16_RS K16[choice]: f32 = f16, f16;
    SM90_64xNx16_F16F16F16_SS SM90_64xNx16_F16F16F16_RS K16[choice]: f16 = f16, f16;
    SM90_64xNx16_F32BF16BF16_SS SM90_64xNx16_F32BF16BF16_RS K16[choice]: f32 = bf16, bf16;
    SM90_64xNx8_F32TF32TF32_SS_TN SM90_64xNx8_F32TF32TF32_RS_TN K8: f32 = Tf32, Tf32;
    SM90_64xNx32_F32E4M3E4M3_SS_TN SM90_64xNx32_F32E4M3E4M3_RS_TN K32: f32 = F8E4M3, F8E4M3;
    SM90_64xNx32_F32E4M3E5M2_SS_TN SM90_64xNx32_F32E4M3E5M2_RS_TN K32: f32 = F8E4M3, F8E5M2;
    SM90_64xNx32_F32E5M2E4M3_SS_TN SM90_64xNx32_F32E5M2E4M3_RS_TN K32: f32 = F8E5M2, F8E4M3;
    SM90_64xNx32_F32E5M2E5M2_SS_TN SM90_64xNx32_F32E5M2E5M2_RS_TN K32: f32 = F8E5M2, F8E5M2;
    SM90_64xNx32_F16E4M3E4M3_SS_TN SM90_64xNx32_F16E4M3E4M3_RS_TN K32: f16 = F8E4M3, F8E4M3;
    SM90_64xNx32_F16E4M3E5M2_SS_TN SM90_64xNx32_F16E4M3E5M2_RS_TN K32: f16 = F8E4M3, F8E5M2;
    SM90_64xNx32_F16E5M2E4M3_SS_TN SM90_64xNx32_F16E5M2E4M3_RS_TN K32: f16 = F8E5M2, F8E4M3;
    SM90_64xNx32_F16E5M2E5M2_SS_TN SM90_64xNx32_F16E5M2E5M2_RS_TN K32: f16 = F8E5M2, F8E5M2;
    SM90_64xNx32_S32S8S8_SS_TN SM90_64xNx32_S32S8S8_RS_TN K32Integer: i32 = i8, i8;
    SM90_64xNx32_S32S8U8_SS_TN SM90_64xNx32_S32S8U8_RS_TN K32Integer: i32 = i8, u8;
    SM90_64xNx32_S32U8S8_SS_TN SM90_64xNx32_S32U8S8_RS_TN K32Integer: i32 = u8, i8;
    SM90_64xNx32_S32U8U8_SS_TN SM90_64xNx32_S32U8U8_RS_TN K32Integer: i32 = u8, u8;
}

macro_rules! visit {
    ($visitor:ident $n:tt $($family:ident)*) => { $(visit!(@ $visitor $family $n);)* };
    (@ $visitor:ident $family:ident [$($n:ident)*]) => { $($visitor.visit::<$family<$n>>();)* };
}

/// Visits every family at every N, K-major.
#[rustfmt::skip]
pub(super) fn visit_all(visitor: &mut impl MmaVisitor) {
    visit!(visitor [
        _8 _16 _24 _32 _40 _48 _56 _64 _72 _80 _88 _96 _104 _112 _120 _128
        _136 _144 _152 _160 _168 _176 _184 _192 _200 _208 _216 _224 _232 _240 _248 _256
    ]
        SM90_64xNx16_F32F16F16_SS
        SM90_64xNx16_F32F16F16_RS
        SM90_64xNx16_F16F16F16_SS
        SM90_64xNx16_F16F16F16_RS
        SM90_64xNx16_F32BF16BF16_SS
        SM90_64xNx16_F32BF16BF16_RS
        SM90_64xNx8_F32TF32TF32_SS_TN
        SM90_64xNx8_F32TF32TF32_RS_TN
        SM90_64xNx32_F32E4M3E4M3_SS_TN
        SM90_64xNx32_F32E4M3E4M3_RS_TN
        SM90_64xNx32_F32E4M3E5M2_SS_TN
        SM90_64xNx32_F32E4M3E5M2_RS_TN
        SM90_64xNx32_F32E5M2E4M3_SS_TN
        SM90_64xNx32_F32E5M2E4M3_RS_TN
        SM90_64xNx32_F32E5M2E5M2_SS_TN
        SM90_64xNx32_F32E5M2E5M2_RS_TN
        SM90_64xNx32_F16E4M3E4M3_SS_TN
        SM90_64xNx32_F16E4M3E4M3_RS_TN
        SM90_64xNx32_F16E4M3E5M2_SS_TN
        SM90_64xNx32_F16E4M3E5M2_RS_TN
        SM90_64xNx32_F16E5M2E4M3_SS_TN
        SM90_64xNx32_F16E5M2E4M3_RS_TN
        SM90_64xNx32_F16E5M2E5M2_SS_TN
        SM90_64xNx32_F16E5M2E5M2_RS_TN
    );
    visit!(visitor [
        _8 _16 _24 _32 _48 _64 _80 _96 _112 _128 _144 _160 _176 _192 _208 _224 _240 _256
    ]
        SM90_64xNx32_S32S8S8_SS_TN
        SM90_64xNx32_S32S8S8_RS_TN
        SM90_64xNx32_S32S8U8_SS_TN
        SM90_64xNx32_S32S8U8_RS_TN
        SM90_64xNx32_S32U8S8_SS_TN
        SM90_64xNx32_S32U8S8_RS_TN
        SM90_64xNx32_S32U8U8_SS_TN
        SM90_64xNx32_S32U8U8_RS_TN
    );
}
