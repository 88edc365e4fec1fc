//! The layout on values: a shape and a stride of run-time rank.

use super::error::{During, ErrorKind, LayoutError};
use super::int::Int;
use super::tree::{Leaf, Tree};
use crate::check::{self, Flat, Mode};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// The longest table that is ever built: one offset for each of a million coordinates.
pub const TABLE_LIMIT: i64 = 1 << 20;

/// A layout whose rank, shape and stride are values: `((_4,8),2):((_1,_4),32)`.
///
/// It is a function from coordinates to offsets: the sum of coordinate times stride over the leaves. A 1-D coordinate is
/// split by the shape, leftmost fastest; the last digit is unbounded. Shape and stride are congruent, sizes are not
/// negative, and the size and every offset fit 64 bits: the constructor checks it once.
///
/// `Display` and `FromStr` are the notation, static leaves with a leading underscore.
///
/// ```
/// use azulejo_layout::value::DynLayout;
/// let a: DynLayout = "((_2,_2),(2,4)):((_1,_4),(_2,_8))".parse()?;
/// assert_eq!(a.to_string(), "((_2,_2),(2,4)):((_1,_4),(_2,_8))");
/// assert_eq!(a.offsets()?[..8], [0, 1, 4, 5, 2, 3, 6, 7]);
/// # Ok::<(), azulejo_layout::value::LayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DynLayout {
    shape: Tree,
    stride: Tree,
}

/// One leaf of a layout with its static-ness: size and stride.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FlatMode {
    pub(crate) size: Int,
    pub(crate) stride: Leaf,
}

impl FlatMode {
    pub(crate) fn new(size: Int, stride: impl Into<Leaf>) -> Self {
        Self {
            size,
            stride: stride.into(),
        }
    }
}

impl DynLayout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// Trees that are not congruent, a `_`, a negative size, a basis element in the shape; a size or offset beyond 64 bits.
    pub fn new(shape: Tree, stride: Tree) -> Result<Self, LayoutError> {
        Self::check(&shape, &stride).during("layout", &[&shape, &stride])?;
        Ok(Self { shape, stride })
    }

    fn checked(shape: Tree, stride: Tree) -> Result<Self, LayoutError> {
        Self::check(&shape, &stride)?;
        Ok(Self { shape, stride })
    }

    /// What [`DynLayout::new`] rejects.
    fn check(shape: &Tree, stride: &Tree) -> Result<(), LayoutError> {
        if !shape.congruent(stride) {
            return Err(LayoutError::profile(format!(
                "shape {shape} and stride {stride} are not congruent"
            ))
            .fix("a stride nests exactly as the shape does"));
        }
        let mut modes = Vec::new();
        each_leaf(shape, stride, &mut |size, stride| {
            modes.push(Mode::new(extent(size)?, stride.int.value));
            Ok(())
        })?;
        shape.size()?;
        if check::span(&modes).and_then(check::Span::cells).is_none() {
            let steps =
                |mode: &Mode| i128::from(mode.stride.unsigned_abs()) * i128::from(mode.size - 1);
            let reach = modes.iter().map(steps).fold(0, i128::saturating_add);
            return Err(LayoutError::overflow(format!(
                "{shape}:{stride}: its offsets reach {reach}, the sum of (s - 1) |d|, and its index type holds {}",
                i64::MAX - 1
            )));
        }
        Ok(())
    }

    /// `size:stride` from two integers.
    pub(crate) fn leaf(size: Int, stride: impl Into<Leaf>) -> Result<Self, LayoutError> {
        Self::checked(size.into(), stride.into().into())
    }

    /// `_1:_0`, the layout of one element.
    #[must_use]
    pub fn unit() -> Self {
        Self {
            shape: Tree::fixed(1),
            stride: Tree::fixed(0),
        }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Tree {
        &self.shape
    }

    /// The stride.
    #[must_use]
    pub fn stride(&self) -> &Tree {
        &self.stride
    }

    /// Shape and stride, taken apart.
    #[must_use]
    pub fn into_parts(self) -> (Tree, Tree) {
        (self.shape, self.stride)
    }

    /// The number of top-level modes.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The depth of nesting, 0 for `n:d`.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }

    /// The top-level modes as layouts; a leaf is its own only mode.
    #[must_use]
    pub fn modes(&self) -> Vec<Self> {
        self.shape
            .modes()
            .iter()
            .zip(self.stride.modes())
            .map(|(shape, stride)| Self {
                shape: shape.clone(),
                stride: stride.clone(),
            })
            .collect()
    }

    /// The layout whose modes are `modes`.
    ///
    /// # Errors
    /// A size or offset beyond 64 bits.
    pub fn concat(modes: impl IntoIterator<Item = Self>) -> Result<Self, LayoutError> {
        let (shapes, strides) = modes.into_iter().map(Self::into_parts).unzip();
        Self::checked(Tree::Tuple(shapes), Tree::Tuple(strides))
    }

    /// The leaves in order, with their static-ness.
    pub(crate) fn leaves(&self) -> Result<Vec<FlatMode>, LayoutError> {
        let mut modes = Vec::new();
        each_leaf(&self.shape, &self.stride, &mut |size, stride| {
            modes.push(FlatMode::new(size.int, stride.clone()));
            Ok(())
        })?;
        Ok(modes)
    }

    /// The layout of flat modes: a tuple, or the leaf itself when there is one and `bare` is asked for.
    pub(crate) fn from_leaves(
        modes: impl IntoIterator<Item = FlatMode>,
        bare: bool,
    ) -> Result<Self, LayoutError> {
        let (mut shapes, mut strides): (Vec<Tree>, Vec<Tree>) = modes
            .into_iter()
            .map(|mode| (mode.size.into(), mode.stride.into()))
            .unzip();
        match (shapes.len(), shapes.pop(), strides.pop()) {
            (1, Some(shape), Some(stride)) if bare => Self::checked(shape, stride),
            (_, Some(shape), Some(stride)) => {
                shapes.push(shape);
                strides.push(stride);
                Self::checked(Tree::Tuple(shapes), Tree::Tuple(strides))
            }
            _ => Self::checked(Tree::Tuple(shapes), Tree::Tuple(strides)),
        }
    }

    /// The leaves as plain numbers, for the checks.
    ///
    /// # Errors
    /// A coordinate stride, or more leaves than a [`Flat`] holds.
    pub fn flat(&self) -> Result<Flat, LayoutError> {
        let mut flat = Flat::new();
        each_leaf(&self.shape, &self.stride, &mut |size, stride| match flat
            .push(Mode::new(size.int.value, stride.plain()?.value))
        {
            true => Ok(()),
            false => Err(too_many(self)),
        })?;
        Ok(flat)
    }

    /// Returns `true` if some stride is a multiple of a basis element.
    #[must_use]
    pub fn has_basis(&self) -> bool {
        self.stride
            .leaves()
            .is_ok_and(|leaves| leaves.iter().any(|leaf| !leaf.is_plain()))
    }

    /// Returns `true` if every leaf is static.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.shape.is_static() && self.stride.is_static()
    }

    /// The same layout with every leaf dynamic.
    #[must_use]
    pub fn erased(&self) -> Self {
        Self {
            shape: self.shape.erased(),
            stride: self.stride.erased(),
        }
    }

    /// The same layout with every leaf static.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self {
            shape: self.shape.settled(),
            stride: self.stride.settled(),
        }
    }

    /// The offsets of all 1-D coordinates, `[L(0), …, L(size - 1)]`.
    ///
    /// # Errors
    /// A coordinate stride, or more than [`TABLE_LIMIT`] elements.
    pub fn offsets(&self) -> Result<Vec<i64>, LayoutError> {
        let total = self.shape.size()?.value;
        table_fits(total)?;
        if total == 0 {
            return Ok(Vec::new()); // The modes before an empty one may be of any size.
        }
        let mut table = Vec::with_capacity(total as usize);
        table.push(0);
        // Each mode repeats the table so far, moved by its stride.
        for mode in self.leaves()? {
            let stride = mode.stride.plain()?.value;
            let before = table.len();
            for c in 1..mode.size.value {
                for i in 0..before {
                    table.push(table[i] + c * stride);
                }
            }
        }
        Ok(table)
    }
}

impl DynLayout {
    /// The values at all 1-D coordinates as trees: integers, or coordinates for coordinate strides.
    ///
    /// # Errors
    /// More than [`TABLE_LIMIT`] elements, strides of both kinds.
    pub fn points(&self) -> Result<Vec<Tree>, LayoutError> {
        let total = self.shape.size()?.value;
        table_fits(total)?;
        (0..total)
            .map(|i| super::ops::crd2idx(&Tree::dynamic(i), &self.shape, &self.stride))
            .map(|point| point.map(|tree| tree.erased()))
            .collect()
    }
}

/// Calls `f` with each leaf of a shape and the leaf of the congruent stride beside it.
fn each_leaf(
    shape: &Tree,
    stride: &Tree,
    f: &mut impl FnMut(&Leaf, &Leaf) -> Result<(), LayoutError>,
) -> Result<(), LayoutError> {
    match (shape, stride) {
        (Tree::Tuple(shapes), Tree::Tuple(strides)) => {
            for (shape, stride) in shapes.iter().zip(strides) {
                each_leaf(shape, stride, f)?;
            }
            Ok(())
        }
        (shape, stride) => f(shape.leaf()?, stride.leaf()?),
    }
}

/// The number of elements along a leaf of a shape.
///
/// # Errors
/// A basis element, or a negative number.
pub(crate) fn extent(size: &Leaf) -> Result<i64, LayoutError> {
    let value = size.plain()?.value;
    if value < 0 {
        let reason = format!("the size {size} is negative");
        return Err(
            LayoutError::new(ErrorKind::OutOfRange, reason).fix("give the count of the elements")
        );
    }
    Ok(value)
}

/// Rejects tables that are too long to build.
pub(crate) fn table_fits(total: i64) -> Result<(), LayoutError> {
    if total > TABLE_LIMIT {
        return Err(LayoutError::overflow(format!(
            "a table of {total} elements is asked for, at most {TABLE_LIMIT} are listed"
        ))
        .fix_instead("ask about a part of it: a tile or a mode"));
    }
    Ok(())
}

pub(crate) fn too_many(what: &impl fmt::Display) -> LayoutError {
    LayoutError::overflow(format!("{what} has more than {} leaves", check::CAPACITY))
        .fix_instead("coalesce it first, or take fewer modes")
}

impl fmt::Display for DynLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

impl fmt::Debug for DynLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
