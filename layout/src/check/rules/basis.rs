//! The rule of composition with basis strides on the right: modes that walk the same mode of the left operand.

use super::composition::CheckResult;
use super::describe::{Desc, Describe};
use super::text::Text;
use crate::check::{self, ComposeError, Flat};

/// Rejects modes of `b` that walk the same mode of `a` and carry into each other there.
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when they do.
#[inline(always)]
pub(crate) fn hold_along_basis<A: Describe, B: Describe>(a: A, b: B) {
    let undecided = const { undecided(A::DESC, B::DESC) };
    if undecided && cfg!(not(target_arch = "nvptx64")) {
        let (mut fa, mut fb) = (Flat::new(), Flat::new());
        a.measure(&mut fa);
        b.measure(&mut fb);
        decide(A::DESC, &fa, B::DESC, &fb, true);
    }
}

/// Rejects what is known to be wrong; whether values are needed to tell.
#[track_caller]
const fn undecided(a: &Desc, b: &Desc) -> bool {
    if !shares(b) {
        return false;
    }
    let (mut fa, mut fb) = (Flat::new(), Flat::new());
    if !a.flat(&mut fa) || !b.flat(&mut fb) {
        return true;
    }
    matches!(decide(a, &fa, b, &fb, true), CheckResult::Unknown)
}

/// Whether two modes walk the same mode.
const fn shares(b: &Desc) -> bool {
    let ways = b.ways();
    let mut i = 0;
    while i < ways.as_slice().len() {
        if !ways.is_first(i) {
            return true;
        }
        i += 1;
    }
    false
}

/// Decides on values whether the modes of `b` that walk the same mode of `a` add up there; stops with the text of the
/// error when `speak` is set.
#[track_caller]
pub const fn decide(a: &Desc, fa: &Flat, b: &Desc, fb: &Flat, speak: bool) -> CheckResult {
    let ways = b.ways();
    let mut result = CheckResult::Valid;
    let mut i = 0;
    while i < ways.as_slice().len() {
        let way = ways.as_slice()[i];
        i += 1;
        if !ways.is_first(i - 1) {
            continue;
        }
        let Some((node, before)) = a.at(if way == 0 { 1 } else { way }) else {
            continue;
        };
        let walked = fa.as_slice().split_at(before).1.split_at(node.count()).0;
        let walkers = ways.only(way, fb.as_slice());
        let along = node.ways();
        let mut j = 0;
        while j < along.as_slice().len() {
            if along.is_first(j) {
                let part = along.only(along.as_slice()[j], walked);
                match check::compose(part.as_slice(), walkers.as_slice()) {
                    Ok(_) => {}
                    Err(ComposeError::Undecided | ComposeError::OutOfRange) => {
                        result = CheckResult::Unknown;
                    }
                    Err(error) => {
                        if speak {
                            fail(a, fa, b, fb, way, &error)
                        }
                        return CheckResult::Invalid;
                    }
                }
            }
            j += 1;
        }
    }
    result
}

/// Stops with a line that quotes both operands, the mode that is walked, the failing coordinate and a suggestion.
#[track_caller]
const fn fail(a: &Desc, fa: &Flat, b: &Desc, fb: &Flat, way: u64, why: &ComposeError) -> ! {
    let mut line = Text::new()
        .text("composition(")
        .layout(a, fa.as_slice())
        .text(", ")
        .layout(b, fb.as_slice())
        .text(") is no layout: the modes of B that walk A along 1")
        .way(way);
    line = match why {
        ComposeError::Carry { at, value, sum, .. } => line
            .text(" carry into each other: A(B(")
            .number(*at)
            .text(")) = ")
            .number(*value)
            .text(" there, but its parts add up to ")
            .number(*sum),
        ComposeError::Bend { at, .. } | ComposeError::Uneven { at, .. } => {
            line.text(" bend after ").number(*at).text(" steps")
        }
        _ => line,
    };
    line = line.text("; make them one mode, or give them sizes that divide those of A");
    panic!("{}", line.as_str())
}
