//! Composition, decided exactly, and its lazy form that always exists.

use super::coalesce::merge_unbounded;
use super::composition_error::{self as rejected, Steps};
use crate::check::{self, Flat, Mode};
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
/// *Precondition* and *rule*: accepted exactly when some layout compatible with `b` is the function `c -> a(b(c))`; that
/// layout is the result. The rule (no carry between the leaves of `b` in the digits of `a`, and each leaf's image a layout
/// by itself) and its proof are at [`check::compose`]. Indices past the size of `a` run on in its last mode.
///
/// ```text
/// a = (6,2):(8,2)    0 8 16 24 32 40 | 2 10 18 26 34 42
/// b = (4,3):(3,1)    0 3 6 9 | 1 4 7 10 | 2 5 8 11
/// a o b              0 24 2 26 | 8 32 10 34 | 16 40 18 42   =   ((2,2),3):((24,2),8)
/// ```
///
/// *Differs from CuTe*, whose check is neither sound nor complete: `(8,8):(8,1) o 6:3` is `(3,2):(24,9)` here, wrong in
/// CuTe; `(4,6):(1,100) o 2:6` is `2:102` here, rejected by CuTe; `(6,2):(1,10) o (3,2):(2,3)` is rejected here, wrong in
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
        Tiler::Underscore => Ok(a.clone()),
        Tiler::Int(n) => compose(a, &DynLayout::leaf(*n, Int::fixed(1))?, Steps::Recognised),
        Tiler::Layout(b) => compose(a, b, Steps::Recognised),
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
                    by_tiler(mode, item)
                        .during("composition", &[mode, item])
                        .map_err(|error| error.at_mode(alloc::vec![i]))
                })
                .collect();
            DynLayout::concat(modes?)
        }
    }
}

/// [`composition`] for a tile and its complement, of which an error shows the bare steps.
pub(super) fn composition_by_steps(a: &DynLayout, b: &DynLayout) -> Result<DynLayout, LayoutError> {
    compose(a, b, Steps::Bare).during("composition", &[a, b])
}

/// The error for a by-mode tiler that is too long.
pub(crate) fn too_many_tilers(count: usize, a: &DynLayout) -> LayoutError {
    LayoutError::profile(format!("the tiler has {count} modes, {a} has {}", a.rank()))
        .fix("give at most one entry per mode, `_` for modes to leave alone")
}

/// The function `c -> a(b(c))` as a composed layout, evaluated where it is used; exists for all `a` and `b`.
///
/// For compositions that no layout represents: [`composition`] rejects them, this keeps code working, one division chain
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
    let integers = |layout: &DynLayout| {
        let flat = layout.flat();
        flat.map_err(|error| error.fix_instead("composition takes basis strides"))
    };
    let build = || {
        integers(a)?;
        integers(b)?;
        Ok(AnyLayout::Composed(ComposedLayout {
            outer: Outer::Layout(a.clone()),
            offset: Offset::Int(Int::fixed(0)),
            inner: Box::new(b.clone().into()),
        }))
    };
    build().during("compose_lazy", &[a, b])
}

/// One leaf of `b` with its position.
pub(super) struct Part {
    pub(super) size: Int,
    pub(super) stride: Int,
    /// The mode of `a` that the leaf looks at.
    pub(super) target: Vec<usize>,
}

fn compose(a: &DynLayout, b: &DynLayout, steps: Steps) -> Result<DynLayout, LayoutError> {
    let parts: Vec<Part> = b
        .leaves()?
        .into_iter()
        .map(|mode| Part {
            size: mode.size,
            stride: mode.stride.int,
            target: mode.stride.basis,
        })
        .collect();
    // Leaves that look at different modes of `a` cannot carry into each other; check each group by itself.
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
        let Some(leaves) = compose_group(&view, &parts, &members)? else {
            return Err(rejected::words(a, b, &view, &parts, target, steps));
        };
        for (j, leaf) in members.into_iter().zip(leaves) {
            if let Some(slot) = results.get_mut(j) {
                *slot = Some(leaf);
            }
        }
    }
    let leaves = results
        .into_iter()
        .zip(&parts)
        .map(|(leaf, part)| leaf.map_or_else(|| DynLayout::leaf(part.size, Int::fixed(0)), Ok));
    in_profile(b.shape(), leaves)
}

/// The layouts `leaves` in the places of the leaves of a shape.
pub(super) fn in_profile(
    shape: &Tree,
    leaves: impl IntoIterator<Item = Result<DynLayout, LayoutError>>,
) -> Result<DynLayout, LayoutError> {
    let mut next = leaves.into_iter();
    let mut strides = Vec::new();
    let sizes = shape.map(&mut |_| {
        let (size, stride) = next
            .next()
            .unwrap_or_else(|| Ok(DynLayout::unit()))?
            .into_parts();
        strides.push(stride);
        Ok(size)
    })?;
    let mut strides = strides.into_iter();
    let stride = shape.map(&mut |_| Ok(strides.next().unwrap_or(Tree::fixed(0))))?;
    DynLayout::new(sizes, stride)
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

/// The leaves `members` of `b` seen through `a`, each as a layout; `None` where there is none.
fn compose_group(
    a: &DynLayout,
    parts: &[Part],
    members: &[usize],
) -> Result<Option<Vec<DynLayout>>, LayoutError> {
    let b: Vec<Mode> = members
        .iter()
        .filter_map(|&j| parts.get(j))
        .map(|part| Mode::new(part.size.value, part.stride.value))
        .collect();
    let modes = a.leaves()?;
    let components = components(&modes);
    for (_, component) in &components {
        let component = Flat::from_slice(component).ok_or_else(|| too_many(a))?;
        if check::compose(component.as_slice(), &b).is_err() {
            return Ok(None);
        }
    }
    let flat = merge_unbounded(modes)?;
    let leaves = members.iter().zip(&b).map(|(&j, mode)| {
        let part = parts.get(j).ok_or_else(|| too_many(a))?;
        leaf(&flat, &components, part, *mode)
    });
    leaves.collect::<Result<_, _>>().map(Some)
}

/// `a` split by basis element: for each path the modes with the strides in that direction (0 elsewhere).
pub(super) fn components(modes: &[FlatMode]) -> Vec<(Vec<usize>, Vec<Mode>)> {
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
        let image = check::compose_leaf(component, mode)
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
            )
            .fix("compose mode by mode, `<…,…>`, or compose_lazy gives the function itself"));
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

/// Returns `true` if the modes are the function of the leaf `mode` seen through each component.
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
        let Ok(image) = check::compose_leaf(component, mode) else {
            return false;
        };
        let size = check::size(&along);
        size == Some(mode.size) && check::same(&along, image.as_slice()) == Some(true)
    }) && steps.iter().all(|step| {
        step.stride.int.value == 0
            || components
                .iter()
                .any(|(path, _)| &step.stride.basis == path)
    })
}

/// CuTe's walk of one leaf through the modes of `a`: at each mode the stride is used up and the size split.
/// `None` where it would divide by zero.
pub(super) fn stepwise(a: &[FlatMode], size: Int, stride: Int) -> Option<Vec<FlatMode>> {
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
