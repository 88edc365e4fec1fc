//! Trees of integers: shapes, strides, coordinates, profiles and orders.

use super::error::{ErrorKind, LayoutError};
use super::int::Int;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;

/// A leaf: an integer, or in strides and coordinates a multiple of a basis element.
///
/// `basis` is the path of the basis element, outermost mode first; empty for a plain integer. `3@0@1` is the value 3 in
/// sub-mode 0 of mode 1: `Leaf { int: 3, basis: [1, 0] }`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Leaf {
    /// The integer.
    pub int: Int,
    /// The path of the basis element, outermost first.
    pub basis: Vec<usize>,
}

impl Leaf {
    /// The leaf times an integer.
    ///
    /// # Errors
    /// Overflow.
    pub fn scaled(&self, factor: Int) -> Result<Self, LayoutError> {
        Ok(Self {
            int: self.int.checked_mul(factor)?,
            basis: self.basis.clone(),
        })
    }

    /// Returns `true` if this is a plain integer.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.basis.is_empty()
    }

    /// The integer, if this is a plain one.
    ///
    /// # Errors
    /// The leaf is a multiple of a basis element.
    pub fn plain(&self) -> Result<Int, LayoutError> {
        if self.is_plain() {
            Ok(self.int)
        } else {
            Err(LayoutError::unsupported(format!(
                "{self} is a coordinate stride, an integer is needed"
            ))
            .fix("take the layout that the coordinates lead into: compose with it first"))
        }
    }
}

impl From<Int> for Leaf {
    fn from(int: Int) -> Self {
        Self {
            int,
            basis: Vec::new(),
        }
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.int)?;
        for step in self.basis.iter().rev() {
            write!(f, "@{step}")?;
        }
        Ok(())
    }
}

fn no_integer() -> LayoutError {
    LayoutError::profile("`_` stands where an integer is needed")
        .fix("give the integer; `_` keeps a mode only in slices and tilers")
}

/// A tree of integers, written `(_4,(2,_3))`. A 1-tuple `(x)` is not the same as `x`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// An integer or basis element.
    Leaf(Leaf),
    /// The slice marker `_`.
    Underscore,
    /// A tuple; may be empty.
    Tuple(Vec<Tree>),
}

impl From<Int> for Tree {
    fn from(int: Int) -> Self {
        Self::Leaf(int.into())
    }
}

impl From<Leaf> for Tree {
    fn from(leaf: Leaf) -> Self {
        Self::Leaf(leaf)
    }
}

impl Tree {
    /// The static integer `_value`.
    #[must_use]
    pub fn fixed(value: i64) -> Self {
        Int::fixed(value).into()
    }

    /// The dynamic integer `value`.
    #[must_use]
    pub fn dynamic(value: i64) -> Self {
        Int::dynamic(value).into()
    }

    /// A tuple of copies of `item`.
    #[must_use]
    pub fn repeat(item: &Self, count: usize) -> Self {
        Self::Tuple(alloc::vec![item.clone(); count])
    }

    /// Returns `true` if this is a tuple.
    #[must_use]
    pub fn is_tuple(&self) -> bool {
        matches!(self, Self::Tuple(_))
    }

    /// The number of top-level modes; 1 for a leaf.
    #[must_use]
    pub fn rank(&self) -> usize {
        match self {
            Self::Tuple(items) => items.len(),
            _ => 1,
        }
    }

    /// The top-level modes; a leaf is its own only mode.
    #[must_use]
    pub fn modes(&self) -> &[Self] {
        match self {
            Self::Tuple(items) => items,
            leaf => core::slice::from_ref(leaf),
        }
    }

    /// The depth of nesting: 0 for a leaf, 1 more than the deepest item for a tuple.
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Self::Tuple(items) => 1 + items.iter().map(Self::depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// The leaf, if this is one.
    ///
    /// # Errors
    /// This is a tuple or `_`.
    pub fn leaf(&self) -> Result<&Leaf, LayoutError> {
        match self {
            Self::Leaf(leaf) => Ok(leaf),
            Self::Underscore => Err(no_integer()),
            Self::Tuple(_) => Err(LayoutError::profile(format!(
                "{self} stands where an integer is needed"
            ))
            .fix("give one integer")),
        }
    }

    /// The integer, if this is a plain one.
    ///
    /// # Errors
    /// This is a tuple, `_`, or a basis element.
    pub fn int(&self) -> Result<Int, LayoutError> {
        self.leaf()?.plain()
    }

    /// The leaves from left to right.
    ///
    /// # Errors
    /// A `_` among them.
    pub fn leaves(&self) -> Result<Vec<&Leaf>, LayoutError> {
        let mut out = Vec::new();
        self.collect_leaves(&mut out)?;
        Ok(out)
    }

    fn collect_leaves<'a>(&'a self, out: &mut Vec<&'a Leaf>) -> Result<(), LayoutError> {
        match self {
            Self::Leaf(leaf) => out.push(leaf),
            Self::Underscore => return Err(no_integer()),
            Self::Tuple(items) => {
                for item in items {
                    item.collect_leaves(out)?;
                }
            }
        }
        Ok(())
    }

    /// The product of the leaves; `_1` for the empty tuple.
    ///
    /// # Errors
    /// A leaf that is no plain integer, or overflow.
    pub fn size(&self) -> Result<Int, LayoutError> {
        self.times(Int::fixed(1))
    }

    /// The product of the leaves, from left to right, with what is before them.
    fn times(&self, before: Int) -> Result<Int, LayoutError> {
        match self {
            Self::Tuple(items) => items
                .iter()
                .try_fold(before, |so_far, item| item.times(so_far)),
            leaf => before.checked_mul(leaf.leaf()?.plain()?),
        }
    }

    /// Returns `true` if every leaf is static.
    #[must_use]
    pub fn is_static(&self) -> bool {
        match self {
            Self::Leaf(leaf) => leaf.int.is_static,
            Self::Underscore => true,
            Self::Tuple(items) => items.iter().all(Self::is_static),
        }
    }

    /// The same tree with every integer dynamic.
    #[must_use]
    pub fn erased(&self) -> Self {
        match self {
            Self::Leaf(leaf) => Self::Leaf(Leaf {
                int: leaf.int.erased(),
                basis: leaf.basis.clone(),
            }),
            Self::Underscore => Self::Underscore,
            Self::Tuple(items) => Self::Tuple(items.iter().map(Self::erased).collect()),
        }
    }

    /// The same tree with every integer static.
    #[must_use]
    pub fn settled(&self) -> Self {
        match self {
            Self::Leaf(leaf) => Self::Leaf(Leaf {
                int: Int::fixed(leaf.int.value),
                basis: leaf.basis.clone(),
            }),
            Self::Underscore => Self::Underscore,
            Self::Tuple(items) => Self::Tuple(items.iter().map(Self::settled).collect()),
        }
    }

    /// Returns `true` if there is a `_` anywhere.
    #[must_use]
    pub fn has_under(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Underscore => true,
            Self::Tuple(items) => items.iter().any(Self::has_under),
        }
    }

    /// Returns `true` if there is nothing but `_`.
    #[must_use]
    pub fn all_under(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Underscore => true,
            Self::Tuple(items) => items.iter().all(Self::all_under),
        }
    }

    /// The sub-tree at a path of mode numbers.
    ///
    /// # Errors
    /// A mode number past the rank; a leaf counts as its own mode 0.
    pub fn get(&self, path: &[usize]) -> Result<&Self, LayoutError> {
        let mut node = self;
        for &step in path {
            node = match node {
                Self::Tuple(items) => items.get(step).ok_or_else(|| {
                    LayoutError::new(
                        ErrorKind::OutOfRange,
                        format!("{node} has no mode {step}: its rank is {}", items.len()),
                    )
                    .fix("modes are counted from 0")
                })?,
                leaf if step == 0 => leaf,
                leaf => {
                    return Err(LayoutError::new(
                        ErrorKind::OutOfRange,
                        format!("{leaf} has no mode {step}: its rank is 1"),
                    )
                    .fix("modes are counted from 0"));
                }
            };
        }
        Ok(node)
    }

    /// All leaves in one tuple; a leaf stays a leaf.
    #[must_use]
    pub fn flatten(&self) -> Self {
        match self {
            Self::Tuple(_) => {
                let mut out = Vec::new();
                self.flatten_into(&mut out);
                Self::Tuple(out)
            }
            leaf => leaf.clone(),
        }
    }

    fn flatten_into(&self, out: &mut Vec<Self>) {
        match self {
            Self::Tuple(items) => items.iter().for_each(|item| item.flatten_into(out)),
            leaf => out.push(leaf.clone()),
        }
    }

    /// The content of a 1-tuple of a 1-tuple …; anything else as it is.
    #[must_use]
    pub fn unwrap(self) -> Self {
        match self {
            Self::Tuple(mut items) if items.len() == 1 => match items.pop() {
                Some(item) => item.unwrap(),
                None => Self::Tuple(items),
            },
            other => other,
        }
    }

    /// Each leaf replaced by `f` of it, the tree kept.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn map(
        &self,
        f: &mut impl FnMut(&Leaf) -> Result<Self, LayoutError>,
    ) -> Result<Self, LayoutError> {
        match self {
            Self::Leaf(leaf) => f(leaf),
            Self::Underscore => Ok(Self::Underscore),
            Self::Tuple(items) => Ok(Self::Tuple(
                items
                    .iter()
                    .map(|item| item.map(f))
                    .collect::<Result<_, _>>()?,
            )),
        }
    }

    /// Returns `true` if both trees have the same profile (the same tuples, whatever the leaves).
    #[must_use]
    pub fn congruent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.congruent(b))
            }
            (Self::Tuple(_), _) | (_, Self::Tuple(_)) => false,
            _ => true,
        }
    }

    /// Returns `true` if the profile of `self` is a coarsening of the profile of `other`.
    #[must_use]
    pub fn weakly_congruent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.weakly_congruent(b))
            }
            (Self::Tuple(_), _) => false,
            _ => true,
        }
    }

    /// Returns `true` if any coordinate into the shape `self` is a coordinate into the shape `other`, and the sizes are equal.
    ///
    /// # Errors
    /// A leaf that is no plain integer, or overflow.
    pub fn compatible(&self, other: &Self) -> Result<bool, LayoutError> {
        match (self, other) {
            (Self::Tuple(a), Self::Tuple(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b) {
                    if !a.compatible(b)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Self::Tuple(_), _) => Ok(false),
            (leaf, other) => Ok(leaf.int()?.value == other.size()?.value),
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(leaf) => write!(f, "{leaf}"),
            Self::Underscore => f.write_str("_"),
            Self::Tuple(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
