//! The words of a rejected composition: those of the compiler's message.

use super::coalesce::merge_unbounded;
use super::composition::{Part, components, in_profile, leaf_path, stepwise};
use crate::check::rules::{Text, counterexample, differs, failing_mode, help, reason};
use crate::check::{self, ComposeError, Flat, Mode};
use crate::value::error::{ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode};
use crate::value::tree::Leaf;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How the layout is found that the error shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// By CuTe's steps, as in a divide.
    Bare,
    /// By CuTe's steps where they divide, by the runs of the function where they do not.
    Recognised,
}

/// Why no layout is `a` after `b`; `view` is the mode of `a` at `target` that some leaves of `b` fail to walk.
pub(super) fn words(
    a: &DynLayout,
    b: &DynLayout,
    view: &DynLayout,
    parts: &[Part],
    target: &[usize],
    steps: Steps,
) -> LayoutError {
    // All leaves, so that coordinates are those of `b`; the ones that walk elsewhere stand still.
    let walkers: Vec<Mode> = parts
        .iter()
        .map(|part| {
            let here = part.target == target;
            Mode::new(part.size.value, if here { part.stride.value } else { 0 })
        })
        .collect();
    let modes = match view.leaves() {
        Ok(modes) => modes,
        Err(error) => return error,
    };
    let found = components(&modes).into_iter().find_map(|(_, along)| {
        let why = check::compose(&along, &walkers).err()?;
        Some((along, why))
    });
    let Some((along, why)) = found else {
        return LayoutError::overflow("the result does not fit 64 bits");
    };
    let kind = match why {
        ComposeError::OutOfRange => ErrorKind::TooLarge,
        _ => ErrorKind::NotRepresentable,
    };
    let carries = matches!(why, ComposeError::Carry { .. });
    if let (ComposeError::Carry { at, value, sum, .. }, [_, ..]) = (why, target) {
        let way = Leaf {
            int: Int::dynamic(1),
            basis: target.to_vec(),
        };
        let reason = format!(
            "the modes of B that walk A along {way} carry into each other: A(B({at})) = {value} there, but its parts add up to {sum}"
        );
        return LayoutError::new(kind, reason)
            .claim("is no layout:")
            .fix("make them one mode, or give them sizes that divide those of A");
    }
    let error = LayoutError::new(kind, reason(Text::new(), &along, &walkers, &why).as_str())
        .fix(help(Text::new(), &why).as_str());
    if matches!(why, ComposeError::OutOfRange | ComposeError::Undecided) {
        return error;
    }
    match failing_mode(&why).and_then(|j| Some((j, parts.get(j)?))) {
        Some((j, part)) if !target.is_empty() => match DynLayout::leaf(part.size, part.stride) {
            Ok(part) => error
                .claim(claim(view, &part, steps))
                .during("composition", &[view, &part])
                .at_mode(leaf_path(b.shape(), j)),
            Err(error) => error,
        },
        Some((j, _)) => error
            .at_mode(leaf_path(b.shape(), j))
            .claim(claim(a, b, steps)),
        None if carries => error.claim(claim(a, b, steps)),
        None => error,
    }
}

/// The layout that the steps give, and the first coordinate at which it is not `a` after `b`.
fn claim(a: &DynLayout, b: &DynLayout, steps: Steps) -> String {
    let shown = || {
        let r = supposed(a, b, steps)?;
        let (from, to, walker) = (a.leaves().ok()?, r.leaves().ok()?, b.flat().ok()?);
        let mut both = None;
        for (path, along) in components(&from) {
            let left = Flat::from_slice(&along)?;
            let right: Vec<Mode> = to
                .iter()
                .map(|mode| {
                    let here = mode.stride.basis == path;
                    Mode::new(
                        mode.size.value,
                        if here { mode.stride.int.value } else { 0 },
                    )
                })
                .collect();
            let right = Flat::from_slice(&right)?;
            let fails = counterexample(&left, &walker, &right).is_some();
            if fails || both.is_none() {
                both = Some((left, right));
            }
            if fails {
                break;
            }
        }
        let (left, right) = both?;
        let line = differs(Text::new(), &left, &walker, &right);
        Some(format!("is no layout: R = {r} has {};", line.as_str()))
    };
    shown().unwrap_or_else(|| "is no layout:".into())
}

/// The layout that the steps give for `a` after `b`, right or wrong: what the types make.
pub(super) fn supposed(a: &DynLayout, b: &DynLayout, steps: Steps) -> Option<DynLayout> {
    let flat = merge_unbounded(a.leaves().ok()?).ok()?;
    let leaves = b.leaves().ok()?.into_iter().map(|mode| {
        let (size, stride) = (mode.size, mode.stride.plain()?);
        if stride.is(0) {
            return DynLayout::leaf(size, stride);
        }
        let modes = walked(&flat, size, stride, steps);
        let modes = modes.ok_or_else(|| LayoutError::overflow("a step does not fit 64 bits"))?;
        DynLayout::from_leaves(modes, true)
    });
    in_profile(b.shape(), leaves.collect::<Vec<_>>()).ok()
}

/// One mode `size:stride` through a flat list.
fn walked(a: &[FlatMode], size: Int, stride: Int, steps: Steps) -> Option<Vec<FlatMode>> {
    let (_, front) = a.split_last()?;
    let is_power = |n: Int| !n.is_static || n.value.unsigned_abs().is_power_of_two();
    let even = front.iter().all(|mode| is_power(mode.size)) && is_power(size) && is_power(stride);
    let known = front.iter().all(|mode| mode.size.is_static)
        && a.iter().all(|mode| mode.stride.is_plain())
        && size.is_static
        && stride.is_static;
    let sizes: Vec<i64> = front.iter().map(|mode| mode.size.value).collect();
    let step = stride.value.checked_abs()?;
    if steps == Steps::Bare || even || !known || divides(&sizes, size.value, step) {
        return stepwise(a, size, stride);
    }
    let mut out = Vec::new();
    let (mut left, mut step) = (size.value, step);
    loop {
        let run = straight(&sizes, left, step);
        let unit = image(a, step)?
            .checked_mul(Int::fixed(stride.value.signum()))
            .ok()?;
        if run == left || left % run != 0 {
            out.push(FlatMode::new(Int::fixed(left), unit));
            return Some(out);
        }
        out.push(FlatMode::new(Int::fixed(run), unit));
        (left, step) = (left / run, step.checked_mul(run)?);
    }
}

/// Returns `true` if the steps of `n:k` through modes of these sizes divide evenly.
fn divides(sizes: &[i64], mut n: i64, mut k: i64) -> bool {
    for &size in sizes {
        if n == 1 {
            return true;
        }
        let fit = (size + k - 1) / k;
        if fit == 1 {
            if k % size != 0 {
                return false;
            }
        } else if fit < n {
            if size % k != 0 || n % fit != 0 {
                return false;
            }
            n /= fit;
        } else {
            return true;
        }
        k = (k + size - 1) / size;
    }
    true
}

/// How many multiples of `k`, at most `n`, run straight: until the first digit overflows.
fn straight(sizes: &[i64], n: i64, mut k: i64) -> i64 {
    let mut best = n;
    for &size in sizes {
        let digit = k % size;
        if digit > 0 {
            best = best.min((size + digit - 1) / digit);
        }
        k /= size;
    }
    best
}

/// The offset of the static index `k`.
fn image(a: &[FlatMode], mut k: i64) -> Option<Int> {
    let (last, front) = a.split_last()?;
    let mut offset = Int::fixed(0);
    let mut add = |digit: i64, mode: &FlatMode| {
        let part = Int::fixed(digit)
            .checked_mul(mode.stride.plain().ok()?)
            .ok()?;
        offset = offset.checked_add(part).ok()?;
        Some(())
    };
    for mode in front {
        add(k % mode.size.value, mode)?;
        k /= mode.size.value;
    }
    add(k, last)?;
    Some(offset)
}
