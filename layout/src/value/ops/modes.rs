//! Mode surgery: take modes out, put modes in, group them.

use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::layout::DynLayout;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// What a range has to be.
const RANGE: &str = "a range needs b <= e <= rank, counted from 0";

/// Mode numbers as the notation lists them.
struct Path<'a>(&'a [usize]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0).finish()
    }
}

fn outside(a: &DynLayout, index: usize) -> LayoutError {
    LayoutError::new(
        ErrorKind::OutOfRange,
        format!("{a} has no mode {index}: its rank is {}", a.rank()),
    )
    .fix("modes are counted from 0")
}

/// The mode at a path: `get(a, [1, 0])` is mode 0 of mode 1.
///
/// # Errors
/// A mode number past the rank.
pub fn get(a: &DynLayout, path: &[usize]) -> Result<DynLayout, LayoutError> {
    let find = || DynLayout::new(a.shape().get(path)?.clone(), a.stride().get(path)?.clone());
    find().during("get", &[a, &Path(path)])
}

/// The modes `begin..end` as a layout.
///
/// # Errors
/// An empty range, or one past the rank.
pub fn take(a: &DynLayout, begin: usize, end: usize) -> Result<DynLayout, LayoutError> {
    let find = || match a.modes().get(begin..end) {
        Some(modes) if !modes.is_empty() => DynLayout::concat(modes.to_vec()),
        _ => Err(LayoutError::new(
            ErrorKind::OutOfRange,
            format!(
                "the range {begin}..{end} is empty or leaves the {} modes",
                a.rank()
            ),
        )
        .fix(RANGE)),
    };
    find().during("take", &[a, &begin, &end])
}

/// The modes with the given numbers, in that order, as a layout.
///
/// # Errors
/// A mode number past the rank.
pub fn select(a: &DynLayout, indices: &[usize]) -> Result<DynLayout, LayoutError> {
    let modes = a.modes();
    let chosen: Result<Vec<_>, _> = indices
        .iter()
        .map(|&i| modes.get(i).cloned().ok_or_else(|| outside(a, i)))
        .collect();
    chosen
        .and_then(DynLayout::concat)
        .during("select", &[a, &Path(indices)])
}

/// The modes `begin..end` gathered into one mode.
///
/// # Errors
/// A range past the rank.
pub fn group(a: &DynLayout, begin: usize, end: usize) -> Result<DynLayout, LayoutError> {
    let regroup = || {
        let modes = a.modes();
        let (Some(before), Some(inside), Some(after)) =
            (modes.get(..begin), modes.get(begin..end), modes.get(end..))
        else {
            return Err(outside(a, end.max(begin)).fix_instead(RANGE));
        };
        let mut out = before.to_vec();
        out.push(DynLayout::concat(inside.to_vec())?);
        out.extend_from_slice(after);
        DynLayout::concat(out)
    };
    regroup().during("group", &[a, &begin, &end])
}

/// `a` with copies of `x` as further modes until its rank is `rank`.
///
/// # Errors
/// A rank below the rank of `a`.
pub fn append(a: &DynLayout, rank: usize, x: &DynLayout) -> Result<DynLayout, LayoutError> {
    pad(a, rank, x, false).during("append", &[a, &rank, x])
}

/// `a` with copies of `x` as modes in front until its rank is `rank`.
///
/// # Errors
/// A rank below the rank of `a`.
pub fn prepend(a: &DynLayout, rank: usize, x: &DynLayout) -> Result<DynLayout, LayoutError> {
    pad(a, rank, x, true).during("prepend", &[a, &rank, x])
}

fn pad(a: &DynLayout, rank: usize, x: &DynLayout, front: bool) -> Result<DynLayout, LayoutError> {
    let missing = rank.checked_sub(a.rank()).ok_or_else(|| {
        LayoutError::new(
            ErrorKind::OutOfRange,
            format!("the rank is {} already, more than {rank}", a.rank()),
        )
        .fix("give a rank that is at least that of the layout")
    })?;
    if missing == 0 {
        return Ok(a.clone());
    }
    if missing > crate::check::CAPACITY {
        return Err(crate::value::layout::too_many(&format!("rank {rank}")));
    }
    let padding = vec![x.clone(); missing];
    let modes = a.modes();
    let (first, second) = if front {
        (padding, modes)
    } else {
        (modes, padding)
    };
    DynLayout::concat(first.into_iter().chain(second))
}

/// `a` with mode `index` replaced by `x`.
///
/// # Errors
/// A mode number past the rank.
pub fn replace(a: &DynLayout, index: usize, x: &DynLayout) -> Result<DynLayout, LayoutError> {
    let exchange = || {
        let mut modes = a.modes();
        match modes.get_mut(index) {
            Some(mode) => *mode = x.clone(),
            None => return Err(outside(a, index)),
        }
        if a.shape().is_tuple() {
            DynLayout::concat(modes)
        } else {
            Ok(x.clone())
        }
    };
    exchange().during("replace", &[a, &index, x])
}
