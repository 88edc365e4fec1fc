//! Changing units: `upcast`, `downcast`, `recast_layout`.

use super::composition::leaf_path;
use crate::check::gcd;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tree::{Leaf, Tree};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The layout in units `n` times larger: `n` neighbours become one element.
///
/// Each leaf by itself: a stride `_0` stays; a stride `d` needs `d % n = 0` or `n % d = 0`, the size becomes
/// `ceil(size / ceil(n / |d|))` and the stride `ceil(|d| / n)`. *Rule*: for a loose chain the image is that of
/// `floor(a / n)`.
///
/// A dynamic stride must be a multiple of `n`, and its size is kept (CuTe divides it without looking).
///
/// # Errors
/// A static stride of which neither `d % n` nor `n % d` is 0, a dynamic one that is not a multiple of `n`, `n < 1`.
///
/// ```
/// use azulejo_layout::value::{DynLayout, upcast};
/// let a: DynLayout = "(_16,_4):(_1,_32)".parse()?;
/// assert_eq!(upcast(&a, 8)?.to_string(), "(_2,_4):(_1,_4)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn upcast(a: &DynLayout, n: i64) -> Result<DynLayout, LayoutError> {
    each_leaf(a, n, &|mode, n| {
        let stride = mode.stride.int;
        if stride.is(0) {
            return Ok(mode);
        }
        let fault = || {
            LayoutError::new(
                ErrorKind::Divisibility,
                format!(
                    "neither of the stride {} and the factor {} divides the other: {}; element 1 of {}:{} lies {} inside a unit",
                    mode.stride,
                    n.value,
                    remainders(stride.value, n.value),
                    mode.size,
                    mode.stride,
                    stride.value.checked_rem_euclid(n.value).unwrap_or(0)
                ),
            )
            .fix("each static stride must be a multiple of the unit or a divisor of it: pad the leading dimension")
        };
        if !stride.is_static {
            if stride.value.checked_rem(n.value) != Some(0) {
                return Err(LayoutError::new(
                    ErrorKind::Divisibility,
                    format!(
                        "the dynamic stride {} is not a multiple of {}: {} % {} = {} is not 0",
                        mode.stride,
                        n.value,
                        stride.value,
                        n.value,
                        stride.value.checked_rem(n.value).unwrap_or(0)
                    ),
                )
                .fix("each static stride must be a multiple of the unit or a divisor of it: pad the leading dimension"));
            }
            return Ok(FlatMode::new(
                mode.size,
                with_int(&mode.stride, stride.checked_div(n)?),
            ));
        }
        let length = stride.abs()?;
        if length.value % n.value != 0 && n.value % length.value != 0 {
            return Err(fault());
        }
        Ok(FlatMode::new(
            mode.size.ceil_div(n.ceil_div(length)?)?,
            with_int(
                &mode.stride,
                length.ceil_div(n)?.checked_mul(stride.signum())?,
            ),
        ))
    })
    .during("upcast", &[a, &n])
}

/// The layout in units `n` times smaller: each element becomes `n` neighbours.
///
/// One mode takes the new elements: the first of stride `_1` that is longer than `_1`, or failing that the first of stride
/// `_1`; the strides of all others are multiplied. (CuTe lets each mode of stride 1 or -1 grow, and so makes too many
/// elements.) *Rule*: the image is `{ n x + i : x in image, 0 <= i < n }`.
///
/// # Errors
/// No static stride 1 (the elements are not neighbours, or not known to be), `n < 1`, overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, downcast};
/// let a: DynLayout = "(_2,_4):(_1,_4)".parse()?;
/// assert_eq!(downcast(&a, 8)?.to_string(), "(_16,_4):(_1,_32)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn downcast(a: &DynLayout, n: i64) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let modes = a.leaves()?;
        let unit = |mode: &FlatMode| mode.stride.is_plain() && mode.stride.int.is(1);
        let spread = modes
            .iter()
            .position(|mode| unit(mode) && !mode.size.is(1))
            .or_else(|| modes.iter().position(unit));
        let Some(spread) = spread else {
            let is_dynamic = |mode: &FlatMode| mode.stride.is_plain() && mode.stride.int.value == 1;
            let why = match modes.iter().any(is_dynamic) {
                true => "its stride 1 is dynamic, and the result depends on it",
                false => "its elements are not neighbours",
            };
            return Err(LayoutError::new(
                ErrorKind::Divisibility,
                format!("{a} has no static stride 1: {why}"),
            )
            .fix("make the contiguous mode's stride a static _1"));
        };
        let position = core::cell::Cell::new(0);
        each_leaf(a, n, &|mode, n| {
            let at = position.replace(position.get() + 1);
            if at == spread {
                Ok(FlatMode::new(mode.size.checked_mul(n)?, mode.stride))
            } else {
                Ok(FlatMode::new(mode.size, mode.stride.scaled(n)?))
            }
        })
    };
    compute().during("downcast", &[a, &n])
}

/// The layout of elements of `old_bits` seen as elements of `new_bits`: by the reduced ratio, [`upcast`] or [`downcast`]
/// or both.
///
/// # Errors
/// Those of [`upcast`] and [`downcast`]; a width below 1.
pub fn recast_layout(
    a: &DynLayout,
    old_bits: i64,
    new_bits: i64,
) -> Result<DynLayout, LayoutError> {
    let compute = || {
        let (up, down) = ratio(old_bits, new_bits)?;
        let mut out = a.clone();
        if up != 1 {
            out = upcast(&out, up)?;
        }
        if down != 1 {
            out = downcast(&out, down)?;
        }
        Ok(out)
    };
    compute().during("recast_layout", &[a, &old_bits, &new_bits])
}

/// `new / old` in lowest terms.
pub(crate) fn ratio(old_bits: i64, new_bits: i64) -> Result<(i64, i64), LayoutError> {
    if old_bits < 1 || new_bits < 1 {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("elements of {old_bits} and {new_bits} bits"),
        )
        .fix("give each element at least 1 bit"));
    }
    let common = gcd(old_bits, new_bits);
    Ok((new_bits / common, old_bits / common))
}

/// `6 % 4 = 2 and 4 % 6 = 4 are not 0`.
fn remainders(a: i64, b: i64) -> String {
    let rest = |a: i64, b: i64| a.checked_rem(b).unwrap_or(0);
    format!(
        "{a} % {b} = {} and {b} % {a} = {} are not 0",
        rest(a, b),
        rest(b, a)
    )
}

fn with_int(leaf: &Leaf, int: Int) -> Leaf {
    Leaf {
        int,
        basis: leaf.basis.clone(),
    }
}

fn each_leaf(
    a: &DynLayout,
    n: i64,
    f: &impl Fn(FlatMode, Int) -> Result<FlatMode, LayoutError>,
) -> Result<DynLayout, LayoutError> {
    if n < 1 {
        return Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!("a factor of {n}, at least 1 is needed"),
        )
        .fix("give the number of neighbours that become one element"));
    }
    let modes: Vec<FlatMode> = a
        .leaves()?
        .into_iter()
        .enumerate()
        .map(|(i, mode)| {
            f(mode, Int::fixed(n)).map_err(|error| error.at_mode(leaf_path(a.shape(), i)))
        })
        .collect::<Result<_, _>>()?;
    let (mut sizes, mut strides) = (modes.iter(), modes.iter());
    let missing = || {
        LayoutError::profile("a leaf is missing")
            .fix("give the stride the same parentheses as the shape")
    };
    let shape = a
        .shape()
        .map(&mut |_| Ok(Tree::from(sizes.next().ok_or_else(missing)?.size)))?;
    let stride = a.stride().map(&mut |_| {
        Ok(Tree::from(
            strides.next().ok_or_else(missing)?.stride.clone(),
        ))
    })?;
    DynLayout::new(shape, stride)
}
