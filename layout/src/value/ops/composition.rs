//! Composition, decided exactly, and its lazy form that always exists.

use super::coalesce::merge_unbounded;
use crate::judge::{self, ComposeRefusal, Flat, Mode};
use crate::law::{Text, failing_mode, reason, way_out};
use crate::value::composed::{AnyLayout, ComposedLayout, Offset, Outer};
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::layout::{DynLayout, FlatMode, too_many};
use crate::value::tiler::Tiler;
use crate::value::tree::{Leaf, Tree};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// The layout `R` with `R(c) = a(b(c))`, compatible with the shape of `b`.
///
/// By a layout: each leaf of `b` becomes one leaf or a tuple of leaves. By an integer `n`: by `n:_1`. By `_`: `a` itself.
/// By one tiler a mode: mode by mode, and modes of `a` beyond the last tiler are dropped. A leaf of `b` with a coordinate
/// stride `d@i@j` picks the mode of `a` at that path.
///
/// *Precondition* and *law*: accepted exactly when some layout compatible with `b` is the function `c -> a(b(c))`; that
/// layout is the result. The rule (no carry between the leaves of `b` in the digits of `a`, and each leaf's image a layout
/// by itself) and its proof stand at [`judge::compose`]. Indices past the size of `a` run on in its last mode.
///
/// ```text
/// a = (6,2):(8,2)    0 8 16 24 32 40 | 2 10 18 26 34 42
/// b = (4,3):(3,1)    0 3 6 9 | 1 4 7 10 | 2 5 8 11
/// a o b              0 24 2 26 | 8 32 10 34 | 16 40 18 42   =   ((2,2),3):((24,2),8)
/// ```
///
/// *Differs from CuTe*, whose check is neither sound nor complete: `(8,8):(8,1) o 6:3` is `(3,2):(24,9)` here, wrong in
/// CuTe; `(4,6):(1,100) o 2:6` is `2:102` here, refused by CuTe; `(6,2):(1,10) o (3,2):(2,3)` is refused here, wrong in
/// CuTe. Dynamic operands are decided like static ones. Where CuTe is right, the result is CuTe's, static leaf by static
/// leaf.
///
/// # Errors
/// No layout represents the function: which leaf of `b` bends or carries, where, and the two values that differ. More
/// tilers than modes. Overflow.
///
/// ```
/// use azulejo_layout::value::{DynLayout, composition};
/// let (a, b): (DynLayout, DynLayout) = ("(_4,_2,_8):(_3,_15,_97)".parse()?, "_3:_3".parse()?);
/// let error = composition(&a, &b.into()).unwrap_err();
/// assert!(error.reason().contains("21"), "{error}");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn composition(a: &DynLayout, b: &Tiler) -> Result<DynLayout, LayoutError> {
    by_tiler(a, b).during("composition", &[a, b])
}

fn by_tiler(a: &DynLayout, b: &Tiler) -> Result<DynLayout, LayoutError> {
    match b {
        Tiler::Under => Ok(a.clone()),
        Tiler::Int(n) => compose(a, &DynLayout::leaf(*n, Int::fixed(1))?),
        Tiler::Layout(b) => compose(a, b),
        Tiler::Modes(items) => {
            if items.len() > a.rank() {
                return Err(too_many_tilers(items.len(), a));
            }
            let modes: Result<Vec<_>, _> = a
                .modes()
                .iter()
                .zip(items)
                .enumerate()
                .map(|(i, (mode, item))| {
                    by_tiler(mode, item).map_err(|error| error.at_mode(alloc::vec![i]))
                })
                .collect();
            DynLayout::concat(modes?)
        }
    }
}

/// The error for a by-mode tiler that is too long.
pub(crate) fn too_many_tilers(count: usize, a: &DynLayout) -> LayoutError {
    LayoutError::profile(format!("the tiler has {count} modes, {a} has {}", a.rank()))
        .fix("give at most one tiler a mode, `_` for modes to leave alone")
}

/// The function `c -> a(b(c))` as a composed layout, evaluated where it is used; exists for all `a` and `b`.
///
/// For compositions that no layout represents: [`composition`] refuses them, this keeps code working, one division chain
/// slower.
///
/// # Errors
/// A coordinate stride in `a` or `b`.
///
/// ```
/// use azulejo_layout::value::{DynLayout, compose_lazy};
/// let (a, b): (DynLayout, DynLayout) = ("(_4,_2,_8):(_3,_15,_97)".parse()?, "_3:_3".parse()?);
/// assert_eq!(compose_lazy(&a, &b)?.offsets()?, [0, 9, 21]);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn compose_lazy(a: &DynLayout, b: &DynLayout) -> Result<AnyLayout, LayoutError> {
    let build = || {
        a.flat()?;
        b.flat()?;
        Ok(AnyLayout::Composed(ComposedLayout {
            outer: Outer::Layout(a.clone()),
            offset: Offset::Int(Int::fixed(0)),
            inner: Box::new(b.clone().into()),
        }))
    };
    build().during("compose_lazy", &[a, b])
}

/// One leaf of `b` with its position.
struct Part {
    size: Int,
    stride: Int,
    /// The mode of `a` that the leaf looks at.
    target: Vec<usize>,
}

fn compose(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    let parts: Vec<Part> = b
        .leaves()?
        .into_iter()
        .map(|mode| Part {
            size: mode.size,
            stride: mode.stride.int,
            target: mode.stride.basis,
        })
        .collect();
    // Leaves that look at different modes of `a` cannot carry into each other; judge each group by itself.
    let mut groups: BTreeMap<&[usize], Vec<usize>> = BTreeMap::new();
    for (j, part) in parts.iter().enumerate() {
        // A static zero contributes nothing, wherever it points.
        if !part.stride.is(0) {
            groups.entry(&part.target).or_default().push(j);
        }
    }
    let mut results: Vec<Option<DynLayout>> = parts.iter().map(|_| None).collect();
    for (target, members) in groups {
        let view = submode(a, target)?;
        let leaves = compose_group(&view, &parts, &members).map_err(|(j, error)| match j {
            Some(j) => error.at_mode(leaf_path(b.shape(), j)),
            None => error,
        })?;
        for (j, leaf) in members.into_iter().zip(leaves) {
            if let Some(slot) = results.get_mut(j) {
                *slot = Some(leaf);
            }
        }
    }
    let mut next = results.into_iter().zip(&parts);
    let mut strides = Vec::new();
    let shape = b.shape().map(&mut |_| {
        let leaf = match next.next() {
            Some((Some(leaf), _)) => leaf,
            Some((None, part)) => DynLayout::leaf(part.size, Int::fixed(0))?,
            None => DynLayout::unit(),
        };
        let (shape, stride) = leaf.into_parts();
        strides.push(stride);
        Ok(shape)
    })?;
    let mut strides = strides.into_iter();
    let stride = b
        .shape()
        .map(&mut |_| Ok(strides.next().unwrap_or(Tree::fixed(0))))?;
    DynLayout::new(shape, stride)
}

/// The sub-layout at a path of modes.
fn submode(a: &DynLayout, path: &[usize]) -> Result<DynLayout, LayoutError> {
    DynLayout::new(a.shape().get(path)?.clone(), a.stride().get(path)?.clone())
}

/// The path of the `index`-th leaf of a tree.
pub(crate) fn leaf_path(tree: &Tree, index: usize) -> Vec<usize> {
    fn walk(tree: &Tree, left: &mut usize, path: &mut Vec<usize>) -> bool {
        match tree {
            Tree::Tuple(items) => items.iter().enumerate().any(|(i, item)| {
                path.push(i);
                let found = walk(item, left, path);
                if !found {
                    path.pop();
                }
                found
            }),
            _ if *left == 0 => true,
            _ => {
                *left -= 1;
                false
            }
        }
    }
    let mut path = Vec::new();
    let mut left = index;
    walk(tree, &mut left, &mut path);
    path
}

type Refused = (Option<usize>, LayoutError);

/// The leaves `members` of `b` seen through `a`, each as a layout; refuses with the leaf's number.
fn compose_group(
    a: &DynLayout,
    parts: &[Part],
    members: &[usize],
) -> Result<Vec<DynLayout>, Refused> {
    let plain = |error| (None, error);
    let b: Vec<Mode> = members
        .iter()
        .filter_map(|&j| parts.get(j))
        .map(|part| Mode::new(part.size.value, part.stride.value))
        .collect();
    let modes = a.leaves().map_err(plain)?;
    let components = components(&modes);
    for (_, component) in &components {
        let component = Flat::from_slice(component).ok_or_else(|| (None, too_many(a)))?;
        if let Err(refusal) = judge::compose(component.as_slice(), &b) {
            let (j, error) = explain(component.as_slice(), &b, &refusal);
            return Err((j.and_then(|j| members.get(j).copied()), error));
        }
    }
    let flat = merge_unbounded(modes).map_err(plain)?;
    members
        .iter()
        .zip(&b)
        .map(|(&j, mode)| {
            let part = parts.get(j).ok_or_else(|| (None, too_many(a)))?;
            leaf(&flat, &components, part, *mode).map_err(|error| (Some(j), error))
        })
        .collect()
}

/// `a` split by basis element: for each path the modes with the strides in that direction (0 elsewhere).
fn components(modes: &[FlatMode]) -> Vec<(Vec<usize>, Vec<Mode>)> {
    let mut paths: Vec<&Vec<usize>> = modes.iter().map(|mode| &mode.stride.basis).collect();
    paths.sort();
    paths.dedup();
    paths
        .into_iter()
        .map(|path| {
            let along = modes
                .iter()
                .map(|mode| {
                    let along = &mode.stride.basis == path;
                    let stride = if along { mode.stride.int.value } else { 0 };
                    Mode::new(mode.size.value, stride)
                })
                .collect();
            (path.clone(), along)
        })
        .collect()
}

/// One leaf of `b`: by CuTe's steps where they give the right function, so that static leaves stay static; else the
/// canonical leaf.
fn leaf(
    a: &[FlatMode],
    components: &[(Vec<usize>, Vec<Mode>)],
    part: &Part,
    mode: Mode,
) -> Result<DynLayout, LayoutError> {
    if let Some(steps) = stepwise(a, part.size, part.stride)
        && is_right(&steps, components, mode)
    {
        return DynLayout::from_leaves(steps, true);
    }
    let known = part.size.is_static
        && part.stride.is_static
        && a.iter()
            .all(|mode| mode.size.is_static && mode.stride.int.is_static);
    let number = |value| Int {
        value,
        is_static: known,
    };
    // The leaf runs along one basis element, or no layout of single strides is the function.
    let mut found: Option<Vec<FlatMode>> = None;
    for (path, component) in components {
        let image = judge::compose_leaf(component, mode)
            .map_err(|_| LayoutError::overflow("the result does not fit 64 bits"))?;
        if image.as_slice().iter().all(|mode| mode.stride == 0) {
            continue;
        }
        if found.is_some() {
            return Err(LayoutError::new(
                ErrorKind::NotRepresentable,
                format!(
                    "{}:{} runs along several coordinates at once",
                    part.size, part.stride
                ),
            ));
        }
        let along = image.as_slice().iter().map(|mode| {
            FlatMode::new(
                number(mode.size),
                Leaf {
                    int: number(mode.stride),
                    basis: path.clone(),
                },
            )
        });
        found = Some(along.collect());
    }
    match found {
        Some(modes) => DynLayout::from_leaves(modes, true),
        None => DynLayout::leaf(part.size, number(0)),
    }
}

/// Whether the modes are the function of the leaf `mode` seen through each component.
fn is_right(steps: &[FlatMode], components: &[(Vec<usize>, Vec<Mode>)], mode: Mode) -> bool {
    components.iter().all(|(path, component)| {
        let along: Vec<Mode> = steps
            .iter()
            .map(|step| {
                let along = &step.stride.basis == path;
                Mode::new(
                    step.size.value,
                    if along { step.stride.int.value } else { 0 },
                )
            })
            .collect();
        let Ok(image) = judge::compose_leaf(component, mode) else {
            return false;
        };
        let size = judge::size(&along);
        size == Some(mode.size) && judge::same(&along, image.as_slice()) == Some(true)
    }) && steps.iter().all(|step| {
        step.stride.int.value == 0
            || components
                .iter()
                .any(|(path, _)| &step.stride.basis == path)
    })
}

/// CuTe's walk of one leaf through the modes of `a`: at each mode the stride is used up and the size split.
/// `None` where it would divide by zero.
fn stepwise(a: &[FlatMode], size: Int, stride: Int) -> Option<Vec<FlatMode>> {
    let (last, front) = a.split_last()?;
    let mut rest_size = size;
    let mut rest_stride = stride;
    let mut out = Vec::new();
    for mode in front {
        let step = rest_stride.abs().ok()?;
        let next_size = mode.size.ceil_div(step).ok()?;
        let next_stride = step
            .ceil_div(mode.size)
            .and_then(|next| next.checked_mul(rest_stride.signum()))
            .ok()?;
        if !(next_size.is(1) || rest_size.is(1)) {
            let new_size = next_size.min(rest_size);
            out.push(FlatMode::new(
                new_size,
                mode.stride.scaled(rest_stride).ok()?,
            ));
            rest_size = rest_size.checked_div(new_size).ok()?;
        }
        rest_stride = next_stride;
    }
    if out.is_empty() || !rest_size.is(1) {
        out.push(FlatMode::new(
            rest_size,
            last.stride.scaled(rest_stride).ok()?,
        ));
    }
    Some(out)
}

/// The words for a refused composition, those of the compiler's message; the number of the failing leaf of `b` where
/// there is one.
fn explain(
    component: &[Mode],
    b: &[Mode],
    refusal: &ComposeRefusal,
) -> (Option<usize>, LayoutError) {
    let (kind, certain) = match refusal {
        ComposeRefusal::OutOfRange => (ErrorKind::TooLarge, false),
        ComposeRefusal::Undecided => (ErrorKind::NotRepresentable, false),
        _ => (ErrorKind::NotRepresentable, true),
    };
    let error = LayoutError::new(kind, reason(Text::new(), component, b, refusal).as_str());
    let error = match certain {
        true => error.fix(way_out(Text::new(), refusal).as_str()),
        false => error,
    };
    (failing_mode(refusal), error)
}
