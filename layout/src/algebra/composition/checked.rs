//! Composition with its rule checked: at compile time where that decides it, on the values otherwise.

use super::compose::{LeftOperand, Through};
use super::recognize::ByStep;
use crate::check::Flat;
use crate::check::rules::{
    CheckResult, Describe, Rule, build, check_composition_desc, composed_checked, decide, rule,
};
use crate::layout::AnyLayout;

/// The modes of `A` as a composition meets them.
type Open<A> = <A as LeftOperand>::Out;
/// The tree `B` seen through the layout `A`.
type Seen<A, B> = <B as Through<<A as LeftOperand>::Out>>::Out;

/// The tree `b` pushed through the layout `a`, rejected when the result is not `a` after `b`.
///
/// Static operands are checked when the call is compiled. Dynamic ones are checked on their values, unless the static
/// leaves decide it already, as they do whenever the tile is static and only strides or the last size are dynamic.
/// Device code trusts the values, which the host has checked.
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when no composition is right; the message has both operands, the
/// smallest coordinate at which the rule breaks, and a suggestion.
#[inline(always)]
pub(super) fn through_checked<A, B>(a: A, b: B) -> Seen<A, B>
where
    A: LeftOperand + Describe,
    B: Through<<A as LeftOperand>::Out> + Describe,
    Seen<A, B>: Describe,
{
    composed_checked::<_, _, _, false>(a, b, build(|| b.through(a.left_operand())))
}

/// [`through_checked`] for a tile and its complement: a tile that hangs over the end of a mode pads it.
///
/// # Panics
/// As [`through_checked`].
#[inline(always)]
pub(in crate::algebra) fn divided_through<A, B>(a: A, b: B) -> <B as Through<ByStep<Open<A>>>>::Out
where
    A: LeftOperand + Describe,
    B: Through<ByStep<<A as LeftOperand>::Out>> + Describe,
    <B as Through<ByStep<Open<A>>>>::Out: Describe,
{
    composed_checked::<_, _, _, true>(a, b, build(|| b.through(ByStep(a.left_operand()))))
}

/// What is known of the tile and its complement `B` in the layout `A`.
pub(in crate::algebra) const fn divide_rule<A, B>() -> Rule
where
    A: LeftOperand + Describe,
    B: Through<ByStep<Open<A>>> + Describe,
    <B as Through<ByStep<Open<A>>>>::Out: Describe,
{
    rule::<A, B, <B as Through<ByStep<Open<A>>>>::Out, true>().0
}

/// What is known of the composition of the layouts `A` and `B`.
pub(super) const fn compose_rule<A, B>() -> Rule
where
    A: LeftOperand + Describe,
    B: Through<Open<A>> + Describe,
    Seen<A, B>: Describe,
{
    rule::<A, B, Seen<A, B>, false>().0
}

/// Checks whether `composition(a, b)` is a layout, without computing it: for two layouts of integer strides.
///
/// Returns `Invalid` where [`composition`](crate::composition()) fails: a compile error for static layouts, a panic
/// otherwise. Returns `Unknown` if the answer depends on dynamic values.
///
/// | | |
/// |---|---|
/// | precondition | none |
/// | rule | `Valid` exactly when `R(c) = A(B(c))` for every `c` |
/// | difference from CuTe | CuTe has no such check |
///
/// ```
/// use azulejo_layout::{check::rules::CheckResult, check_composition, layout};
/// assert_eq!(check_composition(layout!((_4, _6):(_1, _100)), layout!(_2:_6)), CheckResult::Valid);
/// // offsets 0 9 21 of the three: no layout, as 21 is not 18
/// let three = 3;
/// assert_eq!(check_composition(layout!((_4, _2, _8):(_3, _15, _97)), layout!(three:_3)), CheckResult::Invalid);
/// ```
pub fn check_composition<A, B, Outer, Inner, Canonical, R>(a: A, b: B) -> CheckResult
where
    A: AnyLayout<L = Outer>,
    B: AnyLayout<L = Inner>,
    Outer: LeftOperand<Out = Canonical> + Describe,
    Inner: Through<Canonical, Out = R> + Describe,
    R: Describe,
{
    let (a, b) = (a.modes(), b.modes());
    let r = build(|| b.through(a.left_operand()));
    match check_composition_desc(Outer::DESC, Inner::DESC, R::DESC, false) {
        CheckResult::Unknown => {
            let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
            a.measure(&mut fa);
            b.measure(&mut fb);
            r.measure(&mut fr);
            decide(Outer::DESC, &fa, Inner::DESC, &fb, R::DESC, &fr, false)
        }
        known => known,
    }
}
