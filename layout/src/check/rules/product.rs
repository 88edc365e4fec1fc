//! The rule of products: copies never meet.

use super::composition::{CheckResult, check_composition_desc, counterexample, decide};
use super::describe::{Desc, Describe};
use super::text::Text;
use crate::check::{Collision, Flat, product_aliases, size, span};
use crate::int::Known;

/// A tiler as constant data: what is known of each entry.
#[derive(Clone, Copy, Debug)]
pub enum Tiles {
    /// An integer.
    Int(Known),
    /// A layout.
    Layout(&'static Desc),
    /// `_`.
    Underscore,
    /// A tuple: its first entry and the rest.
    Cons(&'static Tiles, &'static Tiles),
    /// The empty tuple.
    Nil,
}

/// Whether a tiler is a tuple, so that each mode is multiplied by itself.
pub trait ByMode {
    /// The answer.
    const BY_MODE: bool;
    /// The tiler as data.
    const TILES: &'static Tiles;
    /// Appends the values of its modes; an integer `n` is the mode `n:1`.
    fn measure_tiler(self, out: &mut Flat);
}
/// The product `q` of the block `a` by the tiler `T`, rejected when it is by mode and two elements share an offset that do
/// not share one in the block. (A product by a layout is settled by `copies_checked`.)
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when they do; the message has both operands, two indices and a suggestion.
#[inline(always)]
pub fn modes_checked<T: ByMode, A: Describe, Q: Describe>(a: A, q: Q) -> Q {
    let undecided = const { undecided::<T, A, Q>() };
    if undecided && cfg!(not(target_arch = "nvptx64")) {
        let (mut fa, mut fq) = (Flat::new(), Flat::new());
        a.measure(&mut fa);
        q.measure(&mut fq);
        reject_modes(T::TILES, A::DESC, &fa, Q::DESC, &fq);
    }
    q
}

/// Rejects what is known to alias; whether values are needed to tell.
#[track_caller]
const fn undecided<T: ByMode, A: Describe, Q: Describe>() -> bool {
    if !T::BY_MODE || !has_integers(Q::DESC) {
        return false;
    }
    let (mut fa, mut fq) = (Flat::new(), Flat::new());
    if !A::DESC.flat(&mut fa) || !Q::DESC.flat(&mut fq) {
        return true;
    }
    reject_modes(T::TILES, A::DESC, &fa, Q::DESC, &fq);
    false
}

/// Whether no stride is a basis element.
const fn has_integers(desc: &Desc) -> bool {
    match desc {
        Desc::Mode(_, _, along) => *along == 0,
        Desc::Cons(h, t) => has_integers(h) && has_integers(t),
        Desc::Nil => true,
    }
}

#[track_caller]
const fn reject_modes(tiler: &Tiles, a: &Desc, fa: &Flat, q: &Desc, fq: &Flat) {
    let line = match product_aliases(fa.as_slice(), fq.as_slice()) {
        Ok(()) => return,
        Err(Collision::Between {
            first,
            second,
            offset,
        }) => Text::new()
            .text("the product of ")
            .layout(a, fa.as_slice())
            .text(" by mode with ")
            .tiler(tiler, &[])
            .text(" would alias: Q = ")
            .layout(q, fq.as_slice())
            .text(" has ")
            .text_of(meeting(first, second, offset)),
        Err(_) => Text::new()
            .text("the product of ")
            .layout(a, fa.as_slice())
            .text(" by mode with ")
            .tiler(tiler, &[])
            .text(" may alias: Q = ")
            .layout(q, fq.as_slice())
            .text(UNDECIDED),
    };
    let line = line.text("; ").text(HELP_BY_MODE);
    panic!("{}", line.as_str())
}

/// What to do about a product by a layout.
pub(crate) const HELP: &str = "use stacked_product, which always exists";
/// What to do about a product by mode.
pub(crate) const HELP_BY_MODE: &str =
    "multiply by a layout (blocked_product keeps the modes), or ask for the product unchecked";
/// What is said where nothing is known.
pub(crate) const UNDECIDED: &str = " overlaps in too many ways to tell";

/// Two indices of one offset, for values and types alike.
pub(crate) const fn meeting(first: i64, second: i64, offset: i64) -> Text {
    Text::new()
        .text("Q(")
        .number(first)
        .text(") = Q(")
        .number(second)
        .text(") = ")
        .number(offset)
}

/// What is said of a tiler whose offsets go down to `least`, for values and types alike.
pub(crate) const fn before_block(least: i64) -> Text {
    Text::new()
        .text("the tiler has the offset ")
        .number(least)
        .text(", and no copy comes before the block")
}

/// Whether all leaves are static.
const fn has_values(desc: &Desc) -> bool {
    desc.flat(&mut Flat::new())
}

/// Rejects a tiler that asks for a copy before the block.
#[track_caller]
const fn reject_backwards(a: &Desc, fa: &Flat, b: &Desc, fb: &Flat) {
    if let Some(span) = span(fb.as_slice())
        && span.least < 0
    {
        let line = Text::new()
            .text("logical_product(")
            .layout(a, fa.as_slice())
            .text(", ")
            .layout(b, fb.as_slice())
            .text(") is no layout: ")
            .text_of(before_block(span.least))
            .text("; ")
            .text(HELP);
        panic!("{}", line.as_str())
    }
}

/// Which copy is not at its place, for values and types alike: the places `p` in the order of `b` are not `r`.
pub(crate) const fn astray(p: &Flat, b: &Flat, r: &Flat) -> Text {
    match counterexample(p, b, r) {
        Some((copy, got, want)) => Text::new()
            .text(" puts copy ")
            .number(copy)
            .text(" at ")
            .number(got)
            .text(", but its place is ")
            .number(want),
        None => Text::new().text(" needs more places than the block leaves within its extent"),
    }
}

/// Rejects values of the tiler `b` of a product by a layout that ask for a copy before the block.
///
/// # Panics
/// When they do; the message has both operands and a suggestion.
#[inline(always)]
pub(crate) fn copies_forward<A: Describe, B: Describe>(block: A, b: B) {
    if const { !has_values(B::DESC) } && cfg!(not(target_arch = "nvptx64")) {
        let (mut fa, mut fb) = (Flat::new(), Flat::new());
        block.measure(&mut fa);
        b.measure(&mut fb);
        reject_backwards(A::DESC, &fa, B::DESC, &fb);
    }
}

/// The copies `copies` of a product by a layout, rejected when they are not `places` in the order of `b`.
///
/// # Panics
/// At compile time, or at run time for dynamic leaves, when no layout holds the copies; the message has the operands, two
/// indices of one offset if there are such, and a suggestion.
#[inline(always)]
pub(crate) fn copies_checked<A, P, B, R>(block: A, places: P, b: B, copies: R) -> R
where
    A: Describe,
    P: Describe,
    B: Describe,
    R: Describe,
{
    let undecided = const { copies_undecided::<A, P, B, R>() };
    if undecided && cfg!(not(target_arch = "nvptx64")) {
        let [mut fa, mut fp, mut fb, mut fr] = [const { Flat::new() }; 4];
        block.measure(&mut fa);
        places.measure(&mut fp);
        b.measure(&mut fb);
        copies.measure(&mut fr);
        if let CheckResult::Invalid = decide(P::DESC, &fp, B::DESC, &fb, R::DESC, &fr, false) {
            reject_copies(A::DESC, &fa, &fp, B::DESC, &fb, R::DESC, &fr)
        }
    }
    copies
}

/// Rejects what is known to be wrong; whether values are needed to tell.
#[track_caller]
const fn copies_undecided<A, P, B, R>() -> bool
where
    A: Describe,
    P: Describe,
    B: Describe,
    R: Describe,
{
    let (mut fa, mut fb) = (Flat::new(), Flat::new());
    if B::DESC.flat(&mut fb) {
        A::DESC.flat(&mut fa);
        reject_backwards(A::DESC, &fa, B::DESC, &fb);
    }
    match check_composition_desc(P::DESC, B::DESC, R::DESC, false) {
        CheckResult::Valid if !short_of_places::<A, P, B>() => false,
        CheckResult::Unknown => true,
        CheckResult::Valid | CheckResult::Invalid => {
            let [mut fa, mut fp, mut fb, mut fr] = [const { Flat::new() }; 4];
            A::DESC.flat(&mut fa);
            P::DESC.flat(&mut fp);
            B::DESC.flat(&mut fb);
            R::DESC.flat(&mut fr);
            reject_copies(A::DESC, &fa, &fp, B::DESC, &fb, R::DESC, &fr)
        }
    }
}

/// Whether static holes of the block leave fewer places within its extent than copies need. Coalescing has dropped the mode
/// that would say where those past it go.
const fn short_of_places<A: Describe, P: Describe, B: Describe>() -> bool {
    let [mut fa, mut fp, mut fb] = [const { Flat::new() }; 3];
    if !A::DESC.flat(&mut fa) || !P::DESC.flat(&mut fp) || !B::DESC.flat(&mut fb) {
        return false;
    }
    let (Some(block), Some(places), Some(offsets)) = (
        size(fa.as_slice()),
        size(fp.as_slice()),
        span(fb.as_slice()),
    ) else {
        return false;
    };
    let reach = offsets.greatest.saturating_add(1);
    let (mut extent, mut i) = (0_i64, 0);
    while i < fa.as_slice().len() {
        let mode = fa.as_slice()[i];
        let end = mode.size.saturating_mul(mode.stride);
        if end > extent {
            extent = end;
        }
        i += 1;
    }
    places < reach && block.saturating_mul(reach) <= extent
}

/// Stops with a line that quotes both operands, two indices of one offset or the failing index, and a suggestion.
#[track_caller]
const fn reject_copies(
    a: &Desc,
    fa: &Flat,
    fp: &Flat,
    b: &Desc,
    fb: &Flat,
    r: &Desc,
    fr: &Flat,
) -> ! {
    let line = Text::new()
        .text("logical_product(")
        .layout(a, fa.as_slice())
        .text(", ")
        .layout(b, fb.as_slice())
        .text(") is no layout: Q = ")
        .pair([a, r], [fa.as_slice(), fr.as_slice()]);
    let mut whole = *fa;
    let mut i = 0;
    while i < fr.as_slice().len() {
        whole.push(fr.as_slice()[i]);
        i += 1;
    }
    let line = match product_aliases(fa.as_slice(), whole.as_slice()) {
        Err(Collision::Between {
            first,
            second,
            offset,
        }) => line
            .text(" would alias: ")
            .text_of(meeting(first, second, offset)),
        _ => line.text_of(astray(fp, fb, fr)),
    };
    let line = line.text("; ").text(HELP);
    panic!("{}", line.as_str())
}
