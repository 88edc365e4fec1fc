//! Tilers: what divides and multiplies, mode by mode or as one layout.

use super::error::LayoutError;
use super::int::Int;
use super::layout::DynLayout;
use super::tree::Tree;
use alloc::vec::Vec;
use core::fmt;

/// A tiler: `_` (leave the mode alone), an integer (`n:1`), a layout, or one tiler a mode, `<_8,(_2,_4):(_4,_1)>`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// Leave the mode as it is.
    Underscore,
    /// So many consecutive elements.
    Int(Int),
    /// The elements that a layout picks.
    Layout(DynLayout),
    /// One tiler a mode; modes beyond the last tiler are untouched.
    Modes(Vec<Tiler>),
}

impl Tiler {
    /// A shape as a tiler: an integer, or one integer a mode.
    ///
    /// # Errors
    /// A basis element in the shape.
    pub fn from_shape(shape: &Tree) -> Result<Self, LayoutError> {
        Ok(match shape {
            Tree::Leaf(leaf) => Self::Int(leaf.plain()?),
            Tree::Underscore => Self::Underscore,
            Tree::Tuple(items) => Self::Modes(
                items
                    .iter()
                    .map(Self::from_shape)
                    .collect::<Result<_, _>>()?,
            ),
        })
    }
}

impl From<DynLayout> for Tiler {
    fn from(layout: DynLayout) -> Self {
        Self::Layout(layout)
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Underscore => f.write_str("_"),
            Self::Int(int) => write!(f, "{int}"),
            Self::Layout(layout) => write!(f, "{layout}"),
            Self::Modes(items) => {
                f.write_str("<")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str(">")
            }
        }
    }
}

impl fmt::Debug for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
