//! The rule of composition, checked on described operands.

use super::describe::{Desc, Ways};
use super::strong::distributes;
use super::text::Text;
use crate::check::{self, ComposeError, Flat, Mode, Nesting};

/// What is known of a composition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// `R(c) = A(B(c))` for every `c`.
    Valid,
    /// Some coordinate violates the rule.
    Invalid,
    /// It depends on values that are dynamic.
    Unknown,
}

/// Decides whether `r` is `a` after `b`.
///
/// When `divides`, `b` is a tile and its complement: a tile that hangs over pads the mode of `a` in which it ends.
#[must_use]
pub const fn check_composition_desc(a: &Desc, b: &Desc, r: &Desc, divides: bool) -> CheckResult {
    if distributes(a, b) {
        return CheckResult::Valid;
    }
    let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
    if a.flat(&mut fa) && b.flat(&mut fb) && r.flat(&mut fr) {
        decide(a, &fa, b, &fb, r, &fr, divides)
    } else {
        CheckResult::Unknown
    }
}

/// Decides on values, for a composition or (`divides`) for a tile and its complement.
///
/// The rule is one of integers: where `a` has basis strides it must hold along each basis element.
pub const fn decide(
    a: &Desc,
    fa: &Flat,
    b: &Desc,
    fb: &Flat,
    r: &Desc,
    fr: &Flat,
    divides: bool,
) -> CheckResult {
    let (from, to) = (a.ways(), r.ways());
    let result = along_each(&from, (&from, fa), b, fb, r, (&to, fr));
    if let (CheckResult::Invalid, true, Desc::Cons(tile, _)) = (result, divides, b)
        && let Some((modes, ways)) = from.merged(fa.as_slice())
        && let Some(padded) = padded(modes, fb.as_slice().split_at(tile.count()).0)
        && let CheckResult::Valid = along_each(&from, (&ways, &padded), b, fb, r, (&to, fr))
    {
        return CheckResult::Valid;
    }
    result
}

/// Decides along each basis element that occurs in `ways`, for operands with where their strides point.
const fn along_each(
    ways: &Ways,
    (from, fa): (&Ways, &Flat),
    b: &Desc,
    fb: &Flat,
    r: &Desc,
    (to, fr): (&Ways, &Flat),
) -> CheckResult {
    let mut result = CheckResult::Valid;
    let mut i = 0;
    while i < ways.as_slice().len() {
        if ways.is_first(i) {
            let way = ways.as_slice()[i];
            let (part, image) = (from.only(way, fa.as_slice()), to.only(way, fr.as_slice()));
            match decide_exact(&part, b, fb, r, &image) {
                CheckResult::Valid => {}
                CheckResult::Invalid => return CheckResult::Invalid,
                CheckResult::Unknown => result = CheckResult::Unknown,
            }
        }
        i += 1;
    }
    result
}

/// The merged modes `a` with the one in which the period of the tile ends padded to a multiple of it; `None` for a tile with
/// holes, of which no padding makes a partition.
const fn padded(mut a: Flat, tile: &[check::Mode]) -> Option<Flat> {
    if !matches!(check::chain(tile), Ok(Nesting::Chain | Nesting::Compact)) {
        return None;
    }
    let mut period = 1;
    let mut i = 0;
    while i < tile.len() {
        if tile[i].size > 1 && tile[i].stride > 0 {
            match tile[i].size.checked_mul(tile[i].stride) {
                Some(reach) if reach > period => period = reach,
                Some(_) => {}
                None => return None,
            }
        }
        i += 1;
    }
    let modes = a.as_mut_slice();
    let mut i = 0;
    while i < modes.len() {
        let size = modes[i].size;
        if size < 1 {
            return None;
        }
        if period < size {
            modes[i].size = (size - 1) / period * period + period;
            return Some(a);
        }
        if period % size != 0 {
            return None;
        }
        period /= size;
        i += 1;
    }
    None
}

/// Each mode of `b` must have become what the exact rule says, and their sum must not carry.
const fn decide_exact(a: &Flat, b: &Desc, fb: &Flat, r: &Desc, fr: &Flat) -> CheckResult {
    match check::compose(a.as_slice(), fb.as_slice()) {
        Ok(_) => {}
        Err(ComposeError::Undecided | ComposeError::OutOfRange) => return CheckResult::Unknown,
        Err(_) => return CheckResult::Invalid,
    }
    let (mut at_b, mut at_r) = (0, 0);
    if leaves(a, b, fb, &mut at_b, r, fr, &mut at_r) {
        CheckResult::Valid
    } else {
        CheckResult::Invalid
    }
}

/// Compares the modes of `b` one by one with what stands for them in `r`.
const fn leaves(
    a: &Flat,
    b: &Desc,
    fb: &Flat,
    at_b: &mut usize,
    r: &Desc,
    fr: &Flat,
    at_r: &mut usize,
) -> bool {
    match (b, r) {
        (Desc::Nil, Desc::Nil) => true,
        (Desc::Cons(bh, bt), Desc::Cons(rh, rt)) => {
            leaves(a, bh, fb, at_b, rh, fr, at_r) && leaves(a, bt, fb, at_b, rt, fr, at_r)
        }
        (Desc::Mode(..), _) => {
            let mode = fb.as_slice()[*at_b];
            *at_b += 1;
            let count = r.count();
            let node = fr.as_slice().split_at(*at_r).1.split_at(count).0;
            *at_r += count;
            let want = match check::compose_leaf(a.as_slice(), mode) {
                Ok(want) => want,
                Err(_) => return false,
            };
            matches!(check::same(node, want.as_slice()), Some(true))
        }
        _ => false,
    }
}

/// Stops with what [`error_text`] says.
///
/// # Panics
/// Always.
#[track_caller]
pub const fn fail(
    a: &Desc,
    fa: &Flat,
    b: &Desc,
    fb: &Flat,
    r: &Desc,
    fr: &Flat,
    divides: bool,
) -> ! {
    panic!("{}", error_text(a, fa, b, fb, r, fr, divides).as_str())
}

/// A line that quotes both operands, the failing coordinate and a suggestion; and the divide where `b` is a tile and its
/// complement (`divides`).
pub const fn error_text(
    a: &Desc,
    fa: &Flat,
    b: &Desc,
    fb: &Flat,
    r: &Desc,
    fr: &Flat,
    divides: bool,
) -> Text {
    let mut line = Text::new();
    if let (true, Desc::Cons(tile, _)) = (divides, b) {
        line = line
            .text("logical_divide(")
            .layout(a, fa.as_slice())
            .text(", ")
            .layout(tile, fb.as_slice().split_at(tile.count()).0)
            .text("): ");
    }
    line = line
        .text("composition(")
        .layout(a, fa.as_slice())
        .text(", ")
        .layout(b, fb.as_slice())
        .text(") is no layout: R = ")
        .layout(r, fr.as_slice())
        .text(" has ");
    let (fa, fr) = (
        &along_first_failure(a, fa, fb, r, fr, true),
        &along_first_failure(a, fa, fb, r, fr, false),
    );
    line = differs(line, fa, fb, fr);
    line = line.text("; ");
    match check::compose(fa.as_slice(), fb.as_slice()) {
        Ok(exact) => line
            .text("write the layout of this function itself: modes ")
            .modes(&exact),
        Err(error) => {
            let line = match failing_mode(&error) {
                Some(mode) => path(line, b, mode),
                None => line,
            };
            let (fa, fb) = (fa.as_slice(), fb.as_slice());
            help(reason(line, fa, fb, &error).text("; "), &error)
        }
    }
}

/// The leaf of `B` that an error is about, where it is one.
pub(crate) const fn failing_mode(error: &ComposeError) -> Option<usize> {
    match error {
        ComposeError::Bend { mode, .. } | ComposeError::Uneven { mode, .. } => Some(*mode),
        _ => None,
    }
}

/// Appends `mode 1.0: `, the path of the leaf `leaf`; nothing where the tree is that leaf.
const fn path(line: Text, tree: &Desc, leaf: usize) -> Text {
    let (mut line, mut node, mut left) = (line, tree, leaf);
    let mut before = "mode ";
    while let Desc::Cons(..) = node {
        let mut position = 0;
        while let Desc::Cons(head, tail) = node {
            if left < head.count() {
                line = line.text(before).number(position);
                node = head;
                break;
            }
            left -= head.count();
            node = tail;
            position += 1;
        }
        before = ".";
    }
    if matches!(tree, Desc::Cons(..)) {
        line = line.text(": ");
    }
    line
}

/// Appends the violated equation of a rejected composition with its numbers, for values and types alike; `a` holds the
/// integer modes of the left operand, `b` those of the right one.
pub(crate) const fn reason(line: Text, a: &[Mode], b: &[Mode], error: &ComposeError) -> Text {
    let mode = match failing_mode(error) {
        Some(mode) if mode < b.len() => b[mode],
        _ => Mode::new(0, 0),
    };
    let (size, stride) = (mode.size, mode.stride);
    let line = match failing_mode(error) {
        Some(_) => line.number(size).text(":").number(stride),
        None => line,
    };
    match *error {
        ComposeError::Bend {
            at,
            value,
            straight,
            ..
        } => line
            .text(" runs straight for ")
            .number(at)
            .text(" steps, then A(")
            .number(at * stride)
            .text(") = ")
            .number(value)
            .text(", not ")
            .number(straight)
            .text(", and ")
            .number(size)
            .text(" % ")
            .number(at)
            .text(" = ")
            .number(size % at)
            .text(" is not 0"),
        ComposeError::Uneven {
            at,
            run,
            value,
            sum,
            ..
        } => line
            .text(" does not repeat its run of ")
            .number(run)
            .text(": A(")
            .number(at * stride)
            .text(") = ")
            .number(value)
            .text(", not ")
            .number(sum),
        ComposeError::Carry {
            at,
            digit,
            reaches,
            base,
            value,
            sum,
        } => {
            let index = match check::offset(b, at) {
                Some(index) => index,
                None => at,
            };
            let line = if reaches >= base {
                let mode = match check::coalesce_unbounded(a) {
                    Some(flat) if digit < flat.as_slice().len() => flat.as_slice()[digit],
                    _ => Mode::new(0, 0),
                };
                line.text("the modes of B carry out of the mode ")
                    .number(mode.size)
                    .text(":")
                    .number(mode.stride)
                    .text(" of A: digits up to ")
                    .number(reaches)
                    .text(" in a mode of ")
                    .number(base)
            } else {
                line.text("the modes of B run against each other across modes of A")
            };
            line.text("; at ")
                .number(at)
                .text(": A(")
                .number(index)
                .text(") = ")
                .number(value)
                .text(", the modes add up to ")
                .number(sum)
        }
        ComposeError::Undecided => line
            .text("the modes of B carry in A and B has more than ")
            .number(check::EXHAUSTIVE_LIMIT)
            .text(" elements to check"),
        ComposeError::OutOfRange => line.text(
            "a mode of A has size 0, an index of B does not fit 64 bits, or an offset of A does not fit 62",
        ),
    }
}

/// Appends what to do about a rejected composition.
pub(crate) const fn help(line: Text, error: &ComposeError) -> Text {
    let lazily = "compose_lazy gives the function itself";
    match error {
        ComposeError::Bend { at, .. } => line
            .text("take a size that ")
            .number(*at)
            .text(" divides, or ")
            .text(lazily),
        ComposeError::Carry { .. } => line
            .text("coalesce B if its profile is free, or ")
            .text(lazily),
        _ => line.text(lazily),
    }
}

/// `a` (`left`) or `r` along the first basis element along which the rule fails; unchanged for integer strides.
const fn along_first_failure(
    a: &Desc,
    fa: &Flat,
    fb: &Flat,
    r: &Desc,
    fr: &Flat,
    left: bool,
) -> Flat {
    let (from, to) = (a.ways(), r.ways());
    let mut i = 0;
    while i < from.as_slice().len() {
        let way = from.as_slice()[i];
        let (part, image) = (from.only(way, fa.as_slice()), to.only(way, fr.as_slice()));
        if way != 0 && counterexample(&part, fb, &image).is_some() {
            return if left { part } else { image };
        }
        i += 1;
    }
    if left { *fa } else { *fr }
}

/// Appends the smallest coordinate where `r` is not `a` after `b`, for values and types alike.
pub(crate) const fn differs(line: Text, a: &Flat, b: &Flat, r: &Flat) -> Text {
    match counterexample(a, b, r) {
        Some((c, got, want)) => line
            .text("R(")
            .number(c)
            .text(") = ")
            .number(got)
            .text(", but A(B(")
            .number(c)
            .text(")) = ")
            .number(want),
        None => line.text("another size than B"),
    }
}

/// The smallest coordinate where `r` is not `a` after `b`, with both values.
pub(crate) const fn counterexample(a: &Flat, b: &Flat, r: &Flat) -> Option<(i64, i64, i64)> {
    let total = match check::size(b.as_slice()) {
        Some(total) => total,
        None => 0,
    };
    let mut c = 0;
    while c < total && c < 4096 {
        if let (Some(got), Some(index)) = (
            check::offset(r.as_slice(), c),
            check::offset(b.as_slice(), c),
        ) && let Some(want) = check::offset(a.as_slice(), index)
            && got != want
        {
            return Some((c, got, want));
        }
        c += 1;
    }
    None
}
