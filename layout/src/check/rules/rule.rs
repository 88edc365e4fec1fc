//! The rule of composition on types: at compile time where that decides it, on the values otherwise.

use super::composition::{CheckResult, check_composition_desc, decide, error_text, fail};
use super::describe::Describe;
use super::text::Text;
use crate::check::Flat;

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
pub(crate) const fn rule<A, B, R, const DIVIDES: bool>() -> (Rule, bool)
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

/// The tree `r` of a composition, or of a tile and its complement (`DIVIDES`), rejected when it is not `b` seen through `a`.
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when it is not.
#[inline(always)]
pub(crate) fn composed_checked<A, B, R, const DIVIDES: bool>(a: A, b: B, r: R) -> R
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
