//! Coordinates and indices: `crd2idx`, `idx2crd`, `crd2crd`.

use super::shapes::compact_left;
use crate::value::error::{During, ErrorKind, LayoutError};
use crate::value::int::Int;
use crate::value::tree::Tree;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// A value in the codomain: integers by basis path; the empty path is the plain integer.
pub(crate) type Point = BTreeMap<Vec<usize>, Int>;

/// The offset of a coordinate: the sum over the leaves of coordinate times stride.
///
/// The coordinate may be an integer at any node of the shape: it is split there, leftmost fastest, the last digit
/// unbounded. With coordinate strides the result is a coordinate.
///
/// # Errors
/// A coordinate whose tuples do not match the shape's, a `_`, overflow.
///
/// ```
/// use azulejo_layout::value::{Tree, crd2idx};
/// let (shape, stride): (Tree, Tree) = ("((2,2),(2,4))".parse()?, "((1,4),(2,8))".parse()?);
/// for coord in ["13", "(1,3)", "((1,0),(1,1))"] {
///     assert_eq!(crd2idx(&coord.parse()?, &shape, &stride)?.to_string(), "11");
/// }
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn crd2idx(coord: &Tree, shape: &Tree, stride: &Tree) -> Result<Tree, LayoutError> {
    evaluate(coord, shape, stride)
        .and_then(|point| to_tree(&point))
        .during("crd2idx", &[coord, shape, stride])
}

/// The inner product of a coordinate and a stride.
pub(crate) fn evaluate(coord: &Tree, shape: &Tree, stride: &Tree) -> Result<Point, LayoutError> {
    let mut point = Point::new();
    accumulate(coord, shape, stride, &mut point)?;
    Ok(point)
}

fn accumulate(
    coord: &Tree,
    shape: &Tree,
    stride: &Tree,
    point: &mut Point,
) -> Result<(), LayoutError> {
    match (coord, shape, stride) {
        (Tree::Tuple(coords), Tree::Tuple(shapes), Tree::Tuple(strides)) => {
            if coords.len() != shapes.len() {
                return Err(mismatch(coord, shape));
            }
            for ((coord, shape), stride) in coords.iter().zip(shapes).zip(strides) {
                accumulate(coord, shape, stride, point)?;
            }
            Ok(())
        }
        (Tree::Tuple(_), _, _) => Err(mismatch(coord, shape)),
        (_, whole @ Tree::Tuple(shapes), Tree::Tuple(strides)) => {
            let mut rest = coord.int()?;
            for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                let digit = if i + 1 == shapes.len() {
                    rest
                } else {
                    let size = shape.size()?;
                    has_coordinates(size, whole)?;
                    let digit = rest.checked_rem(size)?;
                    rest = rest.checked_div(size)?;
                    digit
                };
                accumulate(&digit.into(), shape, stride, point)?;
            }
            Ok(())
        }
        (_, _, stride) => {
            let stride = stride.leaf()?;
            let part = coord.int()?.checked_mul(stride.int)?;
            let sum = match point.get(&stride.basis) {
                Some(sum) => sum.checked_add(part)?,
                None => part,
            };
            // The static zero of a broadcast mode belongs to no basis in particular.
            if !part.is(0) || stride.is_plain() {
                point.insert(stride.basis.clone(), sum);
            }
            Ok(())
        }
    }
}

/// Rejects a mode without elements, or one that counts backwards.
fn has_coordinates(size: Int, shape: &Tree) -> Result<(), LayoutError> {
    if size.value > 0 {
        return Ok(());
    }
    Err(LayoutError::new(
        ErrorKind::OutOfRange,
        format!("a mode of {shape} has no coordinate: its size is {size}"),
    )
    .fix("give every mode at least one element"))
}

fn mismatch(coord: &Tree, shape: &Tree) -> LayoutError {
    LayoutError::profile(format!(
        "the coordinate {coord} does not fit the shape {shape}"
    ))
    .fix("a coordinate is an integer, or a tuple with one entry per mode")
}

/// A point as a tree: an integer, or a coordinate with zeros where no stride points.
pub(crate) fn to_tree(point: &Point) -> Result<Tree, LayoutError> {
    let zero = Int::fixed(0);
    let coordinates: Point = point
        .iter()
        .filter(|(path, value)| !(path.is_empty() && value.value == 0 && point.len() > 1))
        .map(|(path, value)| (path.clone(), *value))
        .collect();
    if coordinates.keys().all(Vec::is_empty) {
        return Ok(coordinates.values().next().copied().unwrap_or(zero).into());
    }
    if coordinates.contains_key(&Vec::new()) {
        return Err(no_sum());
    }
    let rank = coordinates
        .keys()
        .filter_map(|path| path.first())
        .max()
        .map_or(0, |last| last + 1);
    let mut items = Vec::with_capacity(rank);
    for mode in 0..rank {
        let below: Point = coordinates
            .iter()
            .filter(|(path, _)| path.first() == Some(&mode))
            .map(|(path, value)| (path.get(1..).unwrap_or(&[]).to_vec(), *value))
            .collect();
        items.push(to_tree(&below)?);
    }
    Ok(Tree::Tuple(items))
}

/// The sum of two offsets, each an integer or a coordinate; missing entries are 0, and so are those of a 0 in place of a tuple.
///
/// # Errors
/// Another integer and a tuple, a `_`, overflow.
///
/// ```
/// use azulejo_layout::value::add_offsets;
/// let sum = add_offsets(&"(1,(2,0))".parse()?, &"(4,(0,3),5)".parse()?)?;
/// assert_eq!(sum.to_string(), "(5,(2,3),5)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn add_offsets(a: &Tree, b: &Tree) -> Result<Tree, LayoutError> {
    if !a.is_tuple() && !b.is_tuple() {
        return Ok(a.int()?.checked_add(b.int()?)?.into());
    }
    let entries = |tree: &Tree| match tree {
        Tree::Tuple(entries) => Ok(entries.clone()),
        integer if integer.int()?.value == 0 => Ok(Vec::new()),
        _ => Err(no_sum()),
    };
    let (a, b, zero) = (entries(a)?, entries(b)?, Tree::fixed(0));
    let at = |of: &[Tree], i| of.get(i).cloned().unwrap_or(zero.clone());
    let sums = (0..a.len().max(b.len())).map(|i| add_offsets(&at(&a, i), &at(&b, i)));
    Ok(Tree::Tuple(sums.collect::<Result<_, _>>()?))
}

fn no_sum() -> LayoutError {
    LayoutError::unsupported("an integer and a coordinate cannot be added")
        .fix("give both the same parentheses")
}

/// The 1-D index of a coordinate of a shape, leftmost mode fastest.
///
/// # Errors
/// Those of [`crd2idx`].
pub fn crd2idx_colex(coord: &Tree, shape: &Tree) -> Result<Tree, LayoutError> {
    crd2idx(coord, shape, &compact_left(shape, Int::fixed(1))?)
}

/// The coordinate, congruent to the shape, of a 1-D index; the last digit is unbounded.
///
/// # Errors
/// A negative index, a shape with a size 0, overflow.
///
/// ```
/// use azulejo_layout::value::{Tree, idx2crd};
/// let shape: Tree = "(3,(2,3))".parse()?;
/// assert_eq!(idx2crd(16, &shape)?.to_string(), "(1,(1,2))");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn idx2crd(index: i64, shape: &Tree) -> Result<Tree, LayoutError> {
    let convert = || {
        if index < 0 {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("the index {index} is negative"),
            )
            .fix("count indices from 0"));
        }
        let mut rest = index;
        let mut left = shape.leaves()?.len();
        shape.map(&mut |leaf| {
            left -= 1;
            let size = leaf.plain()?.value;
            if left == 0 {
                return Ok(Tree::dynamic(rest));
            }
            has_coordinates(Int::dynamic(size), shape)?;
            let digit = rest % size;
            rest /= size;
            Ok(Tree::dynamic(digit))
        })
    };
    convert().during("idx2crd", &[&index, shape])
}

/// The coordinate at which a compact layout has the offset `index`: `(index / stride) % size` in each leaf.
///
/// CuTe computes this for any layout, and returns nonsense (or stops the program, for a dynamic stride 0) where the layout
/// is not a bijection. Here the result is checked: its offset is `index`.
///
/// # Errors
/// No coordinate found whose offset is `index`.
pub fn idx2crd_in(index: i64, shape: &Tree, stride: &Tree) -> Result<Tree, LayoutError> {
    let convert = || {
        let mut strides = stride.leaves()?.into_iter();
        let mut is_inside = true;
        let coord = shape.map(&mut |leaf| {
            let size = leaf.plain()?.value;
            let stride = match strides.next() {
                Some(stride) => stride.plain()?.value,
                None => 0,
            };
            let digit = if size <= 1 || stride == 0 {
                0
            } else {
                // The smallest integer by -1 is no integer, and no offset either: the check below fails.
                index.wrapping_div(stride) % size
            };
            is_inside &= digit >= 0;
            Ok(Tree::dynamic(digit))
        })?;
        if !is_inside {
            return Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!(
                    "the offset {index} lies before the first: {coord} is no coordinate of {shape}"
                ),
            )
            .fix("give an offset of the layout"));
        }
        let back = crd2idx(&coord, shape, stride)?.int()?.value;
        if back == index {
            Ok(coord)
        } else {
            Err(LayoutError::new(
                ErrorKind::OutOfRange,
                format!("no coordinate found: {coord} has offset {back}, not {index}"),
            )
            .fix("use a compact layout"))
        }
    };
    convert().during("idx2crd", &[&index, shape, stride])
}

/// A coordinate of one shape as the coordinate of another shape with the same 1-D index.
///
/// When both shapes and the coordinate are tuples this is done mode by mode, otherwise through the 1-D index: an integer for
/// the coordinate or for a shape.
///
/// # Errors
/// Shapes of different size; where all three are tuples, different ranks, or modes of different size; a coordinate that does
/// not fit.
///
/// ```
/// use azulejo_layout::value::crd2crd;
/// let coord = crd2crd(&"(5,1)".parse()?, &"(6,2)".parse()?, &"((2,3),2)".parse()?)?;
/// assert_eq!(coord.to_string(), "((1,2),1)");
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
pub fn crd2crd(coord: &Tree, from: &Tree, to: &Tree) -> Result<Tree, LayoutError> {
    carry(coord, from, to).during("crd2crd", &[coord, from, to])
}

fn carry(coord: &Tree, from: &Tree, to: &Tree) -> Result<Tree, LayoutError> {
    if let (Tree::Tuple(coords), Tree::Tuple(sources), Tree::Tuple(targets)) = (coord, from, to) {
        let ranks = [coords.len(), sources.len(), targets.len()];
        if ranks[0] != ranks[1] || ranks[1] != ranks[2] {
            return Err(LayoutError::profile(format!(
                "tuples carry over mode by mode and need equal ranks; the coordinate {coord} has {} entries, {from} has {} \
                 and {to} has {}",
                ranks[0], ranks[1], ranks[2]
            ))
            .fix("give the coordinate as one integer, or one of the shapes as its size, to go through the index"));
        }
        let modes = coords.iter().zip(sources).zip(targets);
        return Ok(Tree::Tuple(
            modes
                .map(|((coord, from), to)| carry(coord, from, to))
                .collect::<Result<_, _>>()?,
        ));
    }
    if from.size()?.value != to.size()?.value {
        return Err(LayoutError::profile(format!(
            "{from} has {} elements, {to} has {}",
            from.size()?,
            to.size()?
        ))
        .fix("give the coordinate as one integer to go through the index"));
    }
    idx2crd(crd2idx_colex(coord, from)?.int()?.value, to)
}
