//! Arithmetic on shapes.

use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::tree::Tree;
use alloc::format;
use alloc::vec::Vec;

/// The size of each top-level mode; a 1-tuple for an integer.
///
/// # Errors
/// A leaf that is no plain integer, or overflow.
pub fn product_each(shape: &Tree) -> Result<Tree, LayoutError> {
    let sizes: Result<Vec<Tree>, LayoutError> = shape
        .modes()
        .iter()
        .map(|mode| Ok(mode.size()?.into()))
        .collect();
    Ok(Tree::Tuple(sizes?))
}

/// The strides of the compact layout of a shape, leftmost mode fastest, starting at `first`. A mode `_1` has stride `_0`.
///
/// # Errors
/// A leaf that is no plain integer, or overflow.
pub fn compact_left(shape: &Tree, first: Int) -> Result<Tree, LayoutError> {
    let mut next = first;
    shape.map(&mut |leaf| compact_step(leaf.plain()?, &mut next))
}

/// The strides of the compact layout of a shape, rightmost mode fastest. A mode `_1` has stride `_0`.
///
/// # Errors
/// A leaf that is no plain integer, or overflow.
pub fn compact_right(shape: &Tree) -> Result<Tree, LayoutError> {
    fn walk(shape: &Tree, next: &mut Int) -> Result<Tree, LayoutError> {
        match shape {
            Tree::Tuple(items) => {
                let mut out: Vec<Tree> = items
                    .iter()
                    .rev()
                    .map(|item| walk(item, next))
                    .collect::<Result<_, _>>()?;
                out.reverse();
                Ok(Tree::Tuple(out))
            }
            leaf => compact_step(leaf.int()?, next),
        }
    }
    walk(shape, &mut Int::fixed(1))
}

fn compact_step(size: Int, next: &mut Int) -> Result<Tree, LayoutError> {
    if size.is(1) {
        return Ok(Tree::fixed(0));
    }
    let stride = *next;
    *next = next.checked_mul(size)?;
    Ok(stride.into())
}

/// `ceil(a / b)` on shapes: mode by mode for two tuples (missing modes of `b` count as 1), folded through the modes for a
/// tuple and an integer, by the product for an integer and a tuple.
///
/// # Errors
/// More modes in `b` than in `a`, an extent below 0 or a divisor below 1, overflow.
///
/// ```
/// use azulejo_layout::value::ceil_div;
/// assert_eq!(ceil_div(&"(4,6)".parse()?, &"8".parse()?)?.to_string(), "(1,3)");
/// assert_eq!(ceil_div(&"(300,200)".parse()?, &"(_128,_64)".parse()?)?.to_string(), "(3,4)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn ceil_div(a: &Tree, b: &Tree) -> Result<Tree, LayoutError> {
    divide_shapes(a, b, &rounded_up, true).during("ceil_div", &[a, b])
}

/// One quotient of [`ceil_div`].
fn rounded_up(a: Int, b: Int) -> Result<Int, LayoutError> {
    positive(a, b)?;
    a.ceil_div(b)
}

/// Rejects what is no extent, and what is no divisor of one.
fn positive(a: Int, b: Int) -> Result<(), LayoutError> {
    if a.value < 0 || b.value < 1 {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("{a} cannot be divided into parts of {b}"),
        )
        .fix("give extents of at least 0, and divisors of at least 1"));
    }
    Ok(())
}

/// As [`ceil_div`], where each division of static integers has to be exact one way or the other: `a % b == 0` or
/// `b % a == 0`. Dynamic integers are taken on trust, as in CuTe.
///
/// # Errors
/// A pair of static integers of which neither divides the other, different ranks, an extent below 0 or a divisor below 1.
pub fn shape_div(a: &Tree, b: &Tree) -> Result<Tree, LayoutError> {
    divide_shapes(a, b, &exact, false).during("shape_div", &[a, b])
}

/// One quotient of [`shape_div`]: exact one way or the other for static integers, rounded up.
fn exact(a: Int, b: Int) -> Result<Int, LayoutError> {
    positive(a, b)?;
    let divides = |a: i64, b: i64| a.checked_rem(b) == Some(0);
    let known = a.is_static && b.is_static;
    if known && !divides(a.value, b.value) && !divides(b.value, a.value) {
        return Err(LayoutError::new(
            ErrorKind::Divisibility,
            format!(
                "neither of {a} and {b} divides the other: {} % {} = {} and {} % {} = {} are not 0",
                a.value,
                b.value,
                a.value.checked_rem(b.value).unwrap_or(a.value),
                b.value,
                a.value,
                b.value.checked_rem(a.value).unwrap_or(b.value)
            ),
        )
        .fix("use `ceil_div` to round up"));
    }
    a.ceil_div(b)
}

fn divide_shapes(
    a: &Tree,
    b: &Tree,
    divide: &impl Fn(Int, Int) -> Result<Int, LayoutError>,
    pad: bool,
) -> Result<Tree, LayoutError> {
    match (a, b) {
        (Tree::Tuple(xs), Tree::Tuple(ys)) => {
            if ys.len() > xs.len() || (!pad && ys.len() != xs.len()) {
                return Err(LayoutError::profile(format!(
                    "{a} has rank {}, {b} has rank {}",
                    xs.len(),
                    ys.len()
                )).fix("divide a tuple by a tuple of at most as many entries, or by an integer, which folds through the modes"));
            }
            let one = Tree::fixed(1);
            let items: Result<_, _> = xs
                .iter()
                .enumerate()
                .map(|(i, x)| divide_shapes(x, ys.get(i).unwrap_or(&one), divide, pad))
                .collect();
            Ok(Tree::Tuple(items?))
        }
        (Tree::Tuple(xs), y) => {
            let mut rest = y.int()?;
            let mut items = Vec::with_capacity(xs.len());
            for x in xs {
                if x.size()?.value < 1 {
                    return Err(LayoutError::new(
                        ErrorKind::OutOfRange,
                        format!("nothing folds through the {x} of {a}"),
                    )
                    .fix("give every mode at least one element"));
                }
                items.push(divide_shapes(x, &rest.into(), divide, pad)?);
                rest = divide_shapes(&rest.into(), x, divide, pad)?.int()?;
            }
            Ok(Tree::Tuple(items))
        }
        (x, y) => {
            let x = x.int()?;
            // The product of two negative numbers would hide them.
            for part in y.leaves()? {
                positive(x, part.plain()?)?;
            }
            Ok(divide(x, y.size()?)?.into())
        }
    }
}

/// `a` rounded up to a multiple of `b`, mode by mode (missing modes of `b` count as 1).
///
/// # Errors
/// More modes in `b` than in `a`, an extent below 0 or a divisor below 1, overflow.
pub fn round_up(a: &Tree, b: &Tree) -> Result<Tree, LayoutError> {
    let one = Tree::fixed(1);
    let compute = || match (a, b) {
        (Tree::Tuple(xs), Tree::Tuple(ys)) if ys.len() <= xs.len() => {
            let items: Result<_, _> = xs
                .iter()
                .enumerate()
                .map(|(i, x)| round_up(x, ys.get(i).unwrap_or(&one)))
                .collect();
            Ok(Tree::Tuple(items?))
        }
        (x, y) => {
            let (x, y) = (x.int()?, y.int()?);
            positive(x, y)?;
            Ok(x.ceil_div(y)?.checked_mul(y)?.into())
        }
    };
    compute().during("round_up", &[a, b])
}

/// Returns `true` if the shape `b` divides the shape `a` mode by mode.
///
/// # Errors
/// A division by zero, overflow.
pub fn evenly_divides(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    divides(a, b).during("evenly_divides", &[a, b])
}

fn divides(a: &Tree, b: &Tree) -> Result<bool, LayoutError> {
    match (a, b) {
        (a, Tree::Tuple(ys)) => {
            if ys.len() > a.rank() {
                return Ok(false);
            }
            for (x, y) in a.modes().iter().zip(ys) {
                if !divides(x, y)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (a, y) => {
            let tiles = ceil_div(a, y)?.size()?;
            Ok(a.size()?.value == y.size()?.checked_mul(tiles)?.value)
        }
    }
}
