//! Composition with its rule checked: at compile time where that decides it, on the values otherwise.

use super::composition::{CheckResult, check_composition_desc, decide, error_text, fail};
use super::describe::{Describe, build};
use super::text::Text;
use crate::algebra::{ByStep, LeftOperand, Through};
use crate::check::Flat;
use crate::layout::AnyLayout;

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
pub fn through_checked<A, B>(a: A, b: B) -> Seen<A, B>
where
    A: LeftOperand + Describe,
    B: Through<<A as LeftOperand>::Out> + Describe,
    Seen<A, B>: Describe,
{
    checked::<_, _, _, false>(a, b, build(|| b.through(a.left_operand())))
}

/// [`through_checked`] for a tile and its complement: a tile that hangs over the end of a mode pads it.
///
/// # Panics
/// As [`through_checked`].
#[inline(always)]
pub fn divided_through<A, B>(a: A, b: B) -> <B as Through<ByStep<Open<A>>>>::Out
where
    A: LeftOperand + Describe,
    B: Through<ByStep<<A as LeftOperand>::Out>> + Describe,
    <B as Through<ByStep<Open<A>>>>::Out: Describe,
{
    checked::<_, _, _, true>(a, b, build(|| b.through(ByStep(a.left_operand()))))
}

/// What is known of the tile and its complement `B` in the layout `A`.
pub const fn divide_rule<A, B>() -> Rule
where
    A: LeftOperand + Describe,
    B: Through<ByStep<Open<A>>> + Describe,
    <B as Through<ByStep<Open<A>>>>::Out: Describe,
{
    rule::<A, B, <B as Through<ByStep<Open<A>>>>::Out, true>().0
}

/// What is known of the composition of the layouts `A` and `B`.
pub const fn compose_rule<A, B>() -> Rule
where
    A: LeftOperand + Describe,
    B: Through<Open<A>> + Describe,
    Seen<A, B>: Describe,
{
    rule::<A, B, Seen<A, B>, false>().0
}

/// What types alone say of a rule; a constant that nothing rejects until it is asked to hold, so that one message speaks.
#[derive(Clone, Copy)]
pub struct Rule(Option<Text>);

impl Rule {
    /// Nothing speaks against it.
    pub const HOLDS: Self = Rule(None);

    /// What `line` says speaks against it.
    pub(crate) const fn broken(line: Text) -> Self {
        Rule(Some(line))
    }

    /// Whether nothing is known to speak against it.
    pub(crate) const fn holds(&self) -> bool {
        self.0.is_none()
    }

    /// Both rules.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match self {
            Rule(None) => other,
            wrong => wrong,
        }
    }

    /// Stops unless the rule holds, or depends on values.
    ///
    /// # Panics
    /// Where it is known to be broken; the message has the operands, the smallest coordinate at which it breaks, and a suggestion.
    #[track_caller]
    pub const fn hold(self) {
        if let Rule(Some(line)) = self {
            panic!("{}", line.as_str())
        }
    }
}

/// What is known of the rule, and whether values are needed to tell.
const fn rule<A, B, R, const DIVIDES: bool>() -> (Rule, bool)
where
    A: Describe,
    B: Describe,
    R: Describe,
{
    let (a, b, r) = (A::DESC, B::DESC, R::DESC);
    match check_composition_desc(a, b, r, DIVIDES) {
        CheckResult::Valid => (Rule::HOLDS, false),
        CheckResult::Unknown => (Rule::HOLDS, true),
        CheckResult::Invalid => {
            let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
            a.flat(&mut fa);
            b.flat(&mut fb);
            r.flat(&mut fr);
            (
                Rule(Some(error_text(a, &fa, b, &fb, r, &fr, DIVIDES))),
                false,
            )
        }
    }
}

/// The modes of `A` as a composition meets them.
type Open<A> = <A as LeftOperand>::Out;
/// The tree `B` seen through the layout `A`.
type Seen<A, B> = <B as Through<<A as LeftOperand>::Out>>::Out;

#[inline(always)]
fn checked<A, B, R, const DIVIDES: bool>(a: A, b: B, r: R) -> R
where
    A: Describe,
    B: Describe,
    R: Describe,
{
    let undecided = const { undecided::<A, B, R, DIVIDES>() };
    if undecided && cfg!(not(target_arch = "nvptx64")) {
        on_values(a, b, r, DIVIDES);
    }
    r
}

/// Rejects what is known to be wrong; whether values are needed to tell.
#[track_caller]
const fn undecided<A, B, R, const DIVIDES: bool>() -> bool
where
    A: Describe,
    B: Describe,
    R: Describe,
{
    let (rule, undecided) = rule::<A, B, R, DIVIDES>();
    rule.hold();
    undecided
}

/// Checks the values.
fn on_values<A: Describe, B: Describe, R: Describe>(a: A, b: B, r: R, divides: bool) {
    let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
    a.measure(&mut fa);
    b.measure(&mut fb);
    r.measure(&mut fr);
    if let CheckResult::Invalid = decide(A::DESC, &fa, B::DESC, &fb, R::DESC, &fr, divides) {
        fail(A::DESC, &fa, B::DESC, &fb, R::DESC, &fr, divides)
    }
}

/// Checks whether `composition(a, b)` is a layout, without computing it: for two layouts of integer strides.
///
/// Returns `Invalid` where [`composition`](crate::composition()) fails: a compile error for static layouts, a panic
/// otherwise. Returns `Unknown` if the answer depends on dynamic values.
///
/// ```
/// use azulejo_layout::{layout, check::rules::{CheckResult, check_composition}};
/// assert_eq!(check_composition(layout!((_4, _6):(_1, _100)), layout!(_2:_6)), CheckResult::Valid);
/// let three = 3;
/// assert_eq!(check_composition(layout!((_4, _2, _8):(_3, _15, _97)), layout!(three:_3)), CheckResult::Invalid);
/// ```
pub fn check_composition<A, B>(a: A, b: B) -> CheckResult
where
    A: AnyLayout,
    B: AnyLayout,
    A::L: LeftOperand + Describe,
    B::L: Through<<A::L as LeftOperand>::Out> + Describe,
    Seen<A::L, B::L>: Describe,
{
    let (a, b) = (a.modes(), b.modes());
    let r = build(|| b.through(a.left_operand()));
    let seen = <Seen<A::L, B::L> as Describe>::DESC;
    match check_composition_desc(A::L::DESC, B::L::DESC, seen, false) {
        CheckResult::Unknown => {
            let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
            a.measure(&mut fa);
            b.measure(&mut fb);
            r.measure(&mut fr);
            decide(A::L::DESC, &fa, B::L::DESC, &fb, seen, &fr, false)
        }
        known => known,
    }
}
