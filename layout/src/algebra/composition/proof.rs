//! A rule as a constant pattern, so that `cargo check` sees it with inferred types.

use crate::check::Flat;
use crate::check::rules::{CheckResult, Describe, check_composition_desc, fail};
use crate::layout::AnyLayout;
use core::marker::PhantomData;

/// Names the operands and the result of a composition, and the line where it stands.
pub struct Composition<A, B, R, const LINE: u32>(PhantomData<(A, B, R)>);

/// A composition that is right, or at least not known to be wrong.
#[derive(PartialEq, Eq)]
pub struct Composed<T>(PhantomData<T>);

/// The proof for these operands.
pub const fn composed<A, B, R, const LINE: u32>(
    _: &A,
    _: &B,
    _: &R,
) -> Composed<Composition<A, B, R, LINE>> {
    Composed(PhantomData)
}

impl<A, B, R, const LINE: u32> PartialEq for Composition<A, B, R, LINE> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<A, B, R, const LINE: u32> Eq for Composition<A, B, R, LINE> {}

impl<A, B, R, const LINE: u32> Composed<Composition<A, B, R, LINE>>
where
    A: AnyLayout,
    B: AnyLayout,
    R: AnyLayout,
    A::L: Describe,
    B::L: Describe,
    R::L: Describe,
{
    /// Evaluated where it is matched.
    pub const OK: Self = {
        let (a, b, r) = (A::L::DESC, B::L::DESC, R::L::DESC);
        if let CheckResult::Invalid = check_composition_desc(a, b, r, false) {
            let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
            a.flat(&mut fa);
            b.flat(&mut fb);
            r.flat(&mut fr);
            fail(a, &fa, b, &fb, r, &fr, false)
        }
        Composed(PhantomData)
    };
}

/// [`composition`](crate::composition()) of two layouts, with the rule checked by `cargo check` already.
///
/// The function checks the same rule when the program is built; the macro needs concrete types, so generic code uses
/// the function.
///
/// ```
/// use azulejo_layout::{composition, layout};
/// let r = composition!(layout!((_6, _2):(_8, _2)), layout!((_4, _3):(_3, _1)));
/// assert_eq!(r.to_string(), "((_2,_2),_3):((_24,_2),_8)");
/// ```
///
/// ```compile_fail
/// use azulejo_layout::{composition, layout};
/// // composition((_4,_2,_8):(_3,_15,_97), _3:_3) is no layout: R = _3:_9 has R(2) = 18, but A(B(2)) = 21
/// let r = composition!(layout!((_4, _2, _8):(_3, _15, _97)), layout!(_3:_3));
/// ```
#[macro_export]
macro_rules! composition {
    ($a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        let r = $crate::composition(a, b);
        match $crate::composed::<_, _, _, { line!() }>(&a, &b, &r) {
            $crate::Composed::<$crate::Composition<_, _, _, { line!() }>>::OK => {}
            #[allow(unreachable_patterns)]
            _ => {}
        }
        r
    }};
}
