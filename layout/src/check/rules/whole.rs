//! Whether a tiler divides: every element is in a tile, and no tile hangs over.

use super::describe::{Desc, Describe, Settled};
use super::product::Tiles;
use super::rule::Rule;
use super::text::Text;
use crate::check::{Division, Flat, Mode, cut, size, sorted};
use crate::int::{Bool, Known};

/// What is known of a tiler and the modes it cuts.
#[derive(Clone, Copy)]
enum Cuts {
    /// Every element is in a tile, and no tile hangs over.
    Whole,
    /// It depends on values.
    Open,
    /// A tile hangs over, or an element is in none.
    Not,
}

/// What types alone say of a divide `call` of the layout `A` by the tiler `B`, as a composition (`structure`) and, if `whole`
/// is asked for, of its tiles: whether values are needed to tell that they are whole.
///
/// # Panics
/// At compile time, when no composition gives the result of static operands, a tile hangs over, or an element is in none.
#[track_caller]
pub(crate) const fn checked<A: Describe, B: Settled>(
    whole: bool,
    call: &str,
    structure: Rule,
) -> bool {
    // Dynamic operands are checked where they are composed.
    if <<A::IsStatic as Bool>::And<B::IsStatic> as Bool>::VALUE {
        structure.hold();
    }
    if !whole {
        return false;
    }
    match cuts(A::DESC, &[], B::TILES, &[]) {
        Cuts::Not if structure.holds() => {
            Rule::broken(error_text(call, A::DESC, &[], B::TILES, &[])).hold();
            false
        }
        Cuts::Not | Cuts::Whole => false,
        Cuts::Open => true,
    }
}

/// The divided layout `r`, of which `undecided` says whether values are needed to tell that its tiles are whole.
///
/// # Panics
/// When a tile hangs over or leaves an element out. Device code trusts the values, which the host has checked.
#[inline(always)]
#[track_caller]
pub(crate) fn wholly<A: Describe, B: Settled, R: Describe>(
    call: &str,
    undecided: bool,
    (a, b): (A, B),
    r: R,
) -> R {
    if undecided && cfg!(not(target_arch = "nvptx64")) {
        hold_on_values(call, a, b, r);
    }
    r
}

/// Rejects a divide of values whose tiles are not whole.
///
/// # Panics
/// When one hangs over or leaves an element out; the message has both operands, the equation with its numbers, the first
/// place that is wrong, and a suggestion.
#[track_caller]
fn hold_on_values<A: Describe, B: Settled, R: Describe>(call: &str, a: A, b: B, r: R) {
    let (mut fa, mut fb, mut fr) = (Flat::new(), Flat::new(), Flat::new());
    a.measure(&mut fa);
    b.measure_tiler(&mut fb);
    r.measure(&mut fr);
    let (a, b) = (fa.as_slice(), fb.as_slice());
    if let Cuts::Not = cuts(A::DESC, a, B::TILES, b) {
        panic!("{}", error_text(call, A::DESC, a, B::TILES, b).as_str())
    }
    if let Some(line) = miscounted(call, A::DESC, &fa, B::TILES, b, &fr) {
        panic!("{}", line.as_str())
    }
}

/// How many values a node of a tiler has.
const fn count(tiles: &Tiles) -> usize {
    match tiles {
        Tiles::Int(_) => 1,
        Tiles::Layout(desc) => desc.count(),
        Tiles::Cons(h, t) => count(h) + count(t),
        Tiles::Underscore | Tiles::Nil => 0,
    }
}

/// `values` without the first `n`, or none where they are not known.
const fn after(values: &[Mode], n: usize) -> &[Mode] {
    if n < values.len() {
        values.split_at(n).1
    } else {
        &[]
    }
}

/// The modes of a node: their values if there are any, what is static otherwise; `None` where that is not all.
const fn modes(desc: &Desc, values: &[Mode]) -> Option<Flat> {
    let count = desc.count();
    if count > 0 && count <= values.len() {
        return Flat::from_slice(values.split_at(count).0);
    }
    let mut flat = Flat::new();
    if desc.flat(&mut flat) {
        Some(flat)
    } else {
        None
    }
}

/// The modes of a node of a tiler that is no tuple; `None` for `_`, for one that is not known, and for basis strides.
const fn tile(tiles: &Tiles, values: &[Mode]) -> Option<Flat> {
    match tiles {
        Tiles::Int(known) => match (known, values) {
            (_, [mode, ..]) => Flat::from_slice(&[*mode]),
            (Known::Static(n), _) => Flat::from_slice(&[Mode::new(*n, 1)]),
            _ => None,
        },
        Tiles::Layout(desc) => modes(desc, values),
        _ => None,
    }
}

/// Whether a layout has basis strides, whose tiles are checked where they are made.
const fn has_basis(desc: &Desc) -> bool {
    match desc {
        Desc::Mode(_, _, along) => *along != 0,
        Desc::Cons(h, t) => has_basis(h) || has_basis(t),
        Desc::Nil => false,
    }
}

/// Decides for a node and the node of the tiler that cuts it; values are those of both, or nothing.
const fn cuts(a: &Desc, fa: &[Mode], tiles: &Tiles, ft: &[Mode]) -> Cuts {
    match (a, tiles) {
        (_, Tiles::Underscore | Tiles::Nil) | (Desc::Nil, _) => Cuts::Whole,
        (_, Tiles::Layout(desc)) if has_basis(desc) => Cuts::Whole,
        (Desc::Mode(..), Tiles::Cons(h, _)) => cuts(a, fa, h, ft),
        (Desc::Cons(ah, at), Tiles::Cons(h, t)) => {
            let head = cuts(ah, fa, h, ft);
            let tail = cuts(at, after(fa, ah.count()), t, after(ft, count(h)));
            match (head, tail) {
                (Cuts::Not, _) | (_, Cuts::Not) => Cuts::Not,
                (Cuts::Open, _) | (_, Cuts::Open) => Cuts::Open,
                (Cuts::Whole, Cuts::Whole) => Cuts::Whole,
            }
        }
        _ => match (tile(tiles, ft), modes(a, fa)) {
            (Some(tile), Some(modes)) => match merged(a, &modes) {
                Some(layout) if whole(layout.as_slice(), tile.as_slice()) => Cuts::Whole,
                Some(_) => Cuts::Not,
                None => Cuts::Open,
            },
            (Some(tile), None) => match period(tile.as_slice()) {
                Some(period) if runs_out(a, period) => Cuts::Whole,
                _ => Cuts::Open,
            },
            (None, _) => Cuts::Open,
        },
    }
}

/// Whether the tiles of `tile` are whole in a coalesced layout. What has no complement is rejected for that.
pub(crate) const fn whole(layout: &[Mode], tile: &[Mode]) -> bool {
    match size(layout) {
        Some(0) | None => return true,
        Some(_) => {}
    }
    !matches!(
        cut(layout, tile),
        Ok(Division::Overhang { .. } | Division::Holes { .. })
    )
}

/// The extent of a tile without holes, which its copies repeat; `None` for others.
const fn period(tile: &[Mode]) -> Option<i64> {
    if let Ok(Division::Exact | Division::Repeats { .. } | Division::Overhang { .. }) =
        cut(&[Mode::new(1, 0)], tile)
        && let Some(order) = sorted(tile)
    {
        return match order.as_slice() {
            [] => Some(1),
            [.., last] => last.size.checked_mul(last.stride),
        };
    }
    None
}

/// Whether a period divides the sizes of the modes one after the other by what is known of them; it is 1 in the end.
const fn runs_out(a: &Desc, period: i64) -> bool {
    matches!(left_after(a, period), Some(1))
}

/// What is left of a period after the modes of a node; `None` where it does not divide, or is not known to.
const fn left_after(a: &Desc, period: i64) -> Option<i64> {
    if period == 1 {
        return Some(1);
    }
    match a {
        Desc::Nil => Some(period),
        Desc::Mode(Known::Static(size), ..) => {
            if *size < 1 {
                None
            } else if period % *size == 0 {
                Some(period / *size)
            } else if *size % period == 0 {
                Some(1)
            } else {
                None
            }
        }
        Desc::Mode(Known::Multiple(of), ..) => {
            if *of % period == 0 {
                Some(1)
            } else {
                None
            }
        }
        Desc::Mode(Known::Dynamic, ..) => None,
        Desc::Cons(h, t) => match left_after(h, period) {
            Some(left) => left_after(t, left),
            None => None,
        },
    }
}

/// The modes merged where they run on along one basis element.
const fn merged(a: &Desc, modes: &Flat) -> Option<Flat> {
    match a.ways().merged(modes.as_slice()) {
        Some((modes, _)) => Some(modes),
        None => None,
    }
}

/// What to do where tiles are not whole.
pub(crate) const fn whole_help(layout: &[Mode], tile: &[Mode]) -> &'static str {
    match cut(layout, tile) {
        Ok(Division::Holes { .. }) => {
            "write *_divide_ceil, which takes this tile as it is, or take strides that are multiples of the extents below them"
        }
        _ => {
            "write *_divide_ceil, which gives CuTe's overhanging tiles with their predicate, or take a tile that divides"
        }
    }
}

/// Appends the violated equation of a tile that is not whole in a coalesced layout, for values and types alike.
pub(crate) const fn not_whole(line: Text, layout: &[Mode], tile: &[Mode]) -> Text {
    let (left, at) = match cut(layout, tile) {
        Ok(Division::Holes { lower, upper }) => {
            let extent = lower.size * lower.stride;
            return line
                .text("the tile leaves elements out: the extent ")
                .number(extent)
                .text(" of its mode ")
                .number(lower.size)
                .text(":")
                .number(lower.stride)
                .text(" does not divide the stride of ")
                .number(upper.size)
                .text(":")
                .number(upper.stride)
                .text(": ")
                .number(upper.stride)
                .text(" % ")
                .number(extent)
                .text(" = ")
                .number(upper.stride % extent)
                .text(" is not 0, and element ")
                .number(upper.stride / extent * extent)
                .text(" is in no tile");
        }
        _ => hangs_at(layout, tile),
    };
    let mode = layout[at];
    let tiles = (mode.size - 1) / left + 1;
    let line = if tiles == 1 {
        line.text("the tile of ")
    } else {
        line.text("the last of ").number(tiles).text(" tiles of ")
    };
    let line = line.number(left).text(" hangs over the ");
    let line = if layout.len() == 1 {
        line.number(mode.size).text(" elements")
    } else {
        line.text("mode ")
            .number(mode.size)
            .text(":")
            .number(mode.stride)
    };
    line.text(": ")
        .number(mode.size)
        .text(" % ")
        .number(left)
        .text(" = ")
        .number(mode.size % left)
        .text(" is not 0, and place ")
        .number(mode.size)
        .text(" is past the end")
}

/// What is left of the tile's period in the mode over whose end it hangs, and that mode.
const fn hangs_at(layout: &[Mode], tile: &[Mode]) -> (i64, usize) {
    let mut left = match period(tile) {
        Some(period) => period,
        None => 1,
    };
    let mut at = 0;
    while at + 1 < layout.len() {
        let size = layout[at].size;
        if size < 1 || left % size != 0 {
            break;
        }
        left /= size;
        at += 1;
    }
    (left, at)
}

/// The line that rejects a divide: the operations with their operands from the outside in, the failing mode, the equation.
const fn error_text(call: &str, a: &Desc, fa: &[Mode], tiles: &Tiles, ft: &[Mode]) -> Text {
    explained(Text::new(), call, a, fa, tiles, ft)
}

const LOGICAL: &str = "logical_divide";

const fn explained(
    line: Text,
    call: &str,
    a: &Desc,
    fa: &[Mode],
    tiles: &Tiles,
    ft: &[Mode],
) -> Text {
    let line = line.call(call, a, fa, tiles, ft);
    match (a, tiles) {
        (Desc::Mode(..), Tiles::Cons(h, _)) => {
            explained(line.text("mode 0: "), LOGICAL, a, fa, h, ft)
        }
        (_, Tiles::Cons(..)) => {
            let (mut a, mut fa, mut tiles, mut ft, mut at) = (a, fa, tiles, ft, 0);
            while let (Desc::Cons(ah, rest), Tiles::Cons(h, t)) = (a, tiles) {
                if let Cuts::Not = cuts(ah, fa, h, ft) {
                    let line = line.text("mode ").number(at).text(": ");
                    return explained(line, LOGICAL, ah, fa, h, ft);
                }
                (a, fa) = (rest, after(fa, ah.count()));
                (tiles, ft, at) = (t, after(ft, count(h)), at + 1);
            }
            line
        }
        _ => {
            let line = match call.len() == LOGICAL.len() {
                true => line,
                false => line.call(LOGICAL, a, fa, tiles, ft),
            };
            match (tile(tiles, ft), modes(a, fa)) {
                (Some(tile), Some(modes)) => match merged(a, &modes) {
                    Some(layout) => {
                        let (layout, tile) = (layout.as_slice(), tile.as_slice());
                        let help = whole_help(layout, tile);
                        not_whole(line, layout, tile).text("; ").text(help)
                    }
                    None => line,
                },
                _ => line,
            }
        }
    }
}

/// The line for tiles that hold more places than there are elements, although each is whole: leaves that run on by value
/// alone were counted one by one.
const fn miscounted(
    call: &str,
    a: &Desc,
    fa: &Flat,
    tiles: &Tiles,
    ft: &[Mode],
    r: &Flat,
) -> Option<Text> {
    match (size(fa.as_slice()), size(r.as_slice()), repeats(tiles, ft)) {
        (Some(elements), Some(places), Some(times)) if elements.saturating_mul(times) != places => {
            let line = Text::new().call(call, a, fa.as_slice(), tiles, ft);
            let line = counted(line, elements.saturating_mul(times), places);
            Some(line.text("; ").text(COUNTED_HELP))
        }
        _ => None,
    }
}

/// Appends how many places the tiles have, for values and types alike.
pub(crate) const fn counted(line: Text, elements: i64, places: i64) -> Text {
    line.text("modes that run on by value alone are cut one by one: tiles of ")
        .number(places)
        .text(" places for ")
        .number(elements)
        .text(" elements")
}

/// What to do where leaves are counted one by one.
pub(crate) const COUNTED_HELP: &str = "make the leaves of the divided mode static, or one integer; *_divide_ceil gives the tiles with their predicate";

/// How often a tiler gives each element: the product of its sizes of stride 0. `None` where they are not known, or some tile
/// has basis strides.
const fn repeats(tiles: &Tiles, ft: &[Mode]) -> Option<i64> {
    match tiles {
        Tiles::Underscore | Tiles::Nil | Tiles::Int(_) => Some(1),
        Tiles::Cons(h, t) => match (repeats(h, ft), repeats(t, after(ft, count(h)))) {
            (Some(h), Some(t)) => h.checked_mul(t),
            _ => None,
        },
        Tiles::Layout(desc) if has_basis(desc) => None,
        Tiles::Layout(_) => {
            let Some(tile) = tile(tiles, ft) else {
                return None;
            };
            let (mut times, mut i) = (1_i64, 0);
            while i < tile.as_slice().len() {
                let mode = tile.as_slice()[i];
                if mode.stride == 0 {
                    times = times.saturating_mul(mode.size);
                }
                i += 1;
            }
            Some(times)
        }
    }
}
