//! What the comparisons of evaluators share: random leaves, structures, and the comparison itself.

mod algebra;
mod checked;
mod coordinates;
mod modes;
mod products;
mod swizzled;

use crate::random::{elements, seeded};
use azulejo_layout::Layout;
use azulejo_layout::expr::{Value, evaluate};
use azulejo_layout::value::{AnyLayout, DynLayout};
use proptest::prelude::*;
use std::cell::Cell;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Sizes and strides for the dynamic leaves of a structure, and an index.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    pub s: i64,
    pub t: i64,
    pub d: i64,
    pub e: i64,
    pub i: i64,
}

/// Leaves of all kinds: compact by columns or rows, padded, broadcast, and strides at random.
pub fn leaves() -> impl Strategy<Value = Leaves> {
    let size = || prop::sample::select(vec![1_i64, 2, 2, 3, 4, 4, 5, 6, 8]);
    let loose = || prop::sample::select(vec![0_i64, 1, 1, 2, 3, 4, 6, 8, 12, 24]);
    (size(), size(), loose(), loose(), 0..24_i64, 0..5_u8).prop_map(|(s, t, x, y, i, kind)| {
        let (d, e) = match kind {
            0 => (1, s),
            1 => (t, 1),
            2 => (1, s + x),
            _ => (x, y),
        };
        Leaves { s, t, d, e, i }
    })
}

/// The random values of few cases meet every structure of a test.
pub const FEW: u32 = 192;

thread_local! {
    static REFUSING: Cell<bool> = const { Cell::new(false) };
}

/// What the types print, or the text of the panic by which they reject.
///
/// It is compiled for each call. What does not depend on the call's type is in [`caught`].
pub fn types<R>(call: impl Fn() -> R, print: impl FnOnce(R) -> String) -> Result<String, String> {
    let mut answer = None;
    caught(&mut || answer = Some(call()))?;
    match answer {
        Some(answer) => Ok(print(answer)),
        None => unreachable!("the call has returned"),
    }
}

/// Makes a call; the text of its panic is an error.
fn caught(call: &mut dyn FnMut()) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !REFUSING.get() {
                report(info);
            }
        }));
    });
    REFUSING.set(true);
    let answer = catch_unwind(AssertUnwindSafe(call));
    REFUSING.set(false);
    answer.map_err(|text| {
        let owned = text.downcast_ref::<String>().cloned();
        owned
            .or_else(|| text.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_default()
    })
}

/// What is displayed.
pub fn text(what: &dyn Display) -> String {
    what.to_string()
}

/// A layout and the offset before it, `offset + layout`.
pub fn moved(layout: &dyn Display, offset: &dyn Display) -> String {
    format!("{offset} + {layout}")
}

/// How the answer to a call relates to that to the same call with static-ness erased.
///
/// Some operations look for static numbers: an order, a zero, a one, a stride that is known to go on. Without them they
/// find less, and what they find must still be right.
#[derive(Clone, Copy)]
pub enum Erased<'a> {
    /// The same function.
    Same,
    /// The same function when this argument stays as it is: it asks by static numbers.
    But(&'a str),
    /// The same function, or rejected.
    OrRejected,
    /// The same function on fewer indices, from the first on.
    Begins,
    /// The same set of offsets.
    Image,
    /// The same offsets, each as often, in perhaps another order.
    Permuted,
    /// Some of the offsets.
    Within,
    /// A number that divides the answer.
    Divides,
    /// A number that is not larger.
    AtMost,
    /// The same offsets at the same positions, of which the same stand for the same elements.
    Predicate,
}

impl Erased<'_> {
    /// The call without static-ness.
    fn call(self, call: &str) -> String {
        match self {
            Self::But(kept) => {
                let (before, after) = call.rsplit_once(kept).expect("an argument of the call");
                format!("{}{kept}{}", erase(before), erase(after))
            }
            _ => erase(call),
        }
    }

    /// Returns `true` if the answers relate as they have to.
    fn holds(self, answer: &Value, again: Result<Value, String>) -> bool {
        let text = answer.to_string();
        let again = match (self, again) {
            (Self::OrRejected, Err(_)) => return true,
            (_, Err(_)) => return false,
            (_, Ok(again)) => again,
        };
        if let Self::Predicate = self {
            return predicate(answer).is_some() && predicate(answer) == predicate(&again);
        }
        let again = again.to_string();
        if let Self::Same | Self::But(_) | Self::OrRejected = self {
            return function(&text) == function(&again);
        }
        if let Self::Divides | Self::AtMost = self {
            let number = |text: &str| erase(text).parse::<i64>().ok();
            let (Some(all), Some(less)) = (number(&text), number(&again)) else {
                return false;
            };
            return less >= 1 && less <= all && (matches!(self, Self::AtMost) || all % less == 0);
        }
        let (Some(mut all), Some(mut found)) = (offsets(&text), offsets(&again)) else {
            return false;
        };
        match self {
            Self::Begins => return all.starts_with(&found),
            Self::Within => return found.iter().all(|x| all.contains(x)),
            _ => {}
        }
        all.sort_unstable();
        found.sort_unstable();
        if let Self::Image = self {
            all.dedup();
            found.dedup();
        }
        all == found
    }
}

/// The offsets of a divided layout, each with the element of the undivided one that is there.
fn predicate(value: &Value) -> Option<Vec<(i64, Option<i64>)>> {
    let Value::List(parts) = value else {
        return None;
    };
    let [
        layout,
        Value::Layout(AnyLayout::Plain(coordinates)),
        Value::Tree(shape),
    ] = parts.as_slice()
    else {
        return None;
    };
    let elements = elements(coordinates, shape);
    Some(
        offsets(&layout.to_string())?
            .into_iter()
            .zip(elements)
            .collect(),
    )
}

/// The marks of static-ness taken off a call.
fn erase(call: &str) -> String {
    let kept = |&(at, c): &(usize, char)| {
        let next = call[at + 1..].chars().next();
        let word = call[..at].ends_with(|before: char| before.is_alphanumeric());
        c != '_' || word || !next.is_some_and(|next| next.is_ascii_digit())
    };
    call.char_indices().filter(kept).map(|(_, c)| c).collect()
}

/// The offsets of a layout in the notation, moved by the offset before it.
fn offsets(text: &str) -> Option<Vec<i64>> {
    let (offset, layout) = text.split_once(" + ").unwrap_or(("0", text));
    let offset = erase(offset).parse::<i64>().ok()?;
    let all = layout.parse::<AnyLayout>().ok()?.offsets().ok()?;
    Some(all.into_iter().map(|x| x + offset).collect())
}

/// What an answer is as a function: the offsets of a layout, the numbers of anything else.
fn function(text: &str) -> String {
    if let Some(offsets) = offsets(text) {
        return format!("{offsets:?}");
    }
    // Coordinates, where strides are basis elements.
    match text.parse::<DynLayout>().and_then(|layout| layout.points()) {
        Ok(points) => points.iter().map(|at| format!("{at} ")).collect(),
        Err(_) => erase(text),
    }
}

/// Compares the answer of the types with that of the values, and the values' answer with that to the erased call.
pub fn compare(
    call: &str,
    types: Result<String, String>,
    erased: Erased<'_>,
) -> Result<(), TestCaseError> {
    let values = evaluate(call);
    match (&types, &values) {
        (Ok(types), Ok(values)) => prop_assert_eq!(types, &values.to_string(), "{}", call),
        (Err(_), Err(_)) => {}
        _ => prop_assert!(false, "{call}: types {types:?}, values {values:?}"),
    }
    if let Ok(answer) = &values {
        let erased_call = erased.call(call);
        let again = evaluate(&erased_call).map_err(|error| error.to_string());
        let told = again
            .as_ref()
            .map_or_else(Clone::clone, ToString::to_string);
        let holds = erased.holds(answer, again);
        prop_assert!(holds, "{call} = {answer}\n{erased_call} = {told}");
    }
    Ok(())
}

/// As [`compare`], where the structure of the answer is fixed before the values are known: types may reject what the
/// values answer, and nothing else.
pub fn compare_fixed(call: &str, types: Result<String, String>) -> Result<(), TestCaseError> {
    let values = evaluate(call).map(|value| value.to_string());
    match (&types, &values) {
        (Ok(types), Ok(values)) => prop_assert_eq!(function(types), function(values), "{}", call),
        (Ok(types), Err(error)) => prop_assert!(false, "{call}: types {types}, values {error}"),
        (Err(_), _) => {}
    }
    if let Ok(values) = &values {
        let again = evaluate(&erase(call)).map(|value| function(&value.to_string()));
        let again = again.map_err(|error| error.to_string());
        prop_assert_eq!(again, Ok(function(values)), "{} erased", call);
    }
    Ok(())
}

/// As [`compare`], of functions alone: values see powers of two in dynamic sizes, and make a plain layout where types keep
/// the swizzle.
pub fn compare_functions(call: &str, types: Result<String, String>) -> Result<(), TestCaseError> {
    let values = evaluate(call).map(|value| function(&value.to_string()));
    prop_assert_eq!(
        types.ok().as_deref().map(function),
        values.clone().ok(),
        "{}",
        call
    );
    let again = evaluate(&erase(call)).map(|value| function(&value.to_string()));
    prop_assert_eq!(again.ok(), values.ok(), "{} erased", call);
    Ok(())
}

/// A layout as the notation has it.
pub fn show<S, D>(layout: Layout<S, D>) -> String
where
    Layout<S, D>: Display,
{
    layout.to_string()
}

/// The structures of rank two over which a test runs, from all dynamic to all static.
macro_rules! each_layout {
    ($leaves:expr, $a:ident => $body:block) => {{
        let Leaves { s, t, d, e, .. } = $leaves;
        {
            let $a = layout!((s, t):(d, e));
            $body
        }
        {
            let $a = layout!((_4, (_2, t)):(_1, (_4, e)));
            $body
        }
        {
            let $a = layout!((_4, (_2, _3)):(_6, (_1, _2)));
            $body
        }
        {
            let $a = layout!((_4, _6):(_1, _4));
            $body
        }
    }};
}
/// One call in the notation and in types: the same answer, and the same function when static-ness is erased, or what stands
/// in brackets.
macro_rules! one {
    ($call:literal, [$how:ident $(($kept:literal))?] $types:expr) => {
        compare(
            &format!($call),
            types(|| $types, |answer| text(&answer)),
            Erased::$how $((&format!($kept)))?,
        )?
    };
    ($call:literal, $types:expr) => {
        compare(
            &format!($call),
            types(|| $types, |answer| text(&answer)),
            Erased::Same,
        )?
    };
    ($call:literal, tree $types:expr) => {
        compare(
            &format!($call),
            types(|| $types, |answer| text(&Notation(answer))),
            Erased::Same,
        )?
    };
    ($call:literal, fixed $types:expr) => {
        compare_fixed(
            &format!($call),
            types(|| $types, |answer| text(&answer)),
        )?
    };
    ($call:literal, alike $types:expr) => {
        compare_functions(
            &format!($call),
            types(|| $types, |(layout, offset)| moved(&layout, &offset)),
        )?
    };
    ($call:literal, moved $types:expr) => {
        compare(
            &format!($call),
            types(|| $types, |(layout, offset)| moved(&layout, &offset)),
            Erased::Same,
        )?
    };
}
pub(crate) use {each_layout, one};
